import { relative } from 'node:path';
import {
  commandStop,
  EXIT,
  eventTeller,
  readJsonOption,
  refuseWithout,
  showTable,
  type TellEvent,
  type Terminal,
} from '@linesman/cli';
import {
  FILE_NOT_READABLE,
  fail,
  LinesmanError,
  NOT_ENDED_IN_TIME,
  OPTION_NEEDED,
  OPTION_NOT_APPLICABLE,
} from '@linesman/sdk/error';
import { slotTimeOf } from '@linesman/sdk/format';
import { isLoopbackHost } from '@linesman/sdk/node';
import type { BatchKey } from '../../data/store/batchStore.js';
import type { OperatorTables } from '../../edge/auth/operatorTables.js';
import { errorFieldsOnce } from '../../edge/http/errorFields.js';
import { hasExplorer } from '../../edge/http/explorer.js';
import { isEveryAddress } from '../../roots/chain/everyAddress.js';
import type { Closed } from '../../serve/closeGracefully.js';
import { type ClusterOptions, checkOnCluster, startOnCluster } from '../../serve/cluster.js';
import type { EmbeddedService } from '../../serve/embedded.js';
import { ROLES } from '../../serve/role.js';
import type { ServeFlags } from './serve.js';

const HOUR = 3_600_000;
/** Default of `--public-results`. */
const PUBLIC_REQUESTS = 20;

/** Runs the service until stopped. Returns the exit code. `signal` replaces SIGINT and SIGTERM in tests. */
export async function runServe(flags: ServeFlags, terminal: Terminal, signal?: AbortSignal): Promise<number> {
  const isJson = flags.json === true;
  const tell = eventTeller(terminal, isJson);
  const ofError = errorFieldsOnce();
  const say: TellEvent = (event, text, fields) => tell(event, text, { ...lineOf(event), ...fields });
  const common = {
    data: flags.data,
    host: flags.host,
    ...(flags.serviceHost !== undefined && { hosts: flags.serviceHost }),
    port: flags.port,
    metricsAt: flags.metrics,
    wire: flags.wire,
    requestsPerSecond: flags.requestsPerSecond,
    publicResults: publicResultsOf(flags),
    connectionsPerAddress: flags.connectionsPerAddress,
    trustProxy: flags.trustProxy,
    notice: 1_000 * (flags.drain ?? defaultDrain(flags)),
    log: {
      level: flags.verbose ? ('info' as const) : ('warn' as const),
      to: { write: (line: string) => (isJson ? terminal.out(line) : terminal.err(line)) },
    },
    onPublished: (batches: readonly BatchKey[]) => {
      for (const { kind, slotStart } of batches)
        say('published', `  published ${batchText({ kind, slotStart })}`, { kind, slotStart });
    },
    onAlarm: ({ number, message }: LinesmanError) => say('alarm', `ALARM ${number}: ${message}`, { number, message }),
    onFailure: (error: unknown) => {
      const fields = error instanceof Error ? ofError(error) : { message: String(error) };
      say('failure', `  ${fields.message}; retrying`, {
        ...(error instanceof LinesmanError && { number: error.number }),
        ...fields,
      });
    },
  };
  if (flags.check) return check(flags, common, terminal);
  // Registered first, so that a start can be aborted as well.
  const stop = commandStop({ given: signal, onStop: () => say('stopping', 'stopping after storing accepted records') });
  let closed: Closed = 'closed';
  try {
    const running =
      flags.rpc === undefined
        ? await embedded(flags, common, say, stop.signal)
        : await onCluster(flags.rpc, flags, common);
    try {
      terminal.out(
        flags.json
          ? `${JSON.stringify({ event: 'listening', ...lineOf('listening'), ...running.facts })}\n`
          : running.text,
      );
      if (!stop.signal.aborted)
        await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve(), { once: true }));
    } finally {
      closed = await running.stop();
    }
  } catch (error) {
    if (error !== stop.signal.reason) throw error;
  } finally {
    stop.end();
  }
  if (closed !== 'closed') fail(NOT_ENDED_IN_TIME);
  return EXIT.valid;
}

