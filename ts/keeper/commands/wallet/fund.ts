import {
  argument,
  command,
  DEFAULT_DATA_FOLDER,
  type FlagsOf,
  option,
  parseAddress,
  setting,
  text,
} from '@linesman/cli';
import { CHAIN_ROWS, DRY_RUN_ROWS } from '../chainRows.js';

const HELP = `
Sends test money, on test chains only (7242 on others). SOL comes from the node's airdrop. The stablecoin comes from one
of two places:
  - on the chain that linesman serve runs on this machine: from the issuer, whose key is in the --data folder
  - elsewhere: from an oracle program's faucet, if it was built with one. It sends a fixed amount, once a day, to the
    signer (--keypair).

Examples:
  $ linesman wallet fund --keypair ann.json
  $ linesman wallet fund 4Dk… --sol 2 --stablecoin 500 --data .linesman
  $ linesman wallet fund --keypair ann.json --stablecoin 0 --dry-run

Exit code: 0 given, or with --dry-run: could be given; 2 anything else.`;

const ROWS = {
  address: argument('[address]', 'the wallet', parseAddress),
  ...CHAIN_ROWS,
  keypair: setting('keypair', 'the wallet by its key pair'),
  sol: option('<amount>', 'SOL; 0: none', text, '1'),
  stablecoin: option('<amount>', 'whole stablecoins; 0: none', text, '1000'),
  data: option('<folder>', 'folder of the service that runs the chain', text, DEFAULT_DATA_FOLDER),
  ...DRY_RUN_ROWS,
};
export type FundFlags = FlagsOf<typeof ROWS>;

export const fundCommand = command({
  about: 'Sends test money to a wallet.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runFund.js')).runFund(flags, terminal),
});
