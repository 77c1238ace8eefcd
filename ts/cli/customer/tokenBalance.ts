import type { PublicKey } from '@solana/web3.js';
import { type Chain, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../program/index.js';

/** A token account begins with mint, owner and amount. */
const AMOUNT = 64;

/** Base units in a token account; 0 when there is none. */
export async function tokenBalance(chain: Pick<Chain, 'account'>, address: PublicKey): Promise<bigint> {
  const account = await chain.account(address);
  const isToken = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].some((program) => account?.owner.equals(program));
  if (account === null || !isToken || account.data.length < AMOUNT + 8) return 0n;
  return new DataView(account.data.buffer, account.data.byteOffset).getBigUint64(AMOUNT, true);
}
