import { clipped, quoted } from '../quoted.js';
import type { ErrorText } from './text.js';

/** The fault in the text of a condition. Columns count from 1. */
export type ConditionFault = { readonly text: string; readonly column: number } & (
  | { readonly problem: 'unexpected'; readonly token: string; readonly expected: string }
  | { readonly problem: 'second distance' | 'third stat' | 'negative distance' | 'not equal' }
  | { readonly problem: 'alternative' | 'no stat first'; readonly token: string }
  | {
      readonly problem: 'stat on the right';
      readonly left: string;
      readonly comparison: string;
      readonly right: string;
    }
  /** `bound`: the integer after the fault, if there is one. */
  | {
      readonly problem: 'not strict';
      readonly left: string;
      readonly comparison: '>=' | '<=';
      readonly bound: bigint | undefined;
    }
  | { readonly problem: 'single equals sign'; readonly left: string }
  | { readonly problem: 'key too large'; readonly key: string; readonly maximum: number }
  | {
      readonly problem: 'value out of range';
      readonly value: string;
      readonly minimum: number;
      readonly maximum: number;
    }
);

export function conditionText(context: ConditionFault): ErrorText {
  const { what, hint } = faultText(context);
  return {
    sentence: `The condition has ${what} at column ${context.column}: ${clipped(context.text)}`,
    ...(hint !== undefined && { hint }),
  };
}

function faultText(context: ConditionFault): { what: string; hint?: string } {
  switch (context.problem) {
    case 'unexpected':
      return { what: `${context.token === '' ? 'the end' : quoted(context.token)} instead of ${context.expected}` };
    case 'second distance':
      return { what: 'a second distance', hint: 'Use one distance for all targets: a condition can have only one.' };
    case 'third stat':
      return { what: 'a third stat', hint: 'Add or subtract at most two stats.' };
    case 'negative distance':
      return { what: 'a negative distance', hint: 'Compare the distance with 0 or more.' };
    case 'not equal':
      return { what: '"!="', hint: 'Use two conditions, one with > and one with <: there is no "not equal".' };
    case 'alternative':
      return {
        what: quoted(context.token),
        hint: 'Use one condition per alternative: all parts of a condition must hold.',
      };
    case 'no stat first':
      return { what: `${quoted(context.token)} where a stat is expected`, hint: 'Write the stat first: k1 > 2.' };
    case 'stat on the right': {
      const { left, comparison, right } = context;
      return { what: 'a stat on the right', hint: `Write ${left} - ${clipped(right)} ${comparison} 0.` };
    }
    case 'not strict':
      return {
        what: quoted(context.comparison),
        hint: `Comparisons are strict: write ${context.left} ${strict(context)}.`,
      };
    case 'single equals sign':
      return { what: '"="', hint: `Write ${context.left} == …` };
    case 'key too large':
      return { what: `the key ${clipped(context.key)}`, hint: `Keys go up to ${context.maximum}.` };
    case 'value out of range':
      return { what: clipped(context.value), hint: `Values go from ${context.minimum} to ${context.maximum}.` };
  }
}

function strict({ comparison, bound }: Extract<ConditionFault, { problem: 'not strict' }>): string {
  return comparison === '>='
    ? `> ${bound === undefined ? 'one less' : bound - 1n}`
    : `< ${bound === undefined ? 'one more' : bound + 1n}`;
}
