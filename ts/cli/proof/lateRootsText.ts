import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import type { FoundLateRoot, LateRoots } from '@linesman/sdk/internal/prove/findLateRoots';

/** The bound for late roots and the known late ones, a line each. */
export function lateRootsLines({ lateAfter, knownSince, roots }: LateRoots): string[] {
  if (lateAfter === 0) return ['the publisher alone may publish a root at any time'];
  const bound = `the publisher alone may publish a root until ${lateAfter} s after its slot, then only with the admin`;
  if (knownSince === null) return [bound, 'late roots: unknown, because the node has no transaction of the admin'];
  const known = `late roots since ${isoTime(knownSince)}: ${roots.length === 0 ? 'none' : roots.length}`;
  return [bound, known, ...roots.map(lineOf)];
}

const lineOf = ({ kind, period, slot, at, signature }: FoundLateRoot): string =>
  `  ${kind} of day ${period}, slot ${slot}: at ${isoTime(at)}, transaction ${signature}`;

/** The same for --json; both are null for a program without the configuration of an oracle. */
export function lateRootsJson(late: LateRoots | null): object {
  if (late === null) return { lateAfter: null, lateRoots: null };
  const { lateAfter, ...lateRoots } = late;
  return { lateAfter, lateRoots };
}
