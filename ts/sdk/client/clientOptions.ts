import { type OptionRules, optional, required } from '../format/checkOptions.js';
import { BOOLEAN, DURATION, FUNCTION, integerOf, OBJECT, oneOf, SIGNAL, TEXT } from '../format/optionKinds.js';
import type { Timers } from './timers.js';

export interface ClientOptions {
  /**
   * http or https URL of the service, without credentials, query or fragment. Endpoint paths are appended. Use https to
   * reach another machine: http sends tokens unencrypted, without a warning.
   */
  readonly baseUrl: string;
  /**
   * `X-Api-Token`, as returned by an activation. Without it, only session, keys, activation and quotes are available.
   */
  readonly apiToken?: string;
  /**
   * Whether requests for data need an API token, and fail with API_TOKEN_NEEDED without one. `false` for a service that
   * accepts the session alone. Default true.
   */
  readonly requiresApiToken?: boolean;
  /** A valid session token. Without it, or once it is refused, the client starts a guest session. */
  readonly jwt?: string;
  /** The wire to request. The client reads both. Default: that of the service. */
  readonly wire?: 'described' | 'observed';
  /** Maximum number of attempts per request. Default 4. */
  readonly attempts?: number;
  /**
   * ms of silence after which a response has failed: until it begins, and between its parts. A long response may take
   * its time, as long as it has 1 kB a second over 30 s. Default 15,000.
   */
  readonly timeout?: number;
  /** Aborts every request and stream of this client. */
  readonly signal?: AbortSignal;
  readonly timers?: Timers;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** Called with each response, for metrics. `endpoint` is the path without query and numbers. */
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

/** Options of every request. */
export interface RequestOptions {
  /** Aborts the request, which rejects with REQUEST_ABORTED. */
  readonly signal?: AbortSignal;
}

export const REQUEST_OPTIONS: OptionRules<RequestOptions> = { signal: optional(SIGNAL) };
