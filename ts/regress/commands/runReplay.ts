import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandStop, EXIT, eventTeller, progressTo, type TellEvent, type Terminal } from '@linesman/cli';
import {
  fail,
  isError,
  type LinesmanError,
  NOT_ENDED_IN_TIME,
  PACKAGE_NEEDED,
  REQUEST_ABORTED,
} from '@linesman/sdk/error';
import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import { accountReader } from '@linesman/sdk/rpc';
import type { Replay, ReplayProgress, recordsOfFile, startReplay } from '@linesman/service';
import { otherVersion } from '../engine/installed.js';
import { type ComparedRoots, compareRoots } from '../replay/compareRoots.js';
import { isPlain, plainTimeline } from '../replay/plainTimeline.js';
import { readTimeline, type Timeline } from '../replay/timeline.js';
import type { ReplayFlags } from './replay.js';

/** Refusals that are reported one by one. */
const REPORTED = 5;

/**
 * Runs `linesman replay` until the recording is through, or until it is stopped. `given` replaces the signals in tests.
 * Errors: those of the options and of the recording; PACKAGE_NEEDED; those of the service.
 */
export async function runReplay(flags: ReplayFlags, terminal: Terminal, given?: AbortSignal): Promise<number> {
  const say = eventTeller(terminal, flags.json === true);
  const { folder, speed, host, port, rpcPort, wire } = flags;
  const stop = commandStop({ given, onStop: () => say('stopping', 'stopping') });
  const data = mkdtempSync(join(tmpdir(), 'linesman-replay-'));
  let replay: Replay | undefined;
  let code: number = EXIT.valid;
  try {
    const timeline = isPlain(folder)
      ? await plainTimeline(folder, (await serviceModule()).recordsOfFile)
      : await readTimeline(folder);
    const { startReplay: start } = await serviceModule();
    const progress = progressTo(terminal);
    const refusals: LinesmanError[] = [];
    replay = await start({
      ...timeline,
      records: timeline.records(),
      ...{ speed, host, port, rpcPort, wire },
      data: join(data, 'service'),
      log: { level: 'warn', to: { write: (line: string) => terminal.err(line) } },
      signal: stop.signal,
      onStep: (what) => say('step', `  ${what}`, { what }),
      onAlarm: ({ number, message }) => say('alarm', `ALARM ${number}: ${message}`, { number, message }),
      onFailure: (error) => say('failure', `  ${messageOf(error)}; retrying`, { message: messageOf(error) }),
      onProgress: (done) => progress(() => `${progressText(done, timeline)}`),
      onRefused: (_, error) => {
        if (refusals.push(error) <= REPORTED)
          say('refused', `  refused: ${error.message}`, { number: error.number, message: error.message });
      },
    });
    tellWhere(replay, timeline, flags, terminal);
    code = await ran(replay, timeline, flags, say, stop.signal);
  } catch (error) {
    if (!stop.signal.aborted || !(error === stop.signal.reason || isError(error, REQUEST_ABORTED))) throw error;
  } finally {
    const closed = await replay?.embedded.stop();
    stop.end();
    rmSync(data, { recursive: true, force: true });
    if (closed !== undefined && closed !== 'closed') fail(NOT_ENDED_IN_TIME);
  }
  return code;
}

async function ran(
  replay: Replay,
  timeline: Timeline,
  flags: ReplayFlags,
  say: TellEvent,
  signal: AbortSignal,
): Promise<number> {
  const done = await replay.run(signal);
  const { chain } = replay.embedded;
  const roots = await compareRoots(timeline, accountReader(chain.rpcUrl), chain.programs.oracle);
  const isSame = done.refused + done.misplaced + roots.different.length === 0;
  say('replayed', resultText(done, roots, timeline), {
    ...done,
    roots: { recorded: timeline.roots.length > 0, equal: roots.equal, different: roots.different },
    isSame,
  });
  if (flags.keep && !signal.aborted) {
    await replay.goOn(signal);
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
  return isSame ? EXIT.valid : EXIT.untrue;
}

/** Errors: PACKAGE_NEEDED. */
async function serviceModule(): Promise<{
  readonly startReplay: typeof startReplay;
  readonly recordsOfFile: typeof recordsOfFile;
}> {
  // Computed, so that compilers and bundlers do not ask for a package that may be missing.
  const name = '@linesman/service';
  const found = otherVersion(name);
  if (found !== undefined) fail(PACKAGE_NEEDED, { package: name, command: 'replay', found });
  try {
    return await import(/* @vite-ignore */ name);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${name}'`))
      return fail(PACKAGE_NEEDED, { package: name, command: 'replay' });
    throw error;
  }
}

function tellWhere({ embedded }: Replay, timeline: Timeline, flags: ReplayFlags, terminal: Terminal): void {
  const { service, chain, folder } = embedded;
  const facts = {
    url: service.url,
    rpc: chain.rpcUrl,
    websocket: chain.wsUrl,
    programs: { oracle: chain.programs.oracle, settlement: chain.programs.settlement },
    start: timeText(timeline.from),
    end: timeText(timeline.end),
    events: timeline.events,
    gaps: timeline.gaps,
    sessionTokenFile: folder.sessionToken,
    apiTokenFile: folder.apiToken,
    walletFile: folder.keys.pathOf('wallet'),
  };
  if (flags.json) {
    terminal.out(`${JSON.stringify({ event: 'listening', ...facts })}\n`);
    return;
  }
  const gaps = timeline.gaps > 0 ? `, ${timeline.gaps} gaps` : '';
  terminal.out(`
The replay is at ${facts.url} (description: ${facts.url}/docs)

  recorded           ${facts.start} to ${facts.end}, ${facts.events} events${gaps}
  speed              ${flags.speed}
  chain              ${facts.rpc}, websocket ${facts.websocket}
  guest token        in ${facts.sessionTokenFile}
  API token          in ${facts.apiTokenFile}
  wallet with money  in ${facts.walletFile}

Ctrl-C stops it.
`);
}

/** Unix ms in UTC, to the second. */
const timeText = (ms: number): string => isoTime(Math.floor(ms / 1_000));

const progressText = ({ until, accepted }: ReplayProgress, { end }: Timeline): string =>
  `replayed ${accepted} records, until ${timeText(until)} of ${timeText(end)}`;

function resultText(done: ReplayProgress, roots: ComparedRoots, timeline: Timeline): string {
  const { accepted, refused, misplaced } = done;
  const lines = [
    `replayed ${accepted} records, ${refused} refused, ${misplaced} at another place of the stream`,
    timeline.roots.length === 0
      ? 'no roots were recorded'
      : `${roots.equal} roots as recorded, ${roots.different.length} different`,
    ...roots.different.map(({ kind, slotStart }) => `  ${kind} of ${timeText(slotStart)}`),
  ];
  return lines.join('\n');
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
