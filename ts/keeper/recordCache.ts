import { isError, type LinesmanError, SERVICE_UNAVAILABLE } from '@linesman/sdk/error';
import { Slots } from '@linesman/sdk/internal/program/transaction/slots';
import { LeastRecent } from '@linesman/sdk/node';
import type { ListedRecord, ProofSource } from '@linesman/sdk/prove';

const newestSeq = (records: readonly ListedRecord[]): number => Math.max(-1, ...records.map(({ seq }) => seq));

/** All records of a fixture, as of the record with `newest` as its Seq. */
interface History {
  readonly newest: number;
  readonly records: readonly ListedRecord[];
}

/** The maximum number of cached histories. */
const MAX_HISTORIES = 32;
/** The maximum number of concurrent requests to the service. */
const MAX_QUESTIONS = 16;

/**
 * A source that saves requests. It requests the latest records of a fixture once a round, however many markets
 * share it; the whole history only when there is a newer record; never sends more than 16 requests at once; and sends
 * no more in a round once the service has failed to answer.
 */
export class RecordCache implements ProofSource {
  private readonly current = new Map<number, Promise<readonly ListedRecord[]>>();
  private readonly histories = new LeastRecent<History, number>(MAX_HISTORIES);
  private readonly questions = new Slots(MAX_QUESTIONS);
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
    const giveBack = await this.questions.take('urgent', undefined);
    try {
      // While a request waited for a place, another one may have shown that there is no answer.
      if (this.down) throw this.down;
      return await ask();
    } catch (error) {
      if (isError(error, SERVICE_UNAVAILABLE)) this.down = error;
      throw error;
    } finally {
      giveBack();
    }
  }
}
