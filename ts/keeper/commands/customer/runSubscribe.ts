import { EXIT, json, showTable, signerOf, type Terminal, whileWaiting } from '@linesman/cli';
import { createClient } from '@linesman/sdk/client';
import {
  CONFLICTING_OPTIONS,
  fail,
  LEAGUE_UNKNOWN,
  LinesmanError,
  NOT_ACTIVATED,
  OPTION_NEEDED,
  WALLET_TOO_POOR,
} from '@linesman/sdk/error';
import { OracleKey } from '@linesman/sdk/node';
import {
  fetchAccount,
  fetchOracleConfig,
  type KeyPair,
  type OracleConfig,
  type ProgramIds,
  pricingMatrixAccount,
  pricingMatrixAddress,
  type SendingChain,
  serviceTokenAddress,
  subscribeInstruction,
  subscriptionPrice,
  tokenBalance,
} from '@linesman/sdk/program';
import { programsOfFlags } from '../deploymentOf.js';
import { openChain } from '../openChain.js';
import { sendTelling } from '../sendTelling.js';
import { wholeTokens } from '../wholeTokens.js';
import type { SubscribeFlags } from './subscribe.js';
import { subscriptionOf, subscriptionRows } from './subscriptionRows.js';
import { TokenFile } from './tokenFile.js';

const DECIMALS = 6;
/** ms to wait, because the node of the service may lag a little behind the node that received the transaction. */
const UNSEEN_PATIENCE = 10_000;

/** Subscribes on chain and activates at the service, or only activates. Returns the exit code. */
export async function runSubscribe(flags: SubscribeFlags, terminal: Terminal): Promise<number> {
  const { leagues = [] } = flags;
  const isBought = flags.activate !== undefined;
  if (isBought && (flags.level !== undefined || flags.weeks !== undefined || flags.dryRun))
    fail(CONFLICTING_OPTIONS, { option: '--activate', others: ['--level', '--weeks', '--dry-run'] });
  const order = isBought ? null : orderOf(flags);
  const programs = programsOfFlags(flags);
  const wallet = signerOf(flags.keypair, flags, terminal);
  const client = createClient({ baseUrl: flags.service });
  // A signature for a service that only the configuration file names must be useless to any other service.
  const bindService = !!flags.bindService || flags.from?.service === 'file';
  const file = flags.tokenFile === undefined || flags.dryRun ? null : new TokenFile(flags.tokenFile);
  let isWritten = false;
  try {
    // Checks that nothing is missing before paying.
    if (!flags.dryRun) {
      await client.account.sessionToken();
      await client.account.activationHost({ bindService });
    }
    const paid = order === null ? null : await subscribe(order, leagues, programs, wallet, flags, terminal);
    const transaction = flags.activate ?? paid?.transaction ?? null;
    let apiToken: string | null = null;
    if (transaction !== null) {
      const order = { client, wallet, transaction, leagues, isBought, bindService };
      apiToken = await whileWaiting(terminal, 'the activation', () => activate(order));
      file?.write(apiToken);
      isWritten = true;
    }
    // Output may end up in logs; the file is private.
    const said = file === null ? { apiToken } : {};
    const shown = { wallet: wallet.address, ...order, leagues, price: paid?.price, transaction, ...said };
    const held = apiToken === null ? null : await subscriptionOf(client);
    if (flags.json) terminal.out(json({ ...shown, tokenFile: flags.tokenFile, subscription: held }));
    else if (apiToken === null)
      terminal.out(`would subscribe for ${paid?.price} service tokens; simulated, not sent\n`);
    else {
      if (paid)
        showTable(terminal, [
          ['price', `${paid.price} service tokens`],
          ['transaction', paid.transaction ?? ''],
        ]);
      if (held) showTable(terminal, subscriptionRows(held));
      if (file === null) terminal.out(`${apiToken}\n`);
      else showTable(terminal, [['API token', `in ${flags.tokenFile}`]]);
    }
    return EXIT.valid;
  } finally {
    if (!isWritten) file?.abandon();
  }
}

