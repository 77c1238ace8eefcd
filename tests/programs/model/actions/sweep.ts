import fc from 'fast-check';
import { sweep as sweepInstruction, sweepParlay } from '../../../../ts/linesman/program/index.js';
import type { Answer } from '../../settlementModel.js';
import { actionKind, choosePlace } from '../action.js';
import { type Place, PROGRAM, type World } from '../world.js';

/**
 * The accounts for sweeping and closing a market or parlay, without its own and without users; and the name of the fee
 * account.
 */
export function sweepAddresses(world: World, place: Place) {
  const rules = world.model[place.kind === 'market' ? 'markets' : 'parlays'][place.number]?.rules;
  const mint = world.mint(rules?.mint ?? 'spl');
  const fees = rules?.feeAccount ?? 'feeOwner0@spl';
  const addresses = {
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
  const [name, instruction] =
    place.kind === 'market'
      ? (['sweep', sweepInstruction.build(PROGRAM, { market: place.address, ...addresses }, {})] as const)
      : (['sweep_parlay', sweepParlay.build(PROGRAM, { parlay: place.address, ...addresses }, {})] as const);
  const touched = { places: [place], tokens: [fees] };
  await world.attempt(name, touched, predicted, [instruction]);
}

export const sweep = actionKind('sweep', 3, fc.record({ place: fc.nat(10_000) }), async (world, { place: number }) => {
  const place = choosePlace(world, number, ({ decided }) => decided);
  if (place) await sendSweep(world, place, world.model.sweep(place));
});
