import { isError, type LinesmanError, SERVICE_UNAVAILABLE } from 'linesman/error';
import { LeastRecent } from 'linesman/node';
import type { ListedRecord, ProofSource } from './proofSource.js';

const newestSeq = (records: readonly ListedRecord[]): number => Math.max(-1, ...records.map(({ seq }) => seq));

/** All records of a fixture, when `newest` was the Seq of its latest one. */
interface History {
  readonly newest: number;
  readonly records: readonly ListedRecord[];
}

/** How many fixtures' histories are kept. */
const MOST_HISTORIES = 32;

/**
 * A source that spares the service: the latest records of a fixture, which many markets may be about, are asked for once a round; its
 * whole history only when there is a newer record than the last time; and nothing more in a round in which it gave no answer.
 */
export class RecordCache implements ProofSource {
  private readonly current = new Map<number, Promise<readonly ListedRecord[]>>();
  private readonly histories = new LeastRecent<History, number>(MOST_HISTORIES);
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
    this.histories.set(fixtureId, { newest, records });
    return records;
  };

  prove: ProofSource['prove'] = (request) => this.asking(() => this.source.prove(request));

  private async asking<T>(ask: () => Promise<T>): Promise<T> {
    if (this.down) throw this.down;
    try {
      return await ask();
    } catch (error) {
      if (isError(error, SERVICE_UNAVAILABLE)) this.down = error;
      throw error;
    }
  }
}
