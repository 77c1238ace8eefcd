import { checkOptions, type OptionRules, optional, required } from '../format/checkOptions.js';
import { FUNCTION, NUMBER, NUMBERS } from '../format/optionKinds.js';
import type { StatProof, StatProofV1, StatProofV2, StatProofV3, StatProofV4 } from '../proof/proof.js';
import { REQUEST_OPTIONS, type RequestOptions } from './clientOptions.js';
import { checkQuestion, proofOfKind } from './proofAnswer.js';
import type { ReadOptions } from './recordList.js';
import { readScoresRecord, type ScoresRecord } from './scoresRecord.js';
import type { ServiceSession } from './serviceSession.js';
import { type StreamItem, type StreamOptions, slotPath, streamRecords } from './streamRecords.js';

/** A record and the 1 to 5 stats of it to prove. */
export interface StatQuestion extends RequestOptions {
  readonly fixtureId: number;
  readonly seq: number;
  readonly keys: readonly number[];
}

/** Options of a request for a slot. */
export interface SlotQuestion extends RequestOptions {
  /** Only records of this fixture. */
  readonly fixtureId?: number;
}

type HistoryOptions = RequestOptions & Partial<Pick<ReadOptions<unknown>, 'read'>>;
type SnapshotOptions = HistoryOptions & { readonly asOf?: number };

const HISTORY_OPTIONS: OptionRules<HistoryOptions> = { ...REQUEST_OPTIONS, read: optional(FUNCTION) };
const SNAPSHOT_OPTIONS: OptionRules<SnapshotOptions> = { ...HISTORY_OPTIONS, asOf: optional(NUMBER) };
const STAT_QUESTION: OptionRules<StatQuestion> = {
  ...REQUEST_OPTIONS,
  fixtureId: required(NUMBER),
  seq: required(NUMBER),
  keys: required(NUMBERS),
};
export const SLOT_QUESTION: OptionRules<SlotQuestion> = { ...REQUEST_OPTIONS, fixtureId: optional(NUMBER) };

/** Endpoint of each version. The names of the key parameters distinguish versions 1 and 2. */
const PROOFS: Readonly<Record<StatProof['version'], string>> = {
  1: '/api/scores/stat-validation',
  2: '/api/scores/stat-validation',
  3: '/api/scores/stat-validation-v3',
  4: '/api/scores/stat-validation-v4',
};

/**
 * Scores. Every method rejects with UNKNOWN_OPTION, MISSING_OPTION or WRONG_OPTION for its arguments, with the errors
 * of `ServiceSession.text`, and with MALFORMED_RESPONSE, INVALID_NUMBER, UNKNOWN_FIELD or UNKNOWN_SPORT for an invalid
 * response.
 */
