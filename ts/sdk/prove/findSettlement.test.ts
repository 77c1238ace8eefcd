import { readFileSync } from 'node:fs';
import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { type Address, addressOf } from '../program/address/address.js';
import type { Instruction } from '../program/instruction/instruction.js';
import { INSTRUCTIONS } from '../program/instructions.js';
import { compactResultProof } from '../program/proof/resultProofOf.js';
import type { LandedTransaction } from '../program/rpcNode.js';
import { bufferContent, resultBufferContent } from '../program/settlement/bufferContent.js';
import { settleArgs } from '../program/settlement/settleInstructions.js';
import { compactForm } from '../proof/compactForm.js';
import { fullForm } from '../proof/fullForm.js';
import { parseProof } from '../proof/parse.js';
import type { StatProofV3 } from '../proof/proof.js';
import { findSettlement } from './findSettlement.js';

const PROOF = new URL('../../../examples/proofs/final-win-v3.json', import.meta.url);
const proof = parseProof(readFileSync(PROOF, 'utf8')) as StatProofV3;
const place = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte));
const [SETTLEMENT, MARKET, BUFFER, RESULT, OTHER] = [1, 2, 3, 4, 5].map(place) as [
  Address,
  Address,
  Address,
  ...Address[],
];
const keys = proof.leaves.map(({ stat }) => stat.key);
const terms = { fixtureId: proof.summary.fixtureId, sport: 'soccer', statKeys: keys } as const;
const { recordTs: _, ...full } = proof;
const expanded = fullForm(compactForm(proof), { fixtureId: terms.fixtureId, keys, sport: 'soccer' });

const addresses = new Proxy({} as Record<string, Address>, {
  get: (_, name) => ({ market: MARKET, buffer: BUFFER, result: RESULT })[name as string] ?? OTHER ?? MARKET,
});
const build = (name: keyof typeof INSTRUCTIONS, args: object): Instruction =>
  (INSTRUCTIONS[name] as { build(id: Address, of: object, args: object): Instruction }).build(
    SETTLEMENT,
    addresses,
    args,
  );

/** A chain whose transactions have an instruction each; those of `failed` have failed. */
function nodeOf(instructions: readonly Instruction[], failed: readonly number[] = []) {
  const landed = instructions.map(
    ({ programAddress, accounts, data }): LandedTransaction => ({
      meta: { err: null, logMessages: [] },
      blockTime: 1_800_000_000,
      signers: [],
      instructions: [{ programAddress, accounts: accounts.map(({ address }) => address), data: base58.encode(data) }],
    }),
  );
  return {
    signaturesOf: async (address: Address) =>
      landed
        .flatMap(({ blockTime, instructions: [one] }, i) =>
          one?.accounts.includes(address) ? [{ signature: `${i}`, failed: failed.includes(i), blockTime }] : [],
        )
        .toReversed(),
    transaction: async (signature: string) => landed[Number(signature)] ?? null,
  };
}

const chunks = (content: Uint8Array): Instruction[] => [
  build('bufferCreate', { id: 1n, length: content.length, sha256: new Uint8Array(32) }),
  build('bufferWrite', { offset: 100, bytes: content.slice(100) }),
  build('bufferWrite', { offset: 0, bytes: content.slice(0, 100) }),
];
const direct = build('settle', settleArgs({ proof, form: 'full' }));
const result = { fixtureId: terms.fixtureId, sport: 'soccer', finality: 'finalised', attesters: null };
const posted = { proof: compactResultProof(proof), witness: null };
const find = (node: ReturnType<typeof nodeOf>) =>
  findSettlement({ node, settlement: SETTLEMENT, market: MARKET, terms });

describe('the proof that settled a market is found', () => {
  test.each<[string, readonly Instruction[], object]>([
    ['in the transaction', [direct], full],
    ['in the transaction, compact', [build('settle', settleArgs({ proof, form: 'compact' }))], expanded],
    [
      'in the writes of its buffer',
      [
        ...chunks(bufferContent(INSTRUCTIONS.settle.encode(settleArgs({ proof, form: 'full' })))),
        build('settleFromBuffer', {}),
      ],
      full,
    ],
  ])('%s', async (_, instructions, expected) => {
    const found = await find(nodeOf([build('finalise', {}), ...instructions, build('finalise', {})]));
    expect(found).toEqual({ signature: `${instructions.length}`, blockTime: 1_800_000_000, proof: expected });
  });

  test('in the post of the result that settled it, or in the buffer of that post', async () => {
    const many = build('settleMany', {});
    const settled = { ...many, accounts: [...many.accounts, { address: MARKET, role: 'writable' as never }] };
    const post = build('postResult', { ...result, ...posted });
    expect((await find(nodeOf([post, settled])))?.proof).toEqual(expanded);
    const buffered = [...chunks(resultBufferContent(posted)), build('postResultFromBuffer', result)];
    expect((await find(nodeOf([...buffered, settled])))?.proof).toEqual(expanded);
    expect(await find(nodeOf([settled]))).toBeNull();
  });
});

test('what failed, and what others did to the market, settles nothing', async () => {
  expect(await find(nodeOf([direct], [0]))).toBeNull();
  expect(await find(nodeOf([{ ...direct, programAddress: place(9) }]))).toBeNull();
  expect(await find(nodeOf([build('stake', { outcome: 0, amount: 1n, termsHash: new Uint8Array(32) })]))).toBeNull();
});

test('the last one that settled it counts', async () => {
  const other = { ...proof, summary: { ...proof.summary, fixtureId: 7 } };
  const found = await find(nodeOf([build('settle', settleArgs({ proof: other, form: 'full' })), direct]));
  expect(found?.proof.summary.fixtureId).toBe(terms.fixtureId);
});
