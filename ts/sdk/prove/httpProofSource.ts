import { createClient } from '../client/client.js';
import type { ClientOptions } from '../client/clientOptions.js';
import type { Timers } from '../client/timers.js';
import { NOT_PUBLISHED_YET, REQUEST_ABORTED } from '../error/codes/api.js';
import { NO_PROOF_YET, SERVICE_REFUSED, SERVICE_UNAVAILABLE } from '../error/codes/library.js';
import { STAT_NOT_STATED } from '../error/codes/records.js';
import { errorOf, LinesmanError } from '../error/linesmanError.js';
import { readListedRecord } from './listedRecord.js';
import type { ProofSource } from './proofSource.js';

/** Called with each answer of the service, for metrics. */
export type OnAnswer = NonNullable<ClientOptions['onAnswer']>;

/** Options of the client. Without an API token only the session token is sent. */
export interface HttpSessionOptions
  extends Pick<ClientOptions, 'baseUrl' | 'apiToken' | 'signal' | 'attempts' | 'timeout' | 'fetch' | 'onAnswer'> {
  readonly timers: Timers;
}

/**
 * The service over HTTP, in either of its two wire formats. Errors: those of {@link ProofSource} and of `createClient`.
 *
 * @example
 * ```ts
 * import { systemTimers } from '@linesman/sdk/client';
 * import { httpProofSource } from '@linesman/sdk/prove';
 *
 * const source = httpProofSource({ baseUrl: 'http://127.0.0.1:8080', apiToken: 'token', timers: systemTimers });
 * const records = await source.latest(9_000_001, 'soccer');
 * ```
 */
export function httpProofSource(options: HttpSessionOptions): ProofSource {
  const { scores } = createClient({ ...options, requiresApiToken: false });
  return {
    latest: (fixtureId, sport) => answerOf(scores.snapshot(fixtureId, { read: readListedRecord(sport) })),
    history: (fixtureId, sport) => answerOf(scores.history(fixtureId, { read: readListedRecord(sport) })),
    // `checkSettlement` compares the answer with the market.
    prove: ({ version, ...question }) => answerOf(scores.answer(version, question)),
  };
}

async function answerOf<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof LinesmanError ? meaningOf(error) : error;
  }
}

/** The meaning of a client error for the search. The HTTP status decides, whatever error number the service gives. */
function meaningOf(error: LinesmanError): LinesmanError {
  const { number, message, context } = error;
  const { status } = context;
  const given = { text: { sentence: message } };
  if (typeof status !== 'number')
    return number === REQUEST_ABORTED ? errorOf(SERVICE_UNAVAILABLE, { problem: 'aborted' }) : error;
  if (status >= 500) return error;
  if (status === 404 && number === STAT_NOT_STATED) return errorOf(NO_PROOF_YET, { reason: 'NotStated' }, given);
  if (status === 404)
    return errorOf(NO_PROOF_YET, { reason: number === NOT_PUBLISHED_YET ? 'NotPublished' : 'NotFound' }, given);
  // The client has retried these; giving up on them is not a refusal.
  return status === 408 || status === 429
    ? errorOf(SERVICE_UNAVAILABLE, { problem: 'status', status }, given)
    : errorOf(SERVICE_REFUSED, { status }, given);
}
