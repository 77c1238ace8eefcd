import fc from 'fast-check';
import { voidParlay as voidParlayInstruction } from '../../../../ts/linesman/program/index.js';
import { actionKind, chooseParlay } from '../action.js';
import { PROGRAM } from '../world.js';

export const voidParlay = actionKind(
  'void_parlay',
  3,
  fc.record({ place: fc.nat(10_000) }),
  async (world, { place: number }) => {
    const place = chooseParlay(world, number, ({ isOpen, results }) => isOpen && results.includes('Void'));
    if (!place) return;
    const parlay = world.model.parlay(place.number);
    const predicted = parlay ? parlay.void() : 3012;
    const instruction = voidParlayInstruction.build(PROGRAM, { parlay: place.address, vault: place.vault }, {});
    await world.attempt('void_parlay', { places: [place] }, predicted, [instruction]);
  },
);
