import {
  CONFIG_ROW,
  choice,
  command,
  type FlagsOf,
  flag,
  integer,
  listOf,
  neededSetting,
  option,
  oracleOption,
  parseAddress,
  parseListenAddress,
  parseU64,
  repeatable,
  required,
  rpcSetting,
  text,
  url,
  VERSION_ROWS,
} from '@linesman/cli';

const HELP = `
Every five minutes, an oracle publishes a root on chain: a hash of all records in a slot. This process rebuilds each
root from records that it gets elsewhere, and confirms on chain those that are equal. If the terms of a market have a
set of attesters, only roots that enough of them have confirmed decide it.

For each slot that has ended and has a root on chain, it requests the records from every source:
  --service  an oracle's public lists, with a token that shows every league and market in real time
  --store    your own store, which linesman ingest fills from your own feed
and compares the root of these records. If all sources agree with the chain, it attests, up to 24 slots in one
transaction. If one does not, it does not attest the slot: it writes the evidence to a file in --evidence, counts the
mismatch, and continues with the next slot. With several sources, the evidence lists the records that differ. It waits
for slots without a root. It checks a slot that did not match again every hour, because a feed may be late. If a store
has no record from after the slot, it is behind: that is no mismatch, and the slot waits until it has one.

An attester checks only what its sources contain: two attesters with the same source count as one. It cannot check
whether the records are true.

It keeps no state: its attestations are on chain, so it continues where it stopped, up to --days back. The first
attester of a day pays the rent of the attestation, about 0.004 SOL, and gets it back 400 days later; linesman
attesters show lists it.

The API token of the n-th --service is in the n-th --api-token-file; with one service, LINESMAN_API_TOKEN does as well.
The key pair file must be readable by its owner only.

Examples:
  $ linesman attest --set 7Yb… --keypair attester.json --service https://oracle.example \\
      --api-token-file token.txt
  $ linesman attest --set 7Yb… --keypair attester.json --store postgres://me@localhost/feed --metrics 9465 --json
  $ linesman attest --set 7Yb… --keypair attester.json --store feed --kinds scores --once --dry-run

Exit code: 0 stopped by SIGINT or SIGTERM, or with --once nothing was wrong; 1 with --once a slot did not match;
2 anything else.`;

const ROWS = {
  set: required('<address>', 'set of attesters that the key pair is in', parseAddress),
  keypair: neededSetting('keypair', 'key pair of the attester, which signs and pays'),
  service: repeatable('<url>', 'take records from the lists of this service; can be repeated', url('http', 'https')),
  apiTokenFile: repeatable('<file>', 'file with the API token of a --service, in the same order', text),
  store: repeatable(
    '<place>',
    'take records from this store, a folder or the URL of a PostgreSQL server; can be repeated',
    text,
  ),
  rpc: rpcSetting(),
  oracle: oracleOption(),
  kinds: option(
    '<kinds>',
    'what to attest, comma-separated',
    listOf(choice('scores', 'odds', 'fixtures')),
    'scores,odds,fixtures',
  ),
  days: option('<count>', 'days back to look for slots that are not attested', integer(0, 400), '7'),
  grace: option(
    '<seconds>',
    'time from the end of a slot until its sources are taken to be complete',
    integer(0, 86_400),
    '60',
  ),
  evidence: option('<folder>', 'folder for the evidence of mismatches', text, 'evidence'),
  priorityFee: option('<fee>', 'micro-lamports per compute unit, or p1 to p100: a percentile of recent fees'),
  lamportsInFlight: option('<lamports>', 'most lamports in flight at once', parseU64, '100000000'),
  ...VERSION_ROWS,
  interval: option('<seconds>', 'time between two looks at the chain', integer(1, 86_400), '30'),
  metrics: option(
    '<[address:]port>',
    'serve /healthz, /readyz and Prometheus /metrics here; a port alone is on 127.0.0.1',
    parseListenAddress,
  ),
  dryRun: flag('judge every slot and write evidence, but send nothing'),
  once: flag('check once and exit'),
  ...CONFIG_ROW,
  json: flag('log JSON, one object per line'),
  verbose: flag('log more'),
};
export type AttestFlags = FlagsOf<typeof ROWS>;

export const attestCommand = command({
  about: 'Rebuilds roots from records, and vouches on chain for those that are the same.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runAttest.js')).runAttest(flags, terminal),
});
