import { type Command, Option } from 'commander';
import type { Terminal } from 'linesman/cli';
import { neededSetting, setting } from 'linesman/cli';
import type { SubscriptionFlags } from './runSubscription.js';

const HELP = `
Each level has its own periods and grants access from the start to the end of each. Several levels can apply at once.

--end ends the API token and its streams at every address of the service within 5 seconds. Use it at once when a token
has leaked. The subscription stays: the wallet gets a new token with \`linesman subscribe --activate\` and the
transaction.

Examples:
  $ linesman subscription --service https://oracle.example --api-token-file api-token
  $ linesman subscription --service https://oracle.example --api-token-file api-token --json
  $ linesman subscription --service https://oracle.example --api-token-file api-token --end

Exit code: 0 shown, or ended; 2 anything else.`;

export function addSubscription(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  const subscription = parent
    .command('subscription')
    .summary('show a subscription, or end an API token')
    .description("Shows the levels, leagues and periods that an API token's wallet has bought.")
    .addOption(neededSetting('service', 'address of the service'))
    .addOption(setting('apiTokenFile', 'file with the API token of the service'))
    .addOption(new Option('--token-file <file>', 'old name of --api-token-file').hideHelp())
    .option('--end', 'end the token instead of showing the subscription')
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(async (flags: SubscriptionFlags) => {
      // Loaded on demand, so that other commands start faster.
      const { runSubscription } = await import('./runSubscription.js');
      finish(await runSubscription(flags, terminal));
    });
  subscription.on('option:token-file', (file: string) => {
    subscription.setOptionValueWithSource('apiTokenFile', file, 'cli');
  });
}
