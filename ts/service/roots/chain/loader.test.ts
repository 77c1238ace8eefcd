import { SystemProgram } from '@solana/web3.js';
import { type Address, addressOf, type Instruction, SYSTEM_PROGRAM_ID, UPGRADEABLE_LOADER_ID } from 'linesman/program';
import { expect, test } from 'vitest';
import { toPublicKey } from '../../../linesman/web3/index.js';
import { BUFFER_HEADER, bufferAddress, bufferSeed, makeBufferInstructions, writeInstruction } from './loader.js';
import { createInstructions } from './newAccount.js';
import { outsideCall } from './outsideCall.js';

const place = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte));
const [AUTHORITY, PAYER, ACCOUNT] = [place(1), place(2), place(3)];
const hex = ({ data }: Pick<Instruction, 'data'>): string => Buffer.from(data).toString('hex');

test('instructions of the loader and of the system program have the bytes that web3.js gives them', () => {
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

test('an account whose address has lamports already is created in parts', () => {
  const owned = { name: 'mint', address: ACCOUNT, owner: AUTHORITY, size: 300, rent: 10n };
  const account = { ...owned, authority: null, comesBack: null };
  const of = { accountPubkey: toPublicKey(ACCOUNT) };
  const parts = [
    SystemProgram.allocate({ ...of, space: 300 }),
    SystemProgram.assign({ ...of, programId: toPublicKey(AUTHORITY) }),
  ].map(hex);
  const pays = (lamports: bigint): string =>
    hex(SystemProgram.transfer({ fromPubkey: toPublicKey(PAYER), toPubkey: toPublicKey(ACCOUNT), lamports }));
  expect(createInstructions({ ...account, lamports: 0n }, PAYER).map(hex)).toEqual(parts);
  expect(createInstructions({ ...account, lamports: 4n }, PAYER).map(hex)).toEqual([pays(4n), ...parts]);
  expect(createInstructions({ ...account, lamports: 10n }, PAYER)).toHaveLength(1);
});

test('callers from outside have the methods of every node, and none that only a test network has', () => {
  const asked = (method: string) => outsideCall(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }));
  for (const method of ['getVersion', 'isBlockhashValid', 'requestAirdrop', 'sendTransaction', 'simulateTransaction'])
    expect(asked(method), method).toContain(method);
  for (const method of ['surfnet_setAccount', 'surfnet_timeTravel', 'toString', '']) expect(asked(method)).toBeNull();
});
