import { fail, LinesmanError } from '../../error/index.js';
import { CLOCK_TOLERANCE, type Clock, isoOf } from '../clock/index.js';
import { type BatchKey, RECORD_KINDS, type Store, slotLength, slotStartOf } from '../store/index.js';
import { buildBatch } from './buildBatch.js';

/** How long after its end a slot is sealed, ms: late records still get in. */
export const DEFAULT_GRACE = 20_000;

export interface SealerOptions {
  readonly store: Store;
  readonly clock: Clock;
  /** ms; 20,000 when left out. */
  readonly grace?: number;
  /** What the clock of the database shows, ms: the clock is not followed when it is far ahead of that. Left out: it always is. */
  readonly databaseTime?: () => Promise<number>;
  /** By how much it may be ahead, ms; 30,000 when left out. */
  readonly tolerance?: number;
  /** Told at each turn that the clock is further ahead (7145); what is due by the time of the database is sealed all the same. */
  readonly onAhead?: (error: LinesmanError) => void;
}

/** Closes slots and builds their trees. May stop anywhere: what is not done is done the next time, with the same roots. */
export class Sealer {
  private readonly grace: number;
  /** By how much the clock was too far ahead at the last turn, ms. */
  private ahead = 0;

  constructor(private readonly options: SealerOptions) {
    this.grace = options.grace ?? DEFAULT_GRACE;
  }

  /** Seals every slot whose end lies at least the grace back. Gives the batches that it built. */
  async sealDue(): Promise<BatchKey[]> {
    const { store } = this.options;
    const now = await this.time();
    for (const kind of RECORD_KINDS) {
      const until = slotStartOf(kind, Math.max(0, now - this.grace));
      await store.batches.freeze(kind, until, now);
    }
    const built: BatchKey[] = [];
    for (const key of await store.batches.frozen()) {
      await this.build(key, now);
      built.push(key);
    }
    return built;
  }

  /** When the next slot is due, ms of the clock. */
  nextDue(): number {
    const now = this.options.clock.now();
    const length = Math.min(...RECORD_KINDS.map(slotLength));
    return now - ((((now - this.ahead - this.grace) % length) + length) % length) + length;
  }

  /** What the clock shows; when that is too far ahead, what the clock of the database shows: a slot that is sealed takes nothing more. */
  private async time(): Promise<number> {
    const { clock, databaseTime, tolerance = CLOCK_TOLERANCE, onAhead } = this.options;
    // Before the question, or what the answer takes would count.
    const now = clock.now();
    const theirs = databaseTime ? await databaseTime() : now;
    const ahead = now - theirs;
    this.ahead = ahead > tolerance ? ahead : 0;
    if (this.ahead === 0) return now;
    onAhead?.(
      new LinesmanError(7145, {
        message: `The clock of this machine shows ${isoOf(now)}, and that of the database ${isoOf(theirs)}.`,
        now,
        databaseTime: theirs,
        tolerance,
      }),
    );
    return theirs;
  }

  private async build(key: BatchKey, now: number): Promise<void> {
    const { store } = this.options;
    const { kind, slotStart } = key;
    const records = await store.records.inRange(kind, { from: slotStart, to: slotStart + slotLength(kind) });
    const sports = new Map(
      (await store.records.fixturesOf(records.map(({ fixtureId }) => fixtureId))).map(({ fixtureId, sport }) => [
        fixtureId,
        sport,
      ]),
    );
    const { tree, fixtures } = buildBatch(
      kind,
      records,
      (fixtureId) => sports.get(fixtureId) ?? fail(7041, { message: `Fixture ${fixtureId} is not known.`, fixtureId }),
    );
    await store.batches.putBuilt(key, tree, fixtures, now);
  }
}
