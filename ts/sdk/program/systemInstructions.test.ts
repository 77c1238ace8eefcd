import { SystemProgram } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { outcome } from '../../../tests/helpers/thrown.js';
import { Random } from '../../season/random.js';
import { fromTransactionInstruction, toPublicKey } from '../web3/convert.js';
import { addressOf } from './address/address.js';
import { createAccountInstruction, transferInstruction } from './systemInstructions.js';

const ROUNDS = 100;
const SEED = 'system instructions';
const MOST = 2n ** 64n - 1n;

describe(`${ROUNDS} random instructions of the system program (seed "${SEED}")`, () => {
  const random = new Random(SEED);
  const draw = () => addressOf(random.bytes32());
  const all = Array.from({ length: ROUNDS }, (_, round) => {
    const [one, other, owner] = [draw(), draw(), draw()];
    const any = (BigInt(random.next()) << 32n) | BigInt(random.next());
    const lamports = [0n, 1n, MOST, any][Math.min(round, 3)] ?? any;
    return { one, other, owner, lamports, space: random.below(10 * 1024 * 1024) };
  });

  it('transfer like those of web3.js', () => {
    for (const { one, other, lamports } of all)
      expect(transferInstruction({ from: one, to: other, lamports })).toEqual(
        fromTransactionInstruction(
          SystemProgram.transfer({ fromPubkey: toPublicKey(one), toPubkey: toPublicKey(other), lamports }),
        ),
      );
  });

  it('create accounts like those of web3.js', () => {
    // web3.js takes only numbers here.
    for (const { one, other, owner, lamports, space } of all) {
      const safe = BigInt.asUintN(53, lamports);
      expect(createAccountInstruction({ payer: one, account: other, lamports: safe, space, owner })).toEqual(
        fromTransactionInstruction(
          SystemProgram.createAccount({
            fromPubkey: toPublicKey(one),
            newAccountPubkey: toPublicKey(other),
            lamports: Number(safe),
            space,
            programId: toPublicKey(owner),
          }),
        ),
      );
    }
  });
});

describe('an instruction of the system program', () => {
  const one = addressOf(new Uint8Array(32).fill(1));
  const other = addressOf(new Uint8Array(32).fill(2));
  const account = { payer: one, account: other, lamports: 1n, space: 0, owner: one };

  it.each([-1n, MOST + 1n, 2n ** 64n + 5n, 2n ** 128n, 1, '1', null, undefined])('refuses %s lamports', (lamports) => {
    expect(outcome(() => transferInstruction({ from: one, to: other, lamports: lamports as bigint }))).toBe(7003);
    expect(outcome(() => createAccountInstruction({ ...account, lamports: lamports as bigint }))).toBe(7003);
  });

  it('refuses invalid addresses and sizes', () => {
    const wrong = 'x' as typeof one;
    expect(outcome(() => transferInstruction({ from: wrong, to: other, lamports: 1n }))).toBe(7277);
    expect(outcome(() => transferInstruction({ from: one, to: wrong, lamports: 1n }))).toBe(7277);
    expect(outcome(() => createAccountInstruction({ ...account, payer: wrong }))).toBe(7277);
    expect(outcome(() => createAccountInstruction({ ...account, account: wrong }))).toBe(7277);
    expect(outcome(() => createAccountInstruction({ ...account, owner: wrong }))).toBe(7003);
    for (const space of [-1, 0.5, Number.NaN, 2 ** 32, '1', 1n, undefined])
      expect(outcome(() => createAccountInstruction({ ...account, space: space as number }))).toBe(7003);
  });
});
