import { EMPTY_DAY, fail } from '@linesman/sdk/error';
import { bytesToHex, type EpochDay, MS_PER_DAY, type Root } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';
import type { BatchHistory } from '../../data/store/dayStore.js';
import { RECORD_KINDS, type RecordKind, slotLength } from '../../data/store/recordKind.js';
import type { Store } from '../../data/store/store.js';
import type { RootsReader } from '../publish/rootsChain.js';
import { slotPages } from '../seal/slotPages.js';
import { checkSignal, type DayProgress, rangeOf, slotOfDay } from './day.js';
import { slotRoots } from './slotRoots.js';

/** The result for a slot known to the store or to the chain. */
export type AuditVerdict =
  /** Records, leaves, stored root and chain agree. */
  | 'ok'
  /** The slot is still open, or its batch is not built yet. */
  | 'not sealed yet'
  /** The store is consistent, and the chain has no root yet. */
  | 'not published yet'
  /** The store says that the root was published, but it is not on chain. */
  | 'missing on chain'
  /** See `differing`. */
  | 'differs'
  /** The slot is sealed, but its records are in no batch. */
  | 'records without batch'
  | 'batch without records'
  /** The chain has a root for a slot unknown to the store. */
  | 'only on chain';

/** The source of a root. */
export type AuditSource = 'records' | 'leaves' | 'stored' | 'chain';

export interface AuditedSlot extends BatchKey {
  /** Index of the slot in the day: 0 to 287, for fixtures 0 to 23. */
  readonly slot: number;
  readonly verdict: AuditVerdict;
  readonly records: number;
  /** Hex, or `null` without one. */
  readonly roots: Readonly<Record<AuditSource, string | null>>;
  /** The sources that contradict the others. The majority is right; in a tie of two against two, the chain is. */
  readonly differing: readonly AuditSource[];
  /** Faults other than differing roots. */
  readonly faults: readonly string[];
}

export interface AuditedDay {
  readonly day: EpochDay;
  /** No faults; slots may still be unpublished or unsealed. */
  readonly ok: boolean;
  readonly counts: Readonly<Record<AuditVerdict, number>>;
  readonly records: number;
  /** By kind, then by time. Only slots known to the store or to the chain. */
  readonly slots: readonly AuditedSlot[];
}

export interface AuditOptions {
  readonly store: Store;
  readonly chain: RootsReader;
  readonly day: EpochDay;
  readonly onProgress?: (progress: DayProgress) => void;
  readonly signal?: AbortSignal;
}

const VERDICTS: readonly AuditVerdict[] = [
  'ok',
  'not sealed yet',
  'not published yet',
  'missing on chain',
  'differs',
  'records without batch',
  'batch without records',
  'only on chain',
];
const HARMLESS: ReadonlySet<AuditVerdict> = new Set(['ok', 'not sealed yet', 'not published yet']);

/**
 * Rebuilds every root of a day from the stored records and from the stored leaves, and compares both with the stored
 * root and the chain. Read-only. Bad data in the store is reported and never throws; errors of the chain do. Errors:
 * EMPTY_DAY for a store without any record, if the chain has no root of the day either; REQUEST_ABORTED; those of the
 * chain.
 */
export async function auditDay(options: AuditOptions): Promise<AuditedDay> {
  const { store, day, onProgress, signal } = options;
  const range = rangeOf(day);
  const slots: AuditedSlot[] = [];
  const of = RECORD_KINDS.reduce((sum, kind) => sum + MS_PER_DAY / slotLength(kind), 0);
  let done = 0;
  for (const kind of RECORD_KINDS) {
    const { sealedUntil } = await store.records.kindState(kind);
    const histories = new Map((await store.days.batches(kind, range)).map((one) => [one.slotStart, one]));
    const withRecords = new Set(await store.days.slotsWithRecords(kind, range));
    for (let slotStart = range.from; slotStart < range.to; slotStart += slotLength(kind)) {
      checkSignal(signal, { work: 'auditing', day });
      const audited = await auditSlot(options, {
        key: { kind, slotStart },
        history: histories.get(slotStart),
        hasRecords: withRecords.has(slotStart),
        isSealed: slotStart < sealedUntil,
      });
      if (audited) slots.push(audited);
      done++;
      onProgress?.({ phase: 'audit', done, of });
    }
  }
  if (slots.length === 0 && (await isEmpty(store))) fail(EMPTY_DAY, { day });
  const counts = Object.fromEntries(
    VERDICTS.map((verdict) => [verdict, slots.filter((slot) => slot.verdict === verdict).length]),
  ) as Record<AuditVerdict, number>;
  return {
    day,
    ok: slots.every(({ verdict }) => HARMLESS.has(verdict)),
    counts,
    records: slots.reduce((sum, { records }) => sum + records, 0),
    slots,
  };
}

