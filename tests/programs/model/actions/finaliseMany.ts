import fc from 'fast-check';
import { finaliseManyOf } from '../../../helpers/settlement/result.js';
import { actionKind } from '../action.js';
import { batchGiven, batchOf, everyPlace } from './settleMany.js';

/** Finalises any markets, half the time all that there are. */
export const finaliseMany = actionKind(
  'finalise_many',
  2,
  fc.record({ batch: batchGiven, isAll: fc.boolean() }),
  async (world, { batch, isAll }) => {
    const { now, markets: all } = world.model;
    const isDue = all.some(
      (market) => market?.state === 'Proposed' && market.windowEnd(world.model.instant) - 60 <= now,
    );
    // Mostly nothing is due, and a few batches of that kind are enough.
    if (!isDue && batch.length !== 1) return;
    const { markets, addresses, places } = batchOf(world, isAll ? [...batch, ...everyPlace(world)] : batch);
    const predicted = world.model.finaliseMany(markets);
    await world.attempt('finalise_many', { places }, predicted, [finaliseManyOf(addresses)]);
  },
);
