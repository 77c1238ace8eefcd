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
Follows the chain, not the service: it reads, compares with what it read a round ago, and tells what differs. It needs
no key and signs nothing, so it runs beside a keeper, also that of somebody else. It finds:
  - another bound for late roots, admin (also a proposed one), publisher, oracle key or backend admin;
  - a program deployed anew, or with another upgrade authority;
  - late roots, inserts into slots that had another root, and roots that changed;
  - results and proposals that say something else than the records of --service, which may have an own feed, or than
    the results of another oracle program (--against), which must know the matches by the same ids;
  - results that were contradicted, and, a week before, results that may be closed;
  - vaults with less than is owed, and frozen ones;
  - a clock of the chain that is five minutes off, and a chain without slots.
Each line names the kind, what it is about, and the place in the runbook that says what to do (docs/runbook-money.md).

A finding is told when it is new; with --once also for as long as it stands. --state keeps what the last round read, so
that the next run tells what changed in between; without it, the first round only tells what is wrong by itself. If the
first round fails, the command ends; a later one that fails tells nothing, and the next compares with the one before it.

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
  service: setting('service', 'address of a service whose records results are compared with'),
  against: repeatable(
    '<address>',
    'oracle program whose results these are compared with; may be given more than once',
    parseAddress,
  ),
  state: option('<file>', 'keeps what the last round read'),
  interval: option('<seconds>', 'time between two rounds', integer(1, 86_400), '60'),
  metrics: option('<port>', 'serve Prometheus metrics on this port of 127.0.0.1', parsePort),
  once: flag('look once and exit'),
  json: flag('log JSON, one object per line'),
};
export type WatchFlags = FlagsOf<typeof ROWS>;

export const watchCommand = command({
  about: 'Follows an oracle and its markets on chain, and tells what changed and what is wrong.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runWatch.js')).runWatch(flags, terminal),
});
