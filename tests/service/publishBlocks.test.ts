import { describe, expect, test } from 'vitest';
import { rootOf } from '../../ts/sdk/format/hash.js';
import { bytesToHex } from '../../ts/sdk/format/hex.js';
import { MS_PER_SLOT } from '../../ts/sdk/format/slotTime.js';
import { signatureOf } from '../../ts/sdk/program/transaction/transaction.js';
import type { UnpublishedBatch } from '../../ts/service/data/store/batchStore.js';
import { publisherRootsChain } from '../../ts/service/roots/publish/oracleRootsChain.js';
import { Publisher } from '../../ts/service/roots/publish/publisher.js';
import { SlowChain, VALID } from '../helpers/keeper/slowChain.js';
import { CONFIG, ORACLE, putConfig, ROLES } from '../helpers/oracleBank.js';
import { TestChain } from '../helpers/settlement/chain.js';
import { VirtualTime } from '../helpers/virtualTime.js';

/** Roots go through the oracle program, whatever time a block takes: a blockhash is as old as the chain says. */

const START = 1_790_000_100_000;
const programs = { oracle: ORACLE.programId, settlement: ORACLE.programId };

describe.each([200, 600])('at blocks of %i ms', (blockTime) => {
  test('a root whose transaction is lost is sent again when its blockhash has expired, and once', async () => {
    const time = new VirtualTime(START);
    const test = await TestChain.start(START / 1_000, { others: [ORACLE] });
    for (const { address } of Object.values(ROLES)) test.bank.fund(address);
    putConfig(test.bank);
    expect(await test.account(CONFIG.address)).not.toBeNull();
    const lost = new Set<string>();
    const sent = new Set<string>();
    const chain = new SlowChain(test, time, {
      blockTime,
      // The first transaction of all.
      loses: (transaction) => {
        sent.add(signatureOf(transaction));
        if (lost.size === 0) lost.add(signatureOf(transaction));
        return lost.has(signatureOf(transaction));
      },
    });
    const slotStart = START - (START % MS_PER_SLOT) - 2 * MS_PER_SLOT;
    const batches = [0, 1].map((i) => ({
      ...{ kind: 'scores', slotStart: slotStart + i * MS_PER_SLOT, alarm: null },
      root: rootOf(new Uint8Array(32).fill(7 + i)),
    })) as unknown as UnpublishedBatch[];
    const published: number[] = [];
    const store = {
      leases: { take: async () => true, giveBack: async () => {} },
      batches: {
        unpublished: async () => batches,
        markPublished: async () => published.push(time.now()),
        markMissing: async () => {},
      },
    };
    const clock = {
      now: time.now,
      sleepUntil: (until: number, signal?: AbortSignal) => time.sleep(until - time.now(), signal),
    };
    const roots = publisherRootsChain({ programs, payer: ROLES.publisher, chain, sleep: time.sleep });
    const publisher = new Publisher({ store: store as never, clock: clock as never, chain: roots, holder: 'a' });
    const ended = new AbortController();
    const result = await time.run(async () => {
      const keeping = publisher.keepLease(ended.signal);
      const done = await publisher.publishBuilt();
      ended.abort();
      await keeping;
      return done;
    });
    expect(result).toMatchObject({ isPublisher: true, alarms: [], published: batches });
    // One for each root, and the one that was lost.
    expect([sent.size, chain.landed.length]).toEqual([3, 2]);
    const [first = 0] = published;
    expect(first - START).toBeGreaterThan(VALID * blockTime);
    expect(first - START).toBeLessThan(VALID * blockTime + 10_000);
    for (const batch of batches) {
      const root = await time.run(() => roots.readRoot(batch));
      expect(bytesToHex(root ?? new Uint8Array())).toBe(bytesToHex(batch.root));
    }
  });
});
