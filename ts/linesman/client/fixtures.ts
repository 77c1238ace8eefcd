import { fail, WRONG_RECORD } from '../error/index.js';
import { checkOptions, type OptionRules, optional } from '../format/checkOptions.js';
import { plainFixtureId } from '../format/index.js';
import { NUMBER } from '../format/optionKinds.js';
import type { FixtureBatchProof, FixtureProof } from '../proof/index.js';
import { REQUEST_OPTIONS, type RequestOptions } from './clientOptions.js';
import { type FixtureRecord, readFixtureRecord } from './fixtureRecord.js';
import { proofOfKind } from './proofAnswer.js';
import type { ServiceSession } from './serviceSession.js';

export interface FixtureFilter extends RequestOptions {
  /** First day on which they start, since 1970-01-01 UTC. */
  readonly startEpochDay?: number;
  readonly competitionId?: number;
}

const FILTER: OptionRules<FixtureFilter> = {
  ...REQUEST_OPTIONS,
  startEpochDay: optional(NUMBER),
  competitionId: optional(NUMBER),
};

/**
 * Fixtures. All reject with UNKNOWN_OPTION, MISSING_OPTION or WRONG_OPTION for what they are given, with the errors of `ServiceSession.text`, and with those of reading a document
 * (MALFORMED_RESPONSE, INVALID_NUMBER, UNKNOWN_FIELD) when an answer is none.
 */
export class FixturesEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /** The current record of each fixture. */
  async snapshot(filter: FixtureFilter = {}): Promise<FixtureRecord[]> {
    checkOptions('snapshot', filter, FILTER);
    const { startEpochDay, competitionId, ...options } = filter;
    const query = { startEpochDay, competitionId };
    return this.session.list({ path: '/api/fixtures/snapshot', query, ...options }, readFixtureRecord);
  }

  /** The records that were accepted in an hour of a day (UTC). */
  async updates(epochDay: number, hourOfDay: number, options: RequestOptions = {}): Promise<FixtureRecord[]> {
    checkOptions('updates', options, REQUEST_OPTIONS);
    const path = `/api/fixtures/updates/${epochDay}/${hourOfDay}`;
    return this.session.list({ path, ...options }, readFixtureRecord);
  }

  /**
   * Proof of the latest published record of a fixture. Errors besides: RECORD_NOT_FOUND, NOT_PUBLISHED_YET,
   * WRONG_RECORD another proof.
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

  /** Proof of the metadata of an hour of fixture records. Errors as `prove`. */
  async proveBatch(epochDay: number, hourOfDay: number, options: RequestOptions = {}): Promise<FixtureBatchProof> {
    checkOptions('proveBatch', options, REQUEST_OPTIONS);
    const query = { epochDay, hourOfDay };
    const answer = await this.session.json({ path: '/api/fixtures/batch-validation', query, ...options });
    return proofOfKind(answer, 'fixture-batch');
  }
}
