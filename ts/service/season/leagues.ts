import type { Sport } from 'linesman/format';
import { competitionOf } from './names.js';

/** A league in the operator's table. */
export interface League {
  /** int32: the `CompetitionId` of its fixtures, and the id that entitlements list. */
  readonly id: number;
  readonly name: string;
  readonly sport: Sport;
  readonly countryId: number;
  readonly fixtureGroupId: number;
}

/** Leagues sold together. `id` counts from 1 and is the `league_bundle_id` of the pricing matrix. */
export interface LeagueBundle {
  readonly id: number;
  readonly name: string;
  readonly leagues: readonly number[];
}

const REGIONS = [
  'Northmere',
  'Southfold',
  'Eastholm',
  'Westerlund',
  'Highcairn',
  'Lowmarsh',
  'Stonegate',
  'Birchwick',
  'Silverlode',
  'Ambervale',
];
const FORMS: readonly (readonly [name: string, sport: Sport])[] = [
  ['Premier Division', 'soccer'],
  ['Second Division', 'soccer'],
  ['Third Division', 'soccer'],
  ['Shield', 'soccer'],
  ['Challenge Cup', 'soccer'],
  ['Reserve League', 'soccer'],
  ['Summer Series', 'soccer'],
  ['Court League', 'basketball'],
  ['Court Trophy', 'basketball'],
  ['Hoop Classic', 'basketball'],
  ['Gridiron Conference', 'us-football'],
  ['Gridiron Bowl', 'us-football'],
];

const league = (id: number, name: string, sport: Sport, countryId: number): League => ({
  id,
  name,
  sport,
  countryId,
  fixtureGroupId: 10 * id,
});

/** Names of default leagues that differ from those of score lines: the one of the free bundle says that it is free. */
const NAMES: Readonly<Partial<Record<Sport, string>>> = { soccer: 'Halcyon Free League' };

/** First the default league of each sport, then all others. */
export const LEAGUES: readonly League[] = [
  ...(['soccer', 'basketball', 'us-football'] as const).map((sport) => {
    const { id, name } = competitionOf(sport);
    return league(id, NAMES[sport] ?? name, sport, 1);
  }),
  ...REGIONS.flatMap((region, i) =>
    FORMS.map(([form, sport], j) => league(1000 + 100 * i + j, `${region} ${form}`, sport, i + 2)),
  ),
];

const first = (count: number): number[] => LEAGUES.slice(0, count).map(({ id }) => id);

/**
 * The free bundle, then bundles of 10, 25, 50 and 100 leagues. Id 0 in the matrix means all leagues and needs no
 * bundle.
 */
export const LEAGUE_BUNDLES: readonly LeagueBundle[] = [
  { id: 1, name: 'Free', leagues: [competitionOf('soccer').id] },
  { id: 2, name: 'Ten leagues', leagues: first(10) },
  { id: 3, name: 'Twenty-five leagues', leagues: first(25) },
  { id: 4, name: 'Fifty leagues', leagues: first(50) },
  { id: 5, name: 'A hundred leagues', leagues: first(100) },
];

/** The default league of a sport. */
export function leagueOf(sport: Sport): League {
  const found = LEAGUES.find((one) => one.sport === sport);
  if (!found) throw new RangeError(`${sport} has no league`);
  return found;
}
