import type { RootsProgress } from '../store/index.js';
import type { Check } from './check.js';
import { lateRoots } from './rootsLateness.js';

/** How long after the end of its slot a root has to be on chain, ms on the clock of the records. */
export const DEFAULT_ROOT_LIMIT = 60_000;

/** The database answers. */
export const databaseCheck = (store: { ping(): Promise<void> }): Check => ({
  name: 'database',
  run: async () => {
    await store.ping();
    return null;
  },
});

export interface RootsCheckOptions {
  readonly progress: () => Promise<readonly RootsProgress[]>;
  /** Time of the records, ms. */
  readonly now: () => number;
  /** ms from the end of a slot. Default 60,000. */
  readonly limit?: number;
}

/** No root is late. Those that an alarm keeps back are not counted: `alarmsCheck` tells of them. */
export const rootsCheck = ({ progress, now, limit = DEFAULT_ROOT_LIMIT }: RootsCheckOptions): Check => ({
  name: 'roots',
  run: async () => {
    const late = lateRoots(await progress(), now()).filter((root) => root.late > limit);
    if (late.length === 0) return null;
    return late
      .map(
        ({ kind, slotStart, late: ms }) =>
          `The ${kind} root of the slot from ${slotStart} is not on chain ${Math.floor(ms / 1000)} s after its end.`,
      )
      .join(' ');
  },
});

/** No slot holds another root on chain than the one that was built (6055). */
export const alarmsCheck = (progress: () => Promise<readonly RootsProgress[]>): Check => ({
  name: 'alarms',
  run: async () => {
    const held = (await progress()).filter(({ alarms }) => alarms.length > 0);
    if (held.length === 0) return null;
    return held
      .map(
        ({ kind, alarms }) => `${alarms.length} of the ${kind} slots, first that from ${alarms[0]}, hold another root.`,
      )
      .join(' ');
  },
});

/** The chain can be asked: `ask` throws when it cannot. */
export const chainCheck = (ask: () => Promise<unknown>): Check => ({
  name: 'chain',
  run: async () => {
    await ask();
    return null;
  },
});

/** The NATS server that records come from answers. */
export const natsCheck = (connection: { flush(): Promise<void> }): Check => ({
  name: 'nats',
  run: async () => {
    // While the connection is lost it waits for the next one, which is no answer in time.
    await connection.flush();
    return null;
  },
});

export interface FollowerCheckOptions {
  /** ms that the stream is behind. */
  readonly lag: () => number | Promise<number>;
  /** ms. Default 10,000. */
  readonly limit?: number;
}

/** The stream follows what is accepted. */
export const followerCheck = ({ lag, limit = 10_000 }: FollowerCheckOptions): Check => ({
  name: 'stream',
  run: async () => {
    const behind = await lag();
    return behind <= limit ? null : `The stream is ${Math.floor(behind / 1000)} s behind.`;
  },
});
