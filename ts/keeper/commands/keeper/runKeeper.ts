import type { Terminal, VersionFlags } from 'linesman/cli';
import {
  addressOption,
  atVersion,
  type Configured,
  clusterOf,
  commandStop,
  EXIT,
  numberOf,
  OPEN_SERVICE,
  readApiToken,
  refuseWithout,
  rpcUrlOf,
  travelsOpenly,
  u64Of,
  urlOf,
} from 'linesman/cli';
import { readKeypair, secretsOf } from 'linesman/node';
import { LOCALNET_PROGRAM_IDS } from 'linesman/program';
import { httpProofSource } from 'linesman/prove';
import { openRpcNode } from 'linesman/rpc';
import { Keeper, KeeperMetrics, priorityFeeOf, serveMetrics, systemTimers } from '../../index.js';
import { keeperLog } from './keeperLog.js';

export interface KeeperFlags extends Configured, VersionFlags {
  readonly rpc: string;
  readonly ws?: string;
  readonly service: string;
  readonly keypair: string;
  readonly apiTokenFile?: string;
  readonly settlement?: string;
  readonly market?: readonly string[];
  readonly oracle?: readonly string[];
  readonly priorityFee?: string;
  readonly results: 'auto' | 'always' | 'never';
  readonly inFlight: string;
  readonly lamportsInFlight: string;
  readonly lookupTable?: readonly string[];
  readonly interval: string;
  readonly metrics?: string;
  readonly claim?: true;
  readonly payAccounts?: string;
  readonly payResults: string;
  readonly dryRun?: true;
  readonly explain?: true;
  readonly once?: true;
  readonly json?: true;
  readonly verbose?: true;
}

/**
 * Runs the keeper until it is told to stop, or for one round. Returns the exit code. `signal` replaces SIGINT and
 * SIGTERM in tests.
 */
export async function runKeeper(flags: KeeperFlags, terminal: Terminal, signal?: AbortSignal): Promise<number> {
  const timers = systemTimers;
  const apiToken = readApiToken(flags);
  const rpc = rpcUrlOf('--rpc', flags.rpc);
  const ws = flags.ws === undefined ? undefined : urlOf('--ws', flags.ws, ['ws', 'wss']);
  const secrets = [...(apiToken === undefined ? [] : [apiToken]), ...secretsOf(rpc), ...(ws ? secretsOf(ws) : [])];
  const log = keeperLog(terminal, { json: !!flags.json, verbose: !!flags.verbose, secrets, now: timers.now });
  const settlement = flags.settlement && addressOption('--settlement', flags.settlement);
  const programs = { ...LOCALNET_PROGRAM_IDS, ...(settlement && { settlement }) };
  const markets = flags.market?.map((text) => addressOption('--market', text));
  const oracles = flags.oracle?.map((text) => addressOption('--oracle', text));
  const lookupTables = flags.lookupTable?.map((text) => addressOption('--lookup-table', text));
  const inFlight = numberOf('--in-flight', flags.inFlight, 1, 10_000);
  const lamportsInFlight = u64Of('--lamports-in-flight', flags.lamportsInFlight);
  if (!flags.claim) refuseWithout('--claim', 'payments', { '--pay-accounts': flags.payAccounts });
  const payAccounts = u64Of('--pay-accounts', flags.payAccounts ?? '0');
  const payResults = u64Of('--pay-results', flags.payResults);
  const interval = 1000 * numberOf('--interval', flags.interval, 1, 86_400);
  const port = flags.metrics === undefined ? undefined : numberOf('--metrics', flags.metrics, 0, 65_535);
  const priorityFee = flags.priorityFee === undefined ? undefined : priorityFeeOf(flags.priorityFee);
  const payer = readKeypair(flags.keypair);

  const metrics = new KeeperMetrics();
  const stop = commandStop({ given: signal, onStop: () => log('info', 'stopping') });
  const source = httpProofSource({
    baseUrl: flags.service,
    ...(apiToken !== undefined && { apiToken }),
    timers,
    signal: stop.signal,
    onAnswer: (endpoint, status) => metrics.serviceAnswers.inc({ endpoint, status }),
  });
  const server = port === undefined ? undefined : await serveMetrics(metrics, port);
  const keeper = new Keeper({
    chain: atVersion(openRpcNode(rpc, { wsEndpoint: ws }), flags),
    programs,
    source,
    payer,
    timers,
    log,
    metrics,
    interval,
    inFlight,
    lamportsInFlight,
    results: flags.results,
    ...(lookupTables && { lookupTables }),
    ...(markets && { markets }),
    ...(oracles && { oracles }),
    ...(priorityFee && { priorityFee }),
    claim: !!flags.claim,
    payAccounts,
    payResults,
    dryRun: !!flags.dryRun,
    explain: !!flags.explain,
  });
  if (travelsOpenly(flags.service)) log('warn', OPEN_SERVICE);
  log('info', 'started', {
    payer: payer.address,
    cluster: clusterOf({ ...flags, rpc }),
    settlement: programs.settlement,
    markets: markets?.length ?? 'all',
    ...(server && { metrics: server.port }),
    ...(flags.dryRun && { dryRun: true }),
  });
  try {
    if (!flags.once) {
      await keeper.run(stop.signal);
      return EXIT.valid;
    }
    const round = await keeper.safeRound(stop.signal);
    if (round) log('info', 'one round', { ...round });
    return round === null || round.failures > 0 ? EXIT.failure : EXIT.valid;
  } finally {
    await server?.close();
    stop.end();
  }
}
