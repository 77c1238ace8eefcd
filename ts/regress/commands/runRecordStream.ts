import {
  addressOption,
  commandStop,
  EXIT,
  eventTeller,
  numberOf,
  progressTo,
  readApiToken,
  type Terminal,
} from 'linesman/cli';
import { systemTimers } from 'linesman/client';
import { fail, NUMBER_OUT_OF_RANGE, OPTION_NEEDED, OPTION_NOT_APPLICABLE, UNKNOWN_CHOICE } from 'linesman/error';
import { LOCALNET_PROGRAM_IDS } from 'linesman/program';
import { accountReader } from 'linesman/rpc';
import { type RecordingTotals, recordStreams, type StreamName } from '../record/streamRecorder.js';
import type { RecordFlags } from './record.js';

const NAMES: readonly StreamName[] = ['scores', 'odds'];
const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Runs `linesman record --stream` until it is stopped or its time is over. `given` replaces the signals in tests.
 * Errors: those of the options and of `recordStreams`.
 */
export async function runRecordStream(flags: RecordFlags, terminal: Terminal, given?: AbortSignal): Promise<number> {
  checkCombination(flags);
  const { service, fixture, out = 'recording', oracle } = flags;
  if (service === undefined) return fail(OPTION_NEEDED, { problem: 'no service' });
  const streams = streamsOf(flags.stream ?? '');
  const duration = flags.for === undefined ? undefined : durationOf(flags.for);
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
        streams,
        fixture: fixture === undefined ? undefined : numberOf('--fixture', fixture, 1, 999_999_999),
        folder: out,
        // The default address would be that of another chain than the service's.
        roots:
          flags.from?.rpc === 'flag'
            ? {
                chain: accountReader(flags.rpc),
                oracle: oracle === undefined ? LOCALNET_PROGRAM_IDS.oracle : addressOption('--oracle', oracle),
              }
            : undefined,
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
  const options = {
    '--keys': keys,
    '--seq': seq,
    '--final': final,
    '--where': where,
    '--form': form,
    '--sport': sport,
    '--market': market,
    '--settlement': settlement,
    '--name': name,
  };
  for (const [option, value] of Object.entries(options))
    if (value !== undefined)
      fail(OPTION_NOT_APPLICABLE, { problem: 'excluded', option, for: 'a proof', other: '--stream' });
}

function streamsOf(text: string): readonly StreamName[] {
  const names = text.split(',').map((part) => {
    const name = NAMES.find((known) => known === part.trim());
    return name ?? fail(UNKNOWN_CHOICE, { option: '--stream', value: part.trim(), choices: [...NAMES] });
  });
  return NAMES.filter((name) => names.includes(name));
}

/** `90s`, `45m`, `2h` in ms. Errors: NUMBER_OUT_OF_RANGE. */
function durationOf(text: string): number {
  const [, number = '', unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(number) * (UNITS[unit] ?? Number.NaN);
  if (ms >= 1_000 && ms <= 30 * 86_400_000) return ms;
  return fail(NUMBER_OUT_OF_RANGE, {
    option: '--for',
    value: text,
    kind: 'a duration such as 45m or 2h, in seconds',
    minimum: 1,
    maximum: 30 * 86_400,
  });
}
