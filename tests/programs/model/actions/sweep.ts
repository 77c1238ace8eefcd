import fc from 'fast-check';
import { sweep as sweepInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import type { Answer } from '../../settlementModel.js';
import { actionKind, choosePool, somePool } from '../action.js';
import { type Place, PROGRAM, type World } from '../world.js';

/** The accounts for sweeping and closing a market or parlay, without users; and the name of the fee account. */
export function sweepAddresses(world: World, place: Place) {
  const rules = world.model[place.kind === 'market' ? 'markets' : 'parlays'][place.number]?.rules;
  const mint = world.mint(rules?.mint ?? 'spl');
  const fees = rules?.feeAccount ?? 'feeOwner0@spl';
  const addresses = {
    pool: place.address,
    vault: place.vault,
    mint: mint.address,
    feeAccount: world.token(fees),
    tokenProgram: mint.program,
  };
  return { addresses, fees };
}

/** Sweeps after the model has predicted the answer. */
export async function sendSweep(world: World, place: Place, predicted: Answer): Promise<void> {
  const { addresses, fees } = sweepAddresses(world, place);
  const instruction = sweepInstruction.build(PROGRAM, addresses, {});
  await world.attempt(`sweep ${place.kind}`, { places: [place], tokens: [fees] }, predicted, [instruction]);
}

export const sweep = actionKind('sweep', 5, fc.record({ pool: somePool }), async (world, { pool }) => {
  const place = choosePool(world, pool, ({ decided }) => decided);
  if (place) await sendSweep(world, place, world.model.sweep(place));
});
