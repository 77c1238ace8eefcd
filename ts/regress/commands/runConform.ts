import { EXIT, json, progressTo, showTable, type Terminal } from '@linesman/cli';
import { terminalText } from '@linesman/sdk/error';
import { type Conformance, conform, missesByRule, ruleOf } from '../conform/conform.js';
import { readCorpus } from '../conform/corpus.js';
import { ruleTexts } from '../conform/rules.js';
import type { ConformFlags } from './conform.js';

/** Maximum number of wrong answers shown for a rule. */
const MAX_SHOWN = 5;

/** Runs `linesman conform`. Errors: VERIFIER_FAILED. */
export async function runConform(
  { command, numbers, seconds, proofsOnly, json: asJson }: ConformFlags,
  terminal: Terminal,
): Promise<number> {
  const report = progressTo(terminal);
  const corpus = readCorpus();
  const tasks = proofsOnly ? corpus.tasks.filter(({ question }) => question.proof !== null) : corpus.tasks;
  const onProgress = (asked: number, of: number) => report(() => `${asked} of ${of} questions`);
  const options = { command, numbers: numbers === true, seconds, onProgress };
  const conformance = await conform(options, { ...corpus, tasks });
  const { version, asked, misses, leftOut } = conformance;
  if (asJson)
    terminal.out(
      json({ corpus: version, conforms: misses.length === 0, asked, misses, leftOut: Object.fromEntries(leftOut) }),
    );
  else terminal.out(textOf(conformance));
  return misses.length === 0 ? EXIT.valid : EXIT.untrue;
}

/** Runs `linesman conform --list`: the version of the corpus, and how many questions try each rule. */
export function listCorpus({ json: asJson }: Pick<ConformFlags, 'json'>, terminal: Terminal): number {
  const { version, tasks, leftOut } = readCorpus();
  const tried = tasks.map(ruleOf);
  const rules = ruleTexts().flatMap((rule) => {
    const questions = tried.filter((one) => one === rule).length;
    return questions === 0 ? [] : [{ rule, questions }];
  });
  if (asJson)
    terminal.out(json({ corpus: version, questions: tasks.length, rules, leftOut: Object.fromEntries(leftOut) }));
  else {
    showTable(
      terminal,
      rules.map(({ rule, questions }) => [`${questions}`, rule]),
    );
    terminal.out(`Corpus ${version}: ${tasks.length} questions.\n`);
  }
  return EXIT.valid;
}

function textOf({ version, asked, misses, leftOut }: Conformance): string {
  const lines = missesByRule(misses).flatMap(([rule, of]) => [
    `missed: ${rule} (${of.length})`,
    ...of
      .slice(0, MAX_SHOWN)
      .flatMap(({ name, about, expected, answered }) => [`  ${name}: ${answered}, not ${expected}`, `    ${about}`]),
    ...(of.length > MAX_SHOWN ? [`  and ${of.length - MAX_SHOWN} more`] : []),
  ]);
  const without = [...leftOut].map(([reason, count]) => `left out: ${count} (${reason})`);
  const right = `Corpus ${version}: ${asked - misses.length} of ${asked} answers are right.`;
  return [...lines, ...without, right].map((line) => `${terminalText(line)}\n`).join('');
}
