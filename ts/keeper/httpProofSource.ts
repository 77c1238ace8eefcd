import { type ClientOptions, createClient, type Timers } from '../client/index.js';
import { LinesmanError } from '../error/index.js';
import { readListedRecord } from './listedRecord.js';
import { noProof } from './noProof.js';
import type { ProofSource } from './proofSource.js';

/** How the service answered, for metrics. */
export type OnAnswer = NonNullable<ClientOptions['onAnswer']>;

/** Those of the client. Without an API token only the session token is sent. */
export interface HttpSessionOptions
  extends Pick<ClientOptions, 'baseUrl' | 'apiToken' | 'signal' | 'attempts' | 'timeout' | 'onAnswer'> {
  readonly timers: Timers;
}

/** The service over HTTP, in either of its wires. Errors: see {@link ProofSource}; 7015 an address or a token that cannot be used. */
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
  if (typeof status !== 'number')
    return number === 7090 ? new LinesmanError(7026, { message: 'The request to the service was aborted.' }) : error;
  if (status >= 500) return error;
  if (status === 404) return noProof(number === 7065 ? 'NotPublished' : 'NotFound', message);
  // What the client tries again and gives up in the end is no refusal.
  return new LinesmanError(status === 408 || status === 429 ? 7026 : 7027, { message, status });
}
