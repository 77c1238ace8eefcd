import fc from 'fast-check';
import { SYSTEM_PROGRAM_ID } from '../../../../ts/sdk/program/address/runtime.js';
import { postResult as postResultInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import type { ResultProof } from '../../../../ts/sdk/program/wire/resultProof.js';
import type { Policy } from '../../policyModel.js';
import type { ResultTopic } from '../../resultModel.js';
import { actionKind, choose, choosePlace } from '../action.js';
import { FIXTURES } from '../match.js';
import { PROGRAM } from '../world.js';
import { chooseProof, proofGiven } from './settle.js';

const POLICIES: readonly Policy[] = ['finalised', 'regular-time', 'half-time', 'signed-final'];

/** Posts a proof to the result that a market's terms name, or to another. */
export const postResult = actionKind(
  'post_result',
  6,
  fc.record({
    place: fc.nat(10_000),
    poster: fc.nat(1),
    /** Occasionally the result of another policy or fixture. */
    astrayTopic: fc.nat(19),
    other: fc.nat(1_000),
    ...proofGiven,
  }),
  async (world, { place: number, poster, astrayTopic, other, ...given }) => {
    const place = choosePlace(world, number, ({ decided, rules }) => !decided && rules.policy !== 'signed-final');
    const rules = place && world.model.market(place.number)?.rules;
    if (!place || !rules) return;
    const choice = chooseProof(world, place, given);
    if (!choice) return;
    const topic: ResultTopic = {
      fixture: astrayTopic === 0 ? other % FIXTURES.length : rules.fixture,
      sport: rules.sport,
      policy: astrayTopic === 1 ? choose(POLICIES, other) : rules.policy,
    };
    // The compact form names no fixture, and no form names the sport.
    const { keys } = choice;
    const fixture = choice.form === 'Compact' ? topic.fixture : choice.fixture;
    const shown = world.matches.proof({ ...choice, readAs: { fixture, keys, sport: topic.sport } });
    const { proof, witness, evidence, maxTime, epochDay } = shown;
    const payer = choose(world.posters, poster);
    const predicted = world.model.postResult(topic, payer.name, { evidence, keys, maxTime });
    const content: ResultProof = proof.kind === 'Compact' ? { kind: 'Compact', statKeys: [...keys], proof } : proof;
    const accounts = {
      payer: payer.publicKey,
      result: world.result(topic),
      roots: world.proofAddresses(place, epochDay).roots,
      systemProgram: SYSTEM_PROGRAM_ID,
    };
    const args = {
      fixtureId: FIXTURES[topic.fixture]?.id ?? 0,
      sport: topic.sport,
      finality: topic.policy,
      proof: content,
      witness,
    };
    const before = world.model.results.size;
    const instruction = postResultInstruction.build(PROGRAM, accounts, args);
    await world.attempt('post_result', { topic }, predicted, [instruction], [payer]);
    if (world.model.results.size < before) throw new Error('a post has removed a result');
  },
);
