import fc from 'fast-check';
import { actionKind, choose, choosePlace } from '../action.js';
import { EVENT_TIMES } from '../match.js';

/**
 * Advances time: a little, or to a second before, at or after a moment at which something changes. Never back;
 * sometimes the chain has halted until then.
 */
export const wait = actionKind(
  'wait',
  3,
  fc.record({
    to: fc.oneof(
      { weight: 6, arbitrary: fc.constant('tick' as const) },
      { weight: 4, arbitrary: fc.constantFrom('close' as const, 'window' as const) },
      { weight: 1, arbitrary: fc.constant('event' as const) },
      { weight: 1, arbitrary: fc.constant('deadline' as const) },
    ),
    place: fc.nat(10_000),
    edge: fc.constantFrom(-1, 0, 1),
    seconds: fc.constantFrom(1, 10, 60, 300),
    isHalt: fc.constantFrom(false, false, false, true),
  }),
  async (world, { to, place: number, edge, seconds, isHalt }) => {
    const { now } = world.model;
    const place = choosePlace(world, number, ({ state }) => state === (to === 'window' ? 'Proposed' : 'Open'));
    const market = place ? world.model.market(place.number) : undefined;
    const instant = {
      tick: now + seconds - edge,
      close: market?.rules.stakesClose,
      window: market?.state === 'Proposed' ? market.windowEnd(world.model.instant) : undefined,
      event: EVENT_TIMES.find((time) => time > now) ?? choose(EVENT_TIMES, number),
      // Skipping ahead passes the deadlines of all others too, so it is rare.
      deadline: market?.state === 'Open' && number % 3 === 0 ? market.rules.voidAfter : undefined,
    }[to];
    const time = Math.max(now, (instant ?? now) + edge);
    await world.setTime(time, isHalt);
    world.count('wait', null);
  },
);
