import { base64 } from '@scure/base';
import { PURCHASE_REFUSED, QUOTE_DIFFERS } from '../error/codes/customers.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, type OptionRules, required } from '../format/checkOptions.js';
import { AMOUNT, OBJECT, TEXT } from '../format/optionKinds.js';
import type { OracleConfig } from '../program/account/oracleConfig.js';
import type { Address } from '../program/address/address.js';
import type { Chain } from '../program/chain.js';
import { checkPurchaseTransaction } from '../program/oracle/checkPurchaseTransaction.js';
import { purchasePrice, SERVICE_TOKEN_UNITS } from '../program/oracle/purchaseInstruction.js';
import type { ProgramIds } from '../program/programId.js';
import { wholeTokens } from '../program/tokenAmount.js';
import { simulationFailure } from '../program/transaction/passingFailure.js';
import type { Transaction } from '../program/transaction/transaction.js';
import type { PurchaseQuote } from './account.js';
import type { Client } from './client.js';

export interface PurchaseOrder {
  readonly client: Pick<Client, 'account'>;
  readonly chain: Pick<Chain, 'simulate'>;
  readonly programs: ProgramIds;
  readonly config: OracleConfig;
  readonly buyer: Address;
  /** Whole service tokens. */
  readonly tokens: bigint;
}

const ORDER: OptionRules<PurchaseOrder> = {
  client: required(OBJECT),
  chain: required(OBJECT),
  programs: required(OBJECT),
  config: required(OBJECT),
  buyer: required(TEXT),
  tokens: required(AMOUNT),
};

/** Decimals of both tokens: the program's price assumes them. */
const DECIMALS = 6;

/**
 * Requests a quote of service tokens and returns its transaction for the buyer to sign. The transaction is exactly the
 * purchase at the program's price, and would succeed now. Errors: PURCHASE_REFUSED, QUOTE_DIFFERS, those of the service
 * and of the program, SIMULATION_FAILED; MISSING_OPTION, WRONG_OPTION and UNKNOWN_OPTION.
 *
 * @example
 * ```ts
 * import { checkedPurchase, type PurchaseOrder } from '@linesman/sdk/client';
 * import { type KeyPair, signTransaction } from '@linesman/sdk/program';
 *
 * declare const order: PurchaseOrder;
 * declare const wallet: KeyPair;
 * const signed = signTransaction(await checkedPurchase(order), [wallet]);
 * ```
 */
export async function checkedPurchase(order: PurchaseOrder): Promise<Transaction> {
  checkOptions('checkedPurchase', order, ORDER);
  const { client, chain, programs, config, buyer, tokens } = order;
  const price = purchasePrice(tokens);
  const quote = await client.account.quote(buyer, Number(tokens));
  checkPrice(quote, price);
  const expected = { oracle: programs.oracle, config, buyer, tokens };
  const transaction = checkPurchaseTransaction(bytesOf(quote.transactionBase64), expected);
  const simulation = await chain.simulate(transaction);
  if (simulation.error !== null) throw simulationFailure(simulation, programs);
  return transaction;
}

/** The program charges its own rate, whatever price the service states with the transaction. */
function checkPrice({ totalStableCharged }: PurchaseQuote, price: bigint): void {
  if (Math.round(totalStableCharged * Number(SERVICE_TOKEN_UNITS)) !== Number(price))
    fail(QUOTE_DIFFERS, { quotes: totalStableCharged, charges: wholeTokens(price, DECIMALS) });
}

function bytesOf(text: string): Uint8Array {
  try {
    return base64.decode(text);
  } catch {
    return fail(PURCHASE_REFUSED, { problem: 'no Base64' });
  }
}
