import { relative } from 'node:path';
import { fail } from '../error/index.js';
import { slotTimeOf } from '../format/index.js';
import { type EmbeddedService, startEmbedded } from '../service/serve/index.js';
import type { BatchKey } from '../service/store/index.js';
import { EXIT } from './exitCode.js';
import { numberOf } from './optionValue.js';
import { stopOnSignals } from './stopOnSignals.js';
import type { Terminal } from './terminal.js';

export interface ServeFlags {
  readonly data: string;
  readonly host: string;
  readonly port: string;
  readonly rpcPort: string;
  readonly speed: string;
  readonly at?: string;
  readonly seed?: string;
  readonly script?: string;
  readonly source?: string;
  readonly wire: 'described' | 'observed';
  readonly rpc?: string;
  readonly oracle?: string;
  readonly requestsPerSecond: string;
  readonly json?: true;
  readonly verbose?: true;
}

const HOUR = 3_600_000;

/** Runs the service until it is told to stop. Returns the exit code. `signal` stands in for SIGINT and SIGTERM in tests. */
export async function runServe(flags: ServeFlags, terminal: Terminal, signal?: AbortSignal): Promise<number> {
  const port = numberOf('port', flags.port, 0, 65_535);
  const rpcPort = numberOf('rpc-port', flags.rpcPort, 0, 65_534);
  const requestsPerSecond = numberOf('requests-per-second', flags.requestsPerSecond, 1, 1_000_000);
  const speed = speedOf(flags.speed);
  const at = flags.at === undefined ? undefined : timeOf(flags.at);
  const say = (event: string, text: string, fields: object = {}): void =>
    flags.json ? terminal.out(`${JSON.stringify({ event, ...fields })}\n`) : terminal.err(`${text}\n`);

  const service = await startEmbedded({
    data: flags.data,
    host: flags.host,
    port,
    rpcPort,
    speed,
    at,
    seed: flags.seed,
    scripts: flags.script?.split(',').map((name) => name.trim()),
    source: sourceOf(flags.source ?? 'generator'),
    wire: flags.wire,
    requestsPerSecond,
    log: { level: flags.verbose ? 'info' : 'warn', to: { write: (line) => terminal.err(line) } },
    onStep: (what) => say('step', `  ${what}`, { what }),
    onPublished: (batches) => {
      for (const batch of batches) say('published', `  published ${batchText(batch)}`, batch);
    },
    onAlarm: ({ number, message }) => say('alarm', `ALARM ${number}: ${message}`, { number, message }),
    onFailure: (error) => {
      const message = error instanceof Error ? error.message : String(error);
      say('failure', `  ${message}; it is tried again`, { message });
    },
  });
  const stop = stopOnSignals(signal, () => say('stopping', 'stopping: what is under way is stored'));
  try {
    const facts = factsOf(service);
    terminal.out(
      flags.json ? `${JSON.stringify({ event: 'listening', ...facts })}\n` : readable(service, facts, flags),
    );
    if (!stop.signal.aborted)
      await new Promise<void>((resolve) => stop.signal.addEventListener('abort', () => resolve(), { once: true }));
  } finally {
    await service.stop();
    stop.end();
  }
  return EXIT.valid;
}

/** What somebody needs to know to use the service. */
function factsOf({ service, chain, clock, season, folder, apiToken, sessionToken, config }: EmbeddedService) {
  const file = (path: string): string => relative(process.cwd(), path) || path;
  return {
    url: service.url,
    rpc: chain.rpcUrl,
    websocket: chain.wsUrl,
    programs: { oracle: chain.programs.oracle.toBase58(), settlement: chain.programs.settlement.toBase58() },
    stablecoin: config.stablecoinMint.toBase58(),
    serviceToken: config.serviceMint.toBase58(),
    time: new Date(clock.now()).toISOString(),
    sessionToken,
    sessionTokenFile: file(folder.sessionToken),
    apiToken,
    apiTokenFile: file(folder.apiToken),
    wallet: folder.keys.pair('wallet').publicKey.toBase58(),
    walletFile: file(folder.keys.pathOf('wallet')),
    matches: season.schedule(clock.now() - 3 * HOUR, clock.now() + HOUR).map((match) => ({
      fixtureId: match.fixtureId,
      sport: match.sport,
      teams: match.teams,
      league: match.league.name,
      kickOff: new Date(match.startTime).toISOString(),
      script: match.script,
    })),
  };
}
type Facts = ReturnType<typeof factsOf>;

function readable(_: EmbeddedService, facts: Facts, { speed }: ServeFlags): string {
  const headers = `-H "Authorization: Bearer $(cat ${facts.sessionTokenFile})" -H "X-Api-Token: $(cat ${facts.apiTokenFile})"`;
  const fixture = facts.matches[0]?.fixtureId ?? 1;
  return `
linesman serves at ${facts.url} (description: ${facts.url}/docs)

  time of the world  ${facts.time}, ${speed === '1' ? 'as fast as yours' : `${speed} seconds for each of yours`}
  chain              ${facts.rpc}, websocket ${facts.websocket}
  oracle             ${facts.programs.oracle}
  settlement         ${facts.programs.settlement}
  stablecoin         ${facts.stablecoin}
  guest token        ${facts.sessionToken}
                     in ${facts.sessionTokenFile}
  API token          ${facts.apiToken}
                     in ${facts.apiTokenFile}
  wallet with money  ${facts.wallet}
                     in ${facts.walletFile}

Matches
${facts.matches.map(({ fixtureId, sport, teams, kickOff, script }) => `  ${fixtureId}  ${kickOff.slice(11, 16)}  ${sport.padEnd(11)}  ${teams.join(' – ')}${script === 'normal' ? '' : `  (${script})`}`).join('\n')}

Try
  curl ${headers} ${facts.url}/api/scores/snapshot/${fixture}
  curl -N ${headers} ${facts.url}/api/scores/stream
  linesman keeper --service ${facts.url} --rpc ${facts.rpc} --api-token-file ${facts.apiTokenFile} --keypair ${facts.walletFile}

Ctrl-C stops it; the same command goes on.
`;
}

function batchText({ kind, slotStart }: BatchKey): string {
  const time = new Date(slotStart).toISOString();
  const { epochDay, slot } = slotTimeOf(slotStart);
  return kind === 'fixtures' ? `fixtures of ${time}` : `${kind} of ${time} (day ${epochDay}, slot ${slot})`;
}

function speedOf(text: string): number {
  const speed = /^\d{1,6}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (speed >= 0.1 && speed <= 100_000) return speed;
  return fail(7015, { message: `--speed "${text.slice(0, 100)}" is no number from 0.1 to 100000.` });
}

function timeOf(text: string): number {
  const time = /^\d{1,15}$/.test(text) ? Number(text) : Date.parse(text);
  if (!(Number.isSafeInteger(time) && time > 0))
    fail(7015, { message: `--at "${text.slice(0, 100)}" is no time: ISO 8601, or Unix time in ms.` });
  return time;
}

function sourceOf(text: string): 'generator' | 'none' {
  if (text === 'generator' || text === 'none') return text;
  return fail(7015, { message: `--source "${text.slice(0, 100)}" is neither generator nor none.` });
}
