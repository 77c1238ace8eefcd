import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import type { FoundLateRoot, LateRootsGap, OracleChange } from '@linesman/sdk/internal/prove/adminTrail';
import type { LateRoots } from '@linesman/sdk/internal/prove/findLateRoots';

const REASONS: Readonly<Record<LateRootsGap, string>> = {
  history: 'the node has no transaction of the admin',
  transaction: 'the node cannot show a transaction of the admin',
  bound: 'the time limit was another one',
  upgrade: 'the program may have been another one',
  program: 'the admin called a program that may have published roots',
  admin: 'the previous admin is not known',
  many: 'there are too many transactions to read',
};

/** The bound for late roots, the known late ones, and what the admins changed, a line each. */
export function lateRootsLines(late: LateRoots): string[] {
  const { lateAfter, before, changed, roots, changes } = late;
  if (lateAfter === 0) return ['the publisher alone may publish a root at any time'];
  return [
    `the publisher alone may publish a root until ${lateAfter} s after its slot, then only with the admin`,
    ...(before > 0 && before < lateAfter ? [`for slots that ended until ${isoTime(changed)}: ${before} s`] : []),
    knownLine(late),
    ...roots.map(lineOf),
    ...(changes.length === 0 ? [] : ['set by the admin:']),
    ...changes.map(changeLine),
  ];
}

/** Says "none" only of a time in which none can be missing. */
function knownLine({ knownSince, gap, roots }: LateRoots): string {
  const because = gap && `unknown, because ${REASONS[gap]}`;
  if (knownSince === null) return `late roots: ${because}`;
  const count = roots.filter(({ at }) => at === null || at >= knownSince).length || 'none';
  const time = isoTime(knownSince);
  return because ? `late roots until ${time}: ${because}; since then: ${count}` : `late roots since ${time}: ${count}`;
}

const whenText = ({ at, signature }: Pick<FoundLateRoot, 'at' | 'signature'>): string =>
  `${at === null ? 'at an unknown time' : `at ${isoTime(at)}`}, transaction ${signature}`;

const lineOf = ({ kind, period, slot, ...root }: FoundLateRoot): string =>
  `  ${kind} of day ${period}, slot ${slot}: ${whenText(root)}`;

const changeLine = ({ what, to, ...change }: OracleChange): string => `  ${what} ${to}: ${whenText(change)}`;

/** The same for --json; both are null for a program without the configuration of an oracle. */
export function lateRootsJson(late: LateRoots | null): object {
  if (late === null) return { lateAfter: null, lateRoots: null };
  const { lateAfter, ...lateRoots } = late;
  return { lateAfter, lateRoots };
}
