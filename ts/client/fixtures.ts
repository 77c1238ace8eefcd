import { fail } from '../error/index.js';
import { plainFixtureId } from '../format/index.js';
import type { FixtureBatchProof, FixtureProof } from '../proof/index.js';
import type { RequestOptions } from './clientOptions.js';
import { type FixtureRecord, readFixtureRecord } from './fixtureRecord.js';
import { proofOfKind } from './proofAnswer.js';
import type { ServiceSession } from './serviceSession.js';

export interface FixtureFilter extends RequestOptions {
  /** First day on which they start, since 1970-01-01 UTC. */
  readonly startEpochDay?: number;
  readonly competitionId?: number;
}

/** Fixtures. All reject with the errors of `ServiceSession.text`, and with 7000 to 7004 when an answer is none. */
export class FixturesEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /** The current record of each fixture. */
  async snapshot({ startEpochDay, competitionId, ...options }: FixtureFilter = {}): Promise<FixtureRecord[]> {
    const query = { startEpochDay, competitionId };
    return this.session.list({ path: '/api/fixtures/snapshot', query, ...options }, readFixtureRecord);
  }

  /** The records that were accepted in an hour of a day (UTC). */
  async updates(epochDay: number, hourOfDay: number, options: RequestOptions = {}): Promise<FixtureRecord[]> {
    const path = `/api/fixtures/updates/${epochDay}/${hourOfDay}`;
    return this.session.list({ path, ...options }, readFixtureRecord);
  }

  /** Proof of the latest published record of a fixture. Errors besides: 7064, 7065, 7028 another proof. */
  async prove(fixtureId: number, options: RequestOptions = {}): Promise<FixtureProof> {
    const answer = await this.session.json({ path: '/api/fixtures/validation', query: { fixtureId }, ...options });
    const proof = proofOfKind(answer, 'fixture');
    if (plainFixtureId(proof.snapshot.fixtureId) !== fixtureId)
      return fail(7028, { message: `The proof is of fixture ${plainFixtureId(proof.snapshot.fixtureId)}.` });
    return proof;
  }

  /** Proof of the metadata of an hour of fixture records. Errors as `prove`. */
  async proveBatch(epochDay: number, hourOfDay: number, options: RequestOptions = {}): Promise<FixtureBatchProof> {
    const query = { epochDay, hourOfDay };
    const answer = await this.session.json({ path: '/api/fixtures/batch-validation', query, ...options });
    return proofOfKind(answer, 'fixture-batch');
  }
}
