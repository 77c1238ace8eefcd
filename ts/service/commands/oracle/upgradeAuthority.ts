import {
  argument,
  command,
  type FlagsOf,
  flag,
  neededRpcSetting,
  option,
  parseAddress,
  VERSION_ROWS,
} from '@linesman/cli';
import { VAULT_HELP, VAULT_ROWS } from './vaultRows.js';

const HELP = `
Without --to, --to-address and --give-up, it prints who may upgrade the program; you need no key. --authority, the
current authority, signs and pays for a change.

Pass the next authority's key file with --to: that key signs as well, so that the program cannot get an authority that
no one has. Use --to-address for one that cannot sign here, such as a multisig: check the address twice. --give-up
freezes the program for good: no one can ever fix a fault in it, or take it over. Always freeze a settlement program,
which holds other people's money: write its IDL first, then freeze it, and deploy a new version at a new address.
${VAULT_HELP}
Examples:
  $ linesman upgrade-authority --rpc https://rpc.example 4Nd…
  $ linesman upgrade-authority --rpc https://rpc.example 4Nd… --authority now.json --to next.json --dry-run
  $ linesman upgrade-authority --rpc https://rpc.example 4Nd… --authority now.json --give-up
  $ linesman upgrade-authority --rpc https://rpc.example 4Nd… --give-up --for 6Hc… --out freeze.txt

Exit code: 0 the authority is as wanted (with --dry-run: could be made so), 2 anything else.`;

const ROWS = {
  program: argument('<program>', 'address of the program', parseAddress),
  rpc: neededRpcSetting('RPC address of the cluster'),
  authority: option('<file>', 'key pair of the authority, for changes'),
  to: option('<file>', 'key pair of the next authority, which signs too'),
  toAddress: option('<address>', 'next authority, which does not sign', parseAddress),
  giveUp: flag('freeze the program for good'),
  ...VAULT_ROWS,
  ...VERSION_ROWS,
  dryRun: flag('show what would be done, and change nothing'),
  json: flag('print JSON'),
};
export type UpgradeAuthorityFlags = FlagsOf<typeof ROWS>;

export const upgradeAuthorityCommand = command({
  about: 'Shows who may upgrade a program, oracle or settlement, and transfers or gives up the upgrade authority.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runUpgradeAuthority.js')).runUpgradeAuthority(flags, terminal),
});
