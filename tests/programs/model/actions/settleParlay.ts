import fc from 'fast-check';
import { settleParlay as settleParlayInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import type { Answer } from '../../settlementModel.js';
import { actionKind, choose, chooseParlay } from '../action.js';
import { type Place, PROGRAM, type World } from '../world.js';

/** Copies leg `leg` from a market after the model has predicted the answer. */
export async function sendSettleParlay(
  world: World,
  place: Place,
  leg: number,
  market: Place,
  predicted: Answer,
): Promise<void> {
  const addresses = { parlay: place.address, market: market.address };
  const instruction = settleParlayInstruction.build(PROGRAM, addresses, { leg });
  await world.attempt('settle_parlay', { places: [place, market] }, predicted, [instruction]);
  // What was decided, and what it makes of the leg.
  if (predicted === null)
    world.countChange(
      `leg ${world.model.market(market.number)?.stage}>${world.model.parlay(place.number)?.results[leg]}`,
    );
}

/** Copies a leg: seven times out of eight from its own market, once that is decided. */
export const settleParlay = actionKind(
  'settle_parlay',
  9,
  fc.record({ place: fc.nat(10_000), leg: fc.nat(10_000), market: fc.nat(1_000) }),
  async (world, { place: number, leg: wanted, market: otherMarket }) => {
    const place = chooseParlay(world, number, ({ results, markets }) =>
      results.some((result, i) => result === 'Open' && markets[i]?.decided),
    );
    if (!place) return;
    const parlay = world.model.parlay(place.number);
    const ready = [...(parlay?.results.keys() ?? [])].filter(
      (i) => parlay?.results[i] === 'Open' && parlay.markets[i]?.decided,
    );
    const leg =
      ready.length > 0 && wanted % 8 > 0
        ? choose(ready, wanted)
        : Math.floor(wanted / 8) % ((parlay?.results.length ?? 0) + 1);
    const right = parlay?.rules.legs[leg]?.place;
    const market =
      otherMarket % 10 === 0 || right === undefined ? choose(world.places, otherMarket) : world.places[right];
    if (!market) throw new Error('no market');
    const predicted = world.model.settleParlay(place.number, leg, market.number);
    await sendSettleParlay(world, place, leg, market, predicted);
  },
);
