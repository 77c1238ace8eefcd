import { type OptionRules, optional } from '../format/checkOptions.js';
import { integerOf, NUMBER, oneOf, TEXT } from '../format/optionKinds.js';
import { SPORTS, type Sport } from '../format/sports/sports.js';
import { REQUEST_OPTIONS, type RequestOptions } from './clientOptions.js';

/** The parameters of every list of matches. */
export interface MatchPageQuestion extends RequestOptions {
  readonly sport?: Sport;
  /** Only this match: none or one. */
  readonly fixtureId?: number;
  /** The day of the start, as days since 1970-01-01 UTC. */
  readonly epochDay?: number;
  /** By start. Default `earliest`. */
  readonly order?: 'earliest' | 'latest';
  /** Matches in a page, 1 to 200. Default 50. */
  readonly limit?: number;
  /** `next` of an earlier page; leave the other options unchanged. */
  readonly after?: string;
}

export const MATCH_PAGE_QUESTION: OptionRules<MatchPageQuestion> = {
  ...REQUEST_OPTIONS,
  sport: optional(oneOf(...SPORTS)),
  fixtureId: optional(integerOf(0, Number.MAX_SAFE_INTEGER)),
  epochDay: optional(NUMBER),
  order: optional(oneOf('earliest', 'latest')),
  limit: optional(integerOf(1, 200)),
  after: optional(TEXT),
};
