import fc from 'fast-check';
import { proposeVoid as proposeVoidInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import { actionKind, choose, choosePlace } from '../action.js';
import { nameAttestation, namedGiven } from '../attesters.js';
import { fittingUpdates, QUESTIONS } from '../match.js';
import { PROGRAM } from '../world.js';
import { chooseProof, naming, proofGiven, readAt } from './settle.js';

const WITHOUT_RESULT = [15, 16];

/** The proof of an abandoned or cancelled match with arbitrary keys, or of another match. */
export const proposeVoid = actionKind(
  'propose_void',
  4,
  fc.record({ place: fc.nat(10_000), named: namedGiven, ...proofGiven, any: fc.boolean() }),
  async (world, { place: number, named: account, any, ...given }) => {
    const place = choosePlace(
      world,
      number,
      ({ isOpen, rules }) => isOpen && rules.stakesClose <= world.model.now && rules.abandonmentVoids,
    );
    if (!place) return;
    const market = world.model.market(place.number);
    // Aims below at other updates than those that settle.
    const proof = chooseProof(world, place, { ...given, aim: 0 });
    if (!proof) return;
    const rules = market?.rules;
    const fitting =
      rules && given.aim > 0
        ? fittingUpdates(rules.fixture, rules.stakesClose, rules.latest, (status) => WITHOUT_RESULT.includes(status))
        : [];
    if (rules && given.aim > 0 && fitting.length === 0) return;
    const choice = readAt(world, place, {
      ...proof,
      keys: any ? choose([...QUESTIONS.map(({ keys }) => keys), [7], [2, 7, 5]], given.keys) : proof.keys,
      update: fitting.length > 0 ? choose(fitting, given.update) : proof.update,
      // No such place exists.
      witness: false,
      fault: proof.fault === 'beside' ? ('none' as const) : proof.fault,
    });
    const { proof: sent, signature, epochDay, evidence } = world.matches.proof(choice);
    const { named, address } = nameAttestation(world, rules?.attesters ?? null, epochDay, account);
    const attested = world.model.attested('propose_void', named);
    const predicted = market ? market.proposeVoid(world.model.instant, evidence, attested) : 3012;
    const instruction = proposeVoidInstruction.build(PROGRAM, world.proofAddresses(place, epochDay), { proof: sent });
    const instructions = naming(signature ? [signature, instruction] : [instruction], address);
    await world.attempt('propose_void', { places: [place] }, predicted, instructions);
  },
);