const LEVELS: Readonly<Record<string, string>> = { alarm: 'error', failure: 'error', match_refused: 'warn' };

/** What every line has, as those about requests have it. The time is that of the machine. */
const lineOf = (event: string) => ({ time: new Date().toISOString(), level: LEVELS[event] ?? 'info' });

/** Seconds. Only API servers of a cluster are behind a load balancer. */
const defaultDrain = ({ rpc, role = ROLES }: ServeFlags): number =>
  rpc !== undefined && role.includes('edge') ? 5 : 0;

/** Requests per second and address; the embedded service shows results unless told not to. */
function publicResultsOf({ publicResults, noPublicResults, rpc }: ServeFlags): number | false {
  if (typeof publicResults === 'number') return publicResults;
  return !noPublicResults && (publicResults ?? rpc === undefined) && PUBLIC_REQUESTS;
}

interface Running {
  readonly facts: object;
  readonly text: string;
  stop(): Promise<Closed>;
}

type Common = Omit<ClusterOptions, 'rpc' | 'roles'>;

async function embedded(flags: ServeFlags, common: Common, say: TellEvent, signal: AbortSignal): Promise<Running> {
  const { role, store, nats, tables, oracle, settlement, explorer } = flags;
  refuseWithout('--rpc', 'a service on a cluster', { role, store, nats, tables, oracle, settlement, explorer });
  if (flags.devOrigin !== undefined && !isLoopbackHost(flags.host))
    fail(OPTION_NOT_APPLICABLE, {
      ...{ problem: 'excluded', option: '--dev-origin', for: 'a service that only this machine reaches' },
      other: `--host ${flags.host}`,
    });
  // A service on a cluster needs neither its chain nor its season.
  const [{ startEmbedded }, { nameOfScript }] = await Promise.all([
    import('../../serve/embedded.js'),
    import('@linesman/season/calendar'),
  ]);
  const service = await startEmbedded({
    ...common,
    chainHost: flags.chainHost,
    publicRpc: flags.publicRpc,
    worldCallers: flags.worldCallers,
    devOrigins: flags.devOrigin,
    rpcPort: flags.rpcPort,
    speed: flags.speed,
    at: flags.at,
    seed: flags.seed,
    scripts: flags.script,
    source: flags.source ?? 'generator',
    onStep: (what) => say('step', `  ${what}`, { what }),
    onMatchLeft: (fixtureId, why) => {
      if (why === 'ended')
        say('match_ended', `  match ${fixtureId} ends uncovered: an earlier version began it, and made other records`, {
          fixtureId,
        });
      else
        say('match_refused', `  match ${fixtureId} is not accepted: ${why.message}`, { fixtureId, number: why.number });
    },
    onPhase: (phase, ms) => say('phase', `${phase}: ${(ms / 1_000).toFixed(1)} s`, { phase, ms }),
    signal,
  });
  const facts = factsOf(service, flags, nameOfScript);
  return { facts, text: readable(facts, flags), stop: () => service.stop() };
}

/** `--check`. Returns the exit code. Errors: those of a start. */
async function check(flags: ServeFlags, common: Common, terminal: Terminal): Promise<number> {
  const { rpc, check } = flags;
  if (rpc === undefined) refuseWithout('--rpc', 'a service on a cluster', { check });
  const checked = await checkOnCluster(clusterOptions(rpc as string, flags, common));
  if (flags.json) terminal.out(`${JSON.stringify({ event: 'checked', ...lineOf('checked'), ...checked })}\n`);
  else
    showTable(
      terminal,
      Object.entries(checked).map(([name, found]) => [name, found ?? 'not checked']),
    );
  return EXIT.valid;
}

