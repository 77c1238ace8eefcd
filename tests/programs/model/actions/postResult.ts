import fc from 'fast-check';
import { SYSTEM_PROGRAM_ID } from '../../../../ts/sdk/program/address/runtime.js';
import { postResult as postResultInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import type { ResultProof } from '../../../../ts/sdk/program/wire/resultProof.js';
import type { AskedVouchers } from '../../attesterModel.js';
import type { Policy } from '../../policyModel.js';
import type { ResultTopic } from '../../resultModel.js';
import { actionKind, choose, choosePlace } from '../action.js';
import { ASKED, nameAttestation, namedGiven } from '../attesters.js';
import { FIXTURES } from '../match.js';
import { PROGRAM } from '../world.js';
import { chooseProof, naming, proofGiven } from './settle.js';

const POLICIES: readonly Policy[] = ['finalised', 'regular-time', 'half-time', 'signed-final'];

/** Posts a proof to the result that a market's terms name, or to another. */
export const postResult = actionKind(
  'post_result',
  8,
  fc.record({
    place: fc.nat(10_000),
    poster: fc.nat(1),
    /** Occasionally the result of another policy, fixture or attesters. */
    astrayTopic: fc.nat(29),
    other: fc.nat(1_000),
    named: namedGiven,
    ...proofGiven,
  }),
  async (world, { place: number, poster, astrayTopic, other, named: account, ...given }) => {
    const place = choosePlace(world, number, ({ decided, rules }) => !decided && rules.policy !== 'signed-final');
    const rules = place && world.model.market(place.number)?.rules;
    if (!place || !rules) return;
    const choice = chooseProof(world, place, given);
    if (!choice) return;
    const attestersOf = (asked: AskedVouchers | null): AskedVouchers | null => {
      if (astrayTopic === 2) return null;
      if (astrayTopic === 3) return choose(ASKED, other);
      return asked && astrayTopic === 4 ? { ...asked, least: 0 } : asked;
    };
    const topic: ResultTopic = {
      fixture: astrayTopic === 0 ? other % FIXTURES.length : rules.fixture,
      sport: rules.sport,
      policy: astrayTopic === 1 ? choose(POLICIES, other) : rules.policy,
      attesters: attestersOf(rules.attesters),
    };
    // The compact form names no fixture, and no form names the sport.
    const { keys } = choice;
    const fixture = choice.form === 'Compact' ? topic.fixture : choice.fixture;
    const shown = world.matches.proof({ ...choice, readAs: { fixture, keys, sport: topic.sport } });
    const { proof, witness, evidence, maxTime, epochDay } = shown;
    const payer = choose(world.posters, poster);
    const { named, address } = nameAttestation(world, topic.attesters, epochDay, account);
    const predicted = world.model.postResult(topic, payer.name, { evidence, keys, maxTime }, named);
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
      attesters: world.askedOf(topic),
      proof: content,
      witness,
    };
    const before = world.model.results.size;
    const instruction = postResultInstruction.build(PROGRAM, accounts, args);
    await world.attempt('post_result', { topic }, predicted, naming([instruction], address), [payer]);
    if (world.model.results.size < before) throw new Error('a post has removed a result');
  },
);
