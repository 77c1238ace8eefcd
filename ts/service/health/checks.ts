import { CLOCK_TOLERANCE, isoOf, type RealTime, type WorldTime } from '../clock/index.js';
import { type RecordKind, type RootsProgress, slotLength, type WriteFailure } from '../data/store/index.js';
import { type Check, inTime } from './check.js';
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

export interface WritesCheckOptions {
  readonly writes: { readonly failure: WriteFailure | null };
  /** Throws when nothing can be stored. */
  tryWrite(): Promise<void>;
  /** ms without a failure after which it tries for itself: who is sent nothing writes nothing. Default 5,000. */
  readonly quiet?: number;
  /** Time of the machine, ms. */
  readonly now?: () => RealTime;
}

/** What is written is stored: the last write that failed counts until one succeeds. */
export const writesCheck = (store: WritesCheckOptions): Check => ({
  name: 'writes',
  run: async () => {
    const { quiet = 5_000, now = Date.now } = store;
    const { failure } = store.writes;
    if (!failure) return null;
    // What comes in says more than a try, which may be smaller.
    if (Math.abs(now() - failure.at) >= quiet) await store.tryWrite().catch(() => {});
    const left = store.writes.failure;
    return left && `Nothing is stored: ${WRITE_FAILURES[left.sqlState ?? ''] ?? 'the last write failed'}.`;
  },
});

/** By SQLSTATE. */
const WRITE_FAILURES: Readonly<Record<string, string>> = {
  '25006': 'the database is read-only',
  '53100': 'no space is left',
};

/** The data folder can be written: the last write that failed counts until one succeeds. */
export const folderCheck = (isWritten: () => boolean): Check => ({
  name: 'folder',
  run: async () => (isWritten() ? null : 'The data folder cannot be written: a restart would lose what happens now.'),
});

export interface RootsCheckOptions {
  readonly progress: () => Promise<readonly RootsProgress[]>;
  /** Time of the records, ms. */
  readonly now: () => WorldTime;
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

/** No slot holds another root on chain than the one that was built (EQUIVOCATION_ATTEMPT). */
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

/**
 * The chain can be asked: `ask` throws when it cannot. A check that hangs is not begun again, so this one ends after `limit` ms (default 5,000): the answer to one
 * question may be lost, and the next one be answered.
 */
export const chainCheck = (ask: () => Promise<unknown>, limit = 5_000): Check => ({
  name: 'chain',
  run: () =>
    inTime(
      ask().then(() => null),
      limit,
    ),
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

export interface ClockCheckOptions {
  /** Time of the records, ms. */
  readonly now: () => WorldTime;
  /** What the clock of the machine shows, ms; `now` when left out. */
  readonly machineTime?: () => RealTime;
  /** Of each kind the time (ms) that every slot that begins before it is sealed. */
  readonly sealedUntil: () => Promise<ReadonlyMap<RecordKind, number>>;
  /** What the clock of the database shows, ms. Not compared when left out. */
  readonly databaseTime?: (() => Promise<RealTime>) | undefined;
  /** By how much the two may differ, ms. Default 30,000. */
  readonly tolerance?: number;
}

/**
 * The clock is right, as far as that can be told: it shows what that of the database shows, and no slot is sealed that has not begun. Records for a
 * slot that is sealed get a later time, and then no root is late.
 */
export const clockCheck = (options: ClockCheckOptions): Check => ({
  name: 'clock',
  run: async () => {
    const { now, machineTime = now, sealedUntil, databaseTime, tolerance = CLOCK_TOLERANCE } = options;
    const before = machineTime();
    const theirs = databaseTime ? await databaseTime() : before;
    const after = machineTime();
    const reasons: string[] = [];
    // The answer is of some moment in between.
    if (before - theirs > tolerance || theirs - after > tolerance)
      reasons.push(`The clock of this process shows ${isoOf(after)}, and that of the database ${isoOf(theirs)}.`);
    for (const [kind, until] of await sealedUntil())
      if (until - now() > slotLength(kind))
        reasons.push(
          `The ${kind} are sealed until ${isoOf(until)}, and the clock of this process shows ${isoOf(now())}.`,
        );
    return reasons.length === 0 ? null : reasons.join(' ');
  },
});
