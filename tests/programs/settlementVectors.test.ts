import { beforeAll, describe, expect, it } from 'vitest';
import { OUTSIDE_TIME_BOUNDS } from '../../ts/linesman/error/index.js';
import {
  ACCOUNT_ROLE,
  addressOf,
  compile,
  INSTRUCTIONS_SYSVAR,
  LOCALNET_PROGRAM_IDS,
  marketAccount,
  marketAddress,
  scoresRootsAddress,
  TRANSACTION_LIMIT,
} from '../../ts/linesman/program/index.js';
import { LiteBank } from '../helpers/liteBank.js';
import { forward, PROXY } from '../helpers/proxy.js';
import { openMarket } from '../helpers/sampleMarket.js';
import { allOf, single } from '../helpers/settlement/market.js';
import type { CompactVector } from '../vectors/compactVector.js';
import { readCompactCorpus } from '../vectors/corpus.js';
import { rootsAccount } from '../vectors/rootsAccount.js';

/** The settlement program gives every compact-form vector the outcome or error of the corpus. */

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const BEFORE_1970 = 'compact-compact-time-negative';
const SOMEBODY = addressOf(new Uint8Array(32).fill(7));
const { address: MARKET, bump } = marketAddress(SOMEBODY, 1n, settlement);
let bank: LiteBank;

beforeAll(() => {
  bank = new LiteBank([{ programId: settlement, path: 'programs/artifacts/settlement.so' }, PROXY]);
});

/** An open market on the vector's question that accepts proofs of any time from 1970 on. */
function putMarket({ keys, sport, fixtureId }: CompactVector): void {
  const terms = {
    oracleProgram: oracle,
    signer: null,
    fixtureId: Number(fixtureId),
    sport,
    statKeys: keys,
    outcomes: [allOf(single(0, 'greaterThan', 0))],
    finality: 'Finalised' as const,
    challengeWindow: 0,
    stakesClose: 0,
    earliest: 0,
    latest: 2 ** 50,
    voidAfter: 2 ** 50,
    mint: SOMEBODY,
    feeBps: 0,
    feeAccount: SOMEBODY,
    minimumStake: 1n,
    maximumStake: 1n,
    abandonmentVoids: false,
    resultsSettle: true,
  };
  const data = marketAccount.encode(openMarket(terms, { bump, creator: SOMEBODY }));
  bank.put(MARKET, settlement, data);
}

async function judge(vector: CompactVector) {
  putMarket(vector);
  const roots = scoresRootsAddress(vector.roots.day, oracle).address;
  bank.put(roots, oracle, rootsAccount(vector.roots));
  const instruction = {
    programAddress: settlement,
    accounts: [
      { address: MARKET, role: ACCOUNT_ROLE.writable },
      { address: roots, role: ACCOUNT_ROLE.readonly },
      { address: INSTRUCTIONS_SYSVAR, role: ACCOUNT_ROLE.readonly },
    ],
    data: Buffer.from(vector.data, 'hex'),
  };
  const { size } = compile(SOMEBODY, [instruction], SOMEBODY);
  const outcome = await bank.send([size > TRANSACTION_LIMIT ? forward(bank, instruction) : instruction]);
  if (outcome.error !== null) return { error: outcome.error };
  if (outcome.failure !== null) throw new Error(`${outcome.failure}\n${outcome.logs.join('\n')}`);
  const account = await bank.account(MARKET);
  const { state, proposal } = marketAccount.decode(account?.data ?? new Uint8Array());
  expect(state).toBe('Final');
  return { outcome: proposal.outcome };
}

describe('settle with the compact form', () => {
  it.each(readCompactCorpus().map((vector) => [vector.name, vector.about, vector] as const))(
    '%s: %s',
    async (_, __, vector) => {
      // Its time is outside the bounds of every market, which are compared before the proof is verified.
      const isBefore = vector.name === BEFORE_1970;
      expect(await judge(vector)).toEqual(isBefore ? { error: OUTSIDE_TIME_BOUNDS } : vector.expect.settlement);
    },
  );
});
