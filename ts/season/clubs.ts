import type { Sport } from '@linesman/sdk/format';
import type { League, Team } from './league.js';
import { LEAGUES } from './leagues.js';
import { PLACES } from './names.js';
import { Random } from './random.js';
import { SEASON_OF } from './sports/sports.js';

/** Second names that teams of any sport may have. */
const COMMON = [
  'Anvils',
  'Beacons',
  'Brambles',
  'Buoys',
  'Candlemakers',
  'Carters',
  'Causeways',
  'Chandlers',
  'Coopers',
  'Corncrakes',
  'Ferrymen',
  'Fletchers',
  'Foxgloves',
  'Furrows',
  'Glassblowers',
  'Gorse',
  'Haymakers',
  'Hedgehogs',
  'Hollies',
  'Kestrels',
  'Kilns',
  'Larks',
  'Lockkeepers',
  'Maltsters',
  'Moorhens',
  'Otters',
  'Peatcutters',
  'Plovers',
  'Ropemakers',
  'Shearers',
  'Slaters',
  'Stoats',
  'Tanners',
  'Thistles',
  'Weavers',
  'Wheelwrights',
] as const;

/** The maximum number of teams in a league. */
export const MAX_TEAMS = 100;

/** A team of a league by its number from 0. In a season an id has one name, and a name one id. */
export function teamOf(seed: string, league: League, number: number): Team {
  const { sport } = league;
  const leagues = LEAGUES.filter((one) => one.sport === sport);
  const seconds = [...SEASON_OF[sport].secondNames, ...COMMON];
  const names = PLACES.length * seconds.length;
  // Each league takes every n-th name.
  const at =
    number * leagues.length +
    Math.max(
      0,
      leagues.findIndex(({ id }) => id === league.id),
    );
  const [places, nicknames] = orderOf(seed, sport, seconds);
  const name = `${places[at % PLACES.length]} ${nicknames[Math.floor(at / PLACES.length) % seconds.length]}`;
  // A season with thousands of matches a day needs more teams than there are names.
  const again = Math.floor(at / names);
  return { id: MAX_TEAMS * league.id + number, name: again === 0 ? name : `${name} ${again + 1}` };
}

/** The order of places and second names, which differs from season to season. */
function orderOf(seed: string, sport: Sport, seconds: readonly string[]): [readonly string[], readonly string[]] {
  const random = new Random(`clubs/${seed}/${sport}`);
  return [random.shuffled(PLACES), random.shuffled(seconds)];
}

/**
 * The teams of the n-th match of a league with twice `half` teams, by number. Any `half` − 1 consecutive matches have
 * no team in common.
 */
export function pairOf(match: number, half: number): [number, number] {
  const round = Math.floor(match / half);
  const pair: [number, number] = [match % half, half + ((match + round) % half)];
  return round % 2 === 0 ? pair : [pair[1], pair[0]];
}
