import { readFileSync } from 'node:fs';
import { ACCOUNT_NOT_ENOUGH_KEYS, CONSTRAINT_OWNER, INVALID_ORACLE_SIGNATURE } from 'linesman/error';
import { RULES } from 'linesman/proof';
import { CORPUS } from '../shippedFiles.js';
import { errorOfVector } from './corpus.js';

/**
 * What a question tries that has no rule: a proof is accepted, or refused where the crate names no rule. It names none
 * for a proof of the older tree, which it accepts as such, and where no bytes are left to ask a rule about.
 */
const VALID = 'a valid proof is accepted';
const UNNAMED = 'a proof is refused by no one rule';

/** Rules that no vector can try in the crate, by the number with which they refuse. */
const ELSEWHERE: readonly (readonly [error: number, rule: string])[] = [
  [CONSTRAINT_OWNER, 'RootsOwner'],
  [ACCOUNT_NOT_ENOUGH_KEYS, 'RootsOwner'],
  // A signature that the precompile refuses is by none of the keys, either.
  [INVALID_ORACLE_SIGNATURE, 'SignatureKey'],
];

let refusals: ReadonlyMap<string, string> | undefined;

/** The rule that refuses each entry of the corpus, by names, as the crate says. */
function readRefusals(): ReadonlyMap<string, string> {
  refusals ??= new Map(
    readFileSync(new URL('refusals.txt', CORPUS), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ') as [string, string]),
  );
  return refusals;
}

const textOf = (name: string): string => `${name}: ${RULES.find((rule) => rule.name === name)?.sentence}`;

/** The topics of questions, in the order of `docs/rules.md`. */
export const ruleTexts = (): readonly string[] => [VALID, ...RULES.map(({ name }) => textOf(name)), UNNAMED];

/** The rule that an entry of the corpus tests; the right answer is a number or none. */
export function ruleOfVector(name: string, error: number | undefined): string {
  if (error === undefined) return VALID;
  const rule = readRefusals().get(name) ?? ELSEWHERE.find(([number]) => number === error)?.[1];
  return rule === undefined ? UNNAMED : textOf(rule);
}

/**
 * The rules that may have refused a case with a number: of one that is named like an entry of the corpus the very rule,
 * of any other case those that refuse entries with this number.
 */
export function rulesOfRefusal(name: string, error: number): readonly string[] {
  const own = errorOfVector(name) === error ? readRefusals().get(name) : undefined;
  if (own !== undefined) return [textOf(own)];
  const found = [...readRefusals()].flatMap(([vector, rule]) => (errorOfVector(vector) === error ? [rule] : []));
  const elsewhere = ELSEWHERE.flatMap(([number, rule]) => (number === error ? [rule] : []));
  return [...new Set([...found, ...elsewhere])].map(textOf);
}
