import type { Wire } from '../answer/wire.js';
import type { ConnectionLimits } from './connectionLimits.js';
import type { LogOptions } from './log.js';
import type { Health, MetricsSource } from './operation.js';

export interface AppOptions {
  /** How answers are written unless the request says otherwise. Default `described`. */
  readonly wire?: Wire;
  /** Requests a second of one wallet, all its API tokens together. Default 50. */
  readonly requestsPerSecond?: number;
  /** Requests a second of one address without a valid API token. Default: as of a wallet. */
  readonly addressRequestsPerSecond?: number;
  /** What a connection may cost. */
  readonly limits?: Partial<ConnectionLimits>;
  /** What `/readyz` says; ready when left out. */
  readonly health?: Health;
  /** Serve `/metrics` here, too, for anybody who reaches this port. Not served when left out: `serveMetrics` has a port of its own. */
  readonly metrics?: MetricsSource;
  /** Told of each answer once it is sent. */
  readonly onAnswered?: (answered: Answered) => void;
  /** Bytes of a body. Default 16 KiB. */
  readonly bodyLimit?: number;
  /** ms for a request to come in, and for its answer to be ready. Default 30,000 each. */
  readonly timeLimit?: number;
  /** For the description. */
  readonly leagues?: readonly { readonly id: number; readonly name: string }[];
  /** `false`: no log. */
  readonly log?: false | LogOptions;
  /** Networks (`10.0.0.0/8`, or one address) of proxies: of a request that comes from there, the caller is who `X-Forwarded-For` says. Default: none. */
  readonly trustProxy?: readonly string[];
}

/** A request and how it ended. */
export interface Answered {
  /** Template of the route; `none` for what is not served, `*` for preflights. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** It was open for as long as its reader liked. */
  readonly isStream: boolean;
}
