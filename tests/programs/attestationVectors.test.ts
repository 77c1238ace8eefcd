import { beforeAll, describe, expect, it } from 'vitest';
import { hexToBytes } from '../../ts/sdk/format/hex.js';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import { addressOf } from '../../ts/sdk/program/address/address.js';
import { INSTRUCTIONS_SYSVAR } from '../../ts/sdk/program/address/runtime.js';
import { marketAddress } from '../../ts/sdk/program/address/settlement.js';
import { withReadonly } from '../../ts/sdk/program/instruction/instruction.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { scoreProofOf } from '../../ts/sdk/program/proof/scoreProofOf.js';
import { settle } from '../../ts/sdk/program/settlement/instructions.js';
import { checkSettlement } from '../../ts/sdk/program/settlement/rules/checkSettlement.js';
import { checkVoidProposal } from '../../ts/sdk/program/settlement/rules/checkVoidProposal.js';
import { checkResultPost } from '../../ts/sdk/program/settlement/rules/resultPost.js';
import type { MarketTerms } from '../../ts/sdk/program/wire/terms.js';
import { openMarket } from '../helpers/sampleMarket.js';
import { refusal, TestChain } from '../helpers/settlement/chain.js';
import { FIXTURE, termsOf } from '../helpers/settlement/market.js';
import { type PublishedSlot, soccerStats, TestOracle } from '../helpers/settlement/match.js';
import { outcome as offline } from '../helpers/thrown.js';
import type { AttestationVector } from '../vectors/attestationVector.js';
import { readAttestationCorpus } from '../vectors/corpus.js';

/** The settlement program decides an attested market by exactly the attestations that the corpus says. */

const { oracle: oracleProgram, settlement } = LOCALNET_PROGRAM_IDS;
const SOMEBODY = addressOf(new Uint8Array(32).fill(7));
const { address: MARKET, bump } = marketAddress(SOMEBODY, 1n, settlement);
const KEYS = [1, 2];
const DAY = 86_400;
const FINAL = { status: 100, stats: soccerStats(2, 1) };
const ABANDONED = { status: 15, stats: soccerStats(2, 1) };

let chain: TestChain;
let oracle: TestOracle;
/** By time, s. */
const slots = new Map<number, PublishedSlot>();

beforeAll(async () => {
  chain = await TestChain.start(0);
  oracle = new TestOracle(chain, oracleProgram);
});

/** The slot that the question is about, with a match that has ended, and is called off afterwards. */
function slotOf({ period, slot }: AttestationVector['question']): PublishedSlot {
  const time = period * DAY + slot * 300;
  const known = slots.get(time) ?? oracle.publish(FIXTURE, time, [FINAL, ABANDONED]);
  slots.set(time, known);
  return known;
}

function termsFor({ set, least, period }: AttestationVector['question']): MarketTerms {
  return termsOf({
    mint: SOMEBODY,
    feeAccount: SOMEBODY,
    attesters: { set: addressOf(hexToBytes(set)), least },
    challengeWindow: 0,
    abandonmentVoids: true,
    stakesClose: 0,
    earliest: 0,
    latest: (period + 1) * DAY,
  });
}

const corpus = readAttestationCorpus();
const vectors = corpus.filter(({ expect: { settlement } }) => !('skip' in settlement));

describe('settle on attested terms', () => {
  it.each(vectors.map((vector) => [vector.name, vector.about, vector] as const))('%s: %s', async (_, __, vector) => {
    const { account, question, expect: expected } = vector;
    const proof = slotOf(question).v3(KEYS);
    const terms = termsFor(question);
    await chain.setTime((question.period + 1) * DAY);
    chain.setAccount(MARKET, settlement, marketAccount.encode(openMarket(terms, { bump, creator: SOMEBODY })));
    const attestation = { owner: addressOf(hexToBytes(account.owner)), data: hexToBytes(account.data) };
    const address = addressOf(hexToBytes(account.address));
    chain.setAccount(address, attestation.owner, attestation.data);
    const instruction = settle.build(
      settlement,
      { market: MARKET, roots: oracle.roots(question.period), instructionsSysvar: INSTRUCTIONS_SYSVAR },
      { proof: scoreProofOf(proof), witness: null },
    );
    const sent = await chain.send([withReadonly(instruction, address)]);
    const error = 'error' in expected.settlement ? expected.settlement.error : null;
    expect(refusal(sent), sent.logs.join('\n')).toBe(error);
    const { state } = marketAccount.decode((await chain.account(MARKET))?.data ?? new Uint8Array());
    expect(state).toBe(error === null ? 'Final' : 'Open');
    // The check before sending is given the account at the address that the terms and the proof lead to.
    if (address === addressOf(hexToBytes(corpus[0]?.account.address ?? ''))) {
      const roots = oracle.bytes(question.period);
      const abandoned = slotOf(question).v3(KEYS, 1);
      const twins = {
        checkSettlement: () => checkSettlement(terms, { proof }, roots, attestation),
        checkVoidProposal: () => checkVoidProposal(terms, abandoned, roots, attestation),
        checkResultPost: () => checkResultPost(terms, { proof }, roots, attestation),
      };
      const found = Object.entries(twins).map(([name, twin]) => [name, offline(twin)] as const);
      expect(found.map(([name, one]) => [name, typeof one === 'number' ? one : null])).toEqual(
        Object.keys(twins).map((name) => [name, error]),
      );
    }
  });
});
