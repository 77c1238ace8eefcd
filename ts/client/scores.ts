import type { StatProofV1, StatProofV2, StatProofV3, StatProofV4 } from '../proof/index.js';
import type { RequestOptions } from './clientOptions.js';
import { dataOf, eventsOfText } from './eventStream.js';
import { listOf } from './jsonList.js';
import { checkQuestion, proofOfKind } from './proofAnswer.js';
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

/** Scores. All reject with the errors of `ServiceSession.text`, and with 7000 to 7007 when an answer is none. */
export class ScoresEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /** The latest record of each action of a fixture; `asOf` (ms): at that time. */
  async snapshot(
    fixtureId: number,
    { asOf, ...options }: RequestOptions & { readonly asOf?: number } = {},
  ): Promise<ScoresRecord[]> {
    const path = `/api/scores/snapshot/${fixtureId}`;
    return listOf(await this.session.json({ path, query: { asOf }, ...options }), readScoresRecord);
  }

  /** The records of the 5-minute slot that holds `time` (ms). None before its end; all once it is sealed, some 20 s later. */
  async ofSlot(time: number, { fixtureId, ...options }: SlotQuestion = {}): Promise<ScoresRecord[]> {
    const path = `/api/scores/updates/${slotPath(time)}`;
    return listOf(await this.session.json({ path, query: { fixtureId }, ...options }), readScoresRecord);
  }

  /** The records of a fixture in the running slot. Deprecated by the service. */
  async updates(fixtureId: number, options: RequestOptions = {}): Promise<ScoresRecord[]> {
    return this.listed(`/api/scores/updates/${fixtureId}`, options);
  }

  /** All records of a fixture. Deprecated by the service. */
  async history(fixtureId: number, options: RequestOptions = {}): Promise<ScoresRecord[]> {
    return this.listed(`/api/scores/historical/${fixtureId}`, options);
  }

  /** Signed multiproof of stats. Errors besides: 7064 no such record or stat, 7065 not published yet, 7028 another proof. */
  async proveV4(question: StatQuestion): Promise<StatProofV4> {
    return this.prove('/api/scores/stat-validation-v4', 4, question, listedKeys(question));
  }

  /** Multiproof of stats. Errors as `proveV4`. */
  async proveV3(question: StatQuestion): Promise<StatProofV3> {
    return this.prove('/api/scores/stat-validation-v3', 3, question, listedKeys(question));
  }

  /** Stats, each with its own path; keys may repeat. Deprecated by the service. Errors as `proveV4`. */
  async proveV2(question: StatQuestion): Promise<StatProofV2> {
    return this.prove('/api/scores/stat-validation', 2, question, listedKeys(question));
  }

  /** One stat or two. Deprecated by the service. Errors as `proveV4`. */
  async proveV1(question: StatQuestion): Promise<StatProofV1> {
    const [statKey, statKey2] = question.keys;
    return this.prove('/api/scores/stat-validation', 1, question, { statKey, statKey2 });
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

  private async listed(path: string, options: RequestOptions): Promise<ScoresRecord[]> {
    const events = eventsOfText(await this.session.text({ path, ...options }));
    return events
      .filter(({ event }) => event !== 'heartbeat')
      .map((event, i) => readScoresRecord(dataOf(event), `$[${i}]`));
  }

  private async prove<V extends 1 | 2 | 3 | 4>(
    path: string,
    version: V,
    { fixtureId, seq, keys, ...options }: StatQuestion,
    asked: Readonly<Record<string, string | number | undefined>>,
  ) {
    const proof = proofOfKind(
      await this.session.json({ path, query: { fixtureId, seq, ...asked }, ...options }),
      'stat',
      version,
    );
    checkQuestion(proof, fixtureId, keys);
    return proof as Extract<typeof proof, { readonly version: V }>;
  }
}

const listedKeys = ({ keys }: StatQuestion) => ({ statKeys: keys.join(',') });
