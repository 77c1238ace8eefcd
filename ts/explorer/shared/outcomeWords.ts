import { type Comparison, SHOWN_SPORTS, SPORT_LINES, type Sport, statName } from '@linesman/sdk/format';
import { type Condition, type ConditionPart, type OperatorSign, parseCondition } from '@linesman/sdk/proof';

/** The team that a stat belongs to: the first or the second. */
export type Side = 0 | 1;
/** Names of both sides. */
export type Sides = readonly [one: string, two: string];

export const NO_NAMES: Sides = ['team 1', 'team 2'];

/** The side that a key belongs to. The same stat of the other side has the next key. */
export const sideOf = (key: number): Side => (key % 2 === 1 ? 0 : 1);
const areOfBothSides = (a: number, b: number): boolean => sideOf(a) !== sideOf(b) && Math.abs(a - b) === 1;

/** A stat in words: “goals of Thornwater Carters”. */
export function statWords(sport: Sport, key: number, names: Sides = NO_NAMES): string {
  const name = statName(sport, key);
  if (name === undefined) return `stat ${key}, which this sport does not have`;
  return `${countedBy(sport, key)} of ${names[sideOf(key)]}`;
}

/** What a stat counts, without its team: “goals”, “first half corners”. */
export function countedBy(sport: Sport, key: number): string {
  if (key === 1 || key === 2) return SHOWN_SPORTS[sport].counted;
  return (statName(sport, key) ?? `stat ${key}`).replace(/\bparticipant [12] /, '');
}

/** A condition in everyday words: “Marrowgate Tanners win”, “more than 2 goals”. The expression is one click away. */
export function conditionWords(condition: Condition, sport: Sport, names: Sides = NO_NAMES): string {
  return condition.map((part) => partWords(part, sport, names)).join(', and ');
}

/** The same for an expression; a text that does not parse is returned unchanged. */
function expressionWords(expression: string, sport: Sport, names: Sides): string {
  try {
    return conditionWords(parseCondition(expression), sport, names);
  } catch {
    return expression;
  }
}

/**
 * Every outcome of a market in words, by its conditions; null is everything else. Without a sport, the conditions stay
 * unchanged.
 */
export const outcomesInWords = (
  conditions: readonly (string | null)[],
  sport: Sport | undefined,
  names: Sides = NO_NAMES,
): string[] =>
  conditions.map((condition, i) =>
    sport ? capital(outcomeWords(conditions, i, sport, names)) : (condition ?? 'Anything else'),
  );

/** The outcome “none of the others” has a name where what is left has an everyday phrase. */
function outcomeWords(conditions: readonly (string | null)[], index: number, sport: Sport, names: Sides): string {
  const own = conditions[index] ?? null;
  if (own !== null) return expressionWords(own, sport, names);
  const left = restOf(conditions.filter((one) => one !== null));
  return left ? partWords(left, sport, names) : 'anything else';
}

/** What holds where none of these conditions does, as one part: beside one condition, or beside a lead and a draw. */
function restOf(expressions: readonly string[]): ConditionPart | null {
  try {
    const conditions = expressions.map(parseCondition);
    const [part, level, ...more] = conditions.map(([first]) => first);
    if (!part || more.length > 0 || conditions.some(({ length }) => length !== 1)) return null;
    if (!level) return oppositeOf(part);
    return isHitBy(level, part) ? otherSideOf(part, 0) : null;
  } catch {
    return null;
  }
}

/** For whole numbers, not more than 2 means less than 3. */
const oppositeOf = (part: ConditionPart): ConditionPart | null => otherSideOf(part, 1);

/** The other side of the number that a part compares with; `reach` 1 includes that number. */
function otherSideOf(part: ConditionPart, reach: 0 | 1): ConditionPart | null {
  const { comparison, threshold } = part.predicate;
  if (part.kind === 'distance' || 'equalTo' in comparison) return null;
  const predicate =
    'greaterThan' in comparison
      ? { comparison: { lessThan: {} }, threshold: threshold + reach }
      : { comparison: { greaterThan: {} }, threshold: threshold - reach };
  return { ...part, predicate };
}