export class ScoresEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /** Returns the latest record of each action of a fixture, now or at `asOf` (Unix ms). */
  async snapshot(fixtureId: number, options?: RequestOptions & { readonly asOf?: number }): Promise<ScoresRecord[]>;
  async snapshot<R>(fixtureId: number, options: ReadOptions<R> & { readonly asOf?: number }): Promise<R[]>;
  async snapshot(fixtureId: number, options: SnapshotOptions = {}): Promise<unknown[]> {
    checkOptions('snapshot', options, SNAPSHOT_OPTIONS);
    const { asOf, read = readScoresRecord, ...request } = options;
    const path = `/api/scores/snapshot/${fixtureId}`;
    return this.session.list({ path, query: { asOf }, ...request }, read);
  }

  /**
   * Returns the records of the 5-minute slot around `time` (Unix ms): none before its end, all once it is sealed, about
   * 20 s later.
   */
  async ofSlot(time: number, question: SlotQuestion = {}): Promise<ScoresRecord[]> {
    checkOptions('ofSlot', question, SLOT_QUESTION);
    const { fixtureId, ...options } = question;
    const path = `/api/scores/updates/${slotPath(time)}`;
    return this.session.list({ path, query: { fixtureId }, ...options }, readScoresRecord);
  }

  /**
   * The same, page by page as they arrive, for slots of any size: `ofSlot` reads at most 64 MiB. Errors besides:
   * SERVICE_UNAVAILABLE for a list that breaks off.
   *
   * @example
   * ```ts
   * for await (const records of client.scores.pagesOfSlot(Date.now() - 600_000)) console.log(records.length);
   * ```
   */
  async *pagesOfSlot(time: number, question: SlotQuestion = {}): AsyncGenerator<ScoresRecord[], void, undefined> {
    checkOptions('pagesOfSlot', question, SLOT_QUESTION);
    const { fixtureId, ...options } = question;
    const path = `/api/scores/updates/${slotPath(time)}`;
    yield* this.session.pages({ path, query: { fixtureId }, ...options }, readScoresRecord);
  }

  /** Returns the records of a fixture in the current slot. Deprecated by the service. */
  async updates(fixtureId: number, options: RequestOptions = {}): Promise<ScoresRecord[]> {
    checkOptions('updates', options, REQUEST_OPTIONS);
    return this.session.list({ path: `/api/scores/updates/${fixtureId}`, ...options }, readScoresRecord, true);
  }

  /** Returns all records of a fixture. Deprecated by the service. */
  async history(fixtureId: number, options?: RequestOptions): Promise<ScoresRecord[]>;
  async history<R>(fixtureId: number, options: ReadOptions<R>): Promise<R[]>;
  async history(fixtureId: number, options: HistoryOptions = {}): Promise<unknown[]> {
    checkOptions('history', options, HISTORY_OPTIONS);
    const { read = readScoresRecord, ...request } = options;
    return this.session.list({ path: `/api/scores/historical/${fixtureId}`, ...request }, read, true);
  }

  /**
   * Requests a signed multiproof of stats. Errors, besides those of every method: RECORD_NOT_FOUND for an unknown
   * record or stat; NOT_PUBLISHED_YET; WRONG_RECORD if the service returns another proof.
   */
  async proveV4(question: StatQuestion): Promise<StatProofV4> {
    return this.prove(4, question);
  }

  /** Requests a multiproof of stats. Errors: as `proveV4`. */
  async proveV3(question: StatQuestion): Promise<StatProofV3> {
    return this.prove(3, question);
  }

  /** Requests stats with a path each; keys may repeat. Deprecated by the service. Errors: as `proveV4`. */
  async proveV2(question: StatQuestion): Promise<StatProofV2> {
    return this.prove(2, question);
  }

  /** Requests one or two stats. Deprecated by the service. Errors: as `proveV4`. */
  async proveV1(question: StatQuestion): Promise<StatProofV1> {
    return this.prove(1, question);
  }

  /**
   * Requests a proof of this version. Does not check its fixture and stats, because the callers check these and more.
   * Errors: as `proveV4`, with WRONG_RECORD only for another kind of proof.
   */
  async answer<V extends StatProof['version']>(
    version: V,
    question: StatQuestion,
  ): Promise<Extract<StatProof, { readonly version: V }>> {
    checkOptions(`a proof of version ${version}`, question, STAT_QUESTION);
    const { fixtureId, seq, keys, ...request } = question;
    const stats = version === 1 ? { statKey: keys[0], statKey2: keys[1] } : { statKeys: keys.join(',') };
    const query = { fixtureId, seq, ...stats };
    const proof = proofOfKind(await this.session.json({ path: PROOFS[version], query, ...request }), 'stat', version);
    return proof as never;
  }

  /** Streams records as the service accepts them, each once; see `streamRecords`. */
  stream(options: StreamOptions = {}): AsyncGenerator<StreamItem<ScoresRecord>, void, undefined> {
    return streamRecords(
      this.session,
      {
        path: '/api/scores/stream',
        read: readScoresRecord,
        keyOf: ({ FixtureId, Seq }) => `${FixtureId}:${Seq}`,
        ofSlot: (start, fixtureId, signal) =>
          this.pagesOfSlot(start, { ...(fixtureId !== undefined && { fixtureId }), signal }),
        running: (fixtureId, signal) => this.updates(fixtureId, { signal }),
      },
      options,
    );
  }

  private async prove<V extends StatProof['version']>(version: V, question: StatQuestion) {
    const proof = await this.answer(version, question);
    checkQuestion(proof, question.fixtureId, question.keys);
    return proof;
  }
}
