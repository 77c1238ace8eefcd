import fc from 'fast-check';
import { voidMarket } from '../../../../ts/linesman/program/index.js';
import { actionKind, choosePlace } from '../action.js';
import { PROGRAM } from '../world.js';

export const voidAction = actionKind(
  'void',
  2,
  fc.record({ place: fc.nat(10_000) }),
  async (world, { place: number }) => {
    const place = choosePlace(
      world,
      number,
      ({ state, rules }) => state === 'Open' && rules.voidAfter <= world.model.now,
    );
    if (!place) return;
    const market = world.model.market(place.number);
    const predicted = market ? market.void(world.model.now) : 3012;
    const instruction = voidMarket.build(PROGRAM, { market: place.address, vault: place.vault }, {});
    await world.attempt('void', { places: [place] }, predicted, [instruction]);
  },
);
