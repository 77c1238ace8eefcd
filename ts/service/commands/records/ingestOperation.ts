import type { ListenAddress } from '@linesman/cli';
import type { FastifyInstance } from 'fastify';
import { listenAt } from '../../edge/http/listenAt.js';
import { operationApp } from '../../edge/http/operation.js';
import { databaseCheck, missingCheck, natsCheck, writesCheck } from '../../health/checks.js';
import { Readiness } from '../../health/readiness.js';
import { ServiceMetrics } from '../../metrics/serviceMetrics.js';
import type { OpenRecordTaker } from './openRecordTaker.js';

/** Serves `/healthz`, `/readyz` and `/metrics` of a process that stores records from NATS. */
export class IngestOperation {
  readonly metrics = new ServiceMetrics();
  private app: FastifyInstance | undefined;

  constructor(private readonly at: ListenAddress) {}

  /** Returns the address. Reports not-ready once the signal is aborted. Errors: PORT_TAKEN. */
  async listen(
    { store }: OpenRecordTaker,
    connection: { flush(): Promise<void> },
    signal: AbortSignal,
  ): Promise<string> {
    const { host, port } = this.at;
    const checks = [
      ...(store ? [databaseCheck(store), writesCheck(store), missingCheck(() => store.records.missingScores())] : []),
      natsCheck(connection),
    ];
    const readiness = new Readiness({ checks });
    signal.addEventListener('abort', () => readiness.stop(), { once: true });
    if (store) this.metrics.watchMissing(() => store.records.missingScores());
    this.app = operationApp(readiness, this.metrics);
    return listenAt(this.app, host, port);
  }

  async close(): Promise<void> {
    await this.app?.close();
  }
}
