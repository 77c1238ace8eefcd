import { FINDINGS, keyOf, RUNBOOK, type Severity, type Sight } from './findings.js';
import { type Snapshot, VALUE_NAMES, WATCHED_VALUES } from './snapshot.js';

export interface Finding extends Sight {
  readonly severity: Severity;
  readonly what: string;
  /** Where it stands what to do. */
  readonly todo: string;
  /** Whether the round before did not have it. */
  readonly isNew: boolean;
}

function findingOf({ kind, subject, details }: Sight, isNew: boolean): Finding {
  const { severity, what, anchor } = FINDINGS[kind];
  return { kind, severity, subject, details, what, todo: `${RUNBOOK}#${anchor}`, isNew };
}

const stands = ({ kind }: Sight): boolean => 'stands' in FINDINGS[kind];

/**
 * What has changed from one snapshot to the next, and what is wrong in the later one: what stands in every round, the
 * rest once. `before` is `null` in the first round of all, in which nothing has changed.
 */
export function changesBetween(before: Snapshot | null, after: Snapshot): Finding[] {
  const known = new Set(before?.sights.map(keyOf));
  const seen = after.sights.map((sight) => findingOf(sight, !known.has(keyOf(sight))));
  const found = seen.filter((finding) => finding.isNew || stands(finding));
  return before === null ? found : [...changedValues(before, after), ...replacedRoots(before, after), ...found];
}

const changedValues = ({ values: before }: Snapshot, { values: after }: Snapshot): Finding[] =>
  VALUE_NAMES.flatMap((subject) => {
    const [from, to] = [before[subject], after[subject]];
    return from === to ? [] : [findingOf({ kind: WATCHED_VALUES[subject], subject, details: { from, to } }, true)];
  });

/** Those of accounts that both have; a day that is over is no longer watched. */
const replacedRoots = ({ roots: before }: Snapshot, { roots: after }: Snapshot): Finding[] =>
  Object.entries(before).flatMap(([account, slots]) => {
    const now = after[account];
    if (now === undefined) return [];
    const other = Object.keys(slots).filter((slot) => now[slot] !== slots[slot]);
    const details = { slots: other.join() };
    return other.length === 0 ? [] : [findingOf({ kind: 'root-replaced', subject: account, details }, true)];
  });
