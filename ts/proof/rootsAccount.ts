import { type ErrorNumber, fail } from '../error/index.js';
import {
  bytesToHex,
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
  readonly wrongLength: ErrorNumber;
}

/** First bytes and size of each kind; scores and odds hold the 288 slots of a day, fixtures the 240 hours of a ten-day window. */
export const ROOTS_LAYOUTS: Readonly<Record<RootsKind, RootsLayout>> = {
  scores: { discriminator: hexToBytes('d90c0c170ab7737d'), size: 9232, wrongLength: 6011 },
  odds: { discriminator: hexToBytes('0d6e05ed89f203dd'), size: 9232, wrongLength: 6011 },
  fixtures: { discriminator: hexToBytes('3930b904a415a782'), size: 7696, wrongLength: 6044 },
};

const FIRST_ROOT = 10;

/**
 * The published scores or odds root of a slot, from the bytes of the account. Whose account it is the bytes do not say: the caller
 * has it from the oracle program's own address.
 *
 * Errors, in this order: 6011 another length than the layout's, 6008 another kind, 2006 another day, 6007 not
 * published.
 */
export function dailyRoot(kind: 'scores' | 'odds', account: Uint8Array, time: SlotTime): Root {
  checkHead(kind, account, time.epochDay, 2006);
  return rootAt(account, time.slot, `slot ${time.slot} of day ${time.epochDay}`);
}

/**
 * The published fixtures root of an hour; as `dailyRoot`, with 6044 for another length and `wrongWindow` for another
 * window.
 */
export function fixturesRoot(account: Uint8Array, time: FixturesTime, wrongWindow: 2006 | 6005): Root {
  checkHead('fixtures', account, time.window, wrongWindow);
  return rootAt(account, time.index, `hour ${time.index} of window ${time.window}`);
}

/** First day that the account says it is of (a multiple of 10 for fixtures). Needs 10 bytes; nothing else is checked. */
export function storedDay(account: Uint8Array): number {
  return new DataView(account.buffer, account.byteOffset, account.byteLength).getUint16(8, true);
}

function checkHead(kind: RootsKind, account: Uint8Array, day: number, wrongDay: ErrorNumber): void {
  const { discriminator, size, wrongLength } = ROOTS_LAYOUTS[kind];
  if (account.length !== size) {
    fail(wrongLength, { message: `The ${kind} roots account has ${account.length} bytes, not ${size}.` });
  }
  const found = account.subarray(0, 8);
  if (!equalBytes(found, discriminator)) {
    fail(6008, { message: `The account begins with ${bytesToHex(found)}, which is not a ${kind} roots account.` });
  }
  // The slot is chosen by the time, the account by the caller: only the stored day ties the two.
  const stored = storedDay(account);
  if (stored !== day)
    fail(wrongDay, { message: `The roots account is of day ${stored}, the proof of ${day}.`, stored, day });
}

function rootAt(account: Uint8Array, place: number, what: string): Root {
  const start = FIRST_ROOT + 32 * place;
  const root = rootOf(account.slice(start, start + 32));
  // An unset slot must not count as the root of an empty tree.
  if (equalBytes(root, ZERO_HASH)) return fail(6007, { message: `No root is published for ${what}.`, place });
  return root;
}
