import type { RealTime, WorldTime } from '../clock/clock.js';
import { CLOCK_TOLERANCE } from '../clock/clockTolerance.js';
import { isoOf } from '../clock/isoOf.js';
import type { RootsProgress } from '../data/store/batchStore.js';
import { type RecordKind, slotLength } from '../data/store/recordKind.js';
import type { MissingSummary } from '../data/store/recordStore.js';
import type { WriteFailure } from '../data/store/writeHealth.js';
import { type Check, inTime } from './check.js';
import { lateRoots } from './rootsLateness.js';

/** Time allowed from the end of a slot until its root is on chain, ms of world time. */
export const DEFAULT_ROOT_LIMIT = 60_000;

/** Checks that the database answers. */
export const databaseCheck = (store: { ping(): Promise<void> }): Check => ({
  name: 'database',
  run: async () => {
    await store.ping();
    return null;
  },
});

export interface WritesCheckOptions {
  readonly writes: { readonly failure: WriteFailure | null; readonly waited: number };
  /** Throws if writes are not stored. */
  tryWrite(): Promise<void>;
  /**
   * After this many ms without a failure the check itself writes, because an idle process never would. Default 5,000.
   */
  readonly quiet?: number;
  /** ms that a write may go without an answer. Default 10,000. */
  readonly limit?: number;
  /** Real time, ms. */
  readonly now?: () => RealTime;
}

/** Checks that writes are stored: a failed write counts until one succeeds, an unanswered one as long as it waits. */
export const writesCheck = (store: WritesCheckOptions): Check => ({
  name: 'writes',
  run: async () => {
    const { quiet = 5_000, limit = 10_000, now = Date.now } = store;
    const { failure, waited } = store.writes;
    if (waited > limit) return `Writes wait: the oldest has had no answer for ${Math.floor(waited / 1000)} s.`;
    if (!failure) return null;
    // Real traffic is a better test than this small write, which may not meet a lock that records wait for.
    if (waited < WAITING && Math.abs(now() - failure.at) >= quiet) await store.tryWrite().catch(() => {});
    const left = store.writes.failure;
    return left && `Writes fail: ${WRITE_FAILURES[left.sqlState ?? ''] ?? 'the last write failed'}.`;
  },
});

/** ms without an answer after which a write no longer counts as normal. */
const WAITING = 1_000;

/** By SQLSTATE. */
const WRITE_FAILURES: Readonly<Record<string, string>> = {
  '25006': 'the database is read-only',
  '53100': 'the disk is full',
};

/** Checks that the data folder can be written: a failed write counts until one succeeds. */
export const folderCheck = (isWritten: () => boolean): Check => ({
  name: 'folder',
  run: async () => (isWritten() ? null : 'The data folder cannot be written: a restart would lose what happens now.'),
});

/** Reports missing score records, and matches that wait for one. The service still counts as ready. */
export const missingCheck = (summary: () => Promise<MissingSummary>): Check => ({
  name: 'records',
  run: async () => {
    const { missing, held, runs, waiting } = await summary();
    const notes: string[] = [];
    if (missing > 0)
      notes.push(
        `${missing} score records are missing and cannot be proven: ` +
          `${runs.map(({ fixtureId, first, last }) => `${first} to ${last} of fixture ${fixtureId}`).join(', ')}.`,
      );
    if (held > 0)
      notes.push(
        `${held} score records wait for one before them: ` +
          `${waiting.map(({ fixtureId, nextSeq }) => `fixture ${fixtureId} for ${nextSeq}`).join(', ')}.`,
      );
    return notes.length === 0 ? null : { note: notes.join(' ') };
  },
});

/**
 * Checks that simulated matches arrive, because their world's clock waits for them. `waited`, `limit`: ms (machine
 * time).
 */
export const feedCheck = (waited: () => number, limit = 10_000): Check => ({
  name: 'feed',
  run: async () => {
    const ms = waited();
    return ms <= limit ? null : `The world has waited ${Math.floor(ms / 1000)} s for the records of its matches.`;
  },
});

export interface RootsCheckOptions {
  readonly progress: () => Promise<readonly RootsProgress[]>;
  /** World time, ms. */
  readonly now: () => WorldTime;
  /** ms after the end of a slot. Default 60,000. */
  readonly limit?: () => number;
}

/** Checks that no root is late. `alarmsCheck` covers roots that an alarm blocks. */
export const rootsCheck = ({ progress, now, limit = () => DEFAULT_ROOT_LIMIT }: RootsCheckOptions): Check => ({
  name: 'roots',
  run: async () => {
    const late = lateRoots(await progress(), now()).filter((root) => root.late > limit());
    if (late.length === 0) return null;
    return late
      .map(
        ({ kind, slotStart, late: ms }) =>
          `The ${kind} root of the slot from ${slotStart} is not on chain ${Math.floor(ms / 1000)} s after its end.`,
      )
      .join(' ');
  },
});

