import { activationMessage } from '@linesman/sdk/client';
import { OracleKey } from '@linesman/sdk/node';
import {
  type Address,
  address,
  airdrop,
  issueTokens,
  type KeyPair,
  type OracleConfig,
  type ProgramIds,
  purchaseInstruction,
  type RpcNode,
  type SendingChain,
  SYSTEM_PROGRAM_ID,
  sendTransaction,
  subscribeInstruction,
  transferInstruction,
} from '@linesman/sdk/program';
import type { Auth } from '../edge/auth/auth.js';
import type { TestMoney } from '../edge/world/world.js';

export interface FirstCustomerOptions {
  readonly chain: SendingChain;
  readonly programs: ProgramIds;
  readonly config: OracleConfig;
  readonly wallet: KeyPair;
  readonly issuer: KeyPair;
  readonly backendAdmin: KeyPair;
  readonly auth: Pick<Auth, 'startGuest' | 'activate'>;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly onStep?: (what: string) => void;
}

/** All leagues in real time. */
const LEVEL = 11;
/** The maximum, because a fast world soon ages by years. */
const WEEKS = 252;
/** Whole service tokens: the price of that level for this number of weeks. */
const TOKENS = 1_575_000_000n;
/** Base units of a million stablecoins. */
export const PURSE = 1_000_000_000_000n;
/** For the first customer: the price of the tokens, and a million stablecoins to bet with. */
export const FIRST_PURSE = PURSE + 1_575_000_000_000n;

/**
 * Issues stablecoins (base units) of the embedded chain to a wallet, with lamports of the issuer, and returns the
 * signature.
 */
export async function giveStablecoins(
  options: Pick<FirstCustomerOptions, 'chain' | 'programs' | 'config' | 'issuer' | 'sleep'>,
  wallet: Address,
  amount: bigint,
  lamports = 0n,
): Promise<string> {
  const { chain, programs, config, issuer, sleep } = options;
  const { signature } = await sendTransaction({
    chain,
    programs,
    payer: issuer,
    instructions: [
      ...(lamports > 0n ? [transferInstruction({ from: issuer.address, to: wallet, lamports })] : []),
      ...issueTokens(config.stablecoinMint, wallet, issuer.address, amount),
    ],
    sleep,
  });
  return signature as string;
}

/**
 * Gives a wallet test money of the embedded chain, and returns the signatures. Gives all of it or nothing, because a
 * refused caller must not have received half.
 */
export async function fundWallet(
  options: Omit<FirstCustomerOptions, 'chain' | 'wallet' | 'backendAdmin' | 'auth'> & { readonly chain: RpcNode },
  wallet: string,
  { lamports, stablecoin }: TestMoney,
): Promise<readonly string[]> {
  const { chain, issuer, sleep } = options;
  const to = address(wallet);
  if (stablecoin === 0n) return lamports === 0n ? [] : [await airdrop(chain, to, Number(lamports), sleep)];
  if (lamports === 0n) return [await giveStablecoins(options, to, stablecoin)];
  // The airdrop is a separate transaction. So the issuer receives it, and one transaction passes on both.
  await airdrop(chain, issuer.address, Number(lamports), sleep);
  return [await giveStablecoins(options, to, stablecoin, lamports)];
}

/** Whether an address can be a wallet: no key signs for an account that is a program or belongs to one. */
export async function isWallet(chain: Pick<RpcNode, 'account'>, wallet: string): Promise<boolean> {
  const account = await chain.account(address(wallet));
  return account === null || account.owner === SYSTEM_PROGRAM_ID;
}

/** Buys, subscribes and activates like any customer, and returns the API token. */
export async function subscribeFirstCustomer(options: FirstCustomerOptions): Promise<string> {
  const { chain, programs, config, wallet, backendAdmin, auth, sleep, onStep } = options;
  const deployment = { oracle: programs.oracle, config };
  const user = wallet.address;
  onStep?.('buying service tokens for a wallet');
  await sendTransaction({
    chain,
    programs,
    payer: wallet,
    signers: [backendAdmin],
    instructions: [purchaseInstruction({ ...deployment, buyer: user, tokens: TOKENS })],
    sleep,
  });
  onStep?.(`subscribing it to level ${LEVEL}, all leagues in real time, for ${WEEKS} weeks`);
  const { signature } = await sendTransaction({
    chain,
    programs,
    payer: wallet,
    instructions: [subscribeInstruction({ ...deployment, user, serviceLevelId: LEVEL, weeks: WEEKS })],
    sleep,
  });
  const txSig = signature as string;
  onStep?.('activating its subscription');
  const jwt = await auth.startGuest();
  const message = activationMessage(txSig, [], jwt);
  const walletSignature = new OracleKey(wallet.secretKey.subarray(0, 32)).sign(message);
  return auth.activate({ txSig, walletSignature, leagues: [], jwt });
}
