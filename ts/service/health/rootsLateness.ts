import type { RootsProgress } from '../data/store/batchStore.js';
import { RECORD_KINDS, type RecordKind, slotLength } from '../data/store/recordKind.js';

/** A root that should be on chain and is not. */
export interface LateRoot {
  readonly kind: RecordKind;
  /** First ms of its slot. */
  readonly slotStart: number;
  /** ms since the end of its slot. */
  readonly late: number;
}

/** The earliest missing root of each kind whose slot has ended. `now` is world time. */
export function lateRoots(progress: readonly RootsProgress[], now: number): LateRoot[] {
  return progress.flatMap(({ kind, waiting }) => {
    if (waiting === null) return [];
    const late = now - (waiting + slotLength(kind));
    return late > 0 ? [{ kind, slotStart: waiting, late }] : [];
  });
}

/** Lateness in ms by kind; 0 if no root is missing. */
export function latenessByKind(progress: readonly RootsProgress[], now: number): ReadonlyMap<RecordKind, number> {
  const late = lateRoots(progress, now);
  return new Map(RECORD_KINDS.map((kind) => [kind, late.find((one) => one.kind === kind)?.late ?? 0]));
}
