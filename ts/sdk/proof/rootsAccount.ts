import { CONSTRAINT_SEEDS } from '../error/codes/anchor.js';
import {
  ACCOUNT_DATA_TOO_SMALL,
  ACCOUNT_DISCRIMINATOR_MISMATCH,
  ROOT_NOT_AVAILABLE,
  SLICE_ERROR,
  type TIME_SLOT_MISMATCH,
} from '../error/codes/oracle.js';
import { fail } from '../error/linesmanError.js';
import { equalBytes, type Root, rootOf, ZERO_HASH } from '../format/hash.js';
import type { FixturesTime, SlotTime } from '../format/slotTime.js';

/** The kinds of records, each of which has its own roots accounts. */
export const ROOTS_KINDS = ['scores', 'odds', 'fixtures'] as const;

/** Kind of a roots account of the oracle program. */
export type RootsKind = (typeof ROOTS_KINDS)[number];

interface RootsLayout {
  readonly discriminator: Uint8Array;
  /** Length of the whole account. */
  readonly size: number;
  /** Error code for any other length. */
  readonly wrongLength: typeof SLICE_ERROR | typeof ACCOUNT_DATA_TOO_SMALL;
}

/** Discriminator and size per kind. Scores and odds hold 288 slots of a day, fixtures 240 hours of a ten-day window. */
export const ROOTS_LAYOUTS: Readonly<Record<RootsKind, RootsLayout>> = {
  scores: {
    discriminator: Uint8Array.of(0xd9, 0x0c, 0x0c, 0x17, 0x0a, 0xb7, 0x73, 0x7d),
    size: 9232,
    wrongLength: SLICE_ERROR,
  },
  odds: {
    discriminator: Uint8Array.of(0x0d, 0x6e, 0x05, 0xed, 0x89, 0xf2, 0x03, 0xdd),
    size: 9232,
    wrongLength: SLICE_ERROR,
  },
  fixtures: {
    discriminator: Uint8Array.of(0x39, 0x30, 0xb9, 0x04, 0xa4, 0x15, 0xa7, 0x82),
    size: 7696,
    wrongLength: ACCOUNT_DATA_TOO_SMALL,
  },
};

/** Discriminator and day come before the roots, the bump and five zero bytes after them. */
const FIRST_ROOT = 10;
const AFTER_ROOTS = 6;

/** Error code for an account of another day, on which the programs' instructions differ. */
type WrongDay = typeof CONSTRAINT_SEEDS | typeof TIME_SLOT_MISMATCH;

/**
 * Reads the published root of a slot from the bytes of a scores or odds roots account. The bytes do not prove whose
 * account it is: fetch it from the PDA of the oracle program you trust.
 *
 * Errors, in this order: SLICE_ERROR for another length; ACCOUNT_DISCRIMINATOR_MISMATCH for another kind;
 * CONSTRAINT_SEEDS for another day; ROOT_NOT_AVAILABLE.
 *
 * @example
 * ```ts
 * import { slotTimeOf } from '@linesman/sdk/format';
 * import { dailyRoot } from '@linesman/sdk/proof';
 *
 * declare const rootsAccount: Uint8Array;
 * const root = dailyRoot('scores', rootsAccount, slotTimeOf(1_800_000_000_000));
 * ```
 */
export function dailyRoot(kind: 'scores' | 'odds', account: Uint8Array, time: SlotTime): Root {
  checkHead(kind, account, time.epochDay, CONSTRAINT_SEEDS);
  return rootAt(kind, account, time.slot, time.epochDay);
}

/**
 * Reads the published fixtures root of an hour; see {@link dailyRoot}. Errors, in this order: ACCOUNT_DATA_TOO_SMALL
 * for another length; ACCOUNT_DISCRIMINATOR_MISMATCH; `wrongWindow` for another window; ROOT_NOT_AVAILABLE.
 *
 * @example
 * ```ts
 * import { CONSTRAINT_SEEDS } from '@linesman/sdk/error';
 * import { fixturesTimeOf } from '@linesman/sdk/format';
 * import { fixturesRoot } from '@linesman/sdk/proof';
 *
 * declare const rootsAccount: Uint8Array;
 * const root = fixturesRoot(rootsAccount, fixturesTimeOf(1_800_000_000_000), CONSTRAINT_SEEDS);
 * ```
 */
