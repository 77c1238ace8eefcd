import {
  argument,
  command,
  type FlagsOf,
  neededSetting,
  option,
  type Parser,
  parseAddress,
  required,
  VERSION_ROWS,
} from '@linesman/cli';
import type { Address } from '@linesman/sdk/program';
import { CHAIN_ROWS, DRY_RUN_ROWS } from '../chainRows.js';

const HELP = `
AMOUNT is in whole SOL or whole tokens. Pass the other wallet with --to; the command finds its token account, or creates
it. It refuses the address of a token account, a mint or a program (7244), and a token that cannot be sent (7245): one
that is frozen, not transferable, or runs its own program at each transfer. The service token is one of these: you can
buy and spend it, but not pass it on.

Standard error shows the transfer before it is sent; standard output shows what has arrived.

Examples:
  $ linesman wallet send 0.5 --to 4Dk… --keypair ann.json
  $ linesman wallet send 25 --token stablecoin --to 4Dk… --keypair ann.json --dry-run
  $ linesman wallet send 3 --token 7Yb… --to 4Dk… --keypair ann.json --json

Exit code: 0 sent, or with --dry-run: could be sent; 2 anything else.`;

/** SOL, a token by its role, or a mint. */
type Token = 'sol' | 'stablecoin' | 'service' | { readonly mint: Address };

const parseToken: Parser<Token> = (text, name) =>
  text === 'sol' || text === 'stablecoin' || text === 'service' ? text : { mint: parseAddress(text, name) };

const ROWS = {
  amount: argument('<amount>', 'whole SOL or tokens'),
  ...CHAIN_ROWS,
  to: required('<address>', 'the wallet that gets it', parseAddress),
  keypair: neededSetting('keypair', 'key pair of the wallet that sends'),
  token: option('<token>', 'sol, stablecoin, service, or the address of a mint', parseToken, 'sol'),
  ...VERSION_ROWS,
  ...DRY_RUN_ROWS,
};
export type SendFlags = FlagsOf<typeof ROWS>;

export const sendCommand = command({
  about: 'Sends SOL or tokens.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runSend.js')).runSend(flags, terminal),
});
