import {
  CONFIG_ROW,
  choice,
  command,
  DEFAULT_DATA_FOLDER,
  type FlagsOf,
  flag,
  integer,
  listOf,
  option,
  oracleOption,
  type Parser,
  parseAddress,
  parseHost,
  parseListenAddress,
  parsePort,
  parseRpcUrl,
  parseTime,
  repeatable,
  text,
} from '@linesman/cli';
import { fail, NUMBER_OUT_OF_RANGE, UNKNOWN_CHOICE } from '@linesman/sdk/error';
import { isLoopbackHost } from '@linesman/sdk/internal/node/loopback';
import { ROLES, type Role } from '../../serve/role.js';
import { RUNNING_SPEEDS } from '../../serve/worldPace.js';
import { parseNetwork } from './networksOption.js';

const HELP = `
Without --rpc, everything runs in this process: a database in the data folder, a chain with both programs at --rpc-port
(websocket at the next port), and simulated matches in three sports. Keys, tokens and a wallet with money are created in
the data folder; the next start resumes where this one stopped. --speed makes the simulated time, including the chain's,
run faster than real time.

With --rpc, it publishes to the oracle program of a cluster, at speed 1, and accepts records from \`linesman ingest\`
only. First run \`linesman deploy\` to make the oracle ready. With --store, any number of processes share the work;
first run \`linesman migrate\` to create the tables. Without --store, one process has all roles. Each role needs these
keys in <data>/keys, readable by their owner only:
  publish  key publisher.json, with lamports: seals slots and publishes their roots. One is active; others stand by
  edge     keys backend-admin.json, oracle-keys.json, session-key, the same on every API server: answers and streams
  ingest   no key: accepts records at <data>/ingest.sock. \`linesman ingest --store\` works without this role

Scripts: normal, extra-time, penalties, abandoned, cancelled, postponed, interrupted, coverage-lost, var-reversal,
correction-after-full-time, all-zero, without-status, halves, unnumbered-overtime; each goes to the next match of a
sport that has it.

Examples:
  $ linesman serve
  $ linesman serve --speed 60 --script var-reversal,abandoned
  $ linesman serve --data /tmp/season --at 2030-06-08T16:00:00Z --seed 7 --speed 3600
  $ linesman serve --rpc https://rpc.example --data /var/lib/oracle
  $ linesman serve --rpc https://rpc.example --store postgres://db/oracle --nats nats://bus --role edge --host 0.0.0.0
  $ linesman serve --config /etc/linesman/edge.json --check

Exit code: 0 stopped by SIGINT or SIGTERM, or nothing wrong with --check; 2 anything else, also if it did not stop in
time. A second SIGINT or SIGTERM stops it at once.`;

/** Errors: NUMBER_OUT_OF_RANGE. */
const parseSpeed: Parser<number> = (value, name) => {
  const speed = /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : Number.NaN;
  const { minimum, maximum } = RUNNING_SPEEDS;
  if (speed >= minimum && speed <= maximum) return speed;
  return fail(NUMBER_OUT_OF_RANGE, { option: name, value, kind: 'a number', minimum, maximum });
};

/** An origin as browsers send it, of this machine. Errors: UNKNOWN_CHOICE. */
const parseDevOrigin: Parser<string> = (value, name) => {
  const url = URL.canParse(value) ? new URL(value) : null;
  if (url && /^https?:$/.test(url.protocol) && url.origin === value && isLoopbackHost(url.hostname)) return value;
  return fail(UNKNOWN_CHOICE, { option: name, value, choices: DEV_ORIGINS });
};

const DEV_ORIGINS = ['http://localhost:<port>', 'http://127.0.0.1:<port>', 'http://[::1]:<port>'];

/** Errors: UNKNOWN_CHOICE. */
const parseRoles: Parser<readonly Role[]> = (value, name) => {
  const roles = listOf(choice(...ROLES, 'all'))(value, name);
  return ROLES.filter((role) => roles.includes(role) || roles.includes('all'));
};

