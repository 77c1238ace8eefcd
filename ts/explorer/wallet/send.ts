import { systemTimers } from '@linesman/sdk/client';
import { fail, TRANSACTION_NOT_LANDED } from '@linesman/sdk/error';
import {
  buildPatiently,
  buildTransaction,
  hasLanded,
  type Instruction,
  signatureOf,
  type Transaction,
} from '@linesman/sdk/program';
import type { ChainAccess } from './chain.js';
import type { Wallet } from './wallet.js';

/** How many times a transaction is rebuilt when its blockhash expires before it lands. */
const ATTEMPTS = 3;

/** The version of transactions for a wallet: 1, if the chain takes it as well. */
export const versionOf = ({ signsVersion1 }: Wallet): 'auto' | 0 => (signsVersion1 ? 'auto' : 0);

/**
 * Simulates, has the wallet sign, and submits until it has landed. Returns the signature. Errors: the program's own,
 * before anything is signed; those of `hasLanded`.
 */
export const sendWith = (access: ChainAccess, wallet: Wallet, instructions: readonly Instruction[]): Promise<string> =>
  landed(access, wallet, async () => {
    const { chain, programs } = access;
    const what = { payer: wallet.address, instructions, version: versionOf(wallet) };
    return (await buildTransaction({ chain, programs, ...what })).transaction;
  });

/** The same with a transaction that is built, or fetched, and checked for each attempt. */
export async function landed(
  { chain, programs }: ChainAccess,
  wallet: Wallet,
  built: () => Promise<Transaction>,
): Promise<string> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const signed = await wallet.signTransaction(await buildPatiently(built, { sleep: systemTimers.sleep }));
    const signature = signatureOf(signed);
    if (await hasLanded({ chain, programs, sleep: systemTimers.sleep }, signed, signature)) return signature;
  }
  return fail(TRANSACTION_NOT_LANDED, { attempts: ATTEMPTS });
}
