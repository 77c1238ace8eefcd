import type { PurchaseQuote } from '@linesman/sdk/client';
import {
  BALANCE_TOO_LOW,
  CHAIN_NOT_REACHABLE,
  fail,
  INVALID_PARAMETERS,
  INVALID_SERVICE_KEY,
} from '@linesman/sdk/error';
import {
  type Address,
  address,
  addressBytes,
  addressOf,
  budgetInstructions,
  type Chain,
  compileMessage,
  encodeMessage,
  encodeTransaction,
  fetchOracleConfig,
  isOnCurve,
  MAX_PURCHASE,
  type Message,
  purchaseInstruction,
  purchasePrice,
  SERVICE_TOKEN_UNITS,
  STABLECOIN_UNITS_PER_TOKEN,
  type Transaction,
  unsigned,
} from '@linesman/sdk/program';
import { checkSignature } from '@linesman/sdk/proof';
import { base64 } from '@scure/base';
import { type Fault, fault, shown } from '../fault.js';
import type { BackendAdmin } from './backendAdmin.js';
import { stablecoinBalance } from './stablecoinBalance.js';

/** Creates purchase transactions. */
export interface Quote {
  /**
   * A transaction that buys whole service tokens, signed by the backend admin, for the buyer to sign. Errors:
   * NO_STABLECOIN_ACCOUNT; BALANCE_TOO_LOW; CHAIN_NOT_REACHABLE; INVALID_PARAMETERS when the program cannot represent
   * the amount, or the buyer cannot sign or is the backend admin.
   */
  purchase(buyer: string, serviceAmount: number): Promise<PurchaseQuote>;
}

export interface QuotePorts {
  /** The oracle program. */
  readonly oracle: Address;
  /**
   * The chain with the configuration and the buyers' accounts. Its errors become CHAIN_NOT_REACHABLE for the caller.
   */
  readonly chain: Pick<Chain, 'account' | 'latestBlockhash'>;
  readonly backendAdmin: BackendAdmin;
}

export interface QuoteOptions {
  /** Priority fee in micro-lamports per compute unit, which the buyer pays. Default none. */
  readonly microLamportsPerUnit?: bigint;
}

/** Whole service tokens per unit of the stablecoin; both have 6 decimals. */
const TOKENS_PER_STABLECOIN = Number(SERVICE_TOKEN_UNITS / STABLECOIN_UNITS_PER_TOKEN);
const FEE = 0;
/** More than any purchase uses, including the creation of the buyer's token account. */
const COMPUTE_UNITS = 200_000;

/**
 * Quotes purchases at the fixed rate: a legacy transaction paid for by the buyer and signed in full by the backend
 * admin. Reads the chain each time, so that quotes follow the configuration.
 *
 * Errors besides those of {@link Quote}, which are internal: ACCOUNT_NOT_FOUND and UNEXPECTED_ACCOUNT when the oracle
 * is not configured; INVALID_SERVICE_KEY when the configuration names another backend admin.
 */
export function createQuote(ports: QuotePorts, { microLamportsPerUnit = 0n }: QuoteOptions = {}): Quote {
  const { oracle, backendAdmin } = ports;
  const cosigner = addressOf(backendAdmin.publicKey);
  const chain: QuotePorts['chain'] = {
    account: (address) => asked(() => ports.chain.account(address)),
    latestBlockhash: () => asked(() => ports.chain.latestBlockhash()),
  };
  return {
    purchase: async (buyerText, serviceAmount) => {
      const { buyer, tokens } = checked(buyerText, serviceAmount, cosigner);
      const config = await fetchOracleConfig(chain, oracle);
      if (config.backendAdmin !== cosigner)
        return fail(INVALID_SERVICE_KEY, {
          problem: 'other backend admin',
          configured: config.backendAdmin,
          own: cosigner,
        });
      const [balance, blockhash] = await Promise.all([
        stablecoinBalance(chain, { oracle, config }, buyer),
        chain.latestBlockhash(),
      ]);
      const price = purchasePrice(tokens);
      if (balance < price)
        return fail(BALANCE_TOO_LOW, { buyer: buyerText, balance: decimal(balance), total: decimal(price) });
      const instructions = [
        // Included here, because adding a limit or a fee later would invalidate the backend admin's signature.
        ...budgetInstructions(COMPUTE_UNITS, microLamportsPerUnit),
        purchaseInstruction({ oracle, config, buyer, tokens }),
      ];
      const transaction = await cosigned(compileMessage(buyer, instructions, blockhash), backendAdmin);
      // The quotient of two integers is the nearest double, which prints as the exact decimal.
      const baseStableCost = serviceAmount / TOKENS_PER_STABLECOIN;
      return {
        transactionBase64: base64.encode(encodeTransaction(transaction)),
        baseStableCost,
        feeStableAmount: FEE,
        totalStableCharged: baseStableCost + FEE,
      };
    },
  };
}

/** Converts both fields of a request for the program. Errors: INVALID_PARAMETERS, with all faults. */
function checked(buyerText: string, serviceAmount: number, cosigner: Address): { buyer: Address; tokens: bigint } {
  const buyer = signerOf(buyerText);
  const wrong: Fault[] = [];
  // The backend admin's signature alone must never complete a transaction, so a purchase in its name is refused.
  if (buyer === null || buyer === cosigner)
    wrong.push(fault('body field buyerPubkey', 'a wallet, and not that of the service', shown(buyerText)));
  const countable = Number.isSafeInteger(serviceAmount) && serviceAmount > 0 && serviceAmount <= Number(MAX_PURCHASE);
  if (!countable)
    wrong.push(fault('body field serviceAmount', `an integer from 1 to ${MAX_PURCHASE}`, shown(serviceAmount)));
  if (buyer === null || wrong.length > 0) return fail(INVALID_PARAMETERS, { faults: wrong });
  return { buyer, tokens: BigInt(serviceAmount) };
}

/** The key in Base58; `null` if it is malformed, or an address off the curve, which cannot sign. */
function signerOf(text: string): Address | null {
  try {
    const key = address(text);
    return key === text && isOnCurve(addressBytes(key)) ? key : null;
  } catch {
    return null;
  }
}

/**
 * Adds the backend admin's signature and leaves the buyer's slot empty. Errors: those of `checkSignature` when the
 * signer returns an invalid signature.
 */
async function cosigned(message: Message, backendAdmin: BackendAdmin): Promise<Transaction> {
  const bytes = encodeMessage(message);
  const signature = await backendAdmin.sign(bytes);
  checkSignature(bytes, signature, [backendAdmin.publicKey]);
  const place = message.accounts.indexOf(addressOf(backendAdmin.publicKey));
  return { message, signatures: unsigned(message).signatures.map((none, i) => (i === place ? signature : none)) };
}

/** Formats whole stablecoins with six decimals. */
const decimal = (units: bigint): string =>
  `${units / SERVICE_TOKEN_UNITS}.${String(units % SERVICE_TOKEN_UNITS).padStart(6, '0')}`;

async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    return fail(CHAIN_NOT_REACHABLE, {}, { cause });
  }
}