interface Order {
  readonly level: number;
  readonly weeks: number;
}

function orderOf({ level, weeks }: SubscribeFlags): Order {
  if (level === undefined)
    return fail(OPTION_NEEDED, weeks === undefined ? { problem: 'no order' } : { problem: 'no level', weeks });
  if (weeks === undefined) return fail(OPTION_NEEDED, { problem: 'no weeks', level });
  return { level, weeks };
}

/** Pays. `transaction` is null if it was only simulated. */
async function subscribe(
  { level, weeks }: Order,
  leagues: readonly number[],
  programs: ProgramIds,
  wallet: KeyPair,
  flags: SubscribeFlags,
  terminal: Terminal,
): Promise<{ readonly transaction: string | null; readonly price: string }> {
  const chain = openChain(flags);
  const config = await fetchOracleConfig(chain, programs.oracle);
  const deployment = { oracle: programs.oracle, config };
  const instruction = subscribeInstruction({ ...deployment, user: wallet.address, serviceLevelId: level, weeks });
  const price = await priceOf(chain, programs, config, wallet, { level, weeks }, leagues);
  if (!flags.json) terminal.err(`level ${level} for ${weeks} weeks: ${wholeTokens(price, DECIMALS)} service tokens\n`);
  const { signature } = await sendTelling(terminal, {
    chain,
    programs,
    payer: wallet,
    instructions: [instruction],
    beforeSend: () => !flags.dryRun,
  });
  // Printed at once, because the payment is final even if a later step fails.
  if (signature !== null) terminal.err(`subscribed with transaction ${signature}\n`);
  return { transaction: signature, price: wholeTokens(price, DECIMALS) };
}

/** The price in base units. Errors: those of `subscriptionPrice`; WALLET_TOO_POOR. */
async function priceOf(
  chain: SendingChain,
  { oracle }: ProgramIds,
  config: OracleConfig,
  wallet: KeyPair,
  { level, weeks }: Order,
  leagues: readonly number[],
): Promise<bigint> {
  const list = await fetchAccount(chain, pricingMatrixAccount, pricingMatrixAddress(oracle).address, oracle);
  const price = subscriptionPrice(list, { level, weeks, leagues });
  const balance = await tokenBalance(chain, serviceTokenAddress(wallet.address, { oracle, config }));
  if (balance < price)
    return fail(WALLET_TOO_POOR, {
      wallet: wallet.address,
      held: wholeTokens(balance, DECIMALS),
      unit: 'service tokens',
      purpose: 'the price',
      needed: wholeTokens(price, DECIMALS),
    });
  return price;
}

interface ActivationOrder {
  readonly client: ReturnType<typeof createClient>;
  readonly wallet: KeyPair;
  readonly transaction: string;
  readonly leagues: readonly number[];
  /** If an earlier run paid, the reason is reported unchanged. */
  readonly isBought: boolean;
  readonly bindService: boolean;
}

/** The API token. Errors: NOT_ACTIVATED with the reason, after a payment of this run; else those of the service. */
async function activate(order: ActivationOrder): Promise<string> {
  const { client, wallet, transaction: txSig, leagues, isBought, bindService } = order;
  const key = new OracleKey(wallet.secretKey.subarray(0, 32));
  const sign = (message: Uint8Array): Uint8Array => key.sign(message);
  const patience = isBought ? 0 : UNSEEN_PATIENCE;
  try {
    return await client.account.activate({ txSig, leagues, sign, bindService, patience });
  } catch (error) {
    if (isBought || !(error instanceof LinesmanError)) throw error;
    // With an unknown league it would fail again.
    const again = error.number === LEAGUE_UNKNOWN ? 'other' : leagues;
    return fail(NOT_ACTIVATED, { transaction: txSig, code: error.number, reason: error.message, leagues: again });
  }
}
