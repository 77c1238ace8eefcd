import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { neededSetting, rpcSetting } from 'linesman/cli';
import type { SubscribeFlags } from './runSubscribe.js';

const HELP = `
Two steps: a transaction pays the service tokens of the level, then a message that the wallet signs turns it into an API token, which is
printed last and which the service shows this once. With --token-file it is written there instead, readable by you only.

Levels of a new deployment: 1 free leagues, delayed; 2 to 6 more leagues, delayed by up to 60 s (6: all); 7 to 11 the same in real time;
21 and 22 up to 5 and 20 leagues of your choice, which --leagues names. Weeks are a multiple of 4. The price is read from the chain.

If the activation fails after the payment (7152), nothing is lost: repeat it with --activate and the transaction. That also gives another token
in place of one that was lost or has leaked, with the same leagues; the one before ends with its streams.

The wallet signs the host of --service with the message where the service takes that, so that what answers at another address cannot use it.
With --bind-service it signs nothing else, and neither does it for a service that only linesman.json names.

Examples:
  $ linesman subscribe --level 6 --weeks 4 --service https://oracle.example --rpc https://rpc.example --keypair wallet.json --token-file api-token
  $ linesman subscribe --level 21 --weeks 8 --leagues 1,2 --service https://oracle.example --keypair wallet.json --dry-run
  $ linesman subscribe --activate 5xK… --service https://oracle.example --keypair wallet.json --token-file api-token

Exit code: 0 subscribed and activated, or with --dry-run: could be subscribed; 2 anything else.`;

export function addSubscribe(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('subscribe')
    .summary('subscribe and get an API token')
    .description('Subscribes on chain and activates the subscription at the service.')
    .addOption(neededSetting('service', 'address of the service'))
    .addOption(neededSetting('keypair', 'key pair of the wallet that subscribes'))
    .option('--level <number>', 'service level')
    .option('--weeks <number>', 'for how long: 4, 8, … 252')
    .option('--leagues <ids>', 'leagues of a custom selection, comma-separated')
    .option('--activate <transaction>', 'only activate what this transaction has paid for')
    .addOption(rpcSetting())
    .option('--oracle <address>', 'oracle program, if it is another deployment')
    .option('--token-file <file>', 'write the API token there, and do not print it')
    .option('--bind-service', 'sign nothing that another service could use: one that does not take that is refused')
    .option('--dry-run', 'simulate, send nothing')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (flags: SubscribeFlags) => {
      // Loaded when it is wanted: the other commands start faster without it.
      const { runSubscribe } = await import('./runSubscribe.js');
      finish(await runSubscribe(flags, terminal));
    });
}
