import fc from 'fast-check';
import { finalise as finaliseInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import { actionKind, choosePlace } from '../action.js';
import { PROGRAM } from '../world.js';

export const finalise = actionKind(
  'finalise',
  4,
  fc.record({ place: fc.nat(10_000) }),
  async (world, { place: number }) => {
    const place = choosePlace(
      world,
      number,
      (market) => market.state === 'Proposed' && market.windowEnd(world.model.instant) - 60 <= world.model.now,
    );
    if (!place) return;
    const market = world.model.market(place.number);
    const predicted = market ? market.finalise(world.model.instant) : 3012;
    const instruction = finaliseInstruction.build(PROGRAM, { market: place.address, vault: place.vault }, {});
    await world.attempt('finalise', { places: [place] }, predicted, [instruction]);
  },
);
