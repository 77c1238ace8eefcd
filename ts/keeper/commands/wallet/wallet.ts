import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { DEFAULT_DATA_FOLDER, neededSetting, rpcSetting, setting } from 'linesman/cli';
import type { FundFlags } from './runFund.js';
import type { NewFlags } from './runNew.js';
import type { SendFlags } from './runSend.js';
import type { ShowWalletFlags } from './runShow.js';

const HELP = `
Several people can bet from one machine, each with a key pair file of his own: all commands take one with --keypair.

Examples:
  $ linesman wallet new ann.json
  $ linesman wallet fund --keypair ann.json
  $ linesman wallet show --keypair ann.json
  $ linesman wallet send 25 --token stablecoin --to 4Dk… --keypair ann.json

A subcommand says more with --help.`;

const NEW_HELP = `
The file is a list of 64 numbers as Solana's own tools write it, readable by you only. A file that is there is never overwritten (7243).
Standard output gets the address and nothing else. There is no second copy of the key: make one.

Examples:
  $ linesman wallet new ann.json
  $ ANN=$(linesman wallet new ann.json)

Exit code: 0 made, 2 anything else.`;

const SHOW_HELP = `
SOL and every token, of SPL Token and of Token-2022. What the oracle of the deployment takes is called by its name: the stablecoin for stakes
and purchases, the service token for subscriptions and credits.

Examples:
  $ linesman wallet show --keypair ann.json
  $ linesman wallet show 4Dk… --rpc https://rpc.example --json

Exit code: 0 shown, 2 anything else.`;

const FUND_HELP = `
Test money, on test chains only: SOL from the airdrop of the node; the stablecoin from the issuer of the chain that linesman serve runs on
this machine, whose key is in its --data folder, or from the faucet of an oracle program that was built with one (it gives what it gives, once
a day, to who signs: --keypair). Anywhere else 7242.

Examples:
  $ linesman wallet fund --keypair ann.json
  $ linesman wallet fund 4Dk… --sol 2 --stablecoin 500 --data .linesman
  $ linesman wallet fund --keypair ann.json --stablecoin 0 --dry-run

Exit code: 0 given, or with --dry-run: could be given; 2 anything else.`;

const SEND_HELP = `
AMOUNT is in whole SOL or whole tokens. The address is that of the other wallet; its token account is found, and made where it is missing. An
address that is a token account, a mint or a program is refused (7244), and so is a token that cannot be sent (7245): frozen, not
transferable, or with a program of its own at each transfer. The service token is one: it is bought and spent, and never passed on.

What is sent is said on standard error before, and what has arrived on standard output afterwards.

Examples:
  $ linesman wallet send 0.5 --to 4Dk… --keypair ann.json
  $ linesman wallet send 25 --token stablecoin --to 4Dk… --keypair ann.json --dry-run
  $ linesman wallet send 3 --token 7Yb… --to 4Dk… --keypair ann.json --json

Exit code: 0 sent, or with --dry-run: could be sent; 2 anything else.`;

export function addWallet(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  const wallet = parent
    .command('wallet')
    .summary('make, show and fund wallets, send money')
    .description('Makes wallets, shows what they hold, gives them test money and sends from one to another.')
    .addHelpText('after', HELP);
  addNew(wallet, terminal, finish);
  addShow(wallet, terminal, finish);
  addFund(wallet, terminal, finish);
  addSend(wallet, terminal, finish);
}

type Finish = (code: number) => void;

/** The options with which the chain and its deployment are named. */
const withChain = (command: Command): Command =>
  command
    .addOption(rpcSetting())
    .option('--oracle <address>', 'oracle program, if it is another deployment')
    .option('--json', 'print JSON');

function addNew(wallet: Command, terminal: Terminal, finish: Finish): void {
  wallet
    .command('new')
    .description('Makes a key pair.')
    .argument('<file>', 'where it is written')
    .option('--json', 'print JSON')
    .addHelpText('after', NEW_HELP)
    .action(async (file: string, flags: NewFlags) => {
      // Loaded when it is wanted: the other commands start faster without it.
      const { runNew } = await import('./runNew.js');
      finish(await runNew(file, flags, terminal));
    });
}

function addShow(wallet: Command, terminal: Terminal, finish: Finish): void {
  const command = wallet.command('show').description('Shows what a wallet holds.').addHelpText('after', SHOW_HELP);
  withChain(command)
    .argument('[address]', 'the wallet')
    .addOption(setting('keypair', 'the wallet by its key pair'))
    .action(async (address: string | undefined, flags: ShowWalletFlags) => {
      const { runShow } = await import('./runShow.js');
      finish(await runShow(address, flags, terminal));
    });
}

function addFund(wallet: Command, terminal: Terminal, finish: Finish): void {
  const command = wallet.command('fund').description('Gives a wallet test money.').addHelpText('after', FUND_HELP);
  withChain(command)
    .argument('[address]', 'the wallet')
    .addOption(setting('keypair', 'the wallet by its key pair'))
    .option('--sol <amount>', 'SOL; 0: none', '1')
    .option('--stablecoin <amount>', 'whole stablecoins; 0: none', '1000')
    .option('--data <folder>', `folder of the service that runs the chain (default: ${DEFAULT_DATA_FOLDER})`)
    .option('--dry-run', 'simulate, send nothing')
    .action(async (address: string | undefined, flags: FundFlags) => {
      const { runFund } = await import('./runFund.js');
      finish(await runFund(address, flags, terminal));
    });
}

function addSend(wallet: Command, terminal: Terminal, finish: Finish): void {
  const command = wallet.command('send').description('Sends SOL or tokens.').addHelpText('after', SEND_HELP);
  withChain(command)
    .argument('<amount>', 'whole SOL or tokens')
    .requiredOption('--to <address>', 'the wallet that gets it')
    .addOption(neededSetting('keypair', 'key pair of the wallet that sends'))
    .option('--token <token>', 'sol, stablecoin, service, or the address of a mint', 'sol')
    .option('--dry-run', 'simulate, send nothing')
    .action(async (amount: string, flags: SendFlags) => {
      const { runSend } = await import('./runSend.js');
      finish(await runSend(amount, flags, terminal));
    });
}
