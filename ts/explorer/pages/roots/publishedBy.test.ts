import type { EpochDay, Root, SlotIndex } from '@linesman/sdk/format';
import { type Address, insertScoresRootInstruction, LOCALNET_PROGRAM_IDS, rootsAddress } from '@linesman/sdk/program';
import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { lateRootLogs } from '../../../../tests/helpers/lateRootLogs.js';
import { publishedBy } from './publishedBy.js';

const { oracle } = LOCALNET_PROGRAM_IDS;
const DAY = 20_643;
const FROM = 86_400_000 * DAY + 300_000 * 12;
const publisher = '11111111111111111111111111111112' as Address;
const root = {
  ...{ kind: 'scores' as const, from: FROM, publishedAt: null, oracle },
  account: rootsAddress('scores', DAY, oracle).address,
};

/** A node with one transaction, which inserts the root of slot 12. */
function nodeWith(logMessages: readonly string[] | null) {
  const time = { epochDay: DAY as EpochDay, slot: 12 as SlotIndex };
  const insert = insertScoresRootInstruction(oracle, publisher, time, new Uint8Array(32) as Root);
  return {
    signaturesOf: async () => [{ signature: 'one', failed: false, blockTime: FROM / 1_000 + 400 }],
    transaction: async () => ({
      meta: { err: null, logMessages },
      blockTime: null,
      signers: [],
      instructions: [
        {
          programAddress: oracle,
          accounts: insert.accounts.map(({ address }) => address),
          data: base58.encode(insert.data),
        },
      ],
    }),
  };
}
const late = (index: number, kind: 'scores' | 'odds' = 'scores'): string[] =>
  lateRootLogs(oracle, { kind, epochDay: DAY, index }, FROM / 1_000 + 40_000);

test.each<[string, readonly string[] | null, boolean]>([
  ['without an event', [], false],
  ['without logs', null, false],
  ['that names it as late', late(12), true],
  ['that names another slot as late', late(13), false],
  ['that names another kind of root as late', late(12, 'odds'), false],
])('a root by a transaction %s', async (_, logs, isLate) => {
  expect(await publishedBy(nodeWith(logs), root)).toEqual({ signature: 'one', isLate });
});
