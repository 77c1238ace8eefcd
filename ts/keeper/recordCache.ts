import { LinesmanError } from '../error/index.js';
import type { ListedRecord, ProofSource } from './proofSource.js';

const newestSeq = (records: readonly ListedRecord[]): number => Math.max(-1, ...records.map(({ seq }) => seq));

/** How many fixtures' histories are kept. */
const MOST_HISTORIES = 32;

/**
 * A source that spares the service: the latest records of a fixture, which many markets may be about, are asked for once a round; its
 * whole history only when there is a newer record than the last time; and nothing more in a round in which it gave no answer.
 */
export class RecordCache implements ProofSource {
  private readonly current = new Map<number, Promise<readonly ListedRecord[]>>();
  private readonly histories = new Map<number, { newest: number; records: readonly ListedRecord[] }>();
  private down: LinesmanError | undefined;

  constructor(private readonly source: ProofSource) {}

  /** Forgets the latest records. */
  startRound(): void {
    this.current.clear();
    this.down = undefined;
  }

  latest: ProofSource['latest'] = (fixtureId, sport) => {
    const known = this.current.get(fixtureId) ?? this.asking(() => this.source.latest(fixtureId, sport));
    this.current.set(fixtureId, known);
    return known;
  };

  history: ProofSource['history'] = async (fixtureId, sport) => {
    const newest = newestSeq(await this.latest(fixtureId, sport));
    const known = this.histories.get(fixtureId);
    if (known?.newest === newest) return known.records;
    const records = await this.asking(() => this.source.history(fixtureId, sport));
    this.histories.delete(fixtureId);
    this.histories.set(fixtureId, { newest, records });
    const [oldest] = this.histories.keys();
    if (this.histories.size > MOST_HISTORIES && oldest !== undefined) this.histories.delete(oldest);
    return records;
  };

  prove: ProofSource['prove'] = (request) => this.asking(() => this.source.prove(request));

  private async asking<T>(ask: () => Promise<T>): Promise<T> {
    if (this.down) throw this.down;
    try {
      return await ask();
    } catch (error) {
      if (error instanceof LinesmanError && error.number === 7026) this.down = error;
      throw error;
    }
  }
}
