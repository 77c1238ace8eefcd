import {
  atVersion,
  clusterOf,
  commandStop,
  EXIT,
  OPEN_SERVICE,
  readApiToken,
  refuseWithout,
  type Terminal,
  travelsOpenly,
} from '@linesman/cli';
import { systemTimers } from '@linesman/sdk/client';
import { readKeypair, secretsOf, serveMetrics } from '@linesman/sdk/node';
import { LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
import { httpProofSource } from '@linesman/sdk/prove';
import { openRpcNode } from '@linesman/sdk/rpc';
import { Keeper } from '../../keeper.js';
import { KeeperMetrics } from '../../metrics.js';
import { priorityFeeOf } from '../../priorityFee.js';
import type { KeeperFlags } from './keeper.js';
import { keeperLog } from './keeperLog.js';

/**
 * Runs the keeper until it is stopped, or for one round. Returns the exit code. `signal` replaces SIGINT and
 * SIGTERM in tests.
 */
export async function runKeeper(flags: KeeperFlags, terminal: Terminal, signal?: AbortSignal): Promise<number> {
  const timers = systemTimers;
  const apiToken = readApiToken(flags);
  const { rpc, ws, settlement, market: markets, oracle: oracles, attesters, lookupTable: lookupTables } = flags;
  const secrets = [...(apiToken === undefined ? [] : [apiToken]), ...secretsOf(rpc), ...(ws ? secretsOf(ws) : [])];
  const log = keeperLog(terminal, { json: !!flags.json, verbose: !!flags.verbose, secrets, now: timers.now });
  const programs = { ...LOCALNET_PROGRAM_IDS, ...(settlement && { settlement }) };
  if (!flags.claim) refuseWithout('--claim', 'payments', { payAccounts: flags.payAccounts });
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
  const server = flags.metrics === undefined ? undefined : await serveMetrics(metrics, flags.metrics);
  const keeper = new Keeper({
    chain: atVersion(openRpcNode(rpc, { wsEndpoint: ws }), flags),
    programs,
    source,
    payer,
    timers,
    log,
    metrics,
    interval: 1_000 * flags.interval,
    inFlight: flags.inFlight,
    lamportsInFlight: flags.lamportsInFlight,
    results: flags.results,
    ...(lookupTables && { lookupTables }),
    ...(markets && { markets }),
    ...(oracles && { oracles }),
    ...(attesters && { attesters }),
    ...(priorityFee && { priorityFee }),
    claim: !!flags.claim,
    payAccounts: flags.payAccounts ?? 0n,
    payResults: flags.payResults,
    payFees: flags.payFees,
    dryRun: !!flags.dryRun,
    explain: !!flags.explain,
  });
  if (travelsOpenly(flags.service)) log('warn', OPEN_SERVICE);
  log('info', 'started', {
    payer: payer.address,
    cluster: clusterOf(flags),
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
