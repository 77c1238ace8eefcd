import fc from 'fast-check';
import { bufferClose as bufferCloseInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import type { Answer } from '../../settlementModel.js';
import { actionKind, choose } from '../action.js';
import { type BufferPlace, type Person, PROGRAM, type World } from '../world.js';

/** Closes a buffer after the model has predicted the answer. */
export async function sendBufferClose(
  world: World,
  buffer: BufferPlace,
  sender: Person,
  predicted: Answer,
): Promise<void> {
  const addresses = { owner: sender.publicKey, buffer: buffer.address };
  const instruction = bufferCloseInstruction.build(PROGRAM, addresses, {});
  await world.attempt('buffer_close', { buffer }, predicted, [instruction], [sender]);
}

export const bufferClose = actionKind(
  'buffer_close',
  2,
  fc.record({ buffer: fc.nat(1_000), isStranger: fc.nat(9) }),
  async (world, { buffer: number, isStranger }) => {
    const { model, buffers } = world;
    const known = buffers.filter((one) => model.buffers[one.number]);
    if (number % 10 > 0 && known.length === 0) return;
    const buffer = choose(number % 10 > 0 ? known : buffers, number);
    const sender = isStranger === 0 ? choose(world.users, buffer.number + 1) : buffer.owner;
    await sendBufferClose(world, buffer, sender, model.closeBuffer(buffer.number, sender.name));
  },
);
