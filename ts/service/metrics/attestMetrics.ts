import { OwnRegistry } from '@linesman/keeper/internal/ownRegistry';
import { LinesmanError } from '@linesman/sdk/error';
import { Counter, Gauge } from 'prom-client';

/** Metrics of one attester, in their own registry. */
export class AttestMetrics extends OwnRegistry {
  readonly slots = new Counter({
    name: 'linesman_attest_slots_total',
    help: 'Slots judged, by kind and by what was done: attested, mismatch, behind, failed; a dry run: would be.',
    labelNames: ['kind', 'outcome'] as const,
    ...this.in,
  });
  readonly mismatches = new Gauge({
    name: 'linesman_attest_mismatches',
    help: 'Slots that do not match, as far as the last round looked.',
    ...this.in,
  });
  readonly behind = new Gauge({
    name: 'linesman_attest_slots_behind',
    help: 'Slots that wait for a source of this attester, which has no records of after them yet: its feed lags.',
    ...this.in,
  });
  readonly withoutRoot = new Gauge({
    name: 'linesman_attest_slots_without_root',
    help: 'Slots that are over and have no root on chain, of the days of the last round. Most of them have no records.',
    ...this.in,
  });
  readonly lastAttested = new Gauge({
    name: 'linesman_attest_last_attested_timestamp_seconds',
    help: 'End of the latest slot that was attested, by kind.',
    labelNames: ['kind'] as const,
    ...this.in,
  });
  readonly lastRound = new Gauge({
    name: 'linesman_attest_last_round_timestamp_seconds',
    help: 'When the last round ended that could read the chain.',
    ...this.in,
  });
  readonly errors = new Counter({
    name: 'linesman_attest_errors_total',
    help: 'Failures by error number; 0 without one (network).',
    labelNames: ['error'] as const,
    ...this.in,
  });
  readonly serviceAnswers = new Counter({
    name: 'linesman_attest_service_answers_total',
    help: 'Answers of the services, by endpoint and HTTP status.',
    labelNames: ['endpoint', 'status'] as const,
    ...this.in,
  });
  readonly lamportsInFlight = new Gauge({
    name: 'linesman_attest_lamports_in_flight',
    help: 'Fees and rents of the transactions in flight.',
    ...this.in,
  });
  readonly balance = new Gauge({
    name: 'linesman_attest_balance_lamports',
    help: 'What the key pair holds, which pays for attestations.',
    ...this.in,
  });

  /** Counts a failure by its number. */
  failed(error: unknown): void {
    this.errors.inc({ error: error instanceof LinesmanError ? error.number : 0 });
  }
}
