import { keysOfSport, SPORTS, type Sport } from '@linesman/sdk/format';
import type { League } from './league.js';
import { competitionOf } from './names.js';
import { SEASON_OF } from './sports/sports.js';

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
const FORMS = SPORTS.flatMap((sport) => SEASON_OF[sport].leagues.map((name) => [name, sport] as const));

/** Nobody counts its corners, so they can be proven neither as a number nor as none. */
const WITHOUT_CORNERS = 'Reserve League';
const GOALS_AND_CARDS = keysOfSport('soccer').filter((key) => key % 1000 <= 6);

const league = (id: number, name: string, sport: Sport, countryId: number): League => ({
  id,
  name,
  sport,
  countryId,
  fixtureGroupId: 10 * id,
});

/** First the default league of each sport, then all others. */
export const LEAGUES: readonly League[] = [
  ...SPORTS.map((sport) => {
    const { id, name } = competitionOf(sport);
    return league(id, SEASON_OF[sport].freeName ?? name, sport, 1);
  }),
  ...REGIONS.flatMap((region, i) =>
    FORMS.map(([form, sport], j) => ({
      ...league(1000 + 100 * i + j, `${region} ${form}`, sport, i + 2),
      ...(form === WITHOUT_CORNERS && { statKeys: GOALS_AND_CARDS }),
    })),
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
