import type { ErrorNumber } from '../../error/errors.js';
import type { LinesmanError } from '../../error/linesmanError.js';
import { nameOf } from '../../error/named.js';
import type { CheckState, InspectedCheck, LevelName } from './inspection.js';

/** A check before it is known how the verification ended. */
export interface CheckDraft {
  readonly id: string;
  readonly level: LevelName;
  readonly error: ErrorNumber;
  /** More errors that it raises. */
  readonly others?: readonly ErrorNumber[];
  readonly binds: string;
  readonly node?: string;
  readonly found?: string | null | undefined;
  readonly expected?: string | null | undefined;
  /** Default true. */
  readonly isAsked?: boolean;
  /** Which errors of that number are its own; default: all. */
  readonly isOwn?: (context: Readonly<Record<string, unknown>>) => boolean;
}

/** For a number that several checks raise: the problem in the context of the error. */
export const problem =
  (...problems: readonly string[]) =>
  (context: Readonly<Record<string, unknown>>): boolean =>
    problems.includes(`${context.problem}`);

/** Checks in the verifier's order, with the state of each. The broken one is undefined if no check raises the error. */
export function judged(
  drafts: readonly CheckDraft[],
  error: LinesmanError | null,
): { readonly checks: readonly InspectedCheck[]; readonly broken: InspectedCheck | undefined } {
  const at = error === null ? drafts.length : drafts.findIndex((draft) => raises(draft, error));
  const stateOf = ({ isAsked = true }: CheckDraft, place: number): CheckState => {
    if (place === at) return 'broken';
    if (!isAsked) return 'not asked';
    return place < at ? 'holds' : 'not reached';
  };
  const checks = drafts.map((draft, place): InspectedCheck => {
    const { id, level, binds, node = null, found = null, expected = null } = draft;
    const number = place === at && error ? error.number : draft.error;
    const errorName = nameOf(number) ?? `${number}`;
    return { id, level, error: number, errorName, binds, state: stateOf(draft, place), node, found, expected };
  });
  return { checks, broken: checks[at] };
}

const raises = (draft: CheckDraft, { number, context }: LinesmanError): boolean =>
  (draft.isAsked ?? true) &&
  [draft.error, ...(draft.others ?? [])].includes(number) &&
  (draft.isOwn?.(context) ?? true);
