import type { ListenAddress } from '@linesman/cli';
import type { FastifyInstance } from 'fastify';
import { listenAt } from '../../edge/http/listenAt.js';
import { operationApp } from '../../edge/http/operation.js';
import type { Check } from '../../health/check.js';
import { chainCheck } from '../../health/checks.js';
import { Readiness } from '../../health/readiness.js';
import type { AttestMetrics } from '../../metrics/attestMetrics.js';

export interface AttestOperationOptions {
  readonly at: ListenAddress;
  readonly metrics: AttestMetrics;
  readonly askChain: () => Promise<unknown>;
  /** Why the last round failed; `null` if it succeeded, a note before the first round. */
  readonly lastRound: Check['run'];
}

/** Serves `/healthz`, `/readyz` and `/metrics` of an attester. */
export class AttestOperation {
  private readonly app: FastifyInstance;

  constructor(
    private readonly options: AttestOperationOptions,
    signal: AbortSignal,
  ) {
    const { askChain, lastRound, metrics } = options;
    const readiness = new Readiness({ checks: [chainCheck(askChain), { name: 'round', run: lastRound }] });
    signal.addEventListener('abort', () => readiness.stop(), { once: true });
    this.app = operationApp(readiness, metrics);
  }

  /** Returns the address. Errors: PORT_TAKEN. */
  listen(): Promise<string> {
    const { host, port } = this.options.at;
    return listenAt(this.app, host, port);
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
