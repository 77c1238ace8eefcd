import type { Keypair } from '@solana/web3.js';
import { createClient, systemTimers } from '../../client/index.js';
import { clipped, fail, LinesmanError } from '../../error/index.js';
import {
  fetchAccount,
  type OracleConfig,
  type ProgramIds,
  pricingMatrixAccount,
  pricingMatrixAddress,
  SERVICE_TOKEN_UNITS,
  type SendingChain,
  sendTransaction,
  serviceTokenAddress,
  subscribeInstruction,
} from '../../program/index.js';
import { modeOf } from '../../service/auth/entitlement.js';
import { readKeypair } from '../../service/auth/readKeypair.js';
import { OracleKey } from '../../service/generator/oracleKey.js';
import { EXIT } from '../exitCode.js';
import { numberOf } from '../optionValue.js';
import { json } from '../print.js';
import { rows } from '../rows.js';
import type { Terminal } from '../terminal.js';
import { configOf, type ProgramFlags, programsOfFlags } from './deploymentOf.js';
import { openChain } from './openChain.js';
import { subscriptionOf, subscriptionRows } from './subscriptionRows.js';
import { tokenBalance } from './tokenBalance.js';
import { TokenFile } from './tokenFile.js';
import { wholeTokens } from './wholeTokens.js';

