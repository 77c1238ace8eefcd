import fc from 'fast-check';
import { finaliseManyOf } from '../../../helpers/settlement/result.js';
import { actionKind } from '../action.js';
import { batchGiven, batchOf } from './settleMany.js';

export const finaliseMany = actionKind(
  'finalise_many',
  2,
  fc.record({ batch: batchGiven }),
  async (world, { batch }) => {
    const { markets, addresses, places } = batchOf(world, batch);
    const predicted = world.model.finaliseMany(markets);
    await world.attempt('finalise_many', { places }, predicted, [finaliseManyOf(addresses)]);
  },
);
