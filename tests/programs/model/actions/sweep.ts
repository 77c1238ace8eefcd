import fc from 'fast-check';
import { sweep as sweepInstruction } from '../../../../ts/program/index.js';
import { actionKind, choosePlace } from '../action.js';
import { type Place, PROGRAM, type World } from '../world.js';

/** The accounts of sweep and of close_market that are not people. */
export function sweepAddresses(world: World, place: Place) {
  const rules = world.model.markets[Number(place.id)]?.rules;
  const mint = world.mint(rules?.mint ?? 'spl');
  return {
    market: place.address,
    vault: place.vault,
    mint: mint.address,
    feeAccount: world.token(rules?.feeAccount ?? 'feeOwner0@spl'),
    tokenProgram: mint.program,
  };
}

export const sweep = actionKind('sweep', 3, fc.record({ place: fc.nat(10_000) }), async (world, { place: number }) => {
  const place = choosePlace(world, number, ({ decided }) => decided);
  if (!place) return;
  const addresses = sweepAddresses(world, place);
  const predicted = world.model.sweep(Number(place.id));
  await world.attempt('sweep', place, predicted, [sweepInstruction.build(PROGRAM, addresses, {})]);
  const market = world.model.market(Number(place.id));
  if (market) await world.compareTokens(market.rules.feeAccount);
});