async function onCluster(rpc: string, flags: ServeFlags, common: Common): Promise<Running> {
  const options = clusterOptions(rpc, flags, common);
  const { roles } = options;
  const { service, config, ingestSocket, stop } = await startOnCluster(options);
  const facts = {
    url: service.url,
    metrics: service.metricsUrl,
    roles,
    ingestSocket,
    publisher: config.publisher,
    stablecoin: config.stablecoinMint,
    serviceToken: config.serviceMint,
  };
  const page = flags.explorer && hasExplorer() ? `, explorer: ${service.url}/` : '';
  const text = `linesman ${roles.join(', ')} at ${service.url} (health: ${service.url}/readyz${page})\n`;
  return { facts, text, stop };
}

/** Errors: OPTION_NOT_APPLICABLE, OPTION_NEEDED, FILE_NOT_READABLE. */
function clusterOptions(rpc: string, flags: ServeFlags, common: Common): ClusterOptions {
  const without = (option: string, of: string): never =>
    fail(OPTION_NOT_APPLICABLE, { problem: 'excluded', option, for: of, other: '--rpc' });
  for (const name of ['at', 'seed', 'script'] as const)
    if (flags[name] !== undefined) without(`--${name}`, 'simulated matches');
  if (flags.chainHost !== undefined) without('--chain-host', 'the embedded chain');
  if (flags.worldCallers !== undefined) without('--world-callers', 'the embedded world');
  if (flags.devOrigin !== undefined) without('--dev-origin', 'the embedded world');
  // A cluster runs at speed 1, and simulated matches are not published there.
  if (flags.speed !== 1) without(`--speed ${flags.speed}`, 'the embedded chain');
  if (flags.source === 'generator') without('--source generator', 'the embedded chain');
  if (flags.nats !== undefined && flags.store === undefined)
    fail(OPTION_NEEDED, { problem: 'not alone', option: '--nats', needed: ['--store'] });
  // Never our own node's address, because it may carry an access key.
  const { role: roles = ROLES, publicRpc } = flags;
  if (flags.explorer && !roles.includes('edge'))
    fail(OPTION_NOT_APPLICABLE, { problem: 'needs', option: '--explorer', for: 'an edge', other: '--role edge' });
  return {
    ...common,
    rpc,
    publicRpc,
    oracle: flags.oracle,
    settlement: flags.settlement,
    roles,
    ...(flags.explorer && { explorer: { rpc: publicRpc ?? null } }),
    store: flags.store,
    nats: flags.nats,
    tables: flags.tables === undefined ? undefined : readTables(flags.tables),
  };
}

/** The service checks the consistency of the tables when it starts. */
function readTables(file: string): OperatorTables {
  const tables = readJsonOption('--tables', file) as Partial<OperatorTables> | null;
  const { leagues, leagueBundles, marketBundles, freeBundle } = tables ?? {};
  if ([leagues, leagueBundles, marketBundles].every(Array.isArray) && Number.isInteger(freeBundle))
    return tables as OperatorTables;
  return fail(FILE_NOT_READABLE, {
    problem: 'wrong content',
    file,
    option: '--tables',
    what: 'it',
    expected: 'an object with leagues, leagueBundles, marketBundles (lists) and freeBundle (an id)',
  });
}

