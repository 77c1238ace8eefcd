import { systemTimers } from '@linesman/sdk/client';
import { type Instruction, signAndSend, type Transaction } from '@linesman/sdk/program';
import type { ChainAccess } from './chain.js';
import type { Wallet } from './wallet.js';

/** Simulates, has the wallet sign, and submits until it has landed. Returns the signature. Errors: `signAndSend`. */
export const sendWith = (access: ChainAccess, wallet: Wallet, instructions: readonly Instruction[]): Promise<string> =>
  landed(access, wallet, async () => instructions);

/** The same with a transaction that is built, or fetched, and checked for each attempt. */
export const landed = (
  { chain, programs }: ChainAccess,
  wallet: Wallet,
  prepare: () => Promise<readonly Instruction[] | Transaction>,
): Promise<string> => signAndSend({ chain, programs, signer: wallet, sleep: systemTimers.sleep }, prepare);
