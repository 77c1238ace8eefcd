import { checkedPurchase } from '@linesman/sdk/client';
import { fail, isError, PRICE_CHANGED, TRANSACTION_NOT_KNOWN, WALLET_TOO_POOR } from '@linesman/sdk/error';
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
} from '@linesman/sdk/program';
import { balancesOf, DECIMALS } from './balances.js';
import { type ChainAccess, freshClient, requireChain, requireClient } from './chain.js';
import { rememberPayment } from './payments.js';
import { landed, sendWith } from './send.js';
import { takeToken } from './tokens.js';
import type { Wallet } from './wallet.js';

/** The subscription that a wallet is about to buy, and the tokens that it lacks. */
export interface Order {
  readonly level: number;
  readonly weeks: number;
  /** Base units of the service token. */
  readonly price: bigint;
  /** Whole service tokens to buy first; 0 if the wallet has enough. */
  readonly missing: bigint;
  /** Base units of the stablecoin that they cost. */
  readonly cost: bigint;
}

/** ms to wait, because the node of the service may lag a little behind the node that received the transaction. */
const UNSEEN_PATIENCE = 10_000;

/** The levels that are sold, without those whose leagues have to be chosen. */
export async function levelsOf({ chain, programs }: ChainAccess): Promise<readonly ServiceRow[]> {
  const { oracle } = programs;
  const { rows } = await fetchAccount(chain, pricingMatrixAccount, pricingMatrixAddress(oracle).address, oracle);
  return rows.filter(({ leagueBundleId }) => leagueBundleId >= 0);
}

/**
 * Computes prices from the list on chain, whatever the service says. Errors: those of `subscriptionPrice`;
 * WALLET_TOO_POOR.
 */
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

/** Buys the missing tokens, with the checks of `linesman buy`, and returns the signature. */
export async function buyMissing(wallet: Wallet, { missing }: Order): Promise<string> {
  const access = await requireChain();
  const { chain, programs, config } = access;
  const purchase = { client: requireClient(), chain, programs, config, buyer: wallet.address, tokens: missing };
  return landed(access, wallet, () => checkedPurchase(purchase));
}

/**
 * Pays the shown price on chain, and returns the signature. First checks what would make the activation fail: a service
 * that does not start a session, or that another service could impersonate. Errors: PRICE_CHANGED; those of the service
 * and of the program.
 */
export async function payFor(wallet: Wallet, order: Order): Promise<string> {
  const { level, weeks } = order;
  const access = await requireChain();
  const { account } = requireClient();
  await account.sessionToken();
  await account.activationHost({ bindService: isBound(wallet) });
  const { price } = await orderOf(wallet, level, weeks);
  if (price !== order.price)
    fail(PRICE_CHANGED, { shown: wholeTokens(order.price, DECIMALS), price: wholeTokens(price, DECIMALS) });
  const deployment = { oracle: access.programs.oracle, config: access.config };
  const instruction = subscribeInstruction({ ...deployment, user: wallet.address, serviceLevelId: level, weeks });
  try {
    const signature = await sendWith(access, wallet, [instruction]);
    rememberPayment(wallet.address, signature);
    return signature;
  } catch (error) {
    // The transaction may still have landed, and the visitor must not pay twice.
    if (isError(error, TRANSACTION_NOT_KNOWN)) rememberPayment(wallet.address, error.context.signature);
    throw error;
  }
}

/** Gets the API token for a payment, and uses it from now on. The wallet signs a message that names the service. */
export async function activate(wallet: Wallet, payment: string): Promise<void> {
  const client = freshClient() ?? requireClient();
  const apiToken = await client.account.activate({
    txSig: payment,
    sign: (message) => wallet.signMessage(message),
    bindService: isBound(wallet),
    patience: UNSEEN_PATIENCE,
  });
  takeToken(wallet.address, { apiToken, payment });
}

/**
 * A signature that names no service could be forwarded and used by a service in the middle. For test wallets this is
 * acceptable, because they buy nothing of value, and a test service that listens on every address does not know its own
 * name.
 */
const isBound = ({ kind }: Wallet): boolean => kind !== 'test';