/** The summary for a user of the service. */
function factsOf(
  { service, chain, clock, source, season, folder, apiToken, sessionToken, config }: EmbeddedService,
  { showTokens, devOrigin }: ServeFlags,
  nameOfScript: (script: string) => string,
) {
  const file = (path: string): string => relative(process.cwd(), path) || path;
  return {
    url: service.url,
    metrics: service.metricsUrl,
    rpc: chain.rpcUrl,
    websocket: chain.wsUrl,
    programs: { oracle: chain.programs.oracle, settlement: chain.programs.settlement },
    stablecoin: config.stablecoinMint,
    serviceToken: config.serviceMint,
    time: new Date(clock.now()).toISOString(),
    // Logs of the output would otherwise contain the tokens.
    ...(showTokens && { sessionToken, apiToken }),
    dataFolder: file(folder.path),
    sessionTokenFile: file(folder.sessionToken),
    apiTokenFile: file(folder.apiToken),
    ...(devOrigin && { devOrigins: devOrigin }),
    wallet: folder.keys.pair('wallet').address,
    walletFile: file(folder.keys.pathOf('wallet')),
    matches: (source === 'none' ? [] : season.schedule(clock.now() - 3 * HOUR, clock.now() + HOUR)).map((match) => ({
      fixtureId: match.fixtureId,
      sport: match.sport,
      teams: match.teams,
      league: match.league.name,
      kickOff: new Date(match.startTime).toISOString(),
      script: nameOfScript(match.script),
    })),
  };
}
type Facts = ReturnType<typeof factsOf>;

function readable(facts: Facts, { host, speed }: ServeFlags): string {
  const [sessionToken, apiToken, wallet] = [facts.sessionTokenFile, facts.apiTokenFile, facts.walletFile].map(
    shellWord,
  );
  const headers = `-H "Authorization: Bearer $(cat ${sessionToken})" -H "X-Api-Token: $(cat ${apiToken})"`;
  const [match] = facts.matches;
  const token = (value: string | undefined): string => (value === undefined ? '' : `\n                     ${value}`);
  const matches = match
    ? `Matches\n${facts.matches.map(matchText).join('\n')}`
    : 'Send matches with linesman ingest, the fixture record of each first.';
  const ingest = match ? '' : `  linesman ingest records.ndjson --data ${shellWord(facts.dataFolder)}\n`;
  const chain = `--service ${facts.url} --rpc ${facts.rpc}`;
  const keeper = `  linesman keeper ${chain} --api-token-file ${apiToken} --keypair ${wallet}`;
  const pages = (facts.devOrigins ?? [])
    .map((origin) => `  pages of ${origin} may set the simulation speed and get test money\n`)
    .join('');
  // A browser cannot open the wildcard address.
  const url = isEveryAddress(host) ? facts.url.replace(/^(http:..).*(:\d+)$/, '$1127.0.0.1$2') : facts.url;
  const page = hasExplorer() ? `\n  ▶ Open ${url}/\n` : '';
  return `${page}
linesman serves at ${facts.url} (description: ${facts.url}/docs)

  world time         ${facts.time}, ${speed === 1 ? 'real time' : `${speed} times real time`}
  chain              ${facts.rpc}, websocket ${facts.websocket}
  oracle             ${facts.programs.oracle}
  settlement         ${facts.programs.settlement}
  stablecoin         ${facts.stablecoin}
  guest token        in ${facts.sessionTokenFile}${token(facts.sessionToken)}
  API token          in ${facts.apiTokenFile}${token(facts.apiToken)}
  wallet with money  ${facts.wallet}
                     in ${facts.walletFile}
${pages}
${matches}

Try
  curl ${headers} ${facts.url}/api/${match ? `scores/snapshot/${match.fixtureId}` : 'fixtures/snapshot'}
  curl -N ${headers} ${facts.url}/api/scores/stream
${ingest}${keeper}

Ctrl-C stops it; the same command resumes.
`;
}

const matchText = ({ fixtureId, sport, teams, kickOff, script }: Facts['matches'][number]): string => {
  const scripted = script === 'normal' ? '' : `  (${script})`;
  return `  ${fixtureId}  ${kickOff.slice(11, 16)}  ${sport.padEnd(11)}  ${teams.join(' – ')}${scripted}`;
};

/** A path quoted as one word for a shell. */
const shellWord = (path: string): string =>
  /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;

function batchText({ kind, slotStart }: BatchKey): string {
  const time = new Date(slotStart).toISOString();
  const { epochDay, slot } = slotTimeOf(slotStart);
  return kind === 'fixtures' ? `fixtures of ${time}` : `${kind} of ${time} (day ${epochDay}, slot ${slot})`;
}
