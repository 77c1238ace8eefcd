import fc from 'fast-check';
import { settleFromBuffer as settleFromBufferInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import { actionKind, choose, choosePlace } from '../action.js';
import { nameAttestation, namedGiven } from '../attesters.js';
import type { ProofChoice } from '../match.js';
import { type BufferPlace, PROGRAM } from '../world.js';
import { naming, readAt } from './settle.js';

const proofIn = ({ content }: BufferPlace): ProofChoice | null => (content && 'form' in content ? content : null);

/** Settles from any buffer, whatever market its proof was made for, or from an account that is not a buffer. */
export const settleFromBuffer = actionKind(
  'settle_from_buffer',
  6,
  fc.record({
    place: fc.nat(10_000),
    buffer: fc.nat(1_000),
    named: namedGiven,
    /** Mostly a buffer whose proof is about the market's fixture and keys, if there is one. */
    aim: fc.nat(4),
    kind: fc.oneof(
      { weight: 12, arbitrary: fc.constant('buffer' as const) },
      { weight: 1, arbitrary: fc.constantFrom('market' as const, 'tokens' as const) },
    ),
  }),
  async (world, { place: number, buffer: wanted, named: attestation, aim, kind }) => {
    const { model, buffers } = world;
    const place = choosePlace(world, number, ({ decided, rules }) => !decided && rules.stakesClose <= model.now);
    if (!place) return;
    const rules = model.market(place.number)?.rules;
    const known = buffers.filter((one) => model.buffers[one.number]);
    const fitting = known.filter(
      (one) => proofIn(one)?.fixture === rules?.fixture && proofIn(one)?.keys.join() === rules?.keys.join(),
    );
    if (known.length === 0 && wanted % 10 > 0) return;
    const buffer = choose(aim > 0 && fitting.length > 0 ? fitting : wanted % 10 > 0 ? known : buffers, wanted);
    const content = proofIn(buffer);
    const choice = content && readAt(world, place, content);
    const shown = choice && world.matches.proof(choice);
    // Content that is not a proof needs no roots.
    const epochDay = shown?.epochDay ?? world.matches.anyDay;
    const addresses = world.proofAddresses(place, epochDay);
    const { named, address } = nameAttestation(world, rules?.attesters ?? null, epochDay, attestation);
    const [account, given] = {
      buffer: [buffer.address, model.buffers[buffer.number]] as const,
      // Accounts of this program and of another one.
      market: [place.address, 3002] as const,
      tokens: [place.vault, 3007] as const,
    }[kind];
    const predicted = model.settleFromBuffer(place.number, given, shown?.evidence ?? null, named);
    const instruction = settleFromBufferInstruction.build(PROGRAM, { ...addresses, buffer: account }, {});
    const instructions = naming(shown?.signature ? [shown.signature, instruction] : [instruction], address);
    await world.attempt('settle_from_buffer', { places: [place] }, predicted, instructions);
  },
);
