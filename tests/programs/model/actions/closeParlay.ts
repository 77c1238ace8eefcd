import fc from 'fast-check';
import { actionKind, choose, chooseParlay } from '../action.js';
import { sendClose } from './close.js';

export const closeParlay = actionKind(
  'close_parlay',
  3,
  fc.record({ place: fc.nat(10_000), isStranger: fc.nat(9) }),
  async (world, { place: number, isStranger }) => {
    const place = chooseParlay(world, number, ({ decided, positions }) => decided && positions.size === 0);
    if (!place) return;
    const sender = isStranger === 0 ? choose(world.users, number) : place.creator;
    await sendClose(world, place, sender, world.model.close(place, sender.name));
  },
);
