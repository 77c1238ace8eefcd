import { EXIT, json, progressTo, showTable, type Terminal } from '@linesman/cli';
import { fail, PROGRAM_NOT_USABLE, terminalText } from '@linesman/sdk/error';
import { sbpfOf } from '@linesman/sdk/internal/program/network/sbpf';
import type { Address } from '@linesman/sdk/program';
import { type Conformance, conform, missesByRule, ruleOf } from '../conform/conform.js';
import {
  conformProgram,
  outsideLedger,
  type ProgramConformance,
  UNITS_TOLERANCE,
  type UnitsOfEntry,
} from '../conform/conformProgram.js';
import { readCorpus } from '../conform/corpus.js';
import { ruleTexts } from '../conform/rules.js';
import type { ProgramBytes } from '../engine/engine.js';
import { kindOfProgram, programHash, programOfFile } from '../engine/programBytes.js';
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

/** Runs `linesman conform --program`. Errors: PROGRAM_NOT_USABLE; ENGINE_NOT_INSTALLED. */
export async function runConformProgram(
  { program: file, programId, json: asJson }: ConformFlags & { readonly program: string },
  terminal: Terminal,
): Promise<number> {
  const report = progressTo(terminal);
  const program = oracleProgramOfFile(file, programId);
  const conformance = await conformProgram(program, (asked, of) => report(() => `${asked} of ${of} entries`));
  const { version, asked, misses, leftOut, units } = conformance;
  const outside = outsideLedger(conformance);
  const conforms = misses.length === 0 && outside.length === 0;
  if (asJson) {
    const built = { from: file, sha256: programHash(program), sbpf: sbpfOf(program.bytes), address: program.programId };
    const compared = { compared: units.length, tolerance: UNITS_TOLERANCE, furthest: units[0] ?? null, outside };
    const found = { asked, misses, leftOut: Object.fromEntries(leftOut), units: compared };
    terminal.out(json({ corpus: version, program: built, conforms, ...found }));
  } else terminal.out(textOf(conformance) + unitsText(conformance));
  return conforms ? EXIT.valid : EXIT.untrue;
}

/** A build of the oracle program, in a format that clusters take. Errors: PROGRAM_NOT_USABLE. */
function oracleProgramOfFile(file: string, programId?: Address): ProgramBytes {
  const program = programOfFile(file, programId);
  const [kind, sbpf] = [kindOfProgram(program.bytes), sbpfOf(program.bytes)];
  if (kind === 'settlement') fail(PROGRAM_NOT_USABLE, { problem: 'settlement program', from: file });
  if (kind === null) fail(PROGRAM_NOT_USABLE, { problem: 'other program', from: file });
  if (sbpf !== 0 && sbpf !== 3) fail(PROGRAM_NOT_USABLE, { problem: 'format', from: file, sbpf });
  return program;
}

function unitsText(conformance: ProgramConformance): string {
  const { units } = conformance;
  const [furthest] = units;
  const outside = outsideLedger(conformance);
  const figures = ({ name, units, recorded, change }: UnitsOfEntry): string =>
    `${name}: ${units}, not ${recorded} (${change > 0 ? '+' : ''}${(100 * change).toFixed(1)} %)`;
  return [
    ...outside.slice(0, MAX_SHOWN).map((one) => `compute units: ${figures(one)}`),
    ...(outside.length > MAX_SHOWN ? [`  and ${outside.length - MAX_SHOWN} more`] : []),
    `Compute units: ${units.length - outside.length} of ${units.length} are within ${100 * UNITS_TOLERANCE} % of the ` +
      `ledger${furthest && outside.length === 0 ? `; furthest is ${figures(furthest)}` : ''}.`,
    'Not compared: instructions without a proof, such as publishing, purchases and administration (docs/deploy.md).',
  ]
    .map((line) => `${line}\n`)
    .join('');
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
  const without = [...leftOut].map(([reason, count]) => `skipped: ${count} (${reason})`);
  const right = `Corpus ${version}: ${asked - misses.length} of ${asked} answers are right.`;
  return [...lines, ...without, right].map((line) => `${terminalText(line)}\n`).join('');
}
