import { hexed } from '../quoted.js';

type RootsKind = 'scores' | 'odds' | 'fixtures';

/** A roots account of the wrong length. */
export const lengthText = ({
  kind,
  bytes,
  size,
}: {
  readonly kind: RootsKind;
  readonly bytes: number;
  readonly size: number;
}): string => `The ${kind} roots account has ${bytes} bytes, not ${size}.`;

/** An account with the wrong discriminator. */
export const kindText = ({ kind, found }: { readonly kind: RootsKind | 'any'; readonly found: Uint8Array }): string =>
  `The account begins with ${hexed(found)}, which is ${kind === 'any' ? 'no' : `not a ${kind}`} roots account.`;

/** A roots account of the wrong day; for fixtures, the first day of the window. */
export const OTHER_DAY = 'The roots account is of day {stored}; the proof is of day {day}.';

/** A slot or an hour without a root. */
export const unpublishedText = ({
  kind,
  place,
  day,
}: {
  readonly kind: RootsKind;
  /** The slot of the day; for fixtures, the hour of the window. */
  readonly place: number;
  /** The epoch day; for fixtures, the first of the window. */
  readonly day: number;
}): string =>
  `No root is published for ${kind === 'fixtures' ? `hour ${place} of window ${day}` : `slot ${place} of day ${day}`}.`;
