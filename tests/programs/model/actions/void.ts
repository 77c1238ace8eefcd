import fc from 'fast-check';
import { voidPool } from '../../../../ts/sdk/program/settlement/instructions.js';
import type { Answer } from '../../settlementModel.js';
import { actionKind, choosePool, somePool } from '../action.js';
import { type Place, PROGRAM, type World } from '../world.js';

/** Voids after the model has predicted the answer. */
export async function sendVoid(world: World, place: Place, predicted: Answer): Promise<void> {
  const instruction = voidPool.build(PROGRAM, { pool: place.address, vault: place.vault }, {});
  await world.attempt(`void ${place.kind}`, { places: [place] }, predicted, [instruction]);
}

export const voidAction = actionKind('void', 5, fc.record({ pool: somePool }), async (world, { pool }) => {
  const { model } = world;
  const place = choosePool(world, pool, (one) => one.isOpen && one.keepsOpen(model.now) === null);
  if (place) await sendVoid(world, place, model.void(place));
});
