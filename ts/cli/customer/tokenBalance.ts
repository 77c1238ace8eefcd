import type { PublicKey } from '@solana/web3.js';
import { type Chain, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../program/index.js';
import { tokenAccountOf } from '../wallet/tokenAccount.js';

/** Base units in a token account; 0 when there is none. */
export async function tokenBalance(chain: Pick<Chain, 'account'>, address: PublicKey): Promise<bigint> {
  const account = await chain.account(address);
  const program = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].find((one) => account?.owner.equals(one));
  if (account === null || program === undefined) return 0n;
  return tokenAccountOf(program, account.data)?.amount ?? 0n;
}
