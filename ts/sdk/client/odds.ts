import { WRONG_RECORD } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, type OptionRules, optional, required } from '../format/checkOptions.js';
import { NUMBER, TEXT } from '../format/optionKinds.js';
import type { OddsProof } from '../proof/proof.js';
import { REQUEST_OPTIONS, type RequestOptions } from './clientOptions.js';
import { type OddsRecord, readOddsRecord } from './oddsRecord.js';
import { proofOfKind } from './proofAnswer.js';
import { SLOT_QUESTION, type SlotQuestion } from './scores.js';
import type { ServiceSession } from './serviceSession.js';
import { type StreamItem, type StreamOptions, slotPath, streamRecords } from './streamRecords.js';

/** Identifies an odds record by message id and time. */
export interface OddsQuestion extends RequestOptions {
  readonly messageId: string;
  /** `Ts` of the record, ms. */
  readonly ts: number;
}

type SnapshotOptions = RequestOptions & { readonly asOf?: number };

const SNAPSHOT_OPTIONS: OptionRules<SnapshotOptions> = { ...REQUEST_OPTIONS, asOf: optional(NUMBER) };
const ODDS_QUESTION: OptionRules<OddsQuestion> = {
  ...REQUEST_OPTIONS,
  messageId: required(TEXT),
  ts: required(NUMBER),
};

/**
 * Odds. Every method rejects with UNKNOWN_OPTION, MISSING_OPTION or WRONG_OPTION for its arguments, with the errors of
 * `ServiceSession.text`, and with MALFORMED_RESPONSE, INVALID_NUMBER or UNKNOWN_FIELD for an invalid response.
 */
export class OddsEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /** Returns the latest record of each line of a fixture, at `asOf` (Unix ms) or in the current slot. */
  async snapshot(fixtureId: number, options: SnapshotOptions = {}): Promise<OddsRecord[]> {
    checkOptions('snapshot', options, SNAPSHOT_OPTIONS);
    const { asOf, ...request } = options;
    const path = `/api/odds/snapshot/${fixtureId}`;
    return this.session.list({ path, query: { asOf }, ...request }, readOddsRecord);
  }

  /** Returns the records of a fixture in the current slot. */
  async updates(fixtureId: number, options: RequestOptions = {}): Promise<OddsRecord[]> {
    checkOptions('updates', options, REQUEST_OPTIONS);
    return this.session.list({ path: `/api/odds/updates/${fixtureId}`, ...options }, readOddsRecord);
  }

  /**
   * Returns the records of the 5-minute slot around `time` (Unix ms): none before its end, all once it is sealed, about
   * 20 s later.
   */
  async ofSlot(time: number, question: SlotQuestion = {}): Promise<OddsRecord[]> {
    checkOptions('ofSlot', question, SLOT_QUESTION);
    const { fixtureId, ...options } = question;
    const path = `/api/odds/updates/${slotPath(time)}`;
    return this.session.list({ path, query: { fixtureId }, ...options }, readOddsRecord);
  }

  /** The same, page by page as they arrive, for slots of any size. Errors: as `pagesOfSlot` of scores. */
  async *pagesOfSlot(time: number, question: SlotQuestion = {}): AsyncGenerator<OddsRecord[], void, undefined> {
    checkOptions('pagesOfSlot', question, SLOT_QUESTION);
    const { fixtureId, ...options } = question;
    const path = `/api/odds/updates/${slotPath(time)}`;
    yield* this.session.pages({ path, query: { fixtureId }, ...options }, readOddsRecord);
  }

  /**
   * Requests a proof of a record. Errors, besides those of every method: RECORD_NOT_FOUND; NOT_PUBLISHED_YET;
   * WRONG_RECORD if the service returns another proof.
   */
  async prove(question: OddsQuestion): Promise<OddsProof & { readonly version: 1 }> {
    return this.proof('/api/odds/validation', 1, question);
  }

  /** Requests a proof signed by the oracle. Errors: as `prove`. */
  async proveV4(question: OddsQuestion): Promise<OddsProof & { readonly version: 4 }> {
    return this.proof('/api/odds/validation-v4', 4, question);
  }

  /**
   * Streams records as the service accepts them, each once, at the sampling rate of the subscription; see
   * `streamRecords`.
   */
  stream(options: StreamOptions = {}): AsyncGenerator<StreamItem<OddsRecord>, void, undefined> {
    return streamRecords(
      this.session,
      {
        path: '/api/odds/stream',
        read: readOddsRecord,
        keyOf: ({ MessageId, Ts }) => `${MessageId}@${Ts}`,
        ofSlot: (start, fixtureId, signal) =>
          this.pagesOfSlot(start, { ...(fixtureId !== undefined && { fixtureId }), signal }),
        running: (fixtureId, signal) => this.updates(fixtureId, { signal }),
      },
      options,
    );
  }

  private async proof<V extends 1 | 4>(path: string, version: V, question: OddsQuestion) {
    checkOptions('a proof of odds', question, ODDS_QUESTION);
    const { messageId, ts, ...options } = question;
    const proof = proofOfKind(await this.session.json({ path, query: { messageId, ts }, ...options }), 'odds', version);
    if (proof.odds.messageId !== messageId || proof.odds.ts !== ts)
      return fail(WRONG_RECORD, { problem: 'other message', messageId: proof.odds.messageId, ts: proof.odds.ts });
    return proof;
  }
}
