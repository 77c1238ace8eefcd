import { type ClientOptions, createClient, type Timers } from 'linesman/client';
import {
  errorOf,
  LinesmanError,
  NO_PROOF_YET,
  NOT_PUBLISHED_YET,
  REQUEST_ABORTED,
  SERVICE_REFUSED,
  SERVICE_UNAVAILABLE,
} from 'linesman/error';
import { readListedRecord } from './listedRecord.js';
import type { ProofSource } from './proofSource.js';

/** How the service answered, for metrics. */
export type OnAnswer = NonNullable<ClientOptions['onAnswer']>;

/** Those of the client. Without an API token only the session token is sent. */
export interface HttpSessionOptions
  extends Pick<ClientOptions, 'baseUrl' | 'apiToken' | 'signal' | 'attempts' | 'timeout' | 'onAnswer'> {
  readonly timers: Timers;
}

/** The service over HTTP, in either of its wires. Errors: see {@link ProofSource}, and those of `createClient`. */
export function httpProofSource(options: HttpSessionOptions): ProofSource {
  const { scores } = createClient({ ...options, requiresApiToken: false });
  return {
    latest: (fixtureId, sport) => answerOf(scores.snapshot(fixtureId, { read: readListedRecord(sport) })),
    history: (fixtureId, sport) => answerOf(scores.history(fixtureId, { read: readListedRecord(sport) })),
    // What it is of is compared with the market.
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

/** What an error of the client says about the search. The status counts, whatever number the service gives. */
function meaningOf(error: LinesmanError): LinesmanError {
  const { number, message, context } = error;
  const { status } = context;
  const said = { said: { sentence: message } };
  if (typeof status !== 'number')
    return number === REQUEST_ABORTED ? errorOf(SERVICE_UNAVAILABLE, { problem: 'aborted' }) : error;
  if (status >= 500) return error;
  if (status === 404)
    return errorOf(NO_PROOF_YET, { reason: number === NOT_PUBLISHED_YET ? 'NotPublished' : 'NotFound' }, said);
  // What the client tries again and gives up in the end is no refusal.
  return status === 408 || status === 429
    ? errorOf(SERVICE_UNAVAILABLE, { problem: 'status', status }, said)
    : errorOf(SERVICE_REFUSED, { status }, said);
}
