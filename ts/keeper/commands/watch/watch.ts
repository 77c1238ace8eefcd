import {
  command,
  type FlagsOf,
  flag,
  integer,
  option,
  parseAddress,
  parsePort,
  repeatable,
  setting,
} from '@linesman/cli';
import { PROGRAM_ROWS, SERVICE_ROWS } from '../market/marketOptions.js';

const HELP = `
Follows the chain, not the service: it reads the chain, compares it with the round before, and reports what differs. It
needs no key and signs nothing, so you can run it beside any keeper, even someone else's. It finds:
  - changes of the time limit for late roots, the admin (even a proposed one), publisher, oracle key or backend admin;
  - a program that was deployed again, or has another upgrade authority;
  - late roots, inserts into slots that had another root, and roots that changed;
  - results and proposals that differ from the records of --service, which may have its own feed, or from the results of
    another oracle program (--against), which must use the same match ids;
  - results that were contradicted, and, a week in advance, results that may be closed;
  - vaults that hold less than they owe, and frozen ones;
  - a chain's clock that is five minutes off, and a chain without slots.
Each line contains the kind, what it is about, and where the runbook tells you what to do (docs/runbook-money.md).

It reports a finding when it is new, and with --once also as long as it lasts. --state keeps what the last round read,
so that the next run reports what changed meanwhile; without it, the first round reports only what is wrong in itself.
If the first round fails, the command ends; if a later one fails, it reports nothing, and the next round compares with
the last successful one.

The API token is read from --api-token-file or LINESMAN_API_TOKEN.

Examples:
  $ linesman watch --rpc https://rpc.example --service https://oracle.example --state watch.json --metrics 9465 --json
  $ linesman watch --rpc https://rpc.example --once --state watch.json
  $ linesman watch --rpc https://rpc.example --against 7Yb…

Exit code: 0 stopped by SIGINT or SIGTERM, or with --once nothing was found; 1 with --once something was found; 2
anything else.`;

const ROWS = {
  ...PROGRAM_ROWS,
  ...SERVICE_ROWS,
  service: setting('service', 'address of a service with whose records results are compared'),
  against: repeatable(
    '<address>',
    'oracle program with whose results these are compared; can be repeated',
    parseAddress,
  ),
  state: option('<file>', 'keeps what the last round read'),
  interval: option('<seconds>', 'time between two rounds', integer(1, 86_400), '60'),
  metrics: option('<port>', 'serve Prometheus metrics on this port of 127.0.0.1', parsePort),
  once: flag('check once and exit'),
  json: flag('log JSON, one object per line'),
};
export type WatchFlags = FlagsOf<typeof ROWS>;

export const watchCommand = command({
  about: 'Follows an oracle and its markets on chain, and reports what changed and what is wrong.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runWatch.js')).runWatch(flags, terminal),
});
