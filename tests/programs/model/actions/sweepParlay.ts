import fc from 'fast-check';
import { actionKind, chooseParlay } from '../action.js';
import { sendSweep } from './sweep.js';

export const sweepParlay = actionKind(
  'sweep_parlay',
  2,
  fc.record({ place: fc.nat(10_000) }),
  async (world, { place: number }) => {
    const place = chooseParlay(world, number, ({ decided }) => decided);
    if (place) await sendSweep(world, place, world.model.sweep(place));
  },
);
