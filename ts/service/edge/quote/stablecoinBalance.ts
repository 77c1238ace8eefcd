import { fail, NO_STABLECOIN_ACCOUNT } from '@linesman/sdk/error';
import {
  type Address,
  type Chain,
  type Deployment,
  stablecoinAddress,
  TOKEN_PROGRAM_ID,
  tokenAccountOf,
} from '@linesman/sdk/program';

/**
 * Base units of the stablecoin in the buyer's associated token account. Errors: NO_STABLECOIN_ACCOUNT when the account
 * is missing, frozen or owned by another wallet.
 */
export async function stablecoinBalance(
  chain: Pick<Chain, 'account'>,
  deployment: Deployment,
  buyer: Address,
): Promise<bigint> {
  const mint = deployment.config.stablecoinMint;
  const about = { buyer, mint };
  const account = await chain.account(stablecoinAddress(buyer, deployment));
  // An address that merely holds lamports is not a token account yet.
  const token = account?.owner === TOKEN_PROGRAM_ID ? tokenAccountOf(TOKEN_PROGRAM_ID, account.data) : null;
  if (token === null) return fail(NO_STABLECOIN_ACCOUNT, { problem: 'missing', ...about });
  if (token.owner !== buyer || token.mint !== mint)
    return fail(NO_STABLECOIN_ACCOUNT, { problem: 'other owner', ...about });
  if (token.isFrozen) return fail(NO_STABLECOIN_ACCOUNT, { problem: 'frozen', ...about });
  return token.amount;
}