export function fixturesRoot(account: Uint8Array, time: FixturesTime, wrongWindow: WrongDay): Root {
  checkHead('fixtures', account, time.window, wrongWindow);
  return rootAt('fixtures', account, time.index, time.window);
}

/**
 * Reads the epoch day stored in a roots account; for fixtures, the first day of its window. Checks nothing. Throws a
 * `RangeError` for fewer than 10 bytes.
 *
 * @example
 * ```ts
 * import { storedDay } from '@linesman/sdk/proof';
 *
 * declare const rootsAccount: Uint8Array;
 * const day = storedDay(rootsAccount);
 * ```
 */
export function storedDay(account: Uint8Array): number {
  return new DataView(account.buffer, account.byteOffset, account.byteLength).getUint16(8, true);
}

/**
 * Checks that bytes are a roots account of a kind and day; for fixtures, of the ten-day window from `epochDay`. They do
 * not prove whose account it is.
 *
 * Errors, in this order: SLICE_ERROR, for fixtures ACCOUNT_DATA_TOO_SMALL, for another length;
 * ACCOUNT_DISCRIMINATOR_MISMATCH for another kind; CONSTRAINT_SEEDS for another day.
 *
 * @example
 * ```ts
 * import { checkRootsAccount } from '@linesman/sdk/proof';
 *
 * declare const data: Uint8Array;
 * checkRootsAccount('scores', data, 20_643);
 * ```
 */
export const checkRootsAccount = (kind: RootsKind, account: Uint8Array, epochDay: number): void =>
  checkHead(kind, account, epochDay, CONSTRAINT_SEEDS);

/** The published roots of an account. */
export interface PublishedSlots {
  readonly kind: RootsKind;
  /** Day of the account; for fixtures, the first of its ten-day window. */
  readonly epochDay: number;
  /** By 5-minute slot of the day, 288; for fixtures by hour of the window, 240. Null where no root is published. */
  readonly roots: readonly (Root | null)[];
}

/**
 * Reads every published root of a roots account of any kind. The bytes do not prove whose account it is: fetch it from
 * the PDA of the oracle program you trust.
 *
 * Errors: ACCOUNT_DISCRIMINATOR_MISMATCH for the bytes of anything else; SLICE_ERROR, for fixtures
 * ACCOUNT_DATA_TOO_SMALL, for another length.
 *
 * @example
 * ```ts
 * import { publishedSlots } from '@linesman/sdk/proof';
 *
 * declare const data: Uint8Array;
 * const { kind, epochDay, roots } = publishedSlots(data);
 * console.log(kind, epochDay, roots.filter((root) => root !== null).length, 'of', roots.length);
 * ```
 */
export function publishedSlots(account: Uint8Array): PublishedSlots {
  const found = account.subarray(0, 8);
  const kind = ROOTS_KINDS.find((one) => equalBytes(found, ROOTS_LAYOUTS[one].discriminator));
  if (!kind) return fail(ACCOUNT_DISCRIMINATOR_MISMATCH, { kind: 'any', found });
  const { size, wrongLength } = ROOTS_LAYOUTS[kind];
  if (account.length !== size) fail(wrongLength, { kind, bytes: account.length, size });
  const roots = Array.from({ length: (size - FIRST_ROOT - AFTER_ROOTS) / 32 }, (_, place) =>
    storedRoot(account, place),
  );
  return { kind, epochDay: storedDay(account), roots };
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
  // The caller chooses the account: without this check, the root of the same slot of another day would count.
  const stored = storedDay(account);
  if (stored !== day) fail(wrongDay, { problem: 'other day', stored, day });
}

/** Errors: ROOT_NOT_AVAILABLE. */
export function rootAt(kind: RootsKind, account: Uint8Array, place: number, day: number): Root {
  return storedRoot(account, place) ?? fail(ROOT_NOT_AVAILABLE, { kind, place, day });
}

/** An unset slot must not count as the root of an empty tree. */
function storedRoot(account: Uint8Array, place: number): Root | null {
  const start = FIRST_ROOT + 32 * place;
  const root = rootOf(account.slice(start, start + 32));
  return equalBytes(root, ZERO_HASH) ? null : root;
}
