import type { Instruction } from '@linesman/sdk/program';
import { SystemProgram } from '@solana/web3.js';
import { expect, test } from 'vitest';
import { key } from '../../../../tests/helpers/sampleMarket.js';
import { toPublicKey } from '../../../sdk/web3/convert.js';
import { createInstructions } from './newAccount.js';

const [OWNER, PAYER, ACCOUNT] = [key(1), key(2), key(3)];
const hex = ({ data }: Pick<Instruction, 'data'>): string => Buffer.from(data).toString('hex');

test('an account whose address has lamports already is created in parts, with the bytes of web3.js', () => {
  const owned = { name: 'mint', address: ACCOUNT, owner: OWNER, size: 300, rent: 10n };
  const account = { ...owned, authority: null, comesBack: null };
  const of = { accountPubkey: toPublicKey(ACCOUNT) };
  const parts = [
    SystemProgram.allocate({ ...of, space: 300 }),
    SystemProgram.assign({ ...of, programId: toPublicKey(OWNER) }),
  ].map(hex);
  const pays = (lamports: bigint): string =>
    hex(SystemProgram.transfer({ fromPubkey: toPublicKey(PAYER), toPubkey: toPublicKey(ACCOUNT), lamports }));
  expect(createInstructions({ ...account, lamports: 0n }, PAYER).map(hex)).toEqual(parts);
  expect(createInstructions({ ...account, lamports: 4n }, PAYER).map(hex)).toEqual([pays(4n), ...parts]);
  expect(createInstructions({ ...account, lamports: 10n }, PAYER)).toHaveLength(1);
});
