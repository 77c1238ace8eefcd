import type { Wire } from '../answer/wire.js';
import type { ConnectionLimits } from './connectionLimits.js';
import type { ExplorerOptions } from './explorer.js';
import type { LogOptions } from './log.js';
import type { LongAnswerLimits } from './longAnswers.js';
import type { Health, MetricsSource } from './operation.js';
import type { Answered } from './server.js';
import type { NearOptions } from './thisMachine.js';

export interface AppOptions extends NearOptions {
  /** Default form of answers. Default `described`. */
  readonly wire?: Wire;
  /** Requests per second and wallet, over all its API tokens. Default 50. */
  readonly requestsPerSecond?: number;
  /** Requests per second and address without a valid API token. Default: `requestsPerSecond`. */
  readonly addressRequestsPerSecond?: number;
  /** Requests per second and address to the public view. Default 20. */
  readonly publicRequestsPerSecond?: number | undefined;
  /** Limits on connections. */
  readonly limits?: Partial<ConnectionLimits>;
  /** Limits on lists of more than 64 KiB. */
  readonly longAnswers?: Partial<LongAnswerLimits>;
  /** Source of `/readyz`. Default: always ready. */
  readonly health?: Health;
  /**
   * Serves `/metrics` on this port too, to every caller that reaches it. Default: not served; `serveMetrics` uses a
   * separate port.
   */
  readonly metrics?: MetricsSource;
  /**
   * Serves `/metrics` on this port to this machine and to the service's own page, by the rules of `worldCallers`; for
   * all other callers the path does not exist. Default: not served.
   */
  readonly metricsHere?: MetricsSource | undefined;
  /** Called after each answer. */
  readonly onAnswered?: (answered: Answered) => void;
  /** Maximum bytes of a body. Default 16 KiB. */
  readonly bodyLimit?: number;
  /** ms for a request to arrive, and for its answer to be ready. Default 30,000 each. */
  readonly timeLimit?: number;
  /** For the description. */
  readonly leagues?: readonly { readonly id: number; readonly name: string }[];
  /** Serves the explorer at `/`. Default: `/` redirects to the description. */
  readonly explorer?: ExplorerOptions;
  /** `false` disables the log. */
  readonly log?: false | LogOptions;
}
