import { checkOptions, type OptionRules, optional, required } from '../format/checkOptions.js';
import { NUMBER, NUMBERS, oneOf } from '../format/optionKinds.js';
import type { StatProofV3 } from '../proof/proof.js';
import { readAnswer } from './answerPart.js';
import { REQUEST_OPTIONS, type RequestOptions } from './clientOptions.js';
import { type MatchPage, PUBLIC_MATCHES, type PublicMatch } from './match.js';
import { MATCH_PAGE_QUESTION, type MatchPageQuestion } from './matchPageQuestion.js';
import { checkQuestion, proofOfKind } from './proofAnswer.js';
import { readScoresRecord, type ScoresRecord } from './scoresRecord.js';
import type { ServiceSession } from './serviceSession.js';

/** The public stage of a match; `over` means that everything is proven. */
export const PUBLIC_STAGES = ['over', 'running', 'coming'] as const;
export type PublicStage = (typeof PUBLIC_STAGES)[number];

/** Which matches to list. */
export interface PublicQuestion extends MatchPageQuestion {
  /** Default: all. `running`: those that began in the last day. */
  readonly stage?: PublicStage;
}

const PUBLIC_QUESTION: OptionRules<PublicQuestion> = {
  ...MATCH_PAGE_QUESTION,
  stage: optional(oneOf(...PUBLIC_STAGES)),
};

/** A match and the 1 to 5 stats of its final record to prove. */
export interface ResultQuestion extends RequestOptions {
  readonly fixtureId: number;
  readonly keys: readonly number[];
}

const RESULT_QUESTION: OptionRules<ResultQuestion> = {
  ...REQUEST_OPTIONS,
  fixtureId: required(NUMBER),
  keys: required(NUMBERS),
};

/**
 * Results, which need no token. Every method rejects with UNKNOWN_OPTION, MISSING_OPTION or WRONG_OPTION for its
 * arguments, with the errors of `ServiceSession.text`, with RECORD_NOT_FOUND from a service that shows results to
 * subscribers only, and with MALFORMED_RESPONSE, INVALID_NUMBER, UNKNOWN_FIELD or UNKNOWN_SPORT for an invalid
 * response.
 */
export class ResultsEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /**
   * Returns a page of matches in their public view.
   *
   * @example
   * ```ts
   * const { matches } = await client.results.matches({ stage: 'over', order: 'latest', limit: 5 });
   * ```
   */
  async matches(question: PublicQuestion = {}): Promise<MatchPage<PublicMatch>> {
    checkOptions('matches', question, PUBLIC_QUESTION);
    const { stage, sport, fixtureId, epochDay, order, limit, after, ...options } = question;
    const query = { stage, sport, fixtureId, epochDay, order, limit, after };
    const request = { path: '/api/public/matches', query, needs: 'nothing', ...options } as const;
    return readAnswer(PUBLIC_MATCHES, await this.session.json(request));
  }

  /** Returns all score records of a match. Errors besides: RECORD_NOT_FOUND before its result is public. */
  async history(fixtureId: number, options: RequestOptions = {}): Promise<ScoresRecord[]> {
    checkOptions('history', options, REQUEST_OPTIONS);
    const path = `/api/public/scores/${fixtureId}`;
    return this.session.list({ path, needs: 'nothing', ...options }, readScoresRecord);
  }

  /**
   * Requests a multiproof of the final record of a match. Errors besides: RECORD_NOT_FOUND before its result is public,
   * and for unknown stats; NOT_PUBLISHED_YET; WRONG_RECORD if the service returns another proof.
   */
  async prove(question: ResultQuestion): Promise<StatProofV3> {
    checkOptions('prove', question, RESULT_QUESTION);
    const { fixtureId, keys, ...options } = question;
    const path = `/api/public/scores/${fixtureId}/proof`;
    const query = { statKeys: keys.join(',') };
    const proof = proofOfKind(await this.session.json({ path, query, needs: 'nothing', ...options }), 'stat', 3);
    checkQuestion(proof, fixtureId, keys);
    return proof as StatProofV3;
  }
}
