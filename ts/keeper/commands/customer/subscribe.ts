import {
  command,
  type FlagsOf,
  flag,
  integer,
  listOf,
  neededSetting,
  option,
  oracleOption,
  parseId,
  rpcSetting,
  VERSION_ROWS,
} from '@linesman/cli';

const HELP = `
Subscribing takes two steps: a transaction pays for the level in service tokens, then the wallet signs a message that
the service exchanges for an API token. The service shows the token only once. It is printed last, or written to
--token-file, readable by you only.

Levels of a new deployment:
  0, 1     free leagues, delayed (0 is the legacy form of 1)
  2 to 6   more leagues, delayed by up to 60 s (6: all leagues)
  7 to 11  the same leagues in real time
  21, 22   up to 5 and 20 leagues of your choice, named by --leagues
Weeks are a multiple of 4. The price is read from the chain.

If the activation fails after the payment (7152), you lose nothing: run the command again with --activate and the
transaction. Do the same to replace a token that you have lost or that has leaked. The new token covers the same
leagues; the old token and its streams end.

If the service supports it, the signed message includes the host of --service, so that a service at another address
cannot use it. With --bind-service, or if the service comes only from linesman.json, your wallet never signs a message
without the host.

Examples:
  $ linesman subscribe --level 6 --weeks 4 --service https://oracle.example --rpc https://rpc.example \\
      --keypair wallet.json --token-file api-token
  $ linesman subscribe --level 21 --weeks 8 --leagues 1,2 --service https://oracle.example \\
      --keypair wallet.json --dry-run
  $ linesman subscribe --activate 5xK… --service https://oracle.example --keypair wallet.json --token-file api-token

Exit code: 0 subscribed and activated, or with --dry-run: could be subscribed; 2 anything else.`;

const ROWS = {
  service: neededSetting('service', 'address of the service'),
  keypair: neededSetting('keypair', 'key pair of the wallet that subscribes'),
  level: option('<number>', 'service level', integer(0, 65_535)),
  weeks: option('<number>', 'for how long: 4, 8, … 252', integer(1, 252)),
  leagues: option('<ids>', 'leagues of your choice for a custom level: ids, comma-separated', listOf(parseId)),
  activate: option('<transaction>', 'activate what this transaction paid for, without paying again'),
  rpc: rpcSetting(),
  oracle: oracleOption(),
  tokenFile: option('<file>', 'write the API token to this file instead of printing it'),
  ...VERSION_ROWS,
  bindService: flag('sign only a message that no other service can use; refuse a service that does not support this'),
  dryRun: flag('simulate, send nothing'),
  json: flag('print JSON'),
};
export type SubscribeFlags = FlagsOf<typeof ROWS>;

export const subscribeCommand = command({
  about: 'Subscribes on chain and activates the subscription at the service.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runSubscribe.js')).runSubscribe(flags, terminal),
});
