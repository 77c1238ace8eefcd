import { base58, base64 } from '@scure/base';
import type { Keypair, VersionedTransaction } from '@solana/web3.js';
import { type Client, createClient, type PurchaseQuote, systemTimers } from '../../client/index.js';
import { fail, LinesmanError, quoted } from '../../error/index.js';
import {
  checkPurchaseTransaction,
  type Deployment,
  errorFromLogs,
  hasLanded,
  type OracleConfig,
  type ProgramIds,
  purchasePrice,
  SERVICE_TOKEN_UNITS,
  type SendingChain,
  serviceTokenAddress,
  stablecoinAddress,
} from '../../program/index.js';
import { readKeypair } from '../../service/auth/readKeypair.js';
import { EXIT } from '../exitCode.js';
import { json } from '../print.js';
import { rows } from '../rows.js';
import type { Terminal } from '../terminal.js';
import { configOf, type ProgramFlags, programsOfFlags } from './deploymentOf.js';
import { openChain } from './openChain.js';
import { tokenBalance } from './tokenBalance.js';
import { wholeTokens } from './wholeTokens.js';

export interface BuyFlags extends ProgramFlags {
  readonly service: string;
  readonly rpc: string;
  readonly keypair: string;
  readonly dryRun?: true;
  readonly json?: true;
}

/** Both tokens have so many decimals: the price of the program is in them. */
const DECIMALS = 6;
/** Quotes that may expire before the purchase counts as failed. */
const ATTEMPTS = 3;

/** Buys service tokens with a quote of the service, once its transaction has been read. Returns the exit code. */
export async function runBuy(amount: string, flags: BuyFlags, terminal: Terminal): Promise<number> {
  if (!/^\d{1,13}$/.test(amount)) fail(7015, { message: `${quoted(amount)} is no number of whole service tokens.` });
  const tokens = BigInt(amount);
  const price = purchasePrice(tokens);
  const programs = programsOfFlags(flags);
  const wallet = readKeypair(flags.keypair);
  const chain = openChain(flags.rpc);
  const client = createClient({ baseUrl: flags.service });
  const config = await configOf(chain, programs);
  const purchase = { chain, client, programs, config, wallet, tokens, price };

  let transaction: string | null = null;
  if (flags.dryRun) await readQuote(purchase);
  else transaction = await buy(purchase);
  const balances = await balancesOf(chain, { oracle: programs.oracle, config }, wallet);
  const shown = {
    wallet: wallet.publicKey.toBase58(),
    serviceTokens: tokens,
    price: wholeTokens(price, DECIMALS),
    transaction,
    balances,
  };
  if (flags.json) terminal.out(json(shown));
  else
    terminal.out(
      rows([
        [flags.dryRun ? 'would buy' : 'bought', `${tokens} service tokens for ${shown.price} of the stablecoin`],
        ['transaction', transaction ?? 'not sent; it was read and simulated'],
        ['stablecoin', balances.stablecoin],
        ['service tokens', balances.serviceTokens],
      ]),
    );
  return EXIT.valid;
}

interface Purchase {
  readonly chain: SendingChain;
  readonly client: Client;
  readonly programs: ProgramIds;
  readonly config: OracleConfig;
  readonly wallet: Keypair;
  readonly tokens: bigint;
  /** Base units of the stablecoin. */
  readonly price: bigint;
}

/** The signature of the transaction that landed. */
async function buy(purchase: Purchase): Promise<string> {
  const { chain, programs, wallet } = purchase;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const transaction = await readQuote(purchase);
    transaction.sign([wallet]);
    const signature = base58.encode(transaction.signatures[0] ?? new Uint8Array());
    if (await hasLanded({ chain, programs, sleep: systemTimers.sleep }, transaction, signature)) return signature;
  }
  return fail(7029, { message: `The purchase did not land with ${ATTEMPTS} quotes.` });
}

/** A transaction that is the purchase and would succeed. Errors: 7150, 7151, those of the service, of the program and 7021. */
async function readQuote({
  chain,
  client,
  programs,
  config,
  wallet,
  tokens,
  price,
}: Purchase): Promise<VersionedTransaction> {
  const quote = await client.account.quote(wallet.publicKey.toBase58(), Number(tokens));
  checkPrice(quote, price);
  const expected = { oracle: programs.oracle, config, buyer: wallet.publicKey, tokens };
  const transaction = checkPurchaseTransaction(bytesOf(quote.transactionBase64), expected);
  const simulation = await chain.simulate(transaction);
  if (simulation.error !== null)
    throw (
      errorFromLogs(simulation.logs, programs) ??
      new LinesmanError(7021, { message: `The simulation of the purchase fails: ${quoted(simulation.error)}.` })
    );
  return transaction;
}

/** The program takes what its rate says, whatever the service has written beside the transaction. */
function checkPrice({ totalStableCharged }: PurchaseQuote, price: bigint): void {
  if (Math.round(totalStableCharged * Number(SERVICE_TOKEN_UNITS)) !== Number(price))
    fail(7151, {
      message: `The service quotes ${totalStableCharged} of the stablecoin, the program charges ${wholeTokens(price, DECIMALS)}.`,
    });
}

function bytesOf(text: string): Uint8Array {
  try {
    return base64.decode(text);
  } catch {
    return fail(7150, { message: 'The transaction of the quote is not signed: it is no Base64.' });
  }
}

async function balancesOf(chain: SendingChain, deployment: Deployment, { publicKey }: Keypair) {
  const [stablecoin, service] = await Promise.all([
    tokenBalance(chain, stablecoinAddress(publicKey, deployment)),
    tokenBalance(chain, serviceTokenAddress(publicKey, deployment)),
  ]);
  return { stablecoin: wholeTokens(stablecoin, DECIMALS), serviceTokens: wholeTokens(service, DECIMALS) };
}
