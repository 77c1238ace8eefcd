import fc from 'fast-check';
import { bufferWrite as bufferWriteInstruction } from '../../../../ts/sdk/program/settlement/instructions.js';
import { actionKind, choose } from '../action.js';
import { PROGRAM } from '../world.js';

/** Writes the missing bytes, other bytes, or past the end, as the owner or as another user. */
export const bufferWrite = actionKind(
  'buffer_write',
  2,
  fc.record({
    buffer: fc.nat(1_000),
    kind: fc.oneof(
      { weight: 6, arbitrary: fc.constant('right' as const) },
      { weight: 1, arbitrary: fc.constantFrom('wrong' as const, 'past' as const, 'empty' as const) },
    ),
    isStranger: fc.nat(9),
    offset: fc.nat(10_000),
  }),
  async (world, { buffer: number, kind, isStranger, offset: somewhere }) => {
    const { model, buffers } = world;
    const known = buffers.filter((one) => model.buffers[one.number]);
    if (number % 10 > 0 && known.length === 0) return;
    const buffer = choose(number % 10 > 0 ? known : buffers, number);
    const announced = model.buffers[buffer.number]?.announced ?? new Uint8Array(10);
    const middle = Math.floor(announced.length / 2);
    const [offset, bytes] = {
      // Half of them start in the middle, as a partly written buffer needs.
      right: somewhere % 2 === 0 ? ([middle, announced.slice(middle)] as const) : ([0, announced.slice()] as const),
      wrong: [somewhere % announced.length, Uint8Array.of(somewhere & 255)] as const,
      past: [somewhere % (announced.length + 2), announced.slice(0, announced.length + 2)] as const,
      empty: [0, new Uint8Array(0)] as const,
    }[kind];
    const sender = isStranger === 0 ? choose(world.users, buffer.number + 1) : buffer.owner;
    const predicted = model.writeBuffer(buffer.number, sender.name, offset, bytes);
    const addresses = { owner: sender.publicKey, buffer: buffer.address };
    const instruction = bufferWriteInstruction.build(PROGRAM, addresses, { offset, bytes });
    await world.attempt('buffer_write', { buffer }, predicted, [instruction], [sender]);
  },
);
