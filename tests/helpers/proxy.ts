import { PublicKey, type TransactionInstruction } from '@solana/web3.js';
import type { Bank } from './bank.js';

/** The test-only program that calls another one with instruction data out of an account. */
export const PROXY = {
  programId: new PublicKey('6EWQBfT3aKodg4DQkYTASzPnXqsr57dVoj5XwuKDsfs9'),
  path: 'tests/programs/artifacts/proxy.so',
};

/** The instruction, its data put into an account and called from the proxy. */
export function forward(_bank: Bank, _instruction: TransactionInstruction): TransactionInstruction {
  throw new Error('not yet');
}
