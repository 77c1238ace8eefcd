import {
  ACCOUNT_NOT_FOUND,
  CHAIN_NOT_REACHABLE,
  ERRORS,
  FAULT_OF_LINESMAN,
  FIXTURE_UNKNOWN,
  LinesmanError,
  MALFORMED_RESPONSE,
  NO_PROOF_YET,
  NOT_ATTESTED,
  NOT_PUBLISHED_YET,
  RECORD_NOT_FOUND,
  REQUEST_ABORTED,
  ROOT_NOT_AVAILABLE,
  SERVICE_REFUSED,
  SERVICE_UNAVAILABLE,
  TOO_EARLY,
} from '@linesman/sdk/error';
import { untrusted } from './untrusted.js';

/** What a tool returns. `unknown`: neither shown nor refuted; asking again later may answer. */
export type Answer =
  | { readonly status: 'verified'; readonly [field: string]: unknown }
  | { readonly status: 'refused'; readonly reasons: readonly Reason[]; readonly [field: string]: unknown }
  | { readonly status: 'unknown'; readonly reasons: readonly Reason[]; readonly [field: string]: unknown };

/** An error by our table. Its own sentence may have words of a service or a node. */
export interface Reason {
  readonly number: number;
  readonly name: string;
  readonly why: string;
  readonly what_to_do: string;
  readonly untrusted_detail: string;
}

/** Errors that say nothing about the proof or the terms. */
const OPEN: readonly number[] = [
  ACCOUNT_NOT_FOUND,
  CHAIN_NOT_REACHABLE,
  FAULT_OF_LINESMAN,
  FIXTURE_UNKNOWN,
  MALFORMED_RESPONSE,
  NO_PROOF_YET,
  NOT_ATTESTED,
  NOT_PUBLISHED_YET,
  RECORD_NOT_FOUND,
  REQUEST_ABORTED,
  ROOT_NOT_AVAILABLE,
  SERVICE_REFUSED,
  SERVICE_UNAVAILABLE,
  TOO_EARLY,
];

export function reasonOf(number: number, detail: string): Reason {
  const known = ERRORS.get(number);
  return {
    number,
    name: known?.name ?? '',
    why: known?.sentence ?? '',
    what_to_do: known?.hint ?? '',
    untrusted_detail: untrusted(detail),
  };
}

/** The answer to a call that failed. An error that is none of ours says nothing, either. */
export function answerOf(error: unknown): Answer {
  const { number, message } =
    error instanceof LinesmanError ? error : { number: FAULT_OF_LINESMAN, message: String(error) };
  return { status: OPEN.includes(number) ? 'unknown' : 'refused', reasons: [reasonOf(number, message)] };
}
