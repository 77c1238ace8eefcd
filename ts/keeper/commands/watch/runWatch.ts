import { clusterOf, commandStop, EXIT, OPEN_SERVICE, readApiToken, type Terminal, travelsOpenly } from '@linesman/cli';
import { systemTimers, type Timers } from '@linesman/sdk/client';
import { secretsOf, serveMetrics } from '@linesman/sdk/node';
import { httpProofSource } from '@linesman/sdk/prove';
import { opinionOfOracle, opinionOfService } from '../../watch/opinion.js';
import { StateFile } from '../../watch/stateFile.js';
import { Watch } from '../../watch/watch.js';
import type { WatchNode } from '../../watch/watched.js';
import { WatchMetrics } from '../../watch/watchMetrics.js';
import { programsOfFlags } from '../deploymentOf.js';
import { keeperLog } from '../keeper/keeperLog.js';
import { openWatchNode } from './openWatchNode.js';
import type { WatchFlags } from './watch.js';

/** Replaced in tests. */
interface Surroundings {
  readonly node?: WatchNode;
  readonly timers?: Required<Timers>;
  /** In place of SIGINT and SIGTERM. */
  readonly signal?: AbortSignal;
}

/** Watches until it is stopped, or for one round. Returns the exit code. Errors: those of the round with --once. */
export async function runWatch(flags: WatchFlags, terminal: Terminal, around: Surroundings = {}): Promise<number> {
  const { rpc, service, against = [], once } = flags;
  const { timers = systemTimers, node = openWatchNode(rpc) } = around;
  const apiToken = readApiToken(flags);
  const secrets = [...(apiToken === undefined ? [] : [apiToken]), ...secretsOf(rpc)];
  const log = keeperLog(terminal, { json: !!flags.json, verbose: false, secrets, now: timers.now });
  const { oracle, settlement } = programsOfFlags(flags);
  const stop = commandStop({ given: around.signal, onStop: () => log('info', 'stopping') });
  const source = (baseUrl: string) =>
    httpProofSource({ baseUrl, ...(apiToken !== undefined && { apiToken }), timers, signal: stop.signal });
  const metrics = new WatchMetrics();
  const watch = new Watch({
    ...{ node, oracle, settlement, timers, log, metrics },
    opinions: [
      ...(service === undefined ? [] : [opinionOfService(source(service))]),
      ...against.map((other) => opinionOfOracle(node, settlement, other)),
    ],
    interval: 1_000 * flags.interval,
    repeats: !!once,
    ...(flags.state !== undefined && { state: new StateFile(flags.state, { oracle, settlement }) }),
  });
  const server = flags.metrics === undefined ? undefined : await serveMetrics(metrics, flags.metrics);
  if (service !== undefined && travelsOpenly(service)) log('warn', OPEN_SERVICE);
  log('info', 'started', { cluster: clusterOf(flags), oracle, settlement, ...(server && { metrics: server.port }) });
  try {
    if (!once) {
      await watch.run(stop.signal);
      return EXIT.valid;
    }
    const found = await watch.round(stop.signal);
    log('info', 'one round', { findings: found.length });
    return found.length > 0 ? EXIT.untrue : EXIT.valid;
  } finally {
    await server?.close();
    stop.end();
  }
}
