import { describe, expect, test } from 'vitest';
import { encodeOdds } from '../../ts/records/record/odds.js';
import type { RecordPlace, StoredRecord } from '../../ts/service/data/store/recordStore.js';
import { RecordFollower, type RecordFollowerOptions } from '../../ts/service/edge/recordFollower.js';
import { LocalWake } from '../../ts/service/wake/localWake.js';
import { matchFeed } from '../helpers/service/feed.js';
import { until } from '../helpers/service/until.js';

const SLOT = 1_800_000_000_000;
const [ODDS] = matchFeed('soccer', 12_000_001, 'follower').odds;
if (!ODDS) throw new Error('no odds');
const JSON_TEXT = JSON.stringify(encodeOdds(ODDS));

const stored = (index: number, slot = SLOT): StoredRecord => ({
  kind: 'odds',
  fixtureId: 12_000_001,
  seq: index,
  ts: slot,
  acceptedAt: slot,
  streamSlot: slot,
  streamIndex: index,
  label: 'a',
  messageId: `m${index}`,
  contentHash: new Uint8Array(32),
  json: JSON_TEXT,
  competitionId: 901,
});

/** Follows odds in memory, polling only when told to. */
function scene(options: Partial<RecordFollowerOptions> = {}) {
  const all: StoredRecord[] = [];
  const asked: RecordPlace[] = [];
  const published: string[] = [];
  const failures: unknown[] = [];
  let failing: Error | null = null;
  const wake = new LocalWake();
  const follower = new RecordFollower({
    records: {
      streamAfter: async (kind, after, limit) => {
        if (kind === 'odds') asked.push(after);
        if (failing) throw failing;
        if (kind === 'scores') return [];
        const isLater = ({ streamSlot, streamIndex }: StoredRecord) =>
          streamSlot > after.slot || (streamSlot === after.slot && streamIndex > after.index);
        return all.filter(isLater).slice(0, limit);
      },
    },
    publish: ({ id }) => published.push(id.slice(String(SLOT).length + 1)),
    from: { odds: { slot: SLOT, index: 2 }, scores: { slot: 0, index: -1 } },
    wake,
    interval: 1_000_000,
    onFailure: (error) => failures.push(error),
    ...options,
  });
  const ending = new AbortController();
  return {
    all,
    asked,
    published,
    failures,
    wake,
    follower,
    fail: (error: Error | null) => {
      failing = error;
    },
    run: () => {
      const running = follower.run(ending.signal);
      return async () => {
        ending.abort();
        await running;
      };
    },
  };
}

describe('records', () => {
  test('after the position are published once and in order, page by page', async () => {
    const { all, asked, published, wake, run } = scene({ page: 3 });
    all.push(...[0, 1, 2, 3, 4, 5, 6, 7].map((i) => stored(i)));
    const stop = run();
    await until(() => published.length === 5);
    expect(asked.map(({ index }) => index)).toEqual([2, 5]);
    all.push(stored(8), stored(9));
    wake.recordsStored();
    wake.recordsStored();
    await until(() => published.length === 7);
    await stop();
    expect(published).toEqual(['3', '4', '5', '6', '7', '8', '9']);
  });

  test('stored during a read are seen at once, too', async () => {
    const seen: string[] = [];
    const { all, wake, run } = scene({
      publish: ({ id }) => {
        seen.push(id);
        if (seen.length > 1) return;
        all.push(stored(4));
        wake.recordsStored();
      },
      page: 2,
    });
    all.push(stored(3));
    const stop = run();
    await until(() => seen.length === 2);
    await stop();
    expect(seen).toEqual([`${SLOT}:3`, `${SLOT}:4`]);
  });

  test('are polled when no message arrives', async () => {
    const { all, published, run } = scene({ interval: 1 });
    const stop = run();
    all.push(stored(3));
    await until(() => published.length === 1);
    all.push(stored(4));
    await until(() => published.length === 2);
    await stop();
  });

  test('that cannot be read are read later, and none is skipped', async () => {
    const { all, published, failures, fail, follower, run } = scene({ interval: 1 });
    const stop = run();
    await until(() => follower.lag < Number.POSITIVE_INFINITY);
    const away = new Error('away');
    fail(away);
    all.push(stored(3));
    await until(() => failures.length > 1);
    expect(new Set(failures)).toEqual(new Set([away]));
    all.push(stored(4));
    fail(null);
    await until(() => published.length === 2);
    await stop();
    expect(published).toEqual(['3', '4']);
  });

  test('that cannot be shown are not skipped either', async () => {
    const { all, published, failures, run } = scene({ interval: 1 });
    all.push(stored(3), { ...stored(4), json: '{' }, stored(5));
    const stop = run();
    await until(() => failures.length > 2);
    expect(published).toEqual(['3']);
    await stop();
  });
});

describe('catching up', () => {
  test('waits for an id that others have seen, and for nothing else', async () => {
    const { all, asked, published, follower, run } = scene();
    const stop = run();
    await until(() => asked.length === 1);
    await follower.caughtUp('odds', `${SLOT}:2`);
    await follower.caughtUp('odds', `${SLOT - 300_000}:99`);
    await follower.caughtUp('odds', 'no id');
    expect(asked.length).toBe(1);
    all.push(stored(3), stored(4));
    await Promise.all([3, 4].map((index) => follower.caughtUp('odds', `${SLOT}:${index}`)));
    expect(published).toEqual(['3', '4']);
    // There is none: it has polled.
    await follower.caughtUp('odds', `${SLOT + 300_000}:0`);
    expect(asked.length).toBe(3);
    await stop();
    await expect(follower.caughtUp('odds', `${SLOT}:9`)).rejects.toThrow('has stopped');
  });

  test('fails when the store is unreachable', async () => {
    const { asked, fail, follower, run } = scene();
    const stop = run();
    await until(() => asked.length === 1);
    fail(new Error('away'));
    await expect(follower.caughtUp('odds', `${SLOT}:3`)).rejects.toThrow('away');
    await stop();
  });
});
