import { base64 } from '@scure/base';
import { BALANCE_TOO_LOW, CHAIN_NOT_REACHABLE, fail, INVALID_PARAMETERS, INVALID_SERVICE_KEY } from 'linesman/error';
import {
  type Address,
  address,
  addressBytes,
  addressOf,
  budgetInstructions,
  type Chain,
  compileMessage,
  configAddress,
  encodeMessage,
  encodeTransaction,
  fetchAccount,
  isOnCurve,
  MAX_PURCHASE,
  type Message,
  oracleConfigAccount,
  purchaseInstruction,
  purchasePrice,
  SERVICE_TOKEN_UNITS,
  STABLECOIN_UNITS_PER_TOKEN,
  type Transaction,
  unsigned,
} from 'linesman/program';
import { checkSignature } from 'linesman/proof';
import { type Fault, fault, shown } from '../http/fault.js';
import type { Quote } from '../http/index.js';
import type { BackendAdmin } from './backendAdmin.js';
import { stablecoinBalance } from './stablecoinBalance.js';

export interface QuotePorts {
  /** The oracle program. */
  readonly oracle: Address;
  /**
   * Where its configuration and the buyers' accounts are. What it rejects with is CHAIN_NOT_REACHABLE to the caller.
   */
  readonly chain: Pick<Chain, 'account' | 'latestBlockhash'>;
  readonly backendAdmin: BackendAdmin;
}

export interface QuoteOptions {
  /** Priority fee, which the buyer pays, in micro-lamports per compute unit; none by default. */
  readonly microLamportsPerUnit?: bigint;
}

/** Whole service tokens for one unit of the stablecoin; both have 6 decimals. */
const TOKENS_PER_STABLECOIN = Number(SERVICE_TOKEN_UNITS / STABLECOIN_UNITS_PER_TOKEN);
const FEE = 0;
/** Above what any purchase uses, the one that makes the buyer's token account included. */
const COMPUTE_UNITS = 200_000;

/**
 * Quotes for purchases at the fixed rate: a legacy transaction that the buyer pays for, with the signature of the
 * backend admin over all of it. What it asks of the chain it asks anew each time, so quotes follow the configuration.
 *
 * Errors besides those of {@link Quote}, none of them meant for the caller: ACCOUNT_NOT_FOUND and UNEXPECTED_ACCOUNT
 * the oracle is not configured, INVALID_SERVICE_KEY the configuration names another backend admin.
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
      const config = await fetchAccount(chain, oracleConfigAccount, configAddress(oracle).address, oracle);
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
        // Here, because whoever adds a limit or a fee later takes the signature of the backend admin its validity.
        ...budgetInstructions(COMPUTE_UNITS, microLamportsPerUnit),
        purchaseInstruction({ oracle, config, buyer, tokens }),
      ];
      const transaction = await cosigned(compileMessage(buyer, instructions, blockhash), backendAdmin);
      // The quotient of two integers is the double nearest to it, and that prints as the decimal number it stands for.
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

/**
 * Both fields of a request as the program takes them. Errors: INVALID_PARAMETERS, with all that is wrong, as endpoints
 * say it.
 */
function checked(buyerText: string, serviceAmount: number, cosigner: Address): { buyer: Address; tokens: bigint } {
  const buyer = signerOf(buyerText);
  const wrong: Fault[] = [];
  // Alone, the signature of the backend admin must never be all that a transaction needs: nobody buys in its name.
  if (buyer === null || buyer === cosigner)
    wrong.push(fault('body field buyerPubkey', 'a wallet, and not that of the service', shown(buyerText)));
  const countable = Number.isSafeInteger(serviceAmount) && serviceAmount > 0 && serviceAmount <= Number(MAX_PURCHASE);
  if (!countable)
    wrong.push(fault('body field serviceAmount', `an integer from 1 to ${MAX_PURCHASE}`, shown(serviceAmount)));
  if (buyer === null || wrong.length > 0) return fail(INVALID_PARAMETERS, { faults: wrong });
  return { buyer, tokens: BigInt(serviceAmount) };
}

/** The key in Base58; `null` when it is none, or an address of a program, for which nobody can sign. */
function signerOf(text: string): Address | null {
  try {
    const key = address(text);
    return key === text && isOnCurve(addressBytes(key)) ? key : null;
  } catch {
    return null;
  }
}

/**
 * The transaction with the signature of the backend admin beside the buyer's place. Errors: those of `checkSignature`
 * when what signs for the service gave none that verifies.
 */
async function cosigned(message: Message, backendAdmin: BackendAdmin): Promise<Transaction> {
  const bytes = encodeMessage(message);
  const signature = await backendAdmin.sign(bytes);
  checkSignature(bytes, signature, [backendAdmin.publicKey]);
  const place = message.accounts.indexOf(addressOf(backendAdmin.publicKey));
  return { message, signatures: unsigned(message).signatures.map((none, i) => (i === place ? signature : none)) };
}

/** Whole stablecoins and six decimals. */
const decimal = (units: bigint): string =>
  `${units / SERVICE_TOKEN_UNITS}.${String(units % SERVICE_TOKEN_UNITS).padStart(6, '0')}`;

async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    return fail(CHAIN_NOT_REACHABLE, {}, { cause });
  }
}
