import { isDeepStrictEqual } from 'node:util';
import { type Corpus, type Expected, readCorpus, type Task } from './corpus.js';
import { ANSWERS, ruleOfVector, ruleTexts } from './rules.js';
import { type Answer, VerifierProcess } from './verifierProcess.js';

/** A wrong answer. */
export interface Miss {
  readonly name: string;
  readonly class: string;
  readonly rule: string;
  readonly about: string;
  readonly expected: string;
  readonly answered: string;
}

export interface Conformance {
  /** Of the corpus. */
  readonly version: string;
  readonly asked: number;
  readonly misses: readonly Miss[];
  readonly leftOut: Corpus['leftOut'];
}

export interface ConformOptions {
  readonly command: readonly string[];
  /** Compare error numbers, too. */
  readonly numbers: boolean;
  /** Time for each answer. */
  readonly seconds: number;
  readonly onProgress?: (asked: number, of: number) => void;
}

/**
 * Asks a verifier all questions of the corpus. Errors: VERIFIER_FAILED.
 *
 * @param corpus Default: the one of this package.
 */
export async function conform(options: ConformOptions, corpus: Corpus = readCorpus()): Promise<Conformance> {
  const { command, numbers, seconds, onProgress } = options;
  const { version, tasks, leftOut } = corpus;
  const verifier = new VerifierProcess(command, seconds);
  const misses: Miss[] = [];
  try {
    for (const [i, task] of tasks.entries()) {
      const answer = await verifier.ask(task.question);
      if (!isRight(answer, task.expected, numbers)) misses.push(missOf(task, answer, numbers));
      onProgress?.(i + 1, tasks.length);
    }
  } finally {
    verifier.stop();
  }
  return { version, asked: tasks.length, misses, leftOut };
}

/** A verdict is required. Facts count if they are given, and error numbers if they are requested. */
function isRight(answer: Answer, expected: Expected, numbers: boolean): boolean {
  if (!expected.valid) return !answer.valid && (!numbers || answer.error === expected.error);
  if (!answer.valid || answer.verdict !== expected.verdict) return false;
  return expected.facts === null || answer.facts === null || isDeepStrictEqual(answer.facts, expected.facts);
}

/** The rule that a question is about. */
export const ruleOf = ({ vector, question, expected }: Task): string =>
  question.proof === null ? ANSWERS : ruleOfVector(vector.name, expected.valid ? undefined : expected.error);

function missOf(task: Task, answer: Answer, numbers: boolean): Miss {
  const { vector, expected } = task;
  const { name, class: of, about } = vector;
  const said = (one: Answer | Expected): string => {
    if (!one.valid) return numbers || one === expected ? `invalid (${one.error ?? 'no number'})` : 'invalid';
    return `valid, ${one.verdict}${one.facts ? `, ${JSON.stringify(one.facts)}` : ''}`;
  };
  return {
    name,
    class: of,
    rule: ruleOf(task),
    about,
    expected: said(expected),
    answered: said(answer),
  };
}

/** The rules that a verifier misses, in their order, with the misses of each. */
export const missesByRule = (misses: readonly Miss[]): readonly (readonly [rule: string, misses: readonly Miss[]])[] =>
  ruleTexts().flatMap((rule) => {
    const of = misses.filter((miss) => miss.rule === rule);
    return of.length === 0 ? [] : [[rule, of] as const];
  });
