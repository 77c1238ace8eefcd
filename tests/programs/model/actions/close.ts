import fc from 'fast-check';
import { closePool } from '../../../../ts/sdk/program/settlement/instructions.js';
import type { Answer } from '../../settlementModel.js';
import { actionKind, choose, choosePool, somePool } from '../action.js';
import { type Person, type Place, PROGRAM, type World } from '../world.js';
import { sweepAddresses } from './sweep.js';

/** Closes after the model has predicted the answer. */
export async function sendClose(world: World, place: Place, sender: Person, predicted: Answer): Promise<void> {
  const { addresses, fees } = sweepAddresses(world, place);
  const instruction = closePool.build(PROGRAM, { creator: sender.publicKey, ...addresses }, {});
  const touched = { places: [place], tokens: [fees] };
  await world.attempt(`close ${place.kind}`, touched, predicted, [instruction], [sender]);
}

export const close = actionKind(
  'close',
  6,
  fc.record({ pool: somePool, isStranger: fc.nat(9) }),
  async (world, { pool, isStranger }) => {
    const place = choosePool(world, pool, ({ decided, positions }) => decided && positions.size === 0);
    if (!place) return;
    const sender = isStranger === 0 ? choose(world.users, pool.number) : place.creator;
    await sendClose(world, place, sender, world.model.close(place, sender.name));
  },
);
