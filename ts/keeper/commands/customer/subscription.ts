import { command, type FlagsOf, flag, neededSetting, setting } from '@linesman/cli';

const HELP = `
Each level has its own periods and grants access from the start to the end of each. Several levels can apply at once.

--end ends the API token and its streams at every address of the service within 5 seconds. Use it at once when a token
has leaked. The subscription remains: the wallet can get a new token with \`linesman subscribe --activate\` and the
transaction.

Examples:
  $ linesman subscription --service https://oracle.example --api-token-file api-token
  $ linesman subscription --service https://oracle.example --api-token-file api-token --json
  $ linesman subscription --service https://oracle.example --api-token-file api-token --end

Exit code: 0 shown, or ended; 2 anything else.`;

const ROWS = {
  service: neededSetting('service', 'address of the service'),
  apiTokenFile: setting('apiTokenFile', 'file with the API token of the service'),
  end: flag('end the token instead of showing the subscription'),
  json: flag('print JSON'),
};
export type SubscriptionFlags = FlagsOf<typeof ROWS>;

export const subscriptionCommand = command({
  about: "Shows the levels, leagues and periods that an API token's wallet has bought.",
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runSubscription.js')).runSubscription(flags, terminal),
});
