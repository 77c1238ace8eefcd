import { EXIT, json, showTable, signerOf, type Terminal, whileWaiting } from '@linesman/cli';
import { type Client, checkedPurchase, createClient, systemTimers } from '@linesman/sdk/client';
import { fail, TRANSACTION_NOT_LANDED } from '@linesman/sdk/error';
import {
  buildPatiently,
  type Deployment,
  fetchOracleConfig,
  hasLanded,
  type KeyPair,
  type OracleConfig,
  type ProgramIds,
  purchasePrice,
  type SendingChain,
  serviceTokenAddress,
  signatureOf,
  signTransaction,
  stablecoinAddress,
  type Transaction,
  tokenBalance,
} from '@linesman/sdk/program';
import { programsOfFlags } from '../deploymentOf.js';
import { openChain } from '../openChain.js';
import { wholeTokens } from '../wholeTokens.js';
import type { BuyFlags } from './buy.js';

/** Decimals of both tokens: the program's price assumes them. */
const DECIMALS = 6;
/** Quotes that may expire before the purchase counts as failed. */
const ATTEMPTS = 3;

/** Buys service tokens with a quote of the service, after checking its transaction. Returns the exit code. */
export async function runBuy(flags: BuyFlags, terminal: Terminal): Promise<number> {
  const { amount: tokens } = flags;
  const price = purchasePrice(tokens);
  const programs = programsOfFlags(flags);
  const wallet = signerOf(flags.keypair, flags, terminal);
  const chain = openChain(flags);
  const client = createClient({ baseUrl: flags.service });
  const config = await fetchOracleConfig(chain, programs.oracle);
  const purchase = { chain, client, programs, config, wallet, tokens };

  let transaction: string | null = null;
  if (flags.dryRun) await readQuote(purchase);
  else transaction = await buy(purchase, terminal);
  const balances = await balancesOf(chain, { oracle: programs.oracle, config }, wallet);
  const shown = {
    wallet: wallet.address,
    serviceTokens: tokens,
    price: wholeTokens(price, DECIMALS),
    transaction,
    balances,
  };
  if (flags.json) terminal.out(json(shown));
  else
    showTable(terminal, [
      [flags.dryRun ? 'would buy' : 'bought', `${tokens} service tokens for ${shown.price} of the stablecoin`],
      ['transaction', transaction ?? 'not sent; it was checked and simulated'],
      ['stablecoin', balances.stablecoin],
      ['service tokens', balances.serviceTokens],
    ]);
  return EXIT.valid;
}

interface Purchase {
  readonly chain: SendingChain;
  readonly client: Client;
  readonly programs: ProgramIds;
  readonly config: OracleConfig;
  readonly wallet: KeyPair;
  readonly tokens: bigint;
}

/** The signature of the transaction that landed. */
async function buy(purchase: Purchase, terminal: Terminal): Promise<string> {
  const { chain, programs, wallet } = purchase;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const transaction = signTransaction(
      await buildPatiently(() => readQuote(purchase), { sleep: systemTimers.sleep }),
      [wallet],
    );
    const signature = signatureOf(transaction);
    const landing = () => hasLanded({ chain, programs, sleep: systemTimers.sleep }, transaction, signature);
    if (await whileWaiting(terminal, 'the transaction', landing)) return signature;
  }
  return fail(TRANSACTION_NOT_LANDED, { attempts: ATTEMPTS });
}

const readQuote = ({ wallet, ...order }: Purchase): Promise<Transaction> =>
  checkedPurchase({ ...order, buyer: wallet.address });

async function balancesOf(chain: SendingChain, deployment: Deployment, { address }: KeyPair) {
  const [stablecoin, service] = await Promise.all([
    tokenBalance(chain, stablecoinAddress(address, deployment)),
    tokenBalance(chain, serviceTokenAddress(address, deployment)),
  ]);
  return { stablecoin: wholeTokens(stablecoin, DECIMALS), serviceTokens: wholeTokens(service, DECIMALS) };
}
