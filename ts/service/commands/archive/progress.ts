import type { Terminal } from '@linesman/cli';
import { progressTo } from '@linesman/cli';
import type { RealTime } from '../../clock/clock.js';
import type { DayProgress } from '../../roots/archive/day.js';

const DOING = { export: 'exported', check: 'checked', import: 'imported', audit: 'audited' } as const;

/** Reports progress on a day; with `--progress` also the last state of each phase. */
export function dayProgressTo(
  terminal: Terminal,
  { progress, now }: { readonly progress?: boolean; readonly now?: () => RealTime },
): (progress: DayProgress) => void {
  const tell = progressTo(terminal, { isAsked: progress, ...(now && { now }) });
  return ({ phase, done, of }) => tell(() => `${DOING[phase]} ${done} of ${of} slots`, done === of);
}
