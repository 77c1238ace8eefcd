import { type Instruction, SYSTEM_PROGRAM_ID, UPGRADEABLE_LOADER_ID } from '@linesman/sdk/program';
import { SystemProgram } from '@solana/web3.js';
import { expect, test } from 'vitest';
import { key } from '../../../../tests/helpers/sampleMarket.js';
import { toPublicKey } from '../../../sdk/web3/convert.js';
import { BUFFER_HEADER, bufferAddress, bufferSeed, makeBufferInstructions, writeInstruction } from './loader.js';

const AUTHORITY = key(1);
const hex = ({ data }: Pick<Instruction, 'data'>): string => Buffer.from(data).toString('hex');

test('instructions for the loader have the bytes that web3.js gives them', () => {
  const program = Uint8Array.of(7, 8, 9);
  const buffer = bufferAddress(AUTHORITY, program);
  const [allocate, initialize] = makeBufferInstructions(AUTHORITY, program) as [Instruction, Instruction];
  const expected = SystemProgram.allocate({
    accountPubkey: toPublicKey(buffer),
    basePubkey: toPublicKey(AUTHORITY),
    seed: bufferSeed(program),
    space: BUFFER_HEADER + program.length,
    programId: toPublicKey(UPGRADEABLE_LOADER_ID),
  });
  expect([allocate.programAddress, hex(allocate)]).toEqual([SYSTEM_PROGRAM_ID, expected.data.toString('hex')]);
  expect(hex(initialize)).toBe('00000000');
  // Kind, offset, length of the bytes, bytes: all in little endian.
  expect(hex(writeInstruction(buffer, AUTHORITY, 258, program))).toBe(
    '01000000' + '02010000' + '0300000000000000' + '070809',
  );
});
