import { LinesmanError } from '@linesman/sdk/error';
import { SPORT_LINES, type Sport, statName, unstatedKey } from '@linesman/sdk/format';
import { type AskedOutcomes, handicapTerms, threeWayTerms, totalTerms } from '@linesman/sdk/program';
import { keysOfCondition, MAX_STATS, parseCondition } from '@linesman/sdk/proof';
import type { MatchOfMarket } from './words.js';

/** What a new market is about, as it stands in the form: its kind, and a text for each field. */
export interface Bet {
  readonly kind: 'common' | 'expression' | 'threeWay' | 'line' | 'total';
  /** The condition of the kinds `common` and `expression`. */
  readonly where: string;
  readonly line: string;
  /** `null` for the usual one of the sport. */
  readonly total: string | null;
}

export const DRAW = 'k1 - k2 == 0';

/** The most common conditions. */
export const COMMON: readonly string[] = ['k1 - k2 > 0', 'k2 - k1 > 0', DRAW];

export const FIRST_BET: Bet = { kind: 'common', where: 'k1 - k2 > 0', line: '-0.5', total: null };

export const totalText = ({ total }: Bet, sport: Sport | undefined): string =>
  total ?? (sport ? String(SPORT_LINES[sport].total) : '');

/** An empty text is no number, and not 0. */
const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

/** The bet for the library. */
export function askedOf(bet: Bet, sport: Sport): AskedOutcomes {
  switch (bet.kind) {
    case 'common':
    case 'expression':
      return { where: bet.where };
    case 'threeWay':
      return { threeWay: true };
    case 'line':
      return { line: numberOf(bet.line) };
    case 'total':
      return { total: numberOf(totalText(bet, sport)) };
  }
}

/** The stats that a line or home, draw or away is about. Errors: those of a line. */
function keysOf({ line, total }: AskedOutcomes, sport: Sport): readonly number[] {
  if (line !== undefined) return handicapTerms(sport, line).statKeys;
  return (total === undefined ? threeWayTerms(sport) : totalTerms(sport, total)).statKeys;
}

/** The fault in a bet, if any; none before there is a match. */
export function betFault(bet: Bet, match: Pick<MatchOfMarket, 'sport' | 'statKeys'> | null): string | undefined {
  if (!match) return undefined;
  const { sport, statKeys } = match;
  const asked = askedOf(bet, sport);
  if (Number.isNaN(asked.line ?? asked.total)) return 'A number, such as 2.5.';
  try {
    const keys = asked.where === undefined ? keysOf(asked, sport) : keysOfCondition(parseCondition(bet.where));
    const unknown = keys.find((key) => statName(sport, key) === undefined);
    if (unknown !== undefined) return `k${unknown} is no stat of ${sport}.`;
    const { size } = new Set(keys);
    if (size > MAX_STATS) return `A market has at most ${MAX_STATS} stats, and this condition has ${size}.`;
    const unstated = unstatedKey(statKeys, keys);
    if (unstated === undefined) return undefined;
    return `The source of this match does not state k${unstated}: it cannot be proven, so no one could win.`;
  } catch (error) {
    return error instanceof LinesmanError ? `${error.message} ${error.hint}` : String(error);
  }
}
