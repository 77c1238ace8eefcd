import * as code from '@linesman/sdk/error';
import { type Fault, fault } from '../fault.js';

/** The answer to an error. */
export interface Answered {
  readonly status: number;
  /** Fixed text instead of the error's own sentence. */
  readonly text?: string;
  /** Seconds for `Retry-After`, unless the error has its own. */
  readonly retryAfter?: number;
  /** The error code that callers see, if different. */
  readonly as?: code.ErrorNumber;
  /** The request fault that callers see. */
  readonly faultOf?: Fault;
}

const DENIED = 'Access denied: Invalid API token or insufficient permissions';
/** Seconds to wait for a root that is not published yet. */
const NOT_PUBLISHED_RETRY = 20;
const TOO_MANY_STREAMS_RETRY = 15;
/** Seconds after which an answer of some ten MB may have ended. */
const TOO_MANY_LONG_ANSWERS_RETRY = 5;
/** Seconds after which the address may have one request less. */
const TOO_MANY_CONNECTIONS_RETRY = 5;

/** The same 404 for any fixture, record, stat or batch that does not exist. */
const MISSING: Answered = { status: 404, as: code.RECORD_NOT_FOUND };
/** Keys that a proof cannot have, because they are too many or repeated. */
const WRONG_KEYS: Answered = {
  status: 400,
  as: code.INVALID_PARAMETERS,
  faultOf: fault('query parameter statKeys', '1 to 5 integers', 'others given'),
};

/**
 * The answers to errors that a request can cause and its caller can fix or retry. Any other error is internal: the
 * answer is a 500 without details, and the log has the details.
 */
export const ERROR_STATUS: Readonly<Partial<Record<code.ErrorNumber, Answered>>> = {
  [code.TOO_MANY_STATS]: WRONG_KEYS,
  [code.INVALID_MULTIPROOF]: WRONG_KEYS,
  [code.UNKNOWN_FIXTURE]: MISSING,
  [code.UNKNOWN_SEQUENCE]: MISSING,
  [code.NO_STATS]: MISSING,
  [code.STAT_NOT_IN_RECORD]: MISSING,
  [code.STAT_NOT_STATED]: { status: 404 },
  [code.UNKNOWN_MESSAGE]: MISSING,
  [code.NO_SUCH_BATCH]: MISSING,
  [code.INVALID_SESSION]: { status: 401, text: 'Authorization failed: Invalid or expired guest JWT' },
  [code.INVALID_API_TOKEN]: { status: 403, text: DENIED },
  [code.INVALID_PARAMETERS]: { status: 400 },
  [code.NOT_ENTITLED]: { status: 403, text: DENIED },
  [code.RECORD_NOT_FOUND]: { status: 404 },
  [code.NOT_PUBLISHED_YET]: { status: 404, text: 'Not published yet', retryAfter: NOT_PUBLISHED_RETRY },
  [code.TOO_MANY_REQUESTS]: { status: 429 },
  [code.TOO_MANY_STREAMS]: { status: 429, retryAfter: TOO_MANY_STREAMS_RETRY },
  [code.CHAIN_NOT_REACHABLE]: { status: 504, text: 'The chain cannot be asked' },
  [code.WALLET_SIGNATURE_INVALID]: { status: 403 },
  [code.TRANSACTION_UNKNOWN]: { status: 403 },
  [code.TRANSACTION_FAILED]: { status: 403 },
  [code.TRANSACTION_USED]: { status: 403 },
  [code.TRANSACTION_OF_OTHER_WALLET]: { status: 403 },
  [code.NOT_A_SUBSCRIPTION]: { status: 403 },
  [code.SUBSCRIPTION_OVER]: { status: 403 },
  [code.LEAGUES_NOT_SELECTABLE]: { status: 403 },
  [code.LEAGUES_MISSING]: { status: 403 },
  [code.LEAGUES_REPEATED]: { status: 403 },
  [code.LEAGUE_UNKNOWN]: { status: 403 },
  [code.TOO_MANY_LEAGUES]: { status: 403 },
  [code.NO_STABLECOIN_ACCOUNT]: { status: 400 },
  [code.BALANCE_TOO_LOW]: { status: 400 },
  [code.NOT_IN_TIME]: { status: 503, text: 'The answer took too long', retryAfter: 5 },
  [code.REQUEST_TOO_LARGE]: { status: 413 },
  [code.UNKNOWN_TRANSACTION_VERSION]: { status: 403 },
  [code.SERVICE_STOPPING]: { status: 503, text: 'The service is stopping', retryAfter: 5 },
  [code.LEVEL_NOT_LOGGED]: { status: 403 },
  [code.REPEATED_WITH_OTHER_LEAGUES]: { status: 403 },
  [code.WALLET_BLOCKED]: { status: 403 },
  [code.TOO_MANY_CONNECTIONS]: { status: 429, retryAfter: TOO_MANY_CONNECTIONS_RETRY },
  [code.REQUEST_INCOMPLETE]: { status: 408, text: 'Request Timeout' },
  [code.METHOD_NOT_ALLOWED]: { status: 405 },
  [code.NOT_THIS_MACHINE]: { status: 403 },
  [code.TOO_MANY_LONG_ANSWERS]: { status: 429, retryAfter: TOO_MANY_LONG_ANSWERS_RETRY },
};
