import { commandStop, EXIT, eventTeller, flagOf, progressTo, readApiToken, type Terminal } from '@linesman/cli';
import { systemTimers } from '@linesman/sdk/client';
import { fail, OPTION_NEEDED, OPTION_NOT_APPLICABLE } from '@linesman/sdk/error';
import { LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
import { accountReader } from '@linesman/sdk/rpc';
import { type RecordingTotals, recordStreams, type StreamName } from '../record/streamRecorder.js';
import type { RecordFlags } from './record.js';

const NAMES: readonly StreamName[] = ['scores', 'odds'];

/**
 * Runs `linesman record --stream` until it is stopped or its time is over. `given` replaces the signals in tests.
 * Errors: those of the options and of `recordStreams`.
 */
export async function runRecordStream(
  names: readonly StreamName[],
  flags: RecordFlags,
  terminal: Terminal,
  given?: AbortSignal,
): Promise<number> {
  checkCombination(flags);
  const { service, fixture, out = 'recording', oracle = LOCALNET_PROGRAM_IDS.oracle, for: duration } = flags;
  if (service === undefined) return fail(OPTION_NEEDED, { problem: 'no service' });
  const say = eventTeller(terminal, flags.json === true);
  const progress = progressTo(terminal);
  const stop = commandStop({ given, onStop: () => say('stopping', 'stopping after writing what has arrived') });
  const over = new AbortController();
  const timer = duration === undefined ? () => {} : systemTimers.after(duration, () => over.abort());
  try {
    const totals = await recordStreams(
      {
        service,
        apiToken: readApiToken(flags),
        wire: flags.wire,
        streams: NAMES.filter((name) => names.includes(name)),
        fixture,
        folder: out,
        // The default address would be that of a different chain than the service's.
        roots: flags.from?.rpc === 'flag' ? { chain: accountReader(flags.rpc), oracle } : undefined,
        timers: systemTimers,
        signal: AbortSignal.any([stop.signal, over.signal]),
        onFailure: (error) => {
          const message = error instanceof Error ? error.message : String(error);
          say('failure', `  ${message}`, { message });
        },
        onNotice: (stream, what, detail) =>
          say(what, `  ${stream}: ${NOTICES[what]}${detail === '' ? '' : ` ${detail}`}`, { stream, detail }),
      },
      (done) => progress(() => totalsText(done)),
    );
    if (flags.json) terminal.out(`${JSON.stringify({ event: 'recorded', folder: out, ...totals })}\n`);
    else terminal.out(`recorded into ${out}: ${totalsText(totals)}\n`);
    return EXIT.valid;
  } finally {
    timer();
    stop.end();
  }
}

const NOTICES = { open: 'recording, after', lost: 'connection lost:', gap: 'gap from' } as const;

const totalsText = ({ scores, odds, fixtures, gaps, reconnects, roots }: RecordingTotals): string =>
  [
    `${scores} scores, ${odds} odds, ${fixtures} fixtures`,
    `${gaps} gaps, ${reconnects} reconnects, ${roots} roots accounts`,
  ].join(', ');

function checkCombination({ keys, seq, final, where, form, sport, market, settlement, name }: RecordFlags): void {
  const options = { keys, seq, final, where, form, sport, market, settlement, name };
  for (const [key, value] of Object.entries(options))
    if (value !== undefined)
      fail(OPTION_NOT_APPLICABLE, { problem: 'excluded', option: flagOf(key), for: 'a proof', other: '--stream' });
}
