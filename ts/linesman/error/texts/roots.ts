import { hexed } from '../quoted.js';

type RootsKind = 'scores' | 'odds' | 'fixtures';

/** A roots account with another length than its layout. */
export const lengthText = ({
  kind,
  bytes,
  size,
}: {
  readonly kind: RootsKind;
  readonly bytes: number;
  readonly size: number;
}): string => `The ${kind} roots account has ${bytes} bytes, not ${size}.`;

/** An account with another discriminator. */
export const kindText = ({ kind, found }: { readonly kind: RootsKind; readonly found: Uint8Array }): string =>
  `The account begins with ${hexed(found)}, which is not a ${kind} roots account.`;

/** A roots account of another day; for fixtures, the first day of the window. */
export const dayText = ({
  stored,
  day,
}: {
  readonly problem: 'other day';
  readonly stored: number;
  readonly day: number;
}): string => `The roots account is of day ${stored}, the proof of ${day}.`;

/** A slot or an hour without a root. */
export const unpublishedText = ({
  kind,
  place,
  day,
}: {
  readonly kind: RootsKind;
  /** Slot of the day; for fixtures, hour of the window. */
  readonly place: number;
  /** Epoch day; for fixtures, the first of the window. */
  readonly day: number;
}): string =>
  `No root is published for ${kind === 'fixtures' ? `hour ${place} of window ${day}` : `slot ${place} of day ${day}`}.`;
