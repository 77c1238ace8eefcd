import { activationMessage } from 'linesman/client';
import { OracleKey } from 'linesman/node';
import {
  type KeyPair,
  type OracleConfig,
  type ProgramIds,
  purchaseInstruction,
  type SendingChain,
  sendTransaction,
  stablecoinAddress,
  subscribeInstruction,
} from 'linesman/program';
import type { Auth } from '../auth/index.js';
import { issueStablecoin } from '../chain/index.js';

export interface FirstCustomerOptions {
  readonly chain: SendingChain;
  readonly programs: ProgramIds;
  readonly config: OracleConfig;
  readonly wallet: KeyPair;
  readonly issuer: KeyPair;
  readonly backendAdmin: KeyPair;
  readonly auth: Auth;
  readonly sleep: (ms: number) => Promise<unknown>;
  readonly onStep?: (what: string) => void;
}

/** All leagues in real time. */
const LEVEL = 11;
/** The longest there is: a fast world is soon years older. */
const WEEKS = 252;
/** Whole service tokens: what so many weeks of that level cost. */
const TOKENS = 1_575_000_000n;
/** Base units of the stablecoin that a wallet is given: a million. */
const PURSE = 1_000_000_000_000n;
/** The same of the first customer: what the tokens cost, and a million to bet with. */
export const FIRST_PURSE = PURSE + 1_575_000_000_000n;

/** Gives a wallet stablecoins of the embedded chain. */
export async function giveStablecoins(
  options: Pick<FirstCustomerOptions, 'chain' | 'programs' | 'config' | 'wallet' | 'issuer' | 'sleep'>,
  amount: bigint = PURSE,
): Promise<void> {
  const { chain, programs, config, wallet, issuer, sleep } = options;
  const owner = wallet.address;
  const account = stablecoinAddress(owner, { oracle: programs.oracle, config });
  const mint = { stablecoin: config.stablecoinMint, issuer: issuer.address };
  await sendTransaction({
    chain,
    programs,
    payer: issuer,
    instructions: issueStablecoin(mint, owner, account, amount),
    sleep,
  });
}

/** Buys, subscribes and activates as any customer does, and gives the API token. */
export async function subscribeFirstCustomer(options: FirstCustomerOptions): Promise<string> {
  const { chain, programs, config, wallet, backendAdmin, auth, sleep, onStep } = options;
  const deployment = { oracle: programs.oracle, config };
  const user = wallet.address;
  onStep?.('a wallet buys service tokens');
  await sendTransaction({
    chain,
    programs,
    payer: wallet,
    signers: [backendAdmin],
    instructions: [purchaseInstruction({ ...deployment, buyer: user, tokens: TOKENS })],
    sleep,
  });
  onStep?.(`it subscribes to level ${LEVEL}, all leagues in real time, for ${WEEKS} weeks`);
  const { signature } = await sendTransaction({
    chain,
    programs,
    payer: wallet,
    instructions: [subscribeInstruction({ ...deployment, user, serviceLevelId: LEVEL, weeks: WEEKS })],
    sleep,
  });
  const txSig = signature as string;
  onStep?.('it activates its subscription');
  const jwt = await auth.startGuest();
  const message = activationMessage(txSig, [], jwt);
  const walletSignature = new OracleKey(wallet.secretKey.subarray(0, 32)).sign(message);
  return auth.activate({ txSig, walletSignature, leagues: [], jwt });
}
