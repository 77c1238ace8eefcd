import { WRONG_RECORD } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, type OptionRules, optional } from '../format/checkOptions.js';
import { plainFixtureId } from '../format/fixture.js';
import { listOf, NUMBER } from '../format/optionKinds.js';
import type { FixtureBatchProof, FixtureProof } from '../proof/proof.js';
import { readAnswer } from './answerPart.js';
import { REQUEST_OPTIONS, type RequestOptions } from './clientOptions.js';
import { type FixtureRecord, readFixtureRecord } from './fixtureRecord.js';
import { MATCH_STATES, MATCHES, type MatchPage, type MatchState } from './match.js';
import { MATCH_PAGE_QUESTION, type MatchPageQuestion } from './matchPageQuestion.js';
import { proofOfKind } from './proofAnswer.js';
import type { ServiceSession } from './serviceSession.js';

export interface FixtureFilter extends RequestOptions {
  /** First epoch day (days since 1970-01-01 UTC) on which a fixture may start. */
  readonly startEpochDay?: number;
  readonly competitionId?: number;
}

/** Which matches to list. */
export interface MatchQuestion extends MatchPageQuestion {
  /** Only these states. Default: all. */
  readonly states?: readonly MatchState[];
}

const MATCH_QUESTION: OptionRules<MatchQuestion> = {
  ...MATCH_PAGE_QUESTION,
  states: optional(listOf(...MATCH_STATES)),
};

const FILTER: OptionRules<FixtureFilter> = {
  ...REQUEST_OPTIONS,
  startEpochDay: optional(NUMBER),
  competitionId: optional(NUMBER),
};

/**
 * Fixtures. Every method rejects with UNKNOWN_OPTION, MISSING_OPTION or WRONG_OPTION for its arguments, with the errors
 * of `ServiceSession.text`, and with MALFORMED_RESPONSE, INVALID_NUMBER or UNKNOWN_FIELD for an invalid response.
 */
export class FixturesEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /** Returns the current record of each fixture. */
  async snapshot(filter: FixtureFilter = {}): Promise<FixtureRecord[]> {
    checkOptions('snapshot', filter, FILTER);
    const { startEpochDay, competitionId, ...options } = filter;
    const query = { startEpochDay, competitionId };
    return this.session.list({ path: '/api/fixtures/snapshot', query, ...options }, readFixtureRecord);
  }

  /**
   * Returns a page of matches in the leagues of the subscription, with state, score and clock. Only services of this
   * project have it. Errors, besides those of every method: RECORD_NOT_FOUND from another service.
   *
   * @example
   * ```ts
   * const { matches } = await client.fixtures.matches({ states: ['live'], sport: 'soccer' });
   * ```
   */
  async matches(question: MatchQuestion = {}): Promise<MatchPage> {
    checkOptions('matches', question, MATCH_QUESTION);
    const { states, sport, fixtureId, epochDay, order, limit, after, ...options } = question;
    const query = { state: states?.join(), sport, fixtureId, epochDay, order, limit, after };
    return readAnswer(MATCHES, await this.session.json({ path: '/api/matches', query, ...options }));
  }

  /** Returns the records accepted in an hour (0 to 23, UTC) of a day. */
  async updates(epochDay: number, hourOfDay: number, options: RequestOptions = {}): Promise<FixtureRecord[]> {
    checkOptions('updates', options, REQUEST_OPTIONS);
    const path = `/api/fixtures/updates/${epochDay}/${hourOfDay}`;
    return this.session.list({ path, ...options }, readFixtureRecord);
  }

  /** The same, page by page as they arrive. Errors: as `pagesOfSlot` of scores. */
  async *updatePages(
    epochDay: number,
    hourOfDay: number,
    options: RequestOptions = {},
  ): AsyncGenerator<FixtureRecord[], void, undefined> {
    checkOptions('updatePages', options, REQUEST_OPTIONS);
    yield* this.session.pages(
      { path: `/api/fixtures/updates/${epochDay}/${hourOfDay}`, ...options },
      readFixtureRecord,
    );
  }

  /**
   * Requests a proof of the latest published record of a fixture. Errors, besides those of every method:
   * RECORD_NOT_FOUND; NOT_PUBLISHED_YET; WRONG_RECORD if the service returns another proof.
   */
  async prove(fixtureId: number, options: RequestOptions = {}): Promise<FixtureProof> {
    checkOptions('prove', options, REQUEST_OPTIONS);
    const answer = await this.session.json({ path: '/api/fixtures/validation', query: { fixtureId }, ...options });
    const proof = proofOfKind(answer, 'fixture');
    if (plainFixtureId(proof.snapshot.fixtureId) !== fixtureId)
      return fail(WRONG_RECORD, {
        problem: 'other fixture',
        proven: plainFixtureId(proof.snapshot.fixtureId),
        asked: fixtureId,
      });
    return proof;
  }

  /** Requests a proof of the metadata of an hourly batch. Errors: as `prove`. */
  async proveBatch(epochDay: number, hourOfDay: number, options: RequestOptions = {}): Promise<FixtureBatchProof> {
    checkOptions('proveBatch', options, REQUEST_OPTIONS);
    const query = { epochDay, hourOfDay };
    const answer = await this.session.json({ path: '/api/fixtures/batch-validation', query, ...options });
    return proofOfKind(answer, 'fixture-batch');
  }
}
