import {
  command,
  type FlagsOf,
  flag,
  neededSetting,
  oneOrMore,
  option,
  oracleOption,
  parseAddress,
  parseU64,
  rpcSetting,
  VERSION_ROWS,
} from '@linesman/cli';

const HELP = `
The keys are the addresses of the attesters' key pairs; the order determines the order of their marks on chain. To run
linesman attest, you need the key pair itself; the set needs its address only. The set never changes: for other keys,
create another one.

A lost key can never confirm a root again, so include more keys than a market needs.

The --keypair signs and pays the rent, which is not returned: about 0.0014 SOL for three keys. It gets no rights over
the set.

Examples:
  $ linesman attesters create --key 4Zx… --key 8Rt… --key 2Kd… --keypair wallet.json
  $ linesman attesters create --key 4Zx… --key 8Rt… --id 2 --keypair wallet.json --dry-run --json

Exit code: 0 created, with --dry-run simulated; 2 anything else.`;

const ROWS = {
  key: oneOrMore('<address>', 'key of an attester; 1 to 16 of them', parseAddress),
  id: option('<number>', 'tells the sets of the --keypair apart', parseU64, '1'),
  keypair: neededSetting('keypair', 'key pair that signs and pays'),
  rpc: rpcSetting(),
  oracle: oracleOption(),
  ...VERSION_ROWS,
  dryRun: flag('simulate, send nothing'),
  json: flag('print JSON'),
};
export type CreateFlags = FlagsOf<typeof ROWS>;

export const createCommand = command({
  about: 'Creates a set of attesters.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runCreate.js')).runCreate(flags, terminal),
});
