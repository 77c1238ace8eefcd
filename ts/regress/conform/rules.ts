import { readFileSync } from 'node:fs';
import { ACCOUNT_NOT_ENOUGH_KEYS, CONSTRAINT_OWNER, INVALID_ORACLE_SIGNATURE } from '@linesman/sdk/error';
import { RULES } from '@linesman/sdk/proof';
import { CORPUS } from '../shippedFiles.js';
import { errorOfVector } from './corpus.js';

/**
 * The topics of questions without a rule: a proof is accepted, or is refused and the crate does not name a rule. It
 * does not name one for a proof of the older tree, which it accepts as such, nor for missing bytes.
 */
const VALID = 'a valid proof is accepted';
const UNNAMED = 'a proof is refused by no one rule';
/** The topic of questions with the answer of a service. */
export const ANSWERS = 'the hashes of an answer are read as docs/format.md says';

/** Rules that vectors cannot test in the crate, by the number with which they refuse. */
const ELSEWHERE: readonly (readonly [error: number, rule: string])[] = [
  [CONSTRAINT_OWNER, 'RootsOwner'],
  [ACCOUNT_NOT_ENOUGH_KEYS, 'RootsOwner'],
  // A signature that the precompile refuses also does not match any of the keys.
  [INVALID_ORACLE_SIGNATURE, 'SignatureKey'],
];

let refusals: ReadonlyMap<string, string> | undefined;

/** The rule that refuses each entry of the corpus, by name, according to the crate. */
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
export const ruleTexts = (): readonly string[] => [VALID, ...RULES.map(({ name }) => textOf(name)), UNNAMED, ANSWERS];

/** The rule that an entry of the corpus tests. The right answer is an error number or none. */
export function ruleOfVector(name: string, error: number | undefined): string {
  if (error === undefined) return VALID;
  const rule = readRefusals().get(name) ?? ELSEWHERE.find(([number]) => number === error)?.[1];
  return rule === undefined ? UNNAMED : textOf(rule);
}

/**
 * The rules that may have refused a case with a number: for a case named like an entry of the corpus, exactly that
 * entry's rule; for any other case, the rules that refuse entries with this number.
 */
export function rulesOfRefusal(name: string, error: number): readonly string[] {
  const own = errorOfVector(name) === error ? readRefusals().get(name) : undefined;
  if (own !== undefined) return [textOf(own)];
  const found = [...readRefusals()].flatMap(([vector, rule]) => (errorOfVector(vector) === error ? [rule] : []));
  const elsewhere = ELSEWHERE.flatMap(([number, rule]) => (number === error ? [rule] : []));
  return [...new Set([...found, ...elsewhere])].map(textOf);
}
