import { type Draft, edited, error, finish, type ScoresInstruction } from '../draft.js';
import { type Form, matchDraft } from '../scene.js';
import type { Expect, Instruction, Vector } from '../vector.js';

export const ALL_FORMS: readonly Form[] = ['v1', 'v2', 'v3', 'v4'];

/** One fault: its class, what distinguishes it within the class, and the sentence that describes the test. */
export interface Fault<I extends Instruction> {
  class: string;
  /** Appended to the name; '' where the class has one vector per form. */
  name?: string;
  about: string;
  expect: Expect;
  edit: (draft: Draft<I>) => void;
}

/** The vector of a fault, over a valid draft. */
export function faulty<I extends Instruction>(prefix: string, draft: Draft<I>, fault: Fault<I>): Vector {
  const name = [prefix, fault.class, ...(fault.name ? [fault.name] : [])].join('-');
  return finish(edited(draft, fault.edit), { name, class: fault.class, about: fault.about }, fault.expect);
}

/** The same, part by part. */
export const fault = <I extends Instruction>(
  prefix: string,
  draft: Draft<I>,
  cls: string,
  name: string,
  expect: number | Expect,
  about: string,
  edit: Fault<I>['edit'],
): Vector =>
  faulty(prefix, draft, { class: cls, name, about, expect: typeof expect === 'number' ? error(expect) : expect, edit });

/** The same fault in every form. */
export const inForms = (fault: Fault<ScoresInstruction>, forms: readonly Form[] = ALL_FORMS): Vector[] =>
  forms.map((form) => faulty(form, matchDraft(form), fault));
