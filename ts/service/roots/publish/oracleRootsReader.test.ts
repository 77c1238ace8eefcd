import { MS_PER_SLOT } from '@linesman/sdk/format';
import { LOCALNET_PROGRAM_IDS, ZERO_ADDRESS } from '@linesman/sdk/program';
import { expect, test } from 'vitest';
import { MAIN_ROOT, SCORES_ACCOUNT, TS } from '../../../../tests/helpers/sampleSlot.js';
import { oracleRootsReader } from './oracleRootsReader.js';

const { oracle } = LOCALNET_PROGRAM_IDS;
const SLOT = TS - (TS % MS_PER_SLOT);

/** What is read of an account, or the number of the error. */
const read = (account: { readonly owner: string; readonly data: Uint8Array } | null, slotStart = SLOT) =>
  oracleRootsReader({ oracle, chain: { account: async () => account as never } })
    .readRoot({ kind: 'scores', slotStart })
    .then(
      (root) => root && Buffer.from(root).toString('hex'),
      ({ number }: { number: number }) => number,
    );

test('a root that is missing is none, and an account that cannot be one of roots is an error', async () => {
  const account = { owner: oracle, data: SCORES_ACCOUNT };
  expect(await read(account)).toBe(Buffer.from(MAIN_ROOT).toString('hex'));
  expect(await read(account, SLOT + MS_PER_SLOT)).toBeNull();
  expect(await read(null)).toBeNull();
  expect(await read({ owner: ZERO_ADDRESS, data: new Uint8Array(0) })).toBeNull();
  expect(await read({ ...account, owner: ZERO_ADDRESS })).toBe(2004);
  for (const data of [SCORES_ACCOUNT.slice(1), SCORES_ACCOUNT.with(0, 0), SCORES_ACCOUNT.with(8, 0)])
    expect(await read({ ...account, data })).toEqual(expect.any(Number));
});
