import {
  CONFIG_ROW,
  choice,
  command,
  type FlagsOf,
  flag,
  integer,
  neededSetting,
  option,
  parseAddress,
  parsePort,
  parseU64,
  repeatable,
  rpcSetting,
  setting,
  url,
  VERSION_ROWS,
} from '@linesman/cli';

const HELP = `
For every market, the keeper:
  - waits until the match can be decided, and requests the latest proof that the terms accept;
  - checks the proof offline against the root on chain, simulates, and settles;
  - if two or more open markets share match, sport, policy and attesters (from the sets in --attesters), posts the
    result once instead, waits until it is old enough to make them final, and settles them together (--results);
  - corrects a proposal that a later score record contradicts;
  - proposes to void a match that was abandoned or cancelled, if the terms allow it;
  - makes proposals final after their challenge window;
  - voids markets that could not be settled;
  - moves the fee out of the vault;
  - closes the results that it has created as soon as it may, half a year later.
For every parlay, it settles the legs, and voids the parlay if one of them is void.
It keeps no state between runs, and several keepers may run at the same time.

What it pays, and for what:
  - --pay-fees: transaction fees, at most this many lamports in 24 hours of the chain's clock (50000000 are 10000
    transactions without a priority fee). When they are used up, it only closes accounts that return rent. A restart
    begins a new day;
  - temporarily, the rent of proof buffers, which it gets back;
  - --pay-results: the rent of results that it creates or extends, at most this many lamports in 24 hours (10000000 are
    about four results). It gets the rent of those it created back when it closes them. When the budget is used up, or
    with 0, it settles each market separately. At the start, it counts its key pair's results of the last day;
  - --pay-accounts: with --claim, token accounts for owners who have none, at most this many lamports in 24 hours. Their
    owners may close them and keep the rent, about 0.0015 SOL each, so the default is 0: these owners have to claim
    themselves, and --explain shows what their accounts would cost. A restart begins a new day.
Strangers can create any number of markets and positions, and each costs fees, but never more than --pay-fees. For
markets of other oracle programs than linesman's, pass --oracle, or --market for each. The keeper skips markets and
parlays without a stake, and, until its account changes, whatever has failed on chain three times.

It processes markets concurrently (--in-flight) and independently. The fees and rents of transactions in flight, plus
the rents of proof buffers on chain, stay below --lamports-in-flight. A signal stops it at once; it then logs the
transactions whose outcome is unknown.

It sends each proof in the cheapest encoding; --explain shows the cost of each, and why it posts a result or settles a
market separately. If a proof does not fit in one transaction, the keeper writes it to a buffer on chain that its key
pair owns, and gets the rent back. It closes every buffer of its key pair that no market needs, so use this key pair for
nothing else.

The API token is read from --api-token-file or LINESMAN_API_TOKEN. The key pair file must be readable by its owner only.

Examples:
  $ linesman keeper --service https://oracle.example --keypair keeper.json
  $ linesman keeper --service https://oracle.example --keypair keeper.json --market 7Yb… --once --dry-run
  $ linesman keeper --service https://oracle.example --keypair keeper.json --explain
  $ linesman keeper --service https://oracle.example --keypair keeper.json --claim --priority-fee p75 \\
      --metrics 9464 --json

Exit code: 0 stopped by SIGINT or SIGTERM, or one round without a failure; 2 anything else.`;

const ROWS = {
  service: neededSetting('service', 'address of the service'),
  keypair: neededSetting('keypair', 'key pair that pays for the transactions'),
  rpc: rpcSetting(),
  ws: option('<url>', 'websocket address, if it cannot be derived from --rpc', url('ws', 'wss')),
  apiTokenFile: setting('apiTokenFile', 'file with the API token of the service'),
  settlement: option('<address>', 'settlement program, if it is another deployment', parseAddress),
  market: repeatable('<address>', 'only this market, and parlays on it; can be repeated (default: all)', parseAddress),
  oracle: repeatable(
    '<address>',
    "only markets of this oracle program; can be repeated (default: linesman's)",
    parseAddress,
  ),
  attesters: repeatable(
    '<address>',
    'attester set whose results it posts and settles with; can be repeated',
    parseAddress,
  ),
  priorityFee: option('<fee>', 'micro-lamports per compute unit, or p1 to p100: a percentile of recent fees'),
  results: option(
    '<when>',
    'when to post a result and settle markets with it: auto, always or never',
    choice('auto', 'always', 'never'),
    'auto',
  ),
  inFlight: option('<count>', 'most transactions in flight at once', integer(1, 10_000), '64'),
  lamportsInFlight: option('<lamports>', 'most lamports in flight at once', parseU64, '1000000000'),
  lookupTable: repeatable('<address>', 'lookup table to save bytes with; can be repeated', parseAddress),
  ...VERSION_ROWS,
  interval: option('<seconds>', 'longest time between two checks', integer(1, 86_400), '30'),
  claim: flag('pay the positions of decided markets and parlays to owners who have a token account'),
  payAccounts: option('<lamports>', 'with --claim: lamports a day for token accounts of others (default: 0)', parseU64),
  payResults: option('<lamports>', 'lamports a day for results and their growth', parseU64, '10000000'),
  payFees: option('<lamports>', 'lamports a day for the fees of its transactions', parseU64, '50000000'),
  metrics: option('<port>', 'serve Prometheus metrics on this port of 127.0.0.1', parsePort),
  dryRun: flag('show what would be sent, and send nothing'),
  explain: flag('show the possible encodings of a proof, and why one is chosen, or a result'),
  once: flag('check once and exit'),
  ...CONFIG_ROW,
  json: flag('log JSON, one object per line'),
  verbose: flag('log more'),
};
export type KeeperFlags = FlagsOf<typeof ROWS>;

export const keeperCommand = command({
  about: 'Watches markets and settles them with proofs from the service.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runKeeper.js')).runKeeper(flags, terminal),
});
