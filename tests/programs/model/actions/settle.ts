import fc from 'fast-check';
import { actionKind, choose, choosePlace } from '../action.js';
import { FIXTURES, QUESTIONS } from '../match.js';

export const settle = actionKind(
  'settle',
  7,
  fc.record({
    place: fc.nat(10_000),
    update: fc.nat(1_000),
    form: fc.constantFrom('V2' as const, 'V3' as const, 'V4' as const),
    witness: fc.boolean(),
    fault: fc.oneof(
      { weight: 12, arbitrary: fc.constant('none' as const) },
      { weight: 1, arbitrary: fc.constantFrom('unsigned' as const, 'value' as const) },
    ),
    /** The other fixture, or other keys, now and then. */
    astray: fc.nat(29),
    keys: fc.nat(1_000),
  }),
  async (world, { place: number, update, form, witness, fault, astray, keys }) => {
    const place = choosePlace(world, number, ({ decided, rules }) => !decided && rules.stakesClose <= world.model.now);
    if (!place) return;
    const market = world.model.market(Number(place.id));
    const fixture = market?.rules.fixture ?? 0;
    const choice = {
      fixture: astray === 0 ? (fixture + 1) % FIXTURES.length : fixture,
      keys: astray === 1 || !market ? choose(QUESTIONS, keys).keys : market.rules.keys,
      update: update % world.matches.count,
      // A changed value of a signed payload is another payload: the signature's own tests have that.
      form: fault === 'value' && form === 'V4' ? ('V3' as const) : form,
      witness,
      fault,
    };
    const { evidence } = world.matches.proof(choice);
    const predicted = market ? market.settle(world.model.now, evidence) : 3012;
    await world.attempt('settle', place, predicted, world.settleInstructions(place, choice));
  },
);
