import { expect, it } from 'vitest';
import { NO_PROOF_YET, WRONG_RECORD } from '../error/codes/library.js';
import { errorOf } from '../error/linesmanError.js';
import type { StatProof } from '../proof/proof.js';
import type { ListedRecord } from './proofSource.js';
import { requestPresent } from './recordProof.js';
import { MAX_TRIES, searchRecords } from './recordSearch.js';

const record = (seq: number): ListedRecord => ({ seq, ts: 0, status: null, stats: new Map([[1, 2]]) }) as never;
const RECORDS = [9, 8, 7, 6, 5].map(record);
const notYet = (seq: number) => errorOf(NO_PROOF_YET, { reason: 'NotPublished', epochDay: seq });

/** Searches the records, of which only some can be proven, and tells which were tried. */
async function searched(...provable: number[]) {
  const tried: number[] = [];
  const found = await searchRecords(
    async () => RECORDS.slice(0, MAX_TRIES),
    async ({ seq }) => {
      tried.push(seq);
      if (provable.includes(seq)) return { proven: true };
      throw notYet(seq);
    },
  );
  return { found, tried };
}

it('finds the first record that can be proven, among the four newest', async () => {
  expect(await searched(8, 7)).toEqual({ found: { found: true, proven: true, seq: 8 }, tried: [9, 8] });
  expect(await searched(6)).toEqual({ found: { found: true, proven: true, seq: 6 }, tried: [9, 8, 7, 6] });
  expect(await searched(5)).toEqual({
    found: { found: false, reason: 'NotPublished', error: notYet(9) },
    tried: [9, 8, 7, 6],
  });
});

it('throws what says nothing about the records', async () => {
  const broken = new Error('the chain does not answer');
  await expect(
    searchRecords(
      () => Promise.reject(broken),
      async () => ({}),
    ),
  ).rejects.toBe(broken);
});

it('takes no proof of nothing', async () => {
  const source = { prove: async () => ({ version: 3, leaves: [] }) as unknown as StatProof };
  await expect(requestPresent(source, 1, record(9))).rejects.toMatchObject({ number: WRONG_RECORD });
});
