/** A rule by which Prometheus raises an alert. Its runbook is the section of docs/runbook.md with its name. */
export interface Alert {
  readonly name: `Linesman${string}`;
  /** In PromQL. */
  readonly expr: string;
  /** How long `expr` has to hold. */
  readonly for: '0m' | '2m' | '5m' | '10m' | '15m' | '30m';
  /** `page` wakes somebody, `ticket` waits for working hours. */
  readonly severity: 'page' | 'ticket';
  /** One line for the message. */
  readonly summary: string;
  /** The test whose fault makes it fire: it calls `expectFires` with the name. */
  readonly test: string;
}

const grows = (metric: string, by: string, over = '5m'): string => `sum by (${by}) (increase(${metric}[${over}])) > 0`;
/** Also of a process that has never set the time. */
const stalled = (metric: string): string => `time() - max by (instance) (${metric}) > 300`;

const REQUESTS = 'linesman_http_requests_total';

/**
 * All alerts, of every process that Prometheus scrapes as the job `linesman`. Counters that only grow while something
 * keeps failing are watched over a few minutes, so that one failure, which is retried, raises nothing.
 */
export const ALERTS: readonly Alert[] = [
  {
    name: 'LinesmanDown',
    expr: 'up{job="linesman"} == 0',
    for: '2m',
    severity: 'page',
    summary: '{{ $labels.instance }} does not answer.',
    test: 'tests/faults/alerts.test.ts',
  },
  {
    name: 'LinesmanNotReady',
    expr: 'min by (instance, check) (linesman_check_ok) == 0',
    for: '5m',
    severity: 'page',
    summary: '{{ $labels.instance }} is not ready: {{ $labels.check }}.',
    test: 'tests/faults/diskFull.test.ts',
  },
  {
    name: 'LinesmanRootsLate',
    expr: 'max by (kind) (linesman_roots_late_seconds) > 60',
    for: '5m',
    severity: 'page',
    summary: 'A {{ $labels.kind }} root is {{ $value | humanizeDuration }} late: nothing after it can be proven.',
    test: 'tests/service/metrics.test.ts',
  },
  {
    name: 'LinesmanRootDiffers',
    expr: 'max by (kind) (linesman_roots_alarms) > 0',
    for: '0m',
    severity: 'page',
    summary: '{{ $value }} {{ $labels.kind }} roots on chain are not ours.',
    test: 'tests/service/metrics.test.ts',
  },
  {
    name: 'LinesmanPublishFails',
    expr: grows('linesman_publish_attempts_total{outcome="failed"}', 'instance, kind'),
    for: '10m',
    severity: 'ticket',
    summary: 'The chain keeps refusing {{ $labels.kind }} roots of {{ $labels.instance }}.',
    test: 'tests/service/metrics.test.ts',
  },
  {
    name: 'LinesmanPublisherPoor',
    expr: 'min(linesman_publisher_days_left) < 3',
    for: '0m',
    severity: 'ticket',
    summary: 'The publisher has lamports for {{ $value | humanize }} more days.',
    test: 'ts/service/metrics/operationMetrics.test.ts',
  },
  {
    name: 'LinesmanNoPublisher',
    expr: 'sum(linesman_publisher_active) != 1',
    for: '2m',
    severity: 'page',
    summary: '{{ $value }} processes publish roots.',
    test: 'ts/service/metrics/operationMetrics.test.ts',
  },
  {
    name: 'LinesmanChainSilent',
    expr: grows('linesman_publish_chain_read_failures_total', 'instance'),
    for: '10m',
    severity: 'ticket',
    summary: 'The RPC node of {{ $labels.instance }} does not answer.',
    test: 'tests/faults/alerts.test.ts',
  },
  {
    name: 'LinesmanTurnsFail',
    expr: grows('linesman_batch_turn_failures_total', 'instance, error'),
    for: '10m',
    severity: 'ticket',
    summary: 'Sealing or publishing at {{ $labels.instance }} keeps failing with error {{ $labels.error }}.',
    test: 'tests/service/metrics.test.ts',
  },
  {
    name: 'LinesmanClockLags',
    expr: 'max(abs(linesman_chain_clock_lag_seconds)) > 300',
    for: '5m',
    severity: 'page',
    summary: "The chain's clock is {{ $value | humanizeDuration }} off: challenge windows and stakes go by it.",
    test: 'ts/service/metrics/networkMetrics.test.ts',
  },
  {
    name: 'LinesmanSlotsSlow',
    expr: 'max(linesman_chain_slot_seconds) > 0.8',
    for: '15m',
    severity: 'ticket',
    summary: 'A slot of the chain takes {{ $value }} seconds: roots land later.',
    test: 'ts/service/metrics/networkMetrics.test.ts',
  },
  {
    name: 'LinesmanNetworkChanged',
    expr: 'max by (feature) (changes(linesman_chain_feature_active[1h])) > 0',
    for: '0m',
    severity: 'ticket',
    summary: 'The network has activated {{ $labels.feature }}, which touches Linesman.',
    test: 'ts/service/metrics/networkMetrics.test.ts',
  },
  {
    name: 'LinesmanDatabaseSilent',
    expr: 'max by (instance) (linesman_roots_state_unknown) > 0',
    for: '2m',
    severity: 'page',
    summary: 'The database does not answer {{ $labels.instance }}.',
    test: 'tests/service/metrics.test.ts',
  },
  {
    name: 'LinesmanStoreErrors',
    expr: grows('linesman_store_errors_total', 'instance, class'),
    for: '10m',
    severity: 'ticket',
    summary: 'Statements of {{ $labels.instance }} keep failing with SQLSTATE class {{ $labels.class }}.',
    test: 'tests/service/metrics.test.ts',
  },
  {
    name: 'LinesmanFeedSilent',
    // A process that has started since has no time, and one that takes no records never has one: both count as 1970.
    expr: 'time() - max(max_over_time(linesman_ingest_last_record_timestamp_seconds[1d])) > 900 < 86400',
    for: '5m',
    severity: 'page',
    summary: 'No record was stored for {{ $value | humanizeDuration }}.',
    test: 'tests/faults/alerts.test.ts',
  },
  {
    name: 'LinesmanRecordsRefused',
    expr: grows('linesman_ingest_records_total{status="refused"}', 'kind', '15m'),
    for: '0m',
    severity: 'page',
    summary: 'Records ({{ $labels.kind }}) are refused: by default their match stops.',
    test: 'tests/service/metrics.test.ts',
  },
  {
    name: 'LinesmanScoresHeld',
    expr: 'max(linesman_held_scores) > 0',
    for: '5m',
    severity: 'page',
    summary: '{{ $value }} score records wait for one that is missing.',
    test: 'tests/service/missingScores.test.ts',
  },
  {
    name: 'LinesmanScoresMissing',
    expr: 'max(linesman_missing_scores) > 0',
    for: '5m',
    severity: 'ticket',
    summary: '{{ $value }} score records were passed over, and cannot be proven.',
    test: 'tests/service/missingScores.test.ts',
  },
  {
    name: 'LinesmanRequestsFail',
    expr: `sum(rate(${REQUESTS}{status=~"5.."}[5m])) / sum(rate(${REQUESTS}[5m])) > 0.02`,
    for: '5m',
    severity: 'page',
    summary: '{{ $value | humanizePercentage }} of all requests fail.',
    test: 'tests/faults/alerts.test.ts',
  },
  {
    name: 'LinesmanReadersSlow',
    expr: 'sum(increase(linesman_stream_readers_dropped_total{reason="slow"}[15m])) > 10',
    for: '0m',
    severity: 'ticket',
    summary: '{{ $value | humanize }} streams were ended in 15 minutes because their readers do not keep up.',
    test: 'tests/service/metrics.test.ts',
  },
  {
    name: 'LinesmanAttestMismatch',
    expr: 'max by (instance) (linesman_attest_mismatches) > 0',
    for: '0m',
    severity: 'page',
    summary: '{{ $value }} slots do not match the records of {{ $labels.instance }}, and are not attested.',
    test: 'tests/cli/attest.test.ts',
  },
  {
    name: 'LinesmanAttesterBehind',
    expr: 'max by (instance) (linesman_attest_slots_behind) > 0',
    for: '15m',
    severity: 'page',
    summary: '{{ $value }} slots wait for the feed of the attester {{ $labels.instance }}.',
    test: 'tests/cli/attest.test.ts',
  },
  {
    name: 'LinesmanAttesterStalled',
    expr: stalled('linesman_attest_last_round_timestamp_seconds'),
    for: '15m',
    severity: 'page',
    summary: 'The attester {{ $labels.instance }} has ended no round for 20 minutes.',
    test: 'tests/cli/attest.test.ts',
  },
  {
    name: 'LinesmanKeeperStalled',
    expr: stalled('linesman_keeper_last_round_timestamp_seconds'),
    for: '15m',
    severity: 'page',
    summary: 'The keeper {{ $labels.instance }} has ended no round for 20 minutes.',
    test: 'tests/faults/alerts.test.ts',
  },
  {
    name: 'LinesmanKeeperFails',
    expr: grows('linesman_keeper_errors_total', 'instance, error', '15m'),
    for: '30m',
    severity: 'ticket',
    summary: 'The keeper {{ $labels.instance }} keeps failing with error {{ $labels.error }}.',
    test: 'tests/faults/alerts.test.ts',
  },
  {
    name: 'LinesmanProofsRefused',
    expr: grows('linesman_keeper_proofs_refused_total', 'instance, error', '15m'),
    for: '0m',
    severity: 'page',
    summary: 'Proofs of the service are refused with error {{ $labels.error }}.',
    test: 'tests/keeper/trust.test.ts',
  },
  {
    name: 'LinesmanKeeperBudgetSpent',
    expr: 'min by (instance) (linesman_keeper_budget_left_lamports{budget="fees"}) < 5000',
    for: '0m',
    severity: 'ticket',
    summary: 'The keeper {{ $labels.instance }} has spent the fees of the day, and sends nothing more.',
    test: 'tests/keeper/purse.test.ts',
  },
  {
    name: 'LinesmanMoneyInDanger',
    expr: grows('linesman_watch_findings_total{severity="error"}', 'kind', '15m'),
    for: '0m',
    severity: 'page',
    summary: 'linesman watch has found {{ $labels.kind }}.',
    test: 'tests/cli/watch.test.ts',
  },
  {
    name: 'LinesmanWatchStalled',
    expr: stalled('linesman_watch_last_round_timestamp_seconds'),
    for: '15m',
    severity: 'ticket',
    summary: 'linesman watch on {{ $labels.instance }} has ended no round for 20 minutes.',
    test: 'tests/cli/watch.test.ts',
  },
];
