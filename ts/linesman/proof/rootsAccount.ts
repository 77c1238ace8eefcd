import {
  ACCOUNT_DATA_TOO_SMALL,
  ACCOUNT_DISCRIMINATOR_MISMATCH,
  CONSTRAINT_SEEDS,
  fail,
  ROOT_NOT_AVAILABLE,
  SLICE_ERROR,
  type TIME_SLOT_MISMATCH,
} from '../error/index.js';
import {
  equalBytes,
  type FixturesTime,
  hexToBytes,
  type Root,
  rootOf,
  type SlotTime,
  ZERO_HASH,
} from '../format/index.js';

/** Which of the oracle program's roots accounts. */
export type RootsKind = 'scores' | 'odds' | 'fixtures';

interface RootsLayout {
  readonly discriminator: Uint8Array;
  /** Bytes of the whole account. */
  readonly size: number;
  /** For an account of any other length. */
  readonly wrongLength: typeof SLICE_ERROR | typeof ACCOUNT_DATA_TOO_SMALL;
}

/** First bytes and size of each kind; scores and odds hold the 288 slots of a day, fixtures the 240 hours of a ten-day window. */
export const ROOTS_LAYOUTS: Readonly<Record<RootsKind, RootsLayout>> = {
  scores: { discriminator: hexToBytes('d90c0c170ab7737d'), size: 9232, wrongLength: SLICE_ERROR },
  odds: { discriminator: hexToBytes('0d6e05ed89f203dd'), size: 9232, wrongLength: SLICE_ERROR },
  fixtures: { discriminator: hexToBytes('3930b904a415a782'), size: 7696, wrongLength: ACCOUNT_DATA_TOO_SMALL },
};

const FIRST_ROOT = 10;

/** What an account of another day is, which the programs' instructions call differently. */
type WrongDay = typeof CONSTRAINT_SEEDS | typeof TIME_SLOT_MISMATCH;

/**
 * The published scores or odds root of a slot, from the bytes of the account. The bytes do not say whose account it is:
 * the caller has it from the oracle program's own address.
 *
 * Errors, in this order: SLICE_ERROR another length than the layout's, ACCOUNT_DISCRIMINATOR_MISMATCH another kind,
 * CONSTRAINT_SEEDS another day, ROOT_NOT_AVAILABLE.
 */
export function dailyRoot(kind: 'scores' | 'odds', account: Uint8Array, time: SlotTime): Root {
  checkHead(kind, account, time.epochDay, CONSTRAINT_SEEDS);
  return rootAt(kind, account, time.slot, time.epochDay);
}

/**
 * The published fixtures root of an hour; as `dailyRoot`, with ACCOUNT_DATA_TOO_SMALL for another length and `wrongWindow`
 * for another window.
 */
export function fixturesRoot(account: Uint8Array, time: FixturesTime, wrongWindow: WrongDay): Root {
  checkHead('fixtures', account, time.window, wrongWindow);
  return rootAt('fixtures', account, time.index, time.window);
}

/** First day that the account says it is of (a multiple of 10 for fixtures). Needs 10 bytes; nothing else is checked. */
export function storedDay(account: Uint8Array): number {
  return new DataView(account.buffer, account.byteOffset, account.byteLength).getUint16(8, true);
}

function checkHead(kind: RootsKind, account: Uint8Array, day: number, wrongDay: WrongDay): void {
  const { discriminator, size, wrongLength } = ROOTS_LAYOUTS[kind];
  if (account.length !== size) {
    fail(wrongLength, { kind, bytes: account.length, size });
  }
  const found = account.subarray(0, 8);
  if (!equalBytes(found, discriminator)) {
    fail(ACCOUNT_DISCRIMINATOR_MISMATCH, { kind, found });
  }
  // The slot is chosen by the time, the account by the caller: only the stored day ties the two.
  const stored = storedDay(account);
  if (stored !== day) fail(wrongDay, { problem: 'other day', stored, day });
}

function rootAt(kind: RootsKind, account: Uint8Array, place: number, day: number): Root {
  const start = FIRST_ROOT + 32 * place;
  const root = rootOf(account.slice(start, start + 32));
  // An unset slot must not count as the root of an empty tree.
  if (equalBytes(root, ZERO_HASH)) return fail(ROOT_NOT_AVAILABLE, { kind, place, day });
  return root;
}