const ROWS = {
  ...CONFIG_ROW,
  check: flag('with --rpc: check options, keys, oracle, database and NATS server, change nothing, and exit'),
  data: option('<folder>', 'where to keep everything', text, DEFAULT_DATA_FOLDER),
  host: option('<address>', 'address to listen on', text, '127.0.0.1'),
  serviceHost: option(
    '<names>',
    'hosts at which customers reach it, comma-separated, with any port but the default: activations may contain one',
    listOf(parseHost),
  ),
  port: option('<port>', 'port of the service; 0: a free one', parsePort, '8080'),
  // The websocket gets the port after it.
  rpcPort: option('<port>', 'port of the embedded chain; 0: free ones', integer(0, 65_534), '8899'),
  chainHost: option('<address>', 'where the embedded chain listens (default: 127.0.0.1, regardless of --host)'),
  speed: option('<factor>', 'simulated seconds for each second, 1 to 10000', parseSpeed, '1'),
  at: option('<time>', 'when the simulated time starts: ISO 8601, or Unix time in ms (default: now)', parseTime),
  seed: option('<text>', 'seed of the simulated matches'),
  script: option('<names>', 'how the first matches go, comma-separated', listOf(text)),
  source: option(
    '<source>',
    'generator or none: simulated matches, or what `linesman ingest` sends',
    choice('generator', 'none'),
  ),
  wire: option('<wire>', 'described or observed', choice('described', 'observed'), 'described'),
  rpc: option(
    '<url>',
    'publish to this cluster, not an embedded chain: an RPC address, or devnet, testnet, mainnet-beta, localnet',
    parseRpcUrl,
  ),
  oracle: oracleOption(' on the cluster'),
  settlement: option(
    '<address>',
    'settlement program on the cluster, for pages, if it is another deployment',
    parseAddress,
  ),
  role: option('<roles>', 'with --rpc: edge, ingest, publish, comma-separated (default: all)', parseRoles),
  store: option('<url>', 'with --rpc: a PostgreSQL server that several processes share'),
  nats: option('<url>', 'with --store: a NATS server that notifies them of new data'),
  tables: option('<file>', 'with --rpc: JSON file with leagues, leagueBundles, marketBundles and freeBundle'),
  publicRpc: option('<url>', 'RPC address for pages and other clients, without any access key', parseRpcUrl),
  worldCallers: option(
    '<networks>',
    'addresses or networks, comma-separated, that may change the embedded world (default: this machine)',
    listOf(parseNetwork),
  ),
  devOrigin: repeatable(
    '<origin>',
    'origin of a development server on this machine whose pages may change the embedded world, such as ' +
      'http://localhost:5173; can be repeated',
    parseDevOrigin,
  ),
  explorer: flag('with --rpc: serve the explorer at / (the embedded service always does)'),
  metrics: option(
    '<[address:]port>',
    'serve Prometheus metrics here; a port alone is on 127.0.0.1',
    parseListenAddress,
  ),
  requestsPerSecond: option('<number>', 'limit per wallet, across all its tokens', integer(1, 1_000_000), '50'),
  publicResults: option(
    '[requests per second]',
    'show results to everyone once they are on chain, with this limit per address (default: the embedded service ' +
      'does, with 20)',
    integer(1, 1_000_000),
  ),
  noPublicResults: flag('show results to no one without a token'),
  connectionsPerAddress: option(
    '<number>',
    'open connections per address, or per IPv6 network (/64)',
    integer(1, 1_000_000),
    '256',
  ),
  trustProxy: option(
    '<networks>',
    'addresses or networks, comma-separated, of proxies that report the caller in X-Forwarded-For',
    listOf(parseNetwork),
  ),
  drain: option(
    '<seconds>',
    'how long to report not ready before stopping, for balancers (default: 5 of an edge with --rpc, else 0)',
    integer(0, 600),
  ),
  showTokens: flag('print the tokens of the embedded service, not only the names of their files'),
  json: flag('print JSON, one object per line: time, level, event; of errors number, message, and each stack once'),
  verbose: flag('log every request, on standard error'),
};
export type ServeFlags = FlagsOf<typeof ROWS>;

export const serveCommand = command({
  about: 'Runs the oracle service: ingests records, publishes their roots, serves records, streams and proofs.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runServe.js')).runServe(flags, terminal),
});
