import fc from 'fast-check';
import { SPORTS } from '../../../../ts/sdk/format/sports/sports.js';
import type { Address } from '../../../../ts/sdk/program/address/address.js';
import type { Instruction } from '../../../../ts/sdk/program/instruction/instruction.js';
import { withReadonly } from '../../../../ts/sdk/program/instruction/instruction.js';
import { accepts } from '../../policyModel.js';
import { actionKind, choose, choosePlace } from '../action.js';
import { nameAttestation, namedGiven } from '../attesters.js';
import { FIXTURES, fittingUpdates, isMistakable, type ProofChoice, QUESTIONS } from '../match.js';
import type { Place, World } from '../world.js';

/** Numbers that select the proof for a market. */
export const proofGiven = {
  update: fc.nat(1_000),
  /** Three times out of four an update that the market could accept. */
  aim: fc.nat(3),
  form: fc.constantFrom('V2' as const, 'V3' as const, 'V4' as const, 'Compact' as const),
  witness: fc.boolean(),
  fault: fc.oneof(
    { weight: 12, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom('unsigned' as const, 'value' as const, 'beside' as const) },
  ),
  /** Occasionally the other fixture or other keys. */
  astray: fc.nat(29),
  keys: fc.nat(1_000),
  /** The sport in the marks of zero proofs, mostly the one that the market's terms claim. */
  sport: fc.nat(15),
  /** Keys claimed to be zero. Some can be proven zero when the terms claim another sport than the match's. */
  lies: fc.nat(31),
};

type Given = { [Key in keyof typeof proofGiven]: (typeof proofGiven)[Key] extends fc.Arbitrary<infer T> ? T : never };

/**
 * A proof for the market at `place`, or an unrelated one. `null` when an aimed proof does not exist; the action is then
 * skipped.
 */
export function chooseProof(world: World, place: Place, given: Given): ProofChoice | null {
  const { update, aim, form, witness, fault, astray, keys, sport, lies } = given;
  const market = world.model.market(place.number);
  const rules = market?.rules;
  const fixture = rules?.fixture ?? 0;
  const fitting =
    rules && aim > 0 ? fittingUpdates(fixture, rules.earliest, rules.latest, (status) => accepts(rules, status)) : [];
  if (rules && aim > 0 && fitting.length === 0) return null;
  const realSport = FIXTURES[fixture]?.sport ?? 'soccer';
  const isMistaken = rules !== undefined && rules.sport !== realSport;
  // A proposal can be contradicted only by the same update.
  const standing = isMistaken && aim > 0 && market?.proposal && !market.proposal.void ? market.proposal : null;
  const again = standing ? world.matches.updateAt(fixture, standing.orderKey) : undefined;
  return {
    fixture: astray === 0 ? (fixture + 1) % FIXTURES.length : fixture,
    keys: astray === 1 || !rules ? choose(QUESTIONS, keys).keys : rules.keys,
    sport: sport === 0 ? choose(SPORTS, lies) : (rules?.sport ?? realSport),
    update: again ?? (fitting.length > 0 ? choose(fitting, update) : update % world.matches.count),
    lies: isMistaken && rules.keys.some(isMistakable) ? lies % 4 : lies === 31 ? 1 : 0,
    form,
    witness,
    fault: faultOf(form, fault),
  };
}

/**
 * A form to which the fault does not apply has none. For example, a changed value in a signed payload makes another
 * payload, and the signature tests cover that.
 */
function faultOf(form: ProofChoice['form'], fault: ProofChoice['fault']): ProofChoice['fault'] {
  if (fault === 'value' && form === 'V4') return 'none';
  if (fault === 'unsigned' && form !== 'V4') return 'none';
  return fault === 'beside' && form !== 'Compact' ? 'none' : fault;
}

/**
 * The proof as the market at `place` reads it. The compact form names neither fixture nor keys, and no form names the
 * sport.
 */
export function readAt(world: World, place: Place, choice: ProofChoice): ProofChoice {
  const rules = world.model.market(place.number)?.rules;
  if (!rules) return choice;
  const { fixture, keys } = choice.form === 'Compact' ? rules : choice;
  return { ...choice, readAs: { fixture, keys, sport: rules.sport } };
}

/** The instructions, the last of which names an attestation. */
export function naming(instructions: readonly Instruction[], attestation: Address | null): Instruction[] {
  const last = instructions.length - 1;
  return instructions.map((one, i) => (attestation && i === last ? withReadonly(one, attestation) : one));
}

export const settle = actionKind(
  'settle',
  11,
  fc.record({ place: fc.nat(10_000), named: namedGiven, ...proofGiven }),
  async (world, { place: number, named: account, ...given }) => {
    const place = choosePlace(world, number, ({ decided, rules }) => !decided && rules.stakesClose <= world.model.now);
    if (!place) return;
    const chosen = chooseProof(world, place, given);
    if (!chosen) return;
    const choice = readAt(world, place, chosen);
    const { model } = world;
    const { evidence, epochDay } = world.matches.proof(choice);
    const market = model.market(place.number);
    const { named, address } = nameAttestation(world, market?.rules.attesters ?? null, epochDay, account);
    const predicted = market?.settle(model.instant, evidence, model.attested('settle', named));
    const instructions = naming(world.settleInstructions(place, choice), address);
    // The compact form gets separate answers, because otherwise a form that hardly occurs would go unnoticed.
    const name = choice.form === 'Compact' ? 'settle_compact' : 'settle';
    await world.attempt(name, { places: [place] }, predicted === undefined ? 3012 : predicted, instructions);
  },
);
