import fc from 'fast-check';
import type { ParlayModel } from '../parlayModel.js';
import type { PoolModel } from '../poolModel.js';
import type { MarketModel } from '../settlementModel.js';
import type { Person, Place, World } from './world.js';

/** One random action. Its numbers select among what exists at its turn, so that shrinking can leave out any action. */
export interface Action {
  readonly name: string;
  readonly given: unknown;
  run(world: World): Promise<void>;
}

/** A kind of action and its frequency. */
export interface ActionKind {
  readonly weight: number;
  readonly arbitrary: fc.Arbitrary<Action>;
}

export function actionKind<T>(
  name: string,
  weight: number,
  given: fc.Arbitrary<T>,
  run: (world: World, given: T) => Promise<void>,
): ActionKind {
  return { weight, arbitrary: given.map((one) => ({ name, given: one, run: (world: World) => run(world, one) })) };
}

/** `choices[number]`, wrapping around. */
export function choose<T>(choices: readonly T[], number: number): T {
  const chosen = choices[number % choices.length];
  if (chosen === undefined) throw new Error('nothing to choose from');
  return chosen;
}

/**
 * Six times out of eight a place whose market is a valid target (`meant`), or `null` if there is none and the action is
 * skipped. Otherwise any place, or any place with a market: most of these are refused.
 */
export const choosePlace = (
  { model, places }: World,
  number: number,
  meant: (market: MarketModel) => boolean = () => true,
): Place | null => pick(places, (place) => model.market(place), number, meant);

/** The same for places of parlays. */
export const chooseParlay = (
  { model, parlayPlaces }: World,
  number: number,
  meant: (parlay: ParlayModel) => boolean = () => true,
): Place | null => pick(parlayPlaces, (place) => model.parlay(place), number, meant);

/** Which pool an action is about: two times out of five a parlay. */
export const somePool = fc.record({
  kind: fc.constantFrom('market', 'parlay', 'market', 'parlay', 'market'),
  number: fc.nat(10_000),
});

/** The same for what {@link somePool} gives. */
export const choosePool = (
  world: World,
  { kind, number }: { readonly kind: string; readonly number: number },
  meant: (pool: PoolModel) => boolean,
): Place | null => (kind === 'market' ? choosePlace : chooseParlay)(world, number, meant);

function pick<Pool extends PoolModel>(
  places: readonly Place[],
  at: (place: number) => Pool | undefined,
  number: number,
  meant: (pool: Pool) => boolean,
): Place | null {
  const chosen = Math.floor(number / 8);
  const kind = number % 8;
  if (kind === 7) return choose(places, chosen);
  const among = places.filter((place) => {
    const pool = at(place.number);
    return pool && (kind === 6 || meant(pool));
  });
  return among.length === 0 ? null : choose(among, chosen);
}

/** Owner and outcome: seven times out of eight of an open position, if there is one; otherwise arbitrary. */
export function choosePosition(world: World, place: Place, number: number): { owner: Person; outcome: number } {
  const positions = [...(world.model.pool(place)?.positions.values() ?? [])];
  if (number % 8 === 7 || positions.length === 0)
    return { owner: choose(world.users, number), outcome: Math.floor(number / 8) % 9 };
  const { owner, outcome } = choose(positions, Math.floor(number / 8));
  return { owner: world.person(owner), outcome };
}
