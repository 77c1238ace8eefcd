import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FeedRecord } from '../../../ts/season/calendar/feedRecord.js';
import { SimulatedClock } from '../../../ts/service/clock/simulatedClock.js';
import { type EmbeddedService, startEmbedded } from '../../../ts/service/serve/embedded.js';
import { until } from '../service/until.js';

const SLOT = 300_000;
/** ms after the end of a slot at which it is sealed. */
const GRACE = 20_000;

/** A running service whose time the test moves, with matches of a season that began in the past. */
export class RecordedSeason {
  private readonly reader;
  private dueTurn = 0;
  /** Records that the service has taken in. */
  readonly counts = { scores: 0, odds: 0, fixtures: 0 };
  readonly fed: FeedRecord[] = [];

  private constructor(
    readonly folder: string,
    readonly embedded: EmbeddedService,
    private readonly clock: SimulatedClock,
    start: number,
  ) {
    this.reader = embedded.season.records(start);
  }

  static async start(start: number, { wire = 'described' as const, seed = 'recorded' } = {}): Promise<RecordedSeason> {
    const folder = mkdtempSync(join(tmpdir(), 'linesman-season-'));
    const clock = new SimulatedClock({ start, speed: 1 });
    clock.holdAt(start);
    let turn = (_: number): void => {};
    const embedded = await startEmbedded({
      data: join(folder, 'data'),
      host: '127.0.0.1',
      port: 0,
      rpcPort: 0,
      speed: 1,
      seed,
      source: 'none',
      clock,
      wire,
      requestsPerSecond: 10_000,
      log: false,
      onTurn: (due) => turn(due),
    });
    const season = new RecordedSeason(folder, embedded, clock, start);
    turn = (due) => {
      season.dueTurn = due;
    };
    return season;
  }

  async stop(): Promise<void> {
    await this.embedded.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get url(): string {
    return this.embedded.service.url;
  }

  get now(): number {
    return this.clock.now();
  }

  /** Lets the world's time pass, to each record when it is due and to the end of each slot until it is published. */
  async advance(time: number): Promise<void> {
    for (;;) {
      const sealed = Math.floor((this.now - GRACE) / SLOT) * SLOT + SLOT + GRACE;
      const next = Math.min(time, sealed, this.reader.nextTs);
      this.clock.advanceTo(next);
      const due: FeedRecord[] = [];
      while (this.reader.nextTs <= next) due.push(this.reader.next());
      await this.stored(due);
      if (next === sealed) await until(() => this.dueTurn > next);
      if (next === time) return;
    }
  }

  private async stored(due: readonly FeedRecord[]): Promise<void> {
    const results = await this.embedded.service.ingest.acceptAll(due.map(({ wire }) => wire));
    for (const [i, result] of results.entries()) {
      if (result instanceof Error) throw result;
      const record = due[i] as FeedRecord;
      this.fed.push(record);
      this.counts[record.kind]++;
    }
  }
}
