import type { ListenAddress } from '@linesman/cli';
import type { FastifyInstance } from 'fastify';
import { operationApp } from '../../edge/http/index.js';
import { listenAt } from '../../edge/http/listenAt.js';
import { type Check, chainCheck, Readiness } from '../../health/index.js';
import type { AttestMetrics } from '../../metrics/index.js';

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
