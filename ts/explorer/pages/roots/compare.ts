import type { RootsOfDay, RootsSlot } from 'linesman/client';
import { equalBytes, MS_PER_DAY, MS_PER_HOUR, MS_PER_SLOT, type Root } from 'linesman/format';
import type { PublishedSlots, RootsKind } from 'linesman/proof';

/**
 * A root of the service beside the one that this browser has read from the chain. `same`; `other`: the chain has
 * another one; `none`: the chain has none; `unknown`: the chain has one, and the service none; `unread`: the chain was
 * not read.
 */
type OnChain = 'same' | 'other' | 'none' | 'unknown' | 'unread';

/** What a cell shows. `empty`: no records. */
export type CellState = RootsSlot['state'] | 'empty';

export interface Cell {
  readonly kind: RootsKind;
  /** Start, Unix ms. */
  readonly from: number;
  readonly until: number;
  readonly slot: RootsSlot | null;
  /** The root on chain. */
  readonly published: Root | null;
  readonly onChain: OnChain;
  readonly state: CellState;
}

const lengthOf = (kind: RootsKind): number => (kind === 'fixtures' ? MS_PER_HOUR : MS_PER_SLOT);

/**
 * The cells of a day: 288 slots, for fixtures 24 hours. `account` is null while nothing of the day is on chain, and
 * undefined if the chain was not read.
 */
export function cellsOf(kind: RootsKind, day: RootsOfDay, account: PublishedSlots | null | undefined): Cell[] {
  const said = new Map(day.slots.filter((slot) => slot.kind === kind).map((slot) => [slot.from, slot]));
  const length = lengthOf(kind);
  const first = day.epochDay * MS_PER_DAY;
  return Array.from({ length: MS_PER_DAY / length }, (_, i) => {
    const from = first + i * length;
    const slot = said.get(from) ?? null;
    // An account of fixtures begins with the first day of its window.
    const place = account ? (from - account.epochDay * MS_PER_DAY) / length : 0;
    const published = account?.roots[place] ?? null;
    const onChain = account === undefined ? 'unread' : compared(slot?.root ?? null, published);
    return { kind, from, until: from + length, slot, published, onChain, state: stateOf(slot, onChain) };
  });
}

function compared(said: Uint8Array | null, published: Root | null): OnChain {
  if (!published) return 'none';
  if (!said) return 'unknown';
  return equalBytes(said, published) ? 'same' : 'other';
}

/** What counts is the chain: a service that says otherwise is not believed. */
function stateOf(slot: RootsSlot | null, onChain: OnChain): CellState {
  if (onChain === 'other') return 'alarm';
  if (!slot) return onChain === 'unknown' ? 'alarm' : 'empty';
  if (slot.state === 'published' && onChain === 'none') return 'missing';
  // It was published after the service had answered.
  return onChain === 'same' && slot.state !== 'alarm' ? 'published' : slot.state;
}

export const STATE_WORDS: Readonly<Record<CellState, string>> = {
  empty: 'no records',
  running: 'running: the slot has not ended',
  pending: 'pending: it has just ended',
  late: 'late: it has ended, and its root is not on chain',
  published: 'published',
  missing: 'missing: the service says it is published, and the chain has no root',
  alarm: 'alarm: the chain has another root',
};

export const CHAIN_WORDS: Readonly<Record<OnChain, string>> = {
  same: 'The chain has the same root, read by this browser.',
  other: 'The chain has another root, read by this browser. Do not rely on this slot.',
  none: 'The chain has no root here.',
  unknown: 'The chain has a root, and the service names none.',
  unread: 'Not compared: the chain was not read.',
};
