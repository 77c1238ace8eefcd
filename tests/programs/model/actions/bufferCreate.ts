import fc from 'fast-check';
import { sha256 } from '../../../../ts/sdk/format/sha256.js';
import { SYSTEM_PROGRAM_ID } from '../../../../ts/sdk/program/address/runtime.js';
import {
  bufferCreate as bufferCreateInstruction,
  bufferWrite as bufferWriteInstruction,
  settle,
} from '../../../../ts/sdk/program/settlement/instructions.js';
import { actionKind, choose, choosePlace } from '../action.js';
import { type BufferPlace, PROGRAM, type World } from '../world.js';
import { chooseProof, proofGiven } from './settle.js';

/** How much of a new buffer is written in the same transaction. */
export const writtenGiven = fc.constantFrom<Written[]>('all', 'all', 'all', 'half', 'none');
type Written = 'all' | 'half' | 'none';

/** Announces `bytes` and writes some of them. */
export async function createBuffer(
  world: World,
  buffer: BufferPlace,
  bytes: Uint8Array,
  holds: BufferPlace['content'],
  written: Written,
): Promise<void> {
  const { model } = world;
  const predicted = model.createBuffer(buffer.number, buffer.owner.name, bytes);
  const owner = buffer.owner.publicKey;
  const addresses = { owner, buffer: buffer.address, systemProgram: SYSTEM_PROGRAM_ID };
  const announced = { id: buffer.id, length: bytes.length, sha256: sha256(bytes) };
  const instructions = [bufferCreateInstruction.build(PROGRAM, addresses, announced)];
  const part = bytes.subarray(0, { all: bytes.length, half: Math.floor(bytes.length / 2), none: 0 }[written]);
  if (part.length > 0) {
    const write = { offset: 0, bytes: part };
    instructions.push(bufferWriteInstruction.build(PROGRAM, { owner, buffer: buffer.address }, write));
    if (predicted === null) model.writeBuffer(buffer.number, buffer.owner.name, 0, part);
  }
  if (predicted === null) buffer.content = holds;
  await world.attempt('buffer_create', { buffer }, predicted, instructions, [buffer.owner]);
}

/** Creates a buffer for a proof of some market and writes all, half or none of it in the same transaction. */
export const bufferCreate = actionKind(
  'buffer_create',
  4,
  fc.record({
    buffer: fc.nat(1_000),
    place: fc.nat(10_000),
    ...proofGiven,
    content: fc.oneof(
      { weight: 10, arbitrary: fc.constant('proof' as const) },
      { weight: 1, arbitrary: fc.constantFrom('trailing' as const, 'long' as const, 'none' as const) },
    ),
    written: writtenGiven,
  }),
  async (world, { buffer: number, place: market, content, written, ...given }) => {
    const { model, buffers } = world;
    // Buffers of a creator mostly hold terms.
    const free = buffers.filter(
      (one) => !model.buffers[one.number] && (number % 10 === 1 || !world.creators.includes(one.owner)),
    );
    if (number % 10 > 0 && free.length === 0) return;
    const buffer = choose(number % 10 > 0 ? free : buffers, number);
    const place = choosePlace(world, market, ({ decided }) => !decided);
    if (!place) return;
    const choice = chooseProof(world, place, given);
    if (!choice) return;
    const { proof, witness } = world.matches.proof(choice);
    const arguments_ = settle.encode({ proof, witness }).subarray(8);
    const bytes = {
      proof: arguments_,
      trailing: Uint8Array.from([...arguments_, 0]),
      long: new Uint8Array(10_001),
      none: new Uint8Array(0),
    }[content];
    const holds = content === 'proof' ? choice : null;
    await createBuffer(world, buffer, bytes, holds, content === 'long' ? 'none' : written);
  },
);
