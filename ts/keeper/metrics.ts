import { Counter, Gauge, Histogram } from 'prom-client';
import { OwnRegistry } from './ownRegistry.js';

/**
 * The purpose of a transaction: an instruction of the program, or the effect of `settle` on an existing proposal.
 * `correct` replaces it; `contradict` voids the market with another outcome of the same update.
 */
export type Action =
  | 'settle'
  | 'settle_many'
  | 'post_result'
  | 'close_result'
  | 'correct'
  | 'contradict'
  | 'propose_void'
  | 'finalise'
  | 'finalise_many'
  | 'void'
  | 'claim'
  | 'sweep'
  | 'buffer_create'
  | 'buffer_write'
  | 'buffer_close'
  | 'settle_parlay';

/**
 * The outcome of a transaction. `raced`: another sender was faster. `left`: not sent, because the fees of the day are
 * used up, or because it has failed on chain too often. `stopped`: the keeper stopped before submitting it.
 * `unknown`: the keeper stopped, or the chain stood still, before the outcome was known.
 */
export type ActionOutcome = 'landed' | 'raced' | 'left' | 'refused' | 'failed' | 'stopped' | 'unknown' | 'dry_run';

/** The metrics of one keeper, in a separate registry. */
export class KeeperMetrics extends OwnRegistry {
  readonly markets = new Gauge({
    name: 'linesman_keeper_markets',
    help: 'Markets seen in the last round, by state.',
    labelNames: ['state'] as const,
    ...this.in,
  });
  readonly parlays = new Gauge({
    name: 'linesman_keeper_parlays',
    help: 'Parlays seen in the last round, by state.',
    labelNames: ['state'] as const,
    ...this.in,
  });
  readonly leftAlone = new Gauge({
    name: 'linesman_keeper_left_alone',
    help: 'Markets and parlays that the last round left alone: unusable, unstaked, or of an oracle that is not named.',
    labelNames: ['kind', 'reason'] as const,
    ...this.in,
  });
  readonly budgetLeft = new Gauge({
    name: 'linesman_keeper_budget_left_lamports',
    help: 'What is left of the budgets of 24 hours for fees, results and token accounts.',
    labelNames: ['budget'] as const,
    ...this.in,
  });
  readonly buffers = new Gauge({
    name: 'linesman_keeper_buffers',
    help: 'Proof buffers of the paying account that may stand on chain.',
    ...this.in,
  });
  readonly forms = new Counter({
    name: 'linesman_keeper_settlements_total',
    help: 'Settlements that landed, by the form of the proof.',
    labelNames: ['form'] as const,
    ...this.in,
  });
  readonly transactions = new Counter({
    name: 'linesman_keeper_transactions_total',
    help: 'Transactions by action and outcome.',
    labelNames: ['action', 'outcome'] as const,
    ...this.in,
  });
  readonly expired = new Counter({
    name: 'linesman_keeper_expired_blockhashes_total',
    help: 'Transactions built anew because their blockhash expired.',
    ...this.in,
  });
  readonly inFlight = new Gauge({
    name: 'linesman_keeper_transactions_in_flight',
    help: 'Transactions between their simulation and their outcome.',
    ...this.in,
  });
  readonly lamportsInFlight = new Gauge({
    name: 'linesman_keeper_lamports_in_flight',
    help: 'Fees and rents of the transactions in flight, and rents of standing proof buffers.',
    ...this.in,
  });
  readonly batches = new Histogram({
    name: 'linesman_keeper_batch_size',
    help: 'Markets or positions in a transaction that landed, of actions that take several.',
    labelNames: ['action'] as const,
    buckets: [1, 2, 5, 10, 20, 30, 40, 64],
    ...this.in,
  });
  readonly noProof = new Counter({
    name: 'linesman_keeper_no_proof_total',
    help: 'Searches that found nothing to settle with, by reason.',
    labelNames: ['reason'] as const,
    ...this.in,
  });
  readonly proofsRefused = new Counter({
    name: 'linesman_keeper_proofs_refused_total',
    help: 'Answers of the service that the offline verifier refused, by error number.',
    labelNames: ['error'] as const,
    ...this.in,
  });
  readonly serviceAnswers = new Counter({
    name: 'linesman_keeper_service_answers_total',
    help: 'Answers of the service, by endpoint and HTTP status.',
    labelNames: ['endpoint', 'status'] as const,
    ...this.in,
  });
  readonly errors = new Counter({
    name: 'linesman_keeper_errors_total',
    help: 'Failures by error number; 0 without one (RPC, network).',
    labelNames: ['error'] as const,
    ...this.in,
  });
  readonly rounds = new Histogram({
    name: 'linesman_keeper_round_duration_seconds',
    help: 'How long a round over all markets took.',
    buckets: [0.1, 0.5, 1, 5, 15, 60, 300],
    ...this.in,
  });
  readonly lastRound = new Gauge({
    name: 'linesman_keeper_last_round_timestamp_seconds',
    help: 'When the last round ended.',
    ...this.in,
  });
  readonly balance = new Gauge({
    name: 'linesman_keeper_balance_lamports',
    help: 'What the paying account holds.',
    ...this.in,
  });
}
