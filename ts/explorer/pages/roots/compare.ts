import {
  type ComparedRoot,
  compareRoots,
  type RootOnChain,
  type RootsOfDay,
  type RootsSlot,
} from '@linesman/sdk/client';
import type { PublishedSlots, RootsKind } from '@linesman/sdk/proof';

/** The root beside the one that this browser has read from the chain. `unread`: the chain was not read. */
type OnChain = RootOnChain | 'unread';

/** The state of a cell. `empty`: no records. `unknown`: the chain has a root, and the service names none. */
export type CellState = RootsSlot['state'] | 'empty' | 'unknown';

export interface Cell extends Omit<ComparedRoot, 'onChain'> {
  readonly kind: RootsKind;
  readonly onChain: OnChain;
  readonly state: CellState;
}

/**
 * The cells of a day: 288 slots, for fixtures 24 hours. `account` is null while nothing of the day is on chain, and
 * undefined if the chain was not read. `later` as in `compareRoots`.
 */
export const cellsOf = (
  kind: RootsKind,
  day: RootsOfDay,
  account: PublishedSlots | null | undefined,
  later?: RootsOfDay,
): Cell[] =>
  compareRoots(kind, day, account ?? null, later).map((compared) => {
    const onChain = account === undefined ? 'unread' : compared.onChain;
    return { ...compared, kind, onChain, state: stateOf(compared.slot, onChain) };
  });

/** Only the chain counts, whatever the service says. */
function stateOf(slot: RootsSlot | null, onChain: OnChain): CellState {
  if (onChain === 'other') return 'alarm';
  if (onChain === 'unknown') return 'unknown';
  if (!slot) return 'empty';
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
  missing: 'missing: published according to the service, but the chain has no root',
  alarm: 'alarm: the chain has another root, or accepts none this late',
  unknown: 'unknown: the chain has a root, but the service lists none',
};

export const CHAIN_WORDS: Readonly<Record<OnChain, string>> = {
  same: 'The chain has the same root, read by this browser.',
  other: 'The chain has another root, read by this browser. Do not rely on this slot.',
  none: 'The chain has no root here.',
  unknown: 'The chain has a root, read by this browser, but the service lists none, even when asked twice.',
  unread: 'Not compared: the chain was not read.',
};
