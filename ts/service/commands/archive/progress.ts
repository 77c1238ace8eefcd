import type { Terminal } from 'linesman/cli';
import type { DayProgress } from '../../archive/index.js';
import type { RealTime } from '../../clock/index.js';

const DOING = { export: 'exported', check: 'checked', import: 'imported', audit: 'audited' } as const;
/** ms before the first line and between two. */
const PAUSE = 2_000;

/** Lines on standard error, for whoever waits longer than two seconds: at a terminal, or with `--progress`, which also gets the last of each phase. */
export function progressTo(
  terminal: Terminal,
  { progress, now = Date.now }: { readonly progress?: boolean; readonly now?: () => RealTime },
): (progress: DayProgress) => void {
  if (!progress && !process.stderr.isTTY) return () => {};
  let last = now();
  return ({ phase, done, of }) => {
    const time = now();
    if (time - last < PAUSE && !(progress && done === of)) return;
    last = time;
    terminal.err(`${DOING[phase]} ${done} of ${of} slots\n`);
  };
}
