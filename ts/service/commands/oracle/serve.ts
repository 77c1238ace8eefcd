import type { Command } from 'commander';
import type { Terminal } from 'linesman/cli';
import { choice, DEFAULT_DATA_FOLDER } from 'linesman/cli';
import type { ServeFlags } from './runServe.js';

const HELP = `
Without --rpc, everything runs in this process: a database in the data folder, a chain with both programs at --rpc-port
(websocket at the next port), and made-up matches in three sports. Keys, tokens and a wallet with money are created in
the data folder; the next start resumes where this one stopped. --speed makes the simulated time, including the chain's,
run faster than real time.

With --rpc, it publishes to the oracle program of a cluster, at speed 1, and accepts records from \`linesman ingest\`
only. First run \`linesman deploy\` to make the oracle ready. With --store, any number of processes share the work;
first run \`linesman migrate\` to create the tables. Without --store, one process has all roles. Each role needs these
keys in <data>/keys, readable by their owner only:
  publish  key publisher.json, with lamports: seals slots and publishes their roots. One is active; others stand by
  edge     keys backend-admin.json, oracle-keys.json, session-key, the same at every edge: answers and streams
  ingest   no key: takes records at <data>/ingest.sock. \`linesman ingest --store\` works without this role

Scripts: normal, extra-time, penalties, abandoned, cancelled, postponed, interrupted, coverage-lost, var-reversal,
correction-after-full-time, all-zero, without-status, halves, unnumbered-overtime; each goes to the next match of a
sport that has it.

Examples:
  $ linesman serve
  $ linesman serve --speed 60 --script var-reversal,abandoned
  $ linesman serve --data /tmp/season --at 2030-06-08T16:00:00Z --seed 7 --speed 3600
  $ linesman serve --rpc https://rpc.example --data /var/lib/oracle
  $ linesman serve --rpc https://rpc.example --store postgres://db/oracle --nats nats://bus --role edge --host 0.0.0.0

Exit code: 0 stopped by SIGINT or SIGTERM, 2 anything else, also if it did not stop in time. A second SIGINT or SIGTERM
stops it at once.`;

export function addServe(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('serve')
    .summary('run an oracle: the service, and all it needs')
    .description('Runs the oracle service: ingests records, publishes their roots, serves records, streams and proofs.')
    .option('--data <folder>', 'where to keep everything', DEFAULT_DATA_FOLDER)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option(
      '--service-host <names>',
      'hosts at which customers reach it, comma-separated, with any port but the default: activations may name one',
    )
    .option('--port <port>', 'port of the service; 0: a free one', '8080')
    .option('--rpc-port <port>', 'port of the embedded chain; 0: free ones', '8899')
    .option('--chain-host <address>', 'where the embedded chain listens (default: 127.0.0.1, whatever --host says)')
    .option('--speed <factor>', 'simulated seconds for each second, 1 to 10000', '1')
    .option('--at <time>', 'when the simulated time starts: ISO 8601, or Unix time in ms (default: now)')
    .option('--seed <text>', 'seed of the made-up matches')
    .option('--script <names>', 'how the first matches go, comma-separated')
    .option('--source <source>', 'generator or none: made-up matches, or what `linesman ingest` sends')
    .option('--wire <wire>', 'described or observed', choice('--wire', ['described', 'observed']), 'described')
    .option(
      '--rpc <url>',
      'publish to this cluster, not an embedded chain: an RPC address, or devnet, testnet, mainnet-beta, localnet',
    )
    .option('--oracle <address>', 'oracle program on the cluster, if it is another deployment')
    .option('--settlement <address>', 'settlement program on the cluster, named to pages, if it is another deployment')
    .option('--role <roles>', 'with --rpc: edge, ingest, publish, comma-separated (default: all)')
    .option('--store <url>', 'with --rpc: a PostgreSQL server that several processes share')
    .option('--nats <url>', 'with --store: a NATS server that notifies them of new data')
    .option('--tables <file>', 'with --rpc: JSON file with leagues, leagueBundles, marketBundles and freeBundle')
    .option('--public-rpc <url>', 'RPC address for pages and other clients, without any access key')
    .option(
      '--world-callers <networks>',
      'addresses or networks, comma-separated, that may change the embedded world (default: this machine)',
    )
    .option('--explorer', 'with --rpc: serve the explorer at / (the embedded service always does)')
    .option('--metrics <[address:]port>', 'serve Prometheus metrics here; a port alone is on 127.0.0.1')
    .option('--requests-per-second <number>', 'limit per wallet, across all its tokens', '50')
    .option(
      '--public-results [requests per second]',
      'show results to everybody once they are on chain, with this limit per address (default: the embedded service ' +
        'does, with 20)',
    )
    .option('--no-public-results', 'show results to nobody without a token')
    .option('--connections-per-address <number>', 'open connections per address, or per IPv6 network (/64)', '256')
    .option(
      '--trust-proxy <networks>',
      'addresses or networks, comma-separated, of proxies that name the caller in X-Forwarded-For',
    )
    .option(
      '--drain <seconds>',
      'how long to report not ready before stopping, for balancers (default: 5 of an edge with --rpc, else 0)',
    )
    .option('--show-tokens', 'print the tokens of the embedded service, not only the names of their files')
    .option('--json', 'print JSON, one object per line')
    .option('--verbose', 'log every request, on standard error')
    .addHelpText('after', HELP)
    .action(async (flags: ServeFlags) => {
      const { runServe } = await import('./runServe.js');
      finish(await runServe(flags, terminal));
    });
}
