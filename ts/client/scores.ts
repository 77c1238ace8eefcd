import type { StatProof, StatProofV1, StatProofV2, StatProofV3, StatProofV4 } from '../proof/index.js';
import type { RequestOptions } from './clientOptions.js';
import { checkQuestion, proofOfKind } from './proofAnswer.js';
import type { ReadOptions } from './recordList.js';
import { readScoresRecord, type ScoresRecord } from './scoresRecord.js';
import type { ServiceSession } from './serviceSession.js';
import { type StreamItem, type StreamOptions, slotPath, streamRecords } from './streamRecords.js';

/** A record and the stats of it that are to be proven: 1 to 5 keys. */
export interface StatQuestion extends RequestOptions {
  readonly fixtureId: number;
  readonly seq: number;
  readonly keys: readonly number[];
}

/** A slot, by any time in it (ms). */
export interface SlotQuestion extends RequestOptions {
  readonly fixtureId?: number;
}

type Asked = RequestOptions & Partial<Pick<ReadOptions<unknown>, 'read'>>;

/** What each version is asked from. The first two are told apart by the names of the keys. */
const PROOFS: Readonly<Record<StatProof['version'], string>> = {
  1: '/api/scores/stat-validation',
  2: '/api/scores/stat-validation',
  3: '/api/scores/stat-validation-v3',
  4: '/api/scores/stat-validation-v4',
};

/** Scores. All reject with the errors of `ServiceSession.text`, and with 7000 to 7007 when an answer is none. */
export class ScoresEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /** The latest record of each action of a fixture; `asOf` (ms): at that time. */
  async snapshot(fixtureId: number, options?: RequestOptions & { readonly asOf?: number }): Promise<ScoresRecord[]>;
  async snapshot<R>(fixtureId: number, options: ReadOptions<R> & { readonly asOf?: number }): Promise<R[]>;
  async snapshot(
    fixtureId: number,
    { asOf, read = readScoresRecord, ...options }: Asked & { readonly asOf?: number } = {},
  ): Promise<unknown[]> {
    const path = `/api/scores/snapshot/${fixtureId}`;
    return this.session.list({ path, query: { asOf }, ...options }, read);
  }

  /** The records of the 5-minute slot that holds `time` (ms). None before its end; all once it is sealed, some 20 s later. */
  async ofSlot(time: number, { fixtureId, ...options }: SlotQuestion = {}): Promise<ScoresRecord[]> {
    const path = `/api/scores/updates/${slotPath(time)}`;
    return this.session.list({ path, query: { fixtureId }, ...options }, readScoresRecord);
  }

  /** The records of a fixture in the running slot. Deprecated by the service. */
  async updates(fixtureId: number, options: RequestOptions = {}): Promise<ScoresRecord[]> {
    return this.session.list({ path: `/api/scores/updates/${fixtureId}`, ...options }, readScoresRecord, true);
  }

  /** All records of a fixture. Deprecated by the service. */
  async history(fixtureId: number, options?: RequestOptions): Promise<ScoresRecord[]>;
  async history<R>(fixtureId: number, options: ReadOptions<R>): Promise<R[]>;
  async history(fixtureId: number, { read = readScoresRecord, ...options }: Asked = {}): Promise<unknown[]> {
    return this.session.list({ path: `/api/scores/historical/${fixtureId}`, ...options }, read, true);
  }

  /** Signed multiproof of stats. Errors besides: 7064 no such record or stat, 7065 not published yet, 7028 another proof. */
  async proveV4(question: StatQuestion): Promise<StatProofV4> {
    return this.prove(4, question);
  }

  /** Multiproof of stats. Errors as `proveV4`. */
  async proveV3(question: StatQuestion): Promise<StatProofV3> {
    return this.prove(3, question);
  }

  /** Stats, each with its own path; keys may repeat. Deprecated by the service. Errors as `proveV4`. */
  async proveV2(question: StatQuestion): Promise<StatProofV2> {
    return this.prove(2, question);
  }

  /** One stat or two. Deprecated by the service. Errors as `proveV4`. */
  async proveV1(question: StatQuestion): Promise<StatProofV1> {
    return this.prove(1, question);
  }

  /**
   * The proof that the service answers with, of this version; whether it is of this fixture and these stats is left to the caller, who
   * compares it with more than the question. Errors as `proveV4`, of which 7028 for another kind of proof only.
   */
  async answer<V extends StatProof['version']>(
    version: V,
    { fixtureId, seq, keys, ...options }: StatQuestion,
  ): Promise<Extract<StatProof, { readonly version: V }>> {
    const asked = version === 1 ? { statKey: keys[0], statKey2: keys[1] } : { statKeys: keys.join(',') };
    const query = { fixtureId, seq, ...asked };
    const proof = proofOfKind(await this.session.json({ path: PROOFS[version], query, ...options }), 'stat', version);
    return proof as never;
  }

  /** Records as they are accepted, each once; see `streamRecords`. */
  stream(options: StreamOptions = {}): AsyncGenerator<StreamItem<ScoresRecord>, void, undefined> {
    return streamRecords(
      this.session,
      {
        path: '/api/scores/stream',
        read: readScoresRecord,
        keyOf: ({ FixtureId, Seq }) => `${FixtureId}:${Seq}`,
        ofSlot: (start, fixtureId, signal) =>
          this.ofSlot(start, { ...(fixtureId !== undefined && { fixtureId }), signal }),
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
