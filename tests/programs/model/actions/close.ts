import fc from 'fast-check';
import { closeMarket } from '../../../../ts/program/index.js';
import { actionKind, choose, choosePlace } from '../action.js';
import { PROGRAM } from '../world.js';
import { sweepAddresses } from './sweep.js';

export const close = actionKind(
  'close',
  3,
  fc.record({ place: fc.nat(10_000), isStranger: fc.nat(9) }),
  async (world, { place: number, isStranger }) => {
    const place = choosePlace(world, number, ({ decided, positions }) => decided && positions.size === 0);
    if (!place) return;
    const sender = isStranger === 0 ? choose(world.users, number) : place.creator;
    const addresses = { ...sweepAddresses(world, place), creator: sender.publicKey };
    const market = world.model.market(Number(place.id));
    const predicted = world.model.close(Number(place.id), sender.name);
    await world.attempt('close', place, predicted, [closeMarket.build(PROGRAM, addresses, {})], [sender]);
    if (market) await world.compareTokens(market.rules.feeAccount);
  },
);
