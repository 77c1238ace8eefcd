import type { PublicKey } from '@solana/web3.js';
import { fail } from '../../error/index.js';
import { equalBytes } from '../../format/index.js';
import { type Chain, type Deployment, stablecoinAddress, TOKEN_PROGRAM_ID } from '../../program/index.js';

/** Bytes of a token account: mint, owner, amount, delegate, state and what does not matter here. */
const ACCOUNT_SIZE = 165;
const OWNER = 32;
const AMOUNT = 64;
const STATE = 108;
const FROZEN = 2;

/**
 * Base units of the stablecoin in the associated account of `buyer`. Errors: 7084 there is none that the buyer can pay from: missing, frozen,
 * or given to another wallet.
 */
export async function stablecoinBalance(
  chain: Pick<Chain, 'account'>,
  deployment: Deployment,
  buyer: PublicKey,
): Promise<bigint> {
  const mint = deployment.config.stablecoinMint;
  const account = await chain.account(stablecoinAddress(buyer, deployment));
  // An address that only holds lamports is no token account yet.
  if (account === null || !account.owner.equals(TOKEN_PROGRAM_ID) || account.data.length !== ACCOUNT_SIZE)
    return fail(7084, { message: `${buyer} has no associated token account for the stablecoin ${mint}.` });
  const data = Buffer.from(account.data);
  if (
    !equalBytes(data.subarray(OWNER, AMOUNT), buyer.toBytes()) ||
    !equalBytes(data.subarray(0, OWNER), mint.toBytes())
  )
    return fail(7084, {
      message: `The account at the address for ${buyer} is not of this wallet and the stablecoin ${mint}.`,
    });
  if (data[STATE] === FROZEN)
    return fail(7084, {
      message: `The stablecoin account of ${buyer} is frozen.`,
      hint: 'Ask the issuer of the stablecoin, or buy with another wallet.',
    });
  return data.readBigUInt64LE(AMOUNT);
}