/** Whether `level` says that what `part` compares with a number is exactly that number. */
const isHitBy = (level: ConditionPart, part: ConditionPart): boolean =>
  JSON.stringify(level) ===
  JSON.stringify({ ...part, predicate: { ...part.predicate, comparison: { equalTo: {} } } } satisfies ConditionPart);

const OPERATOR_WORDS: Readonly<Record<OperatorSign, string>> = { '+': 'plus', '-': 'minus' };

function partWords(part: ConditionPart, sport: Sport, names: Sides): string {
  const { comparison, threshold } = part.predicate;
  switch (part.kind) {
    case 'stat':
      return ownWords(part.key, comparison, threshold, sport, names);
    case 'pair': {
      const { keyA, keyB, op } = part;
      if (areOfBothSides(keyA, keyB)) {
        if (op === '+') return amountWords(comparison, threshold, countedBy(sport, Math.min(keyA, keyB)));
        // The compiler reports an error here when an operator is added: only a difference is a lead.
        op satisfies '-';
        const lead = leadWords([keyA, keyB], comparison, threshold, sport, names);
        if (lead !== null) return lead;
      }
      const [a, b] = [statWords(sport, keyA, names), statWords(sport, keyB, names)];
      return `${a} ${OPERATOR_WORDS[op]} ${b}: ${numberWords(comparison, threshold)}`;
    }
    case 'distance': {
      const targets = part.targets.map(({ key, prediction }) => `${prediction} ${statWords(sport, key, names)}`);
      return `away from ${targets.join(' and ')} by ${numberWords(comparison, threshold)} in all`;
    }
  }
}

/** The difference of both sides as a lead of one. Null if there is no everyday phrase. */
function leadWords(
  [keyA, keyB]: readonly [number, number],
  comparison: Comparison,
  threshold: number,
  sport: Sport,
  names: Sides,
): string | null {
  const [a, b] = [names[sideOf(keyA)], names[sideOf(keyB)]];
  const isScore = keyA <= 2 && keyB <= 2;
  const { draws } = SPORT_LINES[sport];
  const counted = countedBy(sport, keyA);
  const ahead = (name: string, by: number): string => {
    if (by === 0) return isScore ? `${name} win` : `${name} have more ${counted}`;
    return isScore ? `${name} win by more than ${by}` : `${name} have over ${by} more ${counted}`;
  };
  if ('equalTo' in comparison) {
    if (threshold === 0) return isScore && draws ? 'draw' : `both have as many ${counted}`;
    const [name, by] = threshold > 0 ? [a, threshold] : [b, -threshold];
    return isScore ? `${name} win by exactly ${by}` : `${name} have exactly ${by} more ${counted}`;
  }
  const [name, other, most] = 'greaterThan' in comparison ? [a, b, -threshold] : [b, a, threshold];
  if (most <= 0) return ahead(name, -most);
  if (!isScore) return null;
  if (!draws) return most === 1 ? `${other} do not win` : `${other} do not win by more than ${most - 1}`;
  return most === 1 ? `${name} win, or draw` : `${name} win, draw, or lose by less than ${most}`;
}

function ownWords(key: number, comparison: Comparison, threshold: number, sport: Sport, names: Sides): string {
  const name = names[sideOf(key)];
  const counted = countedBy(sport, key);
  if (key <= 2 && SHOWN_SPORTS[sport].counted === 'goals') {
    if ('greaterThan' in comparison && threshold === 0) return `${name} score`;
    if (('equalTo' in comparison && threshold === 0) || ('lessThan' in comparison && threshold === 1))
      return `${name} do not score`;
  }
  return `${name}: ${amountWords(comparison, threshold, counted)}`;
}

const amountWords = (comparison: Comparison, threshold: number, counted: string): string =>
  `${numberWords(comparison, threshold)} ${counted}`;

function numberWords(comparison: Comparison, threshold: number): string {
  if ('greaterThan' in comparison) return `more than ${threshold}`;
  if ('lessThan' in comparison) return `fewer than ${threshold}`;
  // The compiler reports an error here when a comparison is added, and at the names of signs when an operator is added.
  comparison satisfies { readonly equalTo: object };
  return `exactly ${threshold}`;
}

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
