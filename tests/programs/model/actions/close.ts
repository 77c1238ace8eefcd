import fc from 'fast-check';
import { closeMarket, closeParlay } from '../../../../ts/linesman/program/index.js';
import type { Answer } from '../../settlementModel.js';
import { actionKind, choose, choosePlace } from '../action.js';
import { type Person, type Place, PROGRAM, type World } from '../world.js';
import { sweepAddresses } from './sweep.js';

/** Closes after the model has predicted the answer. */
export async function sendClose(world: World, place: Place, sender: Person, predicted: Answer): Promise<void> {
  const { addresses, fees } = sweepAddresses(world, place);
  const creator = sender.publicKey;
  const [name, instruction] =
    place.kind === 'market'
      ? (['close', closeMarket.build(PROGRAM, { creator, market: place.address, ...addresses }, {})] as const)
      : (['close_parlay', closeParlay.build(PROGRAM, { creator, parlay: place.address, ...addresses }, {})] as const);
  const touched = { places: [place], tokens: [fees] };
  await world.attempt(name, touched, predicted, [instruction], [sender]);
}

export const close = actionKind(
  'close',
  3,
  fc.record({ place: fc.nat(10_000), isStranger: fc.nat(9) }),
  async (world, { place: number, isStranger }) => {
    const place = choosePlace(world, number, ({ decided, positions }) => decided && positions.size === 0);
    if (!place) return;
    const sender = isStranger === 0 ? choose(world.users, number) : place.creator;
    await sendClose(world, place, sender, world.model.close(place, sender.name));
  },
);
