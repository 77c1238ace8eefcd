import { checkedPurchase, systemTimers } from 'linesman/client';
import { fail, isError, TRANSACTION_UNKNOWN, WALLET_TOO_POOR } from 'linesman/error';
import {
  fetchAccount,
  pricingMatrixAccount,
  pricingMatrixAddress,
  purchasePrice,
  SERVICE_TOKEN_UNITS,
  type ServiceRow,
  subscribeInstruction,
  subscriptionPrice,
  wholeTokens,
} from 'linesman/program';
import { changeSettings, settings } from '../frame/settings.js';
import { balancesOf, DECIMALS } from './balances.js';
import { type ChainAccess, freshClient, requireChain, requireClient } from './chain.js';
import { landed, sendWith } from './send.js';
import type { Wallet } from './wallet.js';

/** What a wallet is about to subscribe to, and what is missing for it. */
export interface Order {
  readonly level: number;
  readonly weeks: number;
  /** Base units of the service token. */
  readonly price: bigint;
  /** Whole service tokens to buy first; 0: it has enough. */
  readonly missing: bigint;
  /** Base units of the stablecoin that they cost. */
  readonly cost: bigint;
}

/** ms between attempts while the chain of the service has not seen the transaction yet, and their number. */
const UNSEEN_PAUSE = 500;
const UNSEEN_ATTEMPTS = 20;

/** The levels that are sold, without those whose leagues have to be chosen. */
export async function levelsOf({ chain, programs }: ChainAccess): Promise<readonly ServiceRow[]> {
  const { oracle } = programs;
  const { rows } = await fetchAccount(chain, pricingMatrixAccount, pricingMatrixAddress(oracle).address, oracle);
  return rows.filter(({ leagueBundleId }) => leagueBundleId >= 0);
}

/** Prices by the list on chain, whatever the service says. Errors: those of `subscriptionPrice`; WALLET_TOO_POOR. */
export async function orderOf(wallet: Wallet, level: number, weeks: number): Promise<Order> {
  const access = await requireChain();
  const rows = await levelsOf(access);
  const price = subscriptionPrice({ rows }, { level, weeks, leagues: [] });
  const { serviceTokens, stablecoin } = await balancesOf(access, wallet.address);
  const short = price > serviceTokens ? price - serviceTokens : 0n;
  const missing = (short + SERVICE_TOKEN_UNITS - 1n) / SERVICE_TOKEN_UNITS;
  const cost = missing === 0n ? 0n : purchasePrice(missing);
  if (cost > stablecoin)
    fail(WALLET_TOO_POOR, {
      wallet: wallet.address,
      held: wholeTokens(stablecoin, DECIMALS),
      unit: 'stablecoins',
      purpose: 'the service tokens',
      needed: wholeTokens(cost, DECIMALS),
    });
  return { level, weeks, price, missing, cost };
}

/** Buys what is missing, with the checks of `linesman buy`, and returns the signature. */
export async function buyMissing(wallet: Wallet, { missing }: Order): Promise<string> {
  const access = await requireChain();
  const { chain, programs, config } = access;
  const purchase = { client: requireClient(), chain, programs, config, buyer: wallet.address, tokens: missing };
  return landed(access, wallet, () => checkedPurchase(purchase));
}

/** Pays on chain, and returns the signature. It is remembered in the tab until the activation has worked. */
export async function payFor(wallet: Wallet, { level, weeks }: Order): Promise<string> {
  const access = await requireChain();
  const deployment = { oracle: access.programs.oracle, config: access.config };
  const instruction = subscribeInstruction({ ...deployment, user: wallet.address, serviceLevelId: level, weeks });
  const signature = await sendWith(access, wallet, [instruction]);
  paid.set(wallet.address, signature);
  return signature;
}

/** Gets the API token for a payment, and uses it from now on. The signed message names the service where it can. */
export async function activate(wallet: Wallet, txSig: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = freshClient() ?? requireClient();
    try {
      const apiToken = await client.account.activate({ txSig, sign: (message) => wallet.signMessage(message) });
      changeSettings({ ...settings.value, apiToken });
      return;
    } catch (error) {
      // The node of the service may lag a little behind.
      if (!isError(error, TRANSACTION_UNKNOWN) || attempt >= UNSEEN_ATTEMPTS) throw error;
      await systemTimers.sleep(UNSEEN_PAUSE);
    }
  }
}

const placeOf = (wallet: string): string => `linesman.paid.${wallet}`;

/** The last payment of a wallet in this tab: public, like everything on chain. */
export const paid = {
  of: (wallet: string): string | null => {
    try {
      return sessionStorage.getItem(placeOf(wallet));
    } catch {
      return null;
    }
  },
  set: (wallet: string, signature: string): void => {
    try {
      sessionStorage.setItem(placeOf(wallet), signature);
    } catch {
      // Without it the activation cannot be repeated after a reload.
    }
  },
};
