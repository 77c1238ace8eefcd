import { Command, CommanderError } from 'commander';
import { clipped, LinesmanError } from '../error/index.js';
import { hideSecrets } from '../node/index.js';
import { addAccess } from './command/access.js';
import { addAudit } from './command/audit.js';
import { addBuy } from './command/buy.js';
import { addConfigure } from './command/configure.js';
import { addCredits } from './command/credits.js';
import { addDecode } from './command/decode.js';
import { addDeploy } from './command/deploy.js';
import { addEncode } from './command/encode.js';
import { addError } from './command/error.js';
import { addExport } from './command/export.js';
import { addImport } from './command/import.js';
import { addIngest } from './command/ingest.js';
import { addKeeper } from './command/keeper.js';
import { addMarket } from './command/market.js';
import { addMigrate } from './command/migrate.js';
import { addServe } from './command/serve.js';
import { addSubscribe } from './command/subscribe.js';
import { addSubscription } from './command/subscription.js';
import { addVerify } from './command/verify.js';
import { addWallet } from './command/wallet.js';
import { EXIT } from './exitCode.js';
import { OPEN_SERVICE, travelsOpenly } from './openService.js';
import { errorJson, errorText, json } from './print.js';
import type { Terminal } from './terminal.js';
import { inTypedWords } from './typedAs.js';
import { sayUnknownFirst } from './unknownFirst.js';
import { usageError } from './usageError.js';

const EXAMPLES = `
Examples:
  $ linesman verify answer.json --roots 20643.json --where 'k1 - k2 > 0'
  $ linesman encode answer.json --form settle --as base64
  $ linesman decode 00aa…
  $ linesman error 6023
  $ linesman wallet new wallet.json
  $ linesman buy 2500000 --service https://oracle.example --keypair wallet.json
  $ linesman subscribe --level 6 --weeks 4 --service https://oracle.example --keypair wallet.json
  $ linesman credits show --keypair wallet.json
  $ linesman market stake --market 7Yb… --outcome yes --amount 5.5 --keypair wallet.json
  $ linesman keeper --service https://oracle.example --keypair keeper.json
  $ linesman serve --speed 60
  $ linesman configure --rpc https://rpc.example
  $ linesman ingest records.ndjson
  $ linesman audit 2026-07-09

A command says more with --help.`;

/** Characters of what an error that is not ours says. */
const LONGEST_FAULT = 1_000;

/** All commands; `finish` is told the exit code of the one that is run. */
export function commandLine(version: string, terminal: Terminal, finish: (code: number) => void): Command {
  const command = new Command('linesman')
    .description('Prove a sports result on Solana, settle on it, and run the oracle that proves it.')
    .version(version)
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(--help says more)')
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err })
    .exitOverride();
  for (const add of [
    addVerify,
    addEncode,
    addDecode,
    addError,
    addKeeper,
    addDeploy,
    addConfigure,
    addServe,
    addMigrate,
    addAccess,
    addIngest,
    addExport,
    addImport,
    addAudit,
    addBuy,
    addWallet,
    addSubscribe,
    addSubscription,
    addCredits,
    addMarket,
  ])
    add(command, terminal, finish);
  sayUnknownFirst(command);
  return command;
}

/** One run of the command line. Returns the exit code; never throws. */
export async function run(args: readonly string[], version: string, bare: Terminal): Promise<number> {
  let code: number = EXIT.valid;
  let asked: Command | undefined;
  const terminal = inTypedWords(bare, () => command.commands.map((one) => one.name()));
  const command: Command = commandLine(version, terminal, (with_) => {
    code = with_;
  }).hook('preAction', (_, action) => {
    asked = action;
    const { service } = action.opts();
    // The keeper, whose output is a log, says it there.
    if (action.name() !== 'keeper' && typeof service === 'string' && travelsOpenly(service))
      terminal.err(`warning: ${OPEN_SERVICE}\n`);
  });
  try {
    await command.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    // Commander has already printed its own; help and version are no failures.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.valid;
      // Who reads documents gets one, whatever is wrong with the call.
      if (args.includes('--json')) terminal.out(json({ error: errorJson(usageError(error)) }));
      return EXIT.failure;
    }
    if (!(error instanceof LinesmanError)) {
      const message = error instanceof Error ? error.message : String(error);
      terminal.err(
        `error: ${clipped(hideSecrets(message), LONGEST_FAULT)}\n  This is a fault of linesman; please report it.\n`,
      );
    } else if (asked?.opts().json || asked?.opts().as === 'json') {
      const isVerdict = asked.name() === 'verify';
      const said = {
        ...(isVerdict && { valid: false }),
        error: { ...errorJson(error), message: hideSecrets(error.message) },
      };
      // What runs on prints a line for each thing that happens, and this is one.
      terminal.out(asked.name() === 'serve' ? `${JSON.stringify(said)}\n` : json(said));
    } else terminal.err(hideSecrets(errorText(error)));
    return EXIT.failure;
  }
}
