import { untilSeen } from '../frame/seen.js';
import { pause } from './pause.js';

/** Repeats the work, `ms` after each end, until the signal aborts, but not while the page is hidden. */
export async function repeatWhileSeen(ms: number, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    await untilSeen(signal);
    if (signal.aborted) return;
    await work();
    await pause(ms, signal);
  }
}