export interface SubscribeFlags extends ProgramFlags {
  readonly level?: string;
  readonly weeks?: string;
  readonly leagues?: string;
  readonly activate?: string;
  readonly service: string;
  readonly rpc: string;
  readonly keypair: string;
  readonly tokenFile?: string;
  readonly bindService?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

const DECIMALS = 6;
/** ms between two times that a service is asked whose chain has not seen the transaction yet, and how often. */
const UNSEEN_PAUSE = 500;
const UNSEEN_ATTEMPTS = 20;

/** Subscribes on chain and activates at the service, or only activates. Returns the exit code. */
export async function runSubscribe(flags: SubscribeFlags, terminal: Terminal): Promise<number> {
  const leagues = leaguesOf(flags.leagues);
  const isBought = flags.activate !== undefined;
  if (isBought && (flags.level !== undefined || flags.weeks !== undefined || flags.dryRun))
    fail(7015, { message: '--activate subscribes to nothing: leave --level, --weeks and --dry-run out.' });
  const order = isBought ? null : orderOf(flags);
  const programs = programsOfFlags(flags);
  const wallet = readKeypair(flags.keypair);
  const client = createClient({ baseUrl: flags.service });
  const file = flags.tokenFile === undefined || flags.dryRun ? null : new TokenFile(flags.tokenFile);
  let isWritten = false;
  try {
    // What is not there is noticed before anything is paid.
    if (!flags.dryRun) await client.account.sessionToken();
    const paid = order === null ? null : await subscribe(order, leagues, programs, wallet, flags, terminal);
    const transaction = flags.activate ?? paid?.transaction ?? null;
    let apiToken: string | null = null;
    if (transaction !== null) {
      apiToken = await activate({ client, wallet, transaction, leagues, isBought, bindService: !!flags.bindService });
      file?.write(apiToken);
      isWritten = true;
    }
    // What is printed ends in logs; the file is the owner's alone.
    const said = file === null ? { apiToken } : {};
    const shown = { wallet: wallet.publicKey.toBase58(), ...order, leagues, price: paid?.price, transaction, ...said };
    const held = apiToken === null ? null : await subscriptionOf(client);
    if (flags.json) terminal.out(json({ ...shown, tokenFile: flags.tokenFile, subscription: held }));
    else if (apiToken === null)
      terminal.out(`would subscribe for ${paid?.price} service tokens; simulated, not sent\n`);
    else {
      if (paid)
        terminal.out(
          rows([
            ['price', `${paid.price} service tokens`],
            ['transaction', paid.transaction ?? ''],
          ]),
        );
      if (held) terminal.out(rows(subscriptionRows(held)));
      terminal.out(file === null ? `${apiToken}\n` : rows([['API token', `in ${flags.tokenFile}`]]));
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
  if (level === undefined || weeks === undefined) return missing(level, weeks);
  return { level: numberOf('level', level, 0, 65_535), weeks: numberOf('weeks', weeks, 1, 252) };
}

/** Errors: 7015, with what to do about what is missing. */
function missing(level: string | undefined, weeks: string | undefined): never {
  if (level !== undefined)
    return fail(7015, {
      message: `--level ${clipped(level)} needs --weeks.`,
      hint: 'Say for how long: --weeks 4, 8, … 252.',
    });
  const levels = 'linesman subscribe --help lists the levels of a new deployment.';
  if (weeks !== undefined) return fail(7015, { message: `--weeks ${clipped(weeks)} needs --level.`, hint: levels });
  return fail(7015, {
    message: '--level and --weeks are needed, or --activate with a transaction.',
    hint: `Name both to subscribe, or repeat an activation with --activate; ${levels}`,
  });
}

function leaguesOf(text: string | undefined): number[] {
  if (text === undefined) return [];
  return text.split(',').map((id) => numberOf('leagues', id.trim(), 1, 999_999_999));
}

/** Pays. `transaction` is null when it was only simulated. */
async function subscribe(
  { level, weeks }: Order,
  leagues: readonly number[],
  programs: ProgramIds,
  wallet: Keypair,
  flags: SubscribeFlags,
  terminal: Terminal,
): Promise<{ readonly transaction: string | null; readonly price: string }> {
  const chain = openChain(flags.rpc);
  const config = await configOf(chain, programs);
  const deployment = { oracle: programs.oracle, config };
  const instruction = subscribeInstruction({ ...deployment, user: wallet.publicKey, serviceLevelId: level, weeks });
  const price = await priceOf(chain, programs, config, wallet, { level, weeks }, leagues);
  if (!flags.json) terminal.err(`level ${level} for ${weeks} weeks: ${wholeTokens(price, DECIMALS)} service tokens\n`);
  const { signature } = await sendTransaction({
    chain,
    programs,
    payer: wallet,
    instructions: [instruction],
    sleep: systemTimers.sleep,
    beforeSend: () => !flags.dryRun,
  });
  // Said at once: whatever happens from here on, this is what was paid for.
  if (signature !== null) terminal.err(`subscribed with transaction ${signature}\n`);
  return { transaction: signature, price: wholeTokens(price, DECIMALS) };
}

/** Base units. What the service would refuse after the payment is refused before it. Errors: 7083, 7078 to 7080, 7082, 7153. */
async function priceOf(
  chain: SendingChain,
  { oracle }: ProgramIds,
  config: OracleConfig,
  wallet: Keypair,
  { level, weeks }: Order,
  leagues: readonly number[],
): Promise<bigint> {
  const { rows: levels } = await fetchAccount(
    chain,
    pricingMatrixAccount,
    pricingMatrixAddress(oracle).address,
    oracle,
  );
  const row = levels.find(({ rowId }) => rowId === level);
  if (row === undefined)
    return fail(7083, {
      message: `There is no level ${level}; there are ${levels.map(({ rowId }) => rowId).join(', ')}.`,
      hint: 'Take one of those: linesman subscribe --help says what a new deployment sells as which.',
    });
  checkLeagues(level, modeOf(level, row), leagues);
  const price = row.pricePerWeekToken * BigInt(weeks) * SERVICE_TOKEN_UNITS;
  const balance = await tokenBalance(chain, serviceTokenAddress(wallet.publicKey, { oracle, config }));
  if (balance < price)
    return fail(7153, {
      message: `${wallet.publicKey} holds ${wholeTokens(balance, DECIMALS)} service tokens; the price is ${wholeTokens(price, DECIMALS)}.`,
    });
  return price;
}

function checkLeagues(level: number, mode: ReturnType<typeof modeOf>, leagues: readonly number[]): void {
  if (mode.mode !== 'custom') {
    if (leagues.length > 0) fail(7078, { message: `Level ${level} is without a selection of leagues.` });
    return;
  }
  if (leagues.length === 0) fail(7079, { message: `Level ${level} needs --leagues, up to ${mode.limit}.` });
  if (new Set(leagues).size < leagues.length) fail(7080, { message: `--leagues ${leagues.join(',')} has one twice.` });
  if (leagues.length > mode.limit)
    fail(7082, { message: `--leagues has ${leagues.length}; level ${level} allows ${mode.limit}.` });
}

interface ActivationOrder {
  readonly client: ReturnType<typeof createClient>;
  readonly wallet: Keypair;
  readonly transaction: string;
  readonly leagues: readonly number[];
  /** It was paid in an earlier run; then the reason is told as it is. */
  readonly isBought: boolean;
  readonly bindService: boolean;
}

/** The API token. Errors: 7152 after a payment of this run, with the reason in its message; else those of the service. */
async function activate(order: ActivationOrder): Promise<string> {
  const { client, wallet, transaction: txSig, leagues, isBought, bindService } = order;
  const key = new OracleKey(wallet.secretKey.subarray(0, 32));
  const sign = (message: Uint8Array): Uint8Array => key.sign(message);
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.account.activate({ txSig, leagues, sign, bindService });
    } catch (error) {
      if (!(error instanceof LinesmanError)) throw error;
      // The node that the service asks may be a little behind.
      if (error.number === 7072 && attempt < UNSEEN_ATTEMPTS && !isBought) {
        await systemTimers.sleep(UNSEEN_PAUSE);
        continue;
      }
      if (isBought) throw error;
      // With a league that does not exist it would fail again.
      const named = error.number === 7081 ? '<other leagues>' : leagues.join(',');
      const selection = named === '' ? '' : ` --leagues ${named}`;
      return fail(7152, {
        message: `Transaction ${txSig} is paid for, and its activation failed with ${error.number}: ${error.message}`,
        hint: `Repeat only the activation: --activate ${txSig}${selection}`,
        transaction: txSig,
        code: error.number,
      });
    }
  }
}
