import { Counter, Gauge } from 'prom-client';
import { OwnRegistry } from '../ownRegistry.js';
import { FINDINGS, type FindingKind } from './findings.js';

const KINDS = Object.keys(FINDINGS) as readonly FindingKind[];

/** The metrics of `linesman watch`. Each kind of finding is there from the start, so that an alert sees it grow. */
export class WatchMetrics extends OwnRegistry {
  readonly findings = new Counter({
    name: 'linesman_watch_findings_total',
    help: 'Findings by kind and severity, each counted when it is new.',
    labelNames: ['kind', 'severity'] as const,
    ...this.in,
  });
  readonly standing = new Gauge({
    name: 'linesman_watch_standing',
    help: 'Findings of the last round that stand until they are mended, by kind.',
    labelNames: ['kind'] as const,
    ...this.in,
  });
  readonly failures = new Counter({
    name: 'linesman_watch_failed_rounds_total',
    help: 'Rounds that failed, after which the next one compares with the one before.',
    ...this.in,
  });
  readonly lastRound = new Gauge({
    name: 'linesman_watch_last_round_timestamp_seconds',
    help: 'When the last round ended that did not fail.',
    ...this.in,
  });
  readonly clockLag = new Gauge({
    name: 'linesman_watch_clock_lag_seconds',
    help: "By how much the chain's clock is behind that of this machine.",
    ...this.in,
  });

  constructor() {
    super();
    for (const kind of KINDS) this.findings.inc({ kind, severity: FINDINGS[kind].severity }, 0);
    this.setStanding([]);
  }

  setStanding(found: readonly { readonly kind: FindingKind }[]): void {
    for (const kind of KINDS)
      if ('stands' in FINDINGS[kind]) this.standing.set({ kind }, found.filter((one) => one.kind === kind).length);
  }
}
