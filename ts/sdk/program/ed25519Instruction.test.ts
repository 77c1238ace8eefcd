import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { outcome } from '../../../tests/helpers/thrown.js';
import { bytesToHex, hexToBytes } from '../format/hex.js';
import { ed25519Instruction } from './ed25519Instruction.js';

const { v4 } = JSON.parse(readFileSync(new URL('../../../tests/vectors/known-answers.json', import.meta.url), 'utf8'));
const [key, signature, digest] = [v4.publicKey, v4.signature, v4.digest].map(hexToBytes) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

describe('the Ed25519 instruction', () => {
  it('equals that of the worked example', () => {
    const { data, accounts, programAddress } = ed25519Instruction(key, signature, digest);
    expect(bytesToHex(data)).toBe(v4.ed25519InstructionData);
    expect(accounts).toEqual([]);
    expect(programAddress).toBe('Ed25519SigVerify111111111111111111111111111');
  });

  it('refuses parts of another length', () => {
    const short = new Uint8Array(31);
    expect(outcome(() => ed25519Instruction(short, signature, digest))).toBe(7261);
    expect(outcome(() => ed25519Instruction(key, key, digest))).toBe(7261);
    expect(outcome(() => ed25519Instruction(key, signature, signature))).toBe(7261);
  });
});
