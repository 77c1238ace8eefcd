import { expect, it } from 'vitest';
import { TERMS } from '../../../tests/helpers/sampleMarket.js';
import { FINAL_RECORD, proofOf, SCORES_ACCOUNT, TS } from '../../../tests/helpers/sampleSlot.js';
import { LOCALNET_PROGRAM_IDS as programs } from '../program/programId.js';
import { findResultProof } from './findResultProof.js';

const subject = { ...TERMS, sport: 'soccer', finality: 'finalised' } as const;
const later = { ...FINAL_RECORD, seq: 8, ts: TS + 1, status: null };
const chain = { account: async () => ({ owner: programs.oracle, data: SCORES_ACCOUNT }) };

/** Searches these latest records and this history, and tells which lists were requested. */
async function searched(latest: readonly object[], history: readonly object[]) {
  const asked: string[] = [];
  const source = {
    latest: async () => asked.push('latest') && latest,
    history: async () => asked.push('history') && history,
    prove: async ({ version }: { readonly version: 1 | 2 | 3 | 4 }) => proofOf(version),
  };
  const search = await findResultProof({
    subject,
    standing: null,
    keys: TERMS.statKeys,
    source: source as never,
    chain: chain as never,
  });
  return [asked, search.found ? search.seq : search.reason];
}

it('asks for the history only where the latest records may hide the one that decides', async () => {
  expect(await searched([FINAL_RECORD], [])).toEqual([['latest'], 7]);
  expect(await searched([later], [FINAL_RECORD])).toEqual([['latest', 'history'], 7]);
  expect(await searched([], [FINAL_RECORD])).toEqual([['latest'], 'NoRecords']);
});
