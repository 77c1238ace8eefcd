import { fail, quoted } from '../error/index.js';
import type { OddsProof } from '../proof/index.js';
import type { RequestOptions } from './clientOptions.js';
import { type OddsRecord, readOddsRecord } from './oddsRecord.js';
import { proofOfKind } from './proofAnswer.js';
import type { SlotQuestion } from './scores.js';
import type { ServiceSession } from './serviceSession.js';
import { type StreamItem, type StreamOptions, slotPath, streamRecords } from './streamRecords.js';

/** An odds record: both must be those of the same one. */
export interface OddsQuestion extends RequestOptions {
  readonly messageId: string;
  /** `Ts` of the record, ms. */
  readonly ts: number;
}

/** Odds. All reject with the errors of `ServiceSession.text`, and with 7000 to 7004 when an answer is none. */
export class OddsEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /** The latest record of each line of a fixture: at `asOf` (ms), else of the running slot. */
  async snapshot(
    fixtureId: number,
    { asOf, ...options }: RequestOptions & { readonly asOf?: number } = {},
  ): Promise<OddsRecord[]> {
    const path = `/api/odds/snapshot/${fixtureId}`;
    return this.session.list({ path, query: { asOf }, ...options }, readOddsRecord);
  }

  /** The records of a fixture in the running slot. */
  async updates(fixtureId: number, options: RequestOptions = {}): Promise<OddsRecord[]> {
    return this.session.list({ path: `/api/odds/updates/${fixtureId}`, ...options }, readOddsRecord);
  }

  /** The records of the 5-minute slot that holds `time` (ms). None before its end; all once it is sealed, some 20 s later. */
  async ofSlot(time: number, { fixtureId, ...options }: SlotQuestion = {}): Promise<OddsRecord[]> {
    const path = `/api/odds/updates/${slotPath(time)}`;
    return this.session.list({ path, query: { fixtureId }, ...options }, readOddsRecord);
  }

  /** Proof of one record. Errors besides: 7064 no such record, 7065 not published yet, 7028 another proof. */
  async prove(question: OddsQuestion): Promise<OddsProof & { readonly version: 1 }> {
    return this.proof('/api/odds/validation', 1, question);
  }

  /** The same, signed by the oracle. */
  async proveV4(question: OddsQuestion): Promise<OddsProof & { readonly version: 4 }> {
    return this.proof('/api/odds/validation-v4', 4, question);
  }

  /** Records as they are accepted, each once, sampled as the subscription says; see `streamRecords`. */
  stream(options: StreamOptions = {}): AsyncGenerator<StreamItem<OddsRecord>, void, undefined> {
    return streamRecords(
      this.session,
      {
        path: '/api/odds/stream',
        read: readOddsRecord,
        keyOf: ({ MessageId, Ts }) => `${MessageId}@${Ts}`,
        ofSlot: (start, fixtureId, signal) =>
          this.ofSlot(start, { ...(fixtureId !== undefined && { fixtureId }), signal }),
        running: (fixtureId, signal) => this.updates(fixtureId, { signal }),
      },
      options,
    );
  }

  private async proof<V extends 1 | 4>(path: string, version: V, { messageId, ts, ...options }: OddsQuestion) {
    const proof = proofOfKind(await this.session.json({ path, query: { messageId, ts }, ...options }), 'odds', version);
    if (proof.odds.messageId !== messageId || proof.odds.ts !== ts)
      return fail(7028, { message: `The proof is of odds ${quoted(proof.odds.messageId)} at ${proof.odds.ts}.` });
    return proof;
  }
}
