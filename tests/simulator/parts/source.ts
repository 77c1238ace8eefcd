import { SEQUENCE_GAP } from '../../../ts/sdk/error/codes/records.js';
import { isError, LinesmanError } from '../../../ts/sdk/error/linesmanError.js';
import type { Random } from '../../../ts/season/random.js';
import type { WireRecord } from '../../helpers/service/matchWire.js';
import type { Faults } from '../faults.js';
import type { Part } from '../part.js';
import { pause } from '../virtualWorld.js';
import type { Ingester } from './ingester.js';

/** ms without an answer after which a record is sent again. */
const PATIENCE = 15_000;
/** Records sent together at most. */
const TOGETHER = 4;

export interface SourceOptions {
  readonly records: readonly WireRecord[];
  readonly ingesters: readonly Part<Ingester>[];
  readonly random: Random;
  readonly faults: Faults;
  /** Unix ms. */
  readonly now: () => number;
  /** Called with a record once it is acknowledged. */
  readonly onAcknowledged: (record: WireRecord) => void;
  /** Called with what no source deserves: a refusal of a record that is right. */
  readonly onRefused: (record: WireRecord, error: Error) => void;
}

/** A feed of one match: it sends each record at its time, again until it has an answer, and sometimes more. */
export class Source {
  /** Acknowledged so far. */
  done = 0;

  constructor(private readonly options: SourceOptions) {}

  get isDone(): boolean {
    return this.done === this.options.records.length;
  }

  async run(): Promise<void> {
    const { records, random, faults, now } = this.options;
    while (!this.isDone) {
      const next = records[this.done] as WireRecord;
      await pause(Math.max(0, next.ts - now()));
      // The next one comes first. It has to wait for its turn.
      if (faults.strikes('out of order', 25)) await this.send(records.slice(this.done + 1, this.done + 2), () => {});
      if (faults.strikes('nonsense', 25)) await this.send([spoiled(next, random)], () => {});
      if (faults.strikes('sent again', 25)) await this.send([records[random.below(this.done + 1)] as WireRecord]);
      const due = records.slice(this.done, this.done + random.between(1, TOGETHER)).filter(({ ts }) => ts <= now());
      const together = due.length > 0 ? due : [next];
      const times = faults.strikes('sent to two', 25) ? 2 : 1;
      const answers = await Promise.all(Array.from({ length: times }, () => this.send(together)));
      if (!answers.some((isTaken) => isTaken)) await pause(random.between(100, 2_000));
      else this.done = Math.max(this.done, records.indexOf(together.at(-1) as WireRecord) + 1);
    }
  }

  /** The record in one of its forms. */
  private formOf({ wire, observed }: WireRecord): Record<string, unknown> {
    return observed && this.options.faults.strikes('other form', 4) ? observed : wire;
  }

  /** Whether all of them are acknowledged. */
  private async send(
    records: readonly WireRecord[],
    onRefused: SourceOptions['onRefused'] = this.options.onRefused,
  ): Promise<boolean> {
    const { ingesters, random, onAcknowledged } = this.options;
    const ingester = random.pick(ingesters).running;
    if (!ingester || records.length === 0) return false;
    const answer = await Promise.race([
      ingester.accept(records.map((record) => this.formOf(record))).catch(() => null),
      pause(PATIENCE).then(() => null),
    ]);
    if (answer === null) return false;
    let isTaken = true;
    for (const [i, record] of records.entries()) {
      const result = answer[i];
      if (!(result instanceof LinesmanError)) onAcknowledged(record);
      else {
        isTaken = false;
        // Right for a record that came before the one ahead of it.
        if (!isError(result, SEQUENCE_GAP)) onRefused(record, result);
      }
    }
    return isTaken;
  }
}

/** What no service may take. */
function spoiled(record: WireRecord, random: Random): WireRecord {
  const spoil = random.pick([{ FixtureId: `${record.fixtureId}` }, { Ts: -1 }, { FixtureId: undefined }, { Ts: null }]);
  return { fixtureId: record.fixtureId, ts: record.ts, wire: { ...record.wire, ...spoil } };
}
