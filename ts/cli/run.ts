import { errorOf, FAULT_OF_LINESMAN, LinesmanError } from '@linesman/sdk/error';
import { hideSecrets } from '@linesman/sdk/internal/node/hideSecrets';
import { Command, CommanderError } from 'commander';
import type { CommandAdder } from './command.js';
import { COMMANDS, loadCommands } from './commands.js';
import { usageError } from './option/usageError.js';
import { NO_COLOURS, styled } from './terminal/colour.js';
import { EXIT } from './terminal/exitCode.js';
import { errorJson, errorText, json } from './terminal/print.js';
import type { Terminal } from './terminal/terminal.js';
import { inTypedWords } from './terminal/typedAs.js';
import { sayUnknownFirst } from './unknownFirst.js';

const EXAMPLES = `
Examples:
  $ linesman verify answer.json --roots 20643.json --where 'k1 - k2 > 0'
  $ linesman inspect answer.json --html answer.html
  $ linesman roots --day 2026-07-09 --rpc devnet > 20643.json
  $ linesman encode answer.json --form settle --as base64
  $ linesman decode 00aa…
  $ linesman error 6023
  $ linesman config
  $ source <(linesman completions bash)
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
  $ linesman regress cases --junit report.xml

For details, run a command with --help.`;

/**
 * All commands; `finish` gets the exit code of the one that is run. Commands that are not `loaded` only have a name and
 * a summary, for the list of `--help`.
 */
export function commandLine(
  version: string,
  terminal: Terminal,
  finish: (code: number) => void,
  loaded: ReadonlyMap<string, CommandAdder>,
): Command {
  const { colours = NO_COLOURS } = terminal;
  const command = new Command('linesman')
    .description('Prove a sports result on Solana, settle on it, and run the oracle that proves it.')
    .version(version)
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('(--help says more)')
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      outputError: (text, write) => write(text.replace(/^error:/, (word) => styled('red', word, colours.err))),
    })
    .exitOverride();
  for (const [name, { summary }] of Object.entries(COMMANDS)) {
    const inner = loaded.get(name)?.(command, name, terminal, finish) ?? command.command(name);
    inner.summary(summary);
  }
  sayUnknownFirst(command);
  return command;
}

/** The command to load for a call. `help verify` names one, too. */
function namedIn(args: readonly string[]): string[] {
  const [first = '', second = ''] = args.filter((word) => !word.startsWith('-'));
  return [first === 'help' ? second : first].filter((word) => Object.hasOwn(COMMANDS, word));
}

/** An unforeseen error. */
const faultOf = (error: unknown): LinesmanError =>
  errorOf(FAULT_OF_LINESMAN, { reason: error instanceof Error ? error.message : String(error) });

/** Whether the call asks for JSON, even if it is wrong otherwise. */
function wantsJson(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const words = end < 0 ? args : args.slice(0, end);
  return words.some(
    (word, i) => word === '--json' || word === '--as=json' || (word === 'json' && words[i - 1] === '--as'),
  );
}

/** One run of the command line. Returns the exit code; never throws. */
export async function run(args: readonly string[], version: string, bare: Terminal): Promise<number> {
  let code: number = EXIT.valid;
  let asked: Command | undefined;
  const asJson = wantsJson(args);
  // JSON documents have no colours.
  const colours = (!asJson && bare.colours) || NO_COLOURS;
  const terminal = inTypedWords({ ...bare, colours }, () => Object.keys(COMMANDS));
  try {
    const finish = (with_: number): void => {
      code = with_;
    };
    const command = commandLine(version, terminal, finish, await loadCommands(namedIn(args)));
    command.hook('preAction', (_, action) => {
      asked = action;
    });
    await command.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    // Commander has already printed its own messages. Help and version are not failures.
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return EXIT.valid;
      // With --json, wrong usage is a document, too.
      if (asJson) terminal.out(json({ error: errorJson(usageError(error)) }));
      return EXIT.failure;
    }
    const known = error instanceof LinesmanError ? error : faultOf(error);
    if (asJson) {
      const isVerdict = ['verify', 'inspect'].includes(`${asked?.name()}`);
      const said = {
        ...(isVerdict && { valid: false }),
        error: { ...errorJson(known), message: hideSecrets(known.message) },
      };
      // The output of serve is one event per line.
      terminal.out(asked?.name() === 'serve' ? `${JSON.stringify(said)}\n` : json(said));
    } else terminal.err(hideSecrets(errorText(known, colours.err)));
    return EXIT.failure;
  }
}
