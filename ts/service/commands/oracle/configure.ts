import {
  command,
  type FlagsOf,
  flag,
  neededRpcSetting,
  option,
  oracleOption,
  type Parser,
  parseAddress,
  parseU64,
  readOracleKey,
  text,
  VERSION_ROWS,
} from '@linesman/cli';
import { parseLateAfter } from './lateAfterOption.js';
import { VAULT_HELP, VAULT_ROWS } from './vaultRows.js';

const HELP = `
Without changes, it prints the configuration on chain; you need no key. --admin signs and pays for changes, all in one
transaction. It skips values that are already set, so you can run the command again. Services compare the configuration
with their keys at start: see docs/operation.md for the order in which to replace a key without an interruption.

The admin changes in two steps: the old admin runs --propose-admin; the new one runs --accept-admin, and pays for it.
${VAULT_HELP}
Examples:
  $ linesman configure --rpc https://rpc.example
  $ linesman configure --rpc https://rpc.example --admin admin.json --next-oracle-key 9dT… --dry-run
  $ linesman configure --rpc https://rpc.example --admin admin.json --oracle-key 9dT… --next-oracle-key none
  $ linesman configure --rpc https://rpc.example --admin admin.json --publisher 4pQ…
  $ linesman configure --rpc https://rpc.example --accept-admin new-admin.json
  $ linesman configure --rpc https://rpc.example --publisher 4pQ… --for 6Hc… --out publisher.txt
  $ linesman configure --rpc https://rpc.example --accept-admin --for 6Hc… --out accept.txt

Exit code: 0 the configuration is as wanted (with --dry-run: could be made so), 2 anything else.`;

/** `none` as `null`. */
const orNone =
  <T>(parse: Parser<T>): Parser<T | null> =>
  (text, name) =>
    text === 'none' ? null : parse(text, name);

const ROWS = {
  rpc: neededRpcSetting('RPC address of the cluster'),
  oracle: oracleOption(' on the cluster'),
  admin: option('<file>', 'key pair of the admin, for changes'),
  publisher: option('<address>', 'key that publishes roots', parseAddress),
  backendAdmin: option('<address>', 'key that signs quotes', parseAddress),
  oracleKey: option('<key>', 'Ed25519 key that signs proofs: hex, Base64 or Base58', readOracleKey),
  nextOracleKey: option('<key>', 'second key that is valid while keys are replaced; or none', orNone(readOracleKey)),
  creditPackPrice: option('<amount>', 'base units of the service token for 100 credits', parseU64),
  lateAfter: option(
    '<seconds>',
    'how long after the end of its slot the publisher alone may publish a root, 600 to 604800',
    parseLateAfter,
  ),
  proposeAdmin: option('<address>', 'key that may become the admin; or none', orNone(parseAddress)),
  acceptAdmin: option('[file]', 'key pair of the proposed admin, which becomes the admin; none with --for', text),
  ...VAULT_ROWS,
  ...VERSION_ROWS,
  dryRun: flag('show what would be done, and change nothing'),
  json: flag('print JSON'),
};
export type ConfigureFlags = FlagsOf<typeof ROWS>;

export const configureCommand = command({
  about: 'Shows the configuration of an oracle on chain, and changes it.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runConfigure.js')).runConfigure(flags, terminal),
});
