import {
  command,
  DEFAULT_STORE,
  type FlagsOf,
  flag,
  neededRpcSetting,
  option,
  oracleOption,
  required,
  text,
  VERSION_ROWS,
} from '@linesman/cli';
import { VAULT_HELP, VAULT_ROWS } from './vaultRows.js';

const HELP = `
An oracle accepts a slot's root from its publisher alone until the time limit in its configuration, by default six hours
after the end of the slot (lateAfter of linesman configure; the strictest since the slot ended). After that, the admin
must sign as well, so that a stolen publisher key cannot publish roots for the past. The service raises alarm 6105 for
each such slot, and continues with the others.

This command publishes the late roots in the store, each in a transaction that --publisher signs and pays for and that
--admin signs as well. It only reads the store; the service notices the roots by itself. Everyone can see that they were
late, because the admin has signed them. First find out why they are late, and whether the store is complete: linesman
audit.
${VAULT_HELP}
Here the publisher pays the rent and is a second signer, so it signs the transaction in which the multisig runs the
instruction.

Examples:
  $ linesman publish-late --rpc https://rpc.example --publisher publisher.json --admin admin.json --dry-run
  $ linesman publish-late --rpc https://rpc.example --publisher publisher.json --admin admin.json \\
      --store postgres://linesman@localhost/linesman
  $ linesman publish-late --rpc https://rpc.example --publisher publisher.json --for 6Hc… --out late.txt

Exit code: 0 every late root is on chain (with --dry-run: could be), 2 anything else.`;

const ROWS = {
  rpc: neededRpcSetting('RPC address of the cluster'),
  publisher: required('<file>', 'key pair of the publisher, which pays'),
  admin: option('<file>', 'key pair of the admin; needed without --for'),
  store: option('<place>', 'folder of the store, or URL of a PostgreSQL server', text, DEFAULT_STORE),
  oracle: oracleOption(' on the cluster'),
  ...VAULT_ROWS,
  ...VERSION_ROWS,
  dryRun: flag('show which roots would be published, and publish none'),
  json: flag('print JSON'),
};
export type PublishLateFlags = FlagsOf<typeof ROWS>;

export const publishLateCommand = command({
  about: 'Publishes roots that are too late for the publisher alone.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runPublishLate.js')).runPublishLate(flags, terminal),
});