/**
 * Checks that no slot has a root on chain other than the one built here (EQUIVOCATION_ATTEMPT), and that it is not too
 * late to publish the root of a slot (ROOT_TOO_LATE).
 */
export const alarmsCheck = (progress: () => Promise<readonly RootsProgress[]>): Check => ({
  name: 'alarms',
  run: async () => {
    const held = (await progress()).filter(({ alarms }) => alarms.length > 0);
    if (held.length === 0) return null;
    return held
      .map(
        ({ kind, alarms }) =>
          `${alarms.length} of the ${kind} slots have a different root on chain or are too late for one, the first ` +
          `from ${alarms[0]}.`,
      )
      .join(' ');
  },
});

/**
 * Checks that the chain answers. A check that hangs is not started again, so this one gives up after `limit` ms
 * (default 5,000), because the next call may succeed after a lost reply.
 */
export const chainCheck = (ask: () => Promise<unknown>, limit = 5_000): Check => ({
  name: 'chain',
  run: () =>
    inTime(
      ask().then(() => null),
      limit,
    ),
});

/**
 * Checks that JetStream answers about the consumer of the records. A server whose disk is full still answers a ping,
 * and nothing else.
 */
export const natsCheck = (ask: () => Promise<unknown>): Check => ({
  name: 'nats',
  run: async () => {
    await ask();
    return null;
  },
});

export interface FollowerCheckOptions {
  /** How far the stream lags behind, ms. */
  readonly lag: () => number | Promise<number>;
  /** ms. Default 10,000. */
  readonly limit?: number;
}

/** Checks that the stream keeps up with accepted records. */
export const followerCheck = ({ lag, limit = 10_000 }: FollowerCheckOptions): Check => ({
  name: 'stream',
  run: async () => {
    const behind = await lag();
    return behind <= limit ? null : `The stream lags ${Math.floor(behind / 1000)} s behind.`;
  },
});

export interface ClockCheckOptions {
  /** World time, ms. */
  readonly now: () => WorldTime;
  /** The machine's clock, ms. Default `now`. */
  readonly machineTime?: () => RealTime;
  /** For each kind, the time (ms) before which every slot is sealed. */
  readonly sealedUntil: () => Promise<ReadonlyMap<RecordKind, number>>;
  /** The database's clock, ms. Not compared if left out. */
  readonly databaseTime?: (() => Promise<RealTime>) | undefined;
  /** The clock of the chain, ms. Not compared if left out. */
  readonly chainTime?: (() => Promise<number>) | undefined;
  /** ms by which the chain's clock may differ from the world's without a note. Default 60,000. */
  readonly chainTolerance?: (() => number) | undefined;
  /** Tolerated difference between the two clocks, ms. Default 30,000. */
  readonly tolerance?: number;
}

/**
 * Checks the clock as far as possible: it must agree with the database's, and no slot may be sealed before it began.
 * Records for a sealed slot get a later time, so a fast clock would otherwise go unnoticed: no root would be late. That
 * the chain's clock is ahead or behind is a note, because only waiting helps.
 */
export const clockCheck = (options: ClockCheckOptions): Check => ({
  name: 'clock',
  run: async () => {
    const { now, machineTime = now, sealedUntil, databaseTime, tolerance = CLOCK_TOLERANCE } = options;
    // Whether the chain answers is another check.
    const asked =
      options.chainTime &&
      inTime(
        options.chainTime().catch(() => null),
        1_000,
      );
    const before = machineTime();
    const theirs = databaseTime ? await databaseTime() : before;
    const after = machineTime();
    const reasons: string[] = [];
    // The database read its clock at some moment between the two.
    if (before - theirs > tolerance || theirs - after > tolerance)
      reasons.push(`The clock of this process shows ${isoOf(after)}, and that of the database ${isoOf(theirs)}.`);
    for (const [kind, until] of await sealedUntil())
      if (until - now() > slotLength(kind))
        reasons.push(
          `The ${kind} are sealed until ${isoOf(until)}, and the clock of this process shows ${isoOf(now())}.`,
        );
    if (reasons.length > 0) return reasons.join(' ');
    const chain = await asked;
    const apart = typeof chain === 'number' ? chain - now() : 0;
    if (Math.abs(apart) <= (options.chainTolerance?.() ?? CHAIN_TOLERANCE)) return null;
    const by = Math.floor(Math.abs(apart) / 1_000);
    return { note: `The clock of the chain is ${by} s ${apart > 0 ? 'ahead of' : 'behind'} the one of the records.` };
  },
});

/** A cluster's clock is behind by seconds, and by more after a halt. */
const CHAIN_TOLERANCE = 60_000;
