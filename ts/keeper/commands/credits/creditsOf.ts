import {
  type Address,
  type Chain,
  fetchAccount,
  type ProgramIds,
  userValidationStateAccount,
  userValidationStateAddress,
} from '@linesman/sdk/program';

/** Decimals of the service token, in which the program states its price. */
export const DECIMALS = 6;
export const PACK = 100;

/** 0 for a wallet that has never bought credits. */
export async function creditsOf(chain: Pick<Chain, 'account'>, { oracle }: ProgramIds, user: Address): Promise<number> {
  const { address } = userValidationStateAddress(user, oracle);
  const account = await chain.account(address);
  if (account?.owner !== oracle) return 0;
  return (await fetchAccount(chain, userValidationStateAccount, address, oracle)).credits;
}
