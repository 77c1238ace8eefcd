import { MISSING_OPTION, WRONG_OPTION } from '../../error/codes/options.js';
import { INVALID_OUTCOMES, INVALID_STAT_KEYS } from '../../error/codes/settlement.js';
import { fail } from '../../error/linesmanError.js';
import { deliberate, type OptionKind, type OptionRules } from '../../format/checkOptions.js';
import { NUMBER } from '../../format/optionKinds.js';
import type { Sport } from '../../format/sports/sports.js';
import { statName } from '../../format/statName.js';
import { keysOfCondition, parseCondition, strategyOf } from '../../proof/condition.js';
import { MAX_STATS } from '../../proof/statForm.js';
import { handicapTerms, type LineTerms, threeWayTerms, totalTerms } from './lines.js';

/** What people bet on: exactly one of these. */
export interface AskedOutcomes {
  /**
   * A condition for each outcome, as in `parseCondition`. "None of them" becomes the last outcome, so a single
   * condition makes a yes/no market.
   */
  readonly where?: string | readonly string[];
  /** The home side's handicap, in steps of 0.25: `handicapTerms`. */
  readonly line?: number;
  /** Over or under what both sides score, in steps of 0.25: `totalTerms`. */
  readonly total?: number;
  /** Home, draw or away: `threeWayTerms`. */
  readonly threeWay?: true;
}

const TEXTS: OptionKind = {
  expected: 'a condition, or a list of conditions',
  fits: (value) =>
    typeof value === 'string' ||
    (Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')),
};

const YES: OptionKind = { expected: 'true, or left out', fits: (value) => value === true };

export const ASKED_OUTCOMES: OptionRules<AskedOutcomes> = {
  where: /* @__PURE__ */ deliberate(TEXTS),
  line: /* @__PURE__ */ deliberate(NUMBER),
  total: /* @__PURE__ */ deliberate(NUMBER),
  threeWay: /* @__PURE__ */ deliberate(YES),
};

/**
 * The terms of what is bet on. Errors: MISSING_OPTION and WRONG_OPTION for none or more than one; INVALID_CONDITION;
 * INVALID_STAT_KEYS for a stat that the sport does not have; INVALID_OUTCOMES for more than 7 conditions or 5 stats;
 * NO_SUCH_LINE.
 *
 * @param caller Name of the function in errors.
 */
export function outcomeTerms(
  caller: string,
  sport: Sport,
  { where, line, total, threeWay }: { readonly [K in keyof AskedOutcomes]: AskedOutcomes[K] | undefined },
): LineTerms {
  const asked = Object.entries({ where, line, total, threeWay }).filter(([, value]) => value !== undefined);
  const expected = 'where, line, total or threeWay, one of them';
  if (asked.length === 0) fail(MISSING_OPTION, { function: caller, option: 'where', value: undefined, expected });
  const [, second] = asked;
  if (second) fail(WRONG_OPTION, { function: caller, option: second[0], value: second[1], expected });
  if (line !== undefined) return handicapTerms(sport, line);
  if (total !== undefined) return totalTerms(sport, total);
  if (threeWay || where === undefined) return threeWayTerms(sport);
  return conditionTerms(sport, typeof where === 'string' ? [where] : where);
}

function conditionTerms(sport: Sport, where: readonly string[]): LineTerms {
  const conditions = where.map(parseCondition);
  const statKeys = [...new Set(conditions.flatMap(keysOfCondition))];
  for (const key of statKeys) if (statName(sport, key) === undefined) fail(INVALID_STAT_KEYS, { sport, key });
  if (conditions.length > 7 || statKeys.length > MAX_STATS)
    fail(INVALID_OUTCOMES, { conditions: conditions.length, stats: statKeys.length });
  return { statKeys, outcomes: conditions.map((one) => strategyOf(one, statKeys)), splits: null };
}
