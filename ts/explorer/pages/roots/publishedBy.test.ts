import type { EpochDay, Root, SlotIndex } from '@linesman/sdk/format';
import { type Address, insertScoresRootInstruction, LOCALNET_PROGRAM_IDS, rootsAddress } from '@linesman/sdk/program';
import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { publishedBy } from './publishedBy.js';

const { oracle } = LOCALNET_PROGRAM_IDS;
const DAY = 20_643;
const FROM = 86_400_000 * DAY + 300_000 * 12;
const publisher = '11111111111111111111111111111112' as Address;
const root = {
  ...{ kind: 'scores' as const, from: FROM, publishedAt: null, oracle },
  account: rootsAddress('scores', DAY, oracle).address,
};

/** A node with one transaction, which inserts the root of slot 12 so many seconds after its end. */
function nodeWith(after: number, admin?: Address) {
  const time = { epochDay: DAY as EpochDay, slot: 12 as SlotIndex };
  const insert = insertScoresRootInstruction(oracle, publisher, time, new Uint8Array(32) as Root, admin);
  const blockTime = FROM / 1_000 + 300 + after;
  return {
    signaturesOf: async () => [{ signature: 'one', failed: false, blockTime }],
    transaction: async () => ({
      // A transaction that logs too much loses the rest of its log.
      meta: { err: null, logMessages: ['Log truncated'] },
      blockTime,
      signers: [publisher, ...(admin ? [admin] : [])],
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

test.each<[string, number, Address | undefined, boolean]>([
  ['of the publisher alone', 20_000, undefined, false],
  ['that the admin signed too, in time', 100, oracle, false],
  ['that the admin signed too, later', 40_000, oracle, true],
])('a root by a transaction %s', async (_, after, admin, isLate) => {
  expect(await publishedBy(nodeWith(after, admin), root)).toEqual({ signature: 'one', isLate });
});
