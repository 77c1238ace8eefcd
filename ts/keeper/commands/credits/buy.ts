import { argument, command, type FlagsOf, integer, neededSetting, VERSION_ROWS } from '@linesman/cli';
import { CHAIN_ROWS, DRY_RUN_ROWS } from '../chainRows.js';

const HELP = `
PACKS is the number of packs, 100 credits each. You pay with service tokens (linesman buy); the price is read from
the chain.

Examples:
  $ linesman credits buy 1 --keypair wallet.json
  $ linesman credits buy 10 --keypair wallet.json --dry-run

Exit code: 0 bought, or with --dry-run: could be bought; 2 anything else.`;

/** The program stores credits in 32 bits. */
const MAX_PACKS = Math.floor((2 ** 32 - 1) / 100);

const ROWS = {
  packs: argument('<packs>', 'number of packs, 100 credits each', integer(1, MAX_PACKS)),
  ...CHAIN_ROWS,
  keypair: neededSetting('keypair', 'key pair of the wallet that buys'),
  ...VERSION_ROWS,
  ...DRY_RUN_ROWS,
};
export type BuyFlags = FlagsOf<typeof ROWS>;

export const buyCommand = command({
  about: 'Buys packs of 100 credits.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runBuy.js')).runBuy(flags, terminal),
});
