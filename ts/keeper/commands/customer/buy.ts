import {
  argument,
  command,
  type FlagsOf,
  flag,
  neededSetting,
  oracleOption,
  type Parser,
  rpcSetting,
} from '@linesman/cli';
import { fail, NUMBER_OUT_OF_RANGE } from '@linesman/sdk/error';

const HELP = `
AMOUNT is in whole service tokens; 1,000 of them cost one stablecoin. They pay for subscriptions and validation
credits.

The service prepares the transaction and signs it. Before your key pair signs, the transaction is checked: it must be
this purchase at the program's rate, paid by your wallet to the treasury in the oracle's configuration on chain, and
must contain nothing else that could move your money. Anything else is refused (7150, 7151). It is simulated before it
is sent.

The key pair file must be readable by its owner only.

Examples:
  $ linesman buy 2500000 --service https://oracle.example --rpc https://rpc.example --keypair wallet.json
  $ linesman buy 2500000 --service http://127.0.0.1:8080 --keypair .linesman/keys/wallet.json --dry-run
  $ linesman buy 2500000 --service http://127.0.0.1:8080 --keypair .linesman/keys/wallet.json --json

Exit code: 0 bought, or with --dry-run: could be bought; 2 anything else.`;

/** Whole service tokens. Errors: NUMBER_OUT_OF_RANGE. */
const parseTokens: Parser<bigint> = (value, name) =>
  /^\d{1,13}$/.test(value)
    ? BigInt(value)
    : fail(NUMBER_OUT_OF_RANGE, { option: name, value, minimum: 0, maximum: 9_999_999_999_999 });

const ROWS = {
  amount: argument('<amount>', 'whole service tokens', parseTokens),
  service: neededSetting('service', 'address of the service'),
  keypair: neededSetting('keypair', 'key pair of the wallet that buys'),
  rpc: rpcSetting(),
  oracle: oracleOption(),
  dryRun: flag('read the quote and simulate, sign nothing'),
  json: flag('print JSON'),
};
export type BuyFlags = FlagsOf<typeof ROWS>;

export const buyCommand = command({
  about: 'Buys service tokens with the stablecoin, at the price that the service quotes.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runBuy.js')).runBuy(flags, terminal),
});
