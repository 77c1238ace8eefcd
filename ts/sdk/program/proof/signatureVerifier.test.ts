import { expect, test } from 'vitest';
import { ED25519_PROGRAM_ID, ZERO_ADDRESS } from '../address/runtime.js';
import { ed25519Instruction } from '../ed25519Instruction.js';
import { verifySignature } from '../oracle/instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../programId.js';
import { verifySigner } from '../settlement/instructions.js';
import { inProgram, signatureVerifier } from './signatureVerifier.js';

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const filled = (length: number, byte: number) => new Uint8Array(length).fill(byte);
const [key, signature, digest] = [filled(32, 1), filled(64, 2), filled(32, 3)];

test('a chain is asked for the account of the Ed25519 program, and for nothing else', async () => {
  const asked: string[] = [];
  const chain = (found: object | null) => ({
    account: async (address: string) => {
      asked.push(address);
      return found as never;
    },
  });
  expect(await signatureVerifier(chain({ owner: ZERO_ADDRESS, data: filled(0, 0) }))).toBe('runtime');
  expect(await signatureVerifier(chain(null))).toBe('program');
  expect(asked).toEqual([ED25519_PROGRAM_ID, ED25519_PROGRAM_ID]);
});

test('the instruction of a program has key, signature and message of the Ed25519 instruction', () => {
  const byRuntime = ed25519Instruction(key, signature, digest);
  for (const [program, verify] of [
    [oracle, verifySignature],
    [settlement, verifySigner],
  ] as const) {
    const { programAddress, accounts, data } = inProgram(byRuntime, verify, program);
    expect([programAddress, accounts]).toEqual([program, []]);
    expect(data).toEqual(new Uint8Array([...verify.discriminator, ...key, ...signature, ...digest]));
  }
});
