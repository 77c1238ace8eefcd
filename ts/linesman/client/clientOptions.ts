import { type OptionRules, optional, required } from '../format/checkOptions.js';
import { BOOLEAN, DURATION, FUNCTION, integerOf, OBJECT, oneOf, SIGNAL, TEXT } from '../format/optionKinds.js';
import type { Timers } from './timers.js';

export interface ClientOptions {
  /**
   * Address of the service, http or https, without credentials, query or fragment; paths of the endpoints are appended.
   * Tokens travel unencrypted over http, of which the client says nothing: to another machine it should be https.
   */
  readonly baseUrl: string;
  /** `X-Api-Token`, from an activation. Without it only the session, keys, activation and quotes can be asked for. */
  readonly apiToken?: string;
  /**
   * `false`: without an API token the session has to do, as with a service that wants no more; else such a request is
   * API_TOKEN_NEEDED. Default true.
   */
  readonly requiresApiToken?: boolean;
  /** A session token that is still valid; without it, and when it is refused, a guest session is started. */
  readonly jwt?: string;
  /** Asks for this wire by name; both are understood, whichever comes. Default: what the service is set to. */
  readonly wire?: 'described' | 'observed';
  /** How often a request is sent before it counts as failed. Default 4. */
  readonly attempts?: number;
  /** ms for one answer; of a stream, for its beginning. Default 15,000. */
  readonly timeout?: number;
  /** Ends everything of this client. */
  readonly signal?: AbortSignal;
  readonly timers?: Timers;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** How the service answered, for metrics: path without query and numbers. */
  readonly onAnswer?: (endpoint: string, status: number | 'unreachable') => void;
}

export const CLIENT_OPTIONS: OptionRules<ClientOptions> = {
  baseUrl: required(TEXT),
  apiToken: optional(TEXT),
  requiresApiToken: optional(BOOLEAN),
  jwt: optional(TEXT),
  wire: optional(oneOf('described', 'observed')),
  attempts: optional(integerOf(1)),
  timeout: optional(DURATION),
  signal: optional(SIGNAL),
  timers: optional(OBJECT),
  fetch: optional(FUNCTION),
  onAnswer: optional(FUNCTION),
};

/** What every request takes. */
export interface RequestOptions {
  /** Ends the request: it rejects with REQUEST_ABORTED. */
  readonly signal?: AbortSignal;
}

export const REQUEST_OPTIONS: OptionRules<RequestOptions> = { signal: optional(SIGNAL) };