/** Whether no record was ever stored. The store is then probably not the intended one. */
async function isEmpty(store: Store): Promise<boolean> {
  for (const kind of RECORD_KINDS) if ((await store.records.kindState(kind)).streamSlot > 0) return false;
  return true;
}

interface KnownOfSlot {
  readonly key: { readonly kind: RecordKind; readonly slotStart: number };
  readonly history: BatchHistory | undefined;
  readonly hasRecords: boolean;
  readonly isSealed: boolean;
}

async function auditSlot(
  { store, chain, signal }: AuditOptions,
  { key, history, hasRecords, isSealed }: KnownOfSlot,
): Promise<AuditedSlot | undefined> {
  const onChain = await chain.readRoot(key, signal);
  if (history === undefined && !hasRecords && onChain === null) return undefined;
  const about = history ?? { ...key, root: null, metadata: null };
  const trees = history ? await store.days.trees(key) : { leaves: null, fixtures: [] };
  const { faults, count, ...own } = await slotRoots(about, trees, slotPages(store.records, key));
  const roots = { ...own, chain: onChain };
  const isBuilt = history !== undefined && history.state !== 'frozen';
  const expected: AuditSource[] = isBuilt ? ['records', 'leaves', 'stored'] : hasRecords ? ['records'] : [];
  const differing = differingOf(roots, faults, expected);
  return {
    ...key,
    slot: slotOfDay(key),
    verdict: verdictOf({ history, isSealed, count, roots, isDifferent: differing.length > 0 }),
    records: count,
    roots: {
      records: hexOf(own.records),
      leaves: hexOf(own.leaves),
      stored: hexOf(own.stored),
      chain: hexOf(onChain),
    },
    differing,
    faults,
  };
}

const hexOf = (root: Root | null): string | null => root && bytesToHex(root);

function verdictOf({
  history,
  isSealed,
  count,
  roots,
  isDifferent,
}: {
  readonly history: BatchHistory | undefined;
  readonly isSealed: boolean;
  readonly count: number;
  readonly roots: Record<AuditSource, Root | null>;
  readonly isDifferent: boolean;
}): AuditVerdict {
  if (history === undefined && count === 0) return 'only on chain';
  if (history === undefined && isSealed) return 'records without batch';
  if (count === 0) return 'batch without records';
  if (isDifferent) return 'differs';
  if (history === undefined || history.state === 'frozen') return 'not sealed yet';
  const wasPublished = history.state === 'published' || history.publishedAt !== null;
  if (roots.chain === null) return wasPublished ? 'missing on chain' : 'not published yet';
  return 'ok';
}

/** `expected`: the sources that must have a root. */
function differingOf(
  roots: Record<AuditSource, Root | null>,
  faults: readonly string[],
  expected: readonly AuditSource[],
): AuditSource[] {
  const present = (['chain', 'stored', 'leaves', 'records'] as const).filter(
    (source) => roots[source] !== null || expected.includes(source),
  );
  const votes = new Map<string, number>();
  for (const source of present) {
    const hex = hexOf(roots[source]);
    if (hex !== null) votes.set(hex, (votes.get(hex) ?? 0) + 1);
  }
  // The chain comes first in the map, so it wins a tie.
  const most = Math.max(0, ...votes.values());
  const [right] = [...votes].find(([, count]) => count === most) ?? [null];
  const differing = present.filter((source) => hexOf(roots[source]) !== right);
  // Even if all roots agree, other stored data may send proofs to the wrong place.
  return differing.length === 0 && faults.length > 0 ? ['leaves'] : differing.reverse();
}
