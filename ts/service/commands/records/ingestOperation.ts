import type { ListenAddress } from '@linesman/cli';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import type { FastifyInstance } from 'fastify';
import type { NatsSource } from '../../data/intake/natsConsumer.js';
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
    connection: NatsConnection,
    { stream, durable }: Pick<NatsSource, 'stream' | 'durable'>,
    signal: AbortSignal,
  ): Promise<string> {
    const { host, port } = this.at;
    const manager = await jetstreamManager(connection, { checkAPI: false, timeout: 5_000 });
    const ask = async () => {
      const { num_pending, num_ack_pending } = await manager.consumers.info(stream, durable);
      this.metrics.undelivered.set(num_pending);
      this.metrics.unacknowledged.set(num_ack_pending);
    };
    const checks = [
      ...(store ? [databaseCheck(store), writesCheck(store), missingCheck(() => store.records.missingScores())] : []),
      natsCheck(ask),
    ];
    const readiness = new Readiness({ checks });
    this.metrics.watchReadiness(readiness);
    signal.addEventListener('abort', () => readiness.stop(), { once: true });
    if (store) this.metrics.watchMissing(() => store.records.missingScores());
    this.app = operationApp(readiness, this.metrics);
    return listenAt(this.app, host, port);
  }

  async close(): Promise<void> {
    await this.app?.close();
  }
}
