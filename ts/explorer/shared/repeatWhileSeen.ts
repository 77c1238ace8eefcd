import { untilSeen } from '../frame/seen.js';
import { pause } from './pause.js';

/** Works again and again, `ms` after the last end, until the signal aborts; not while nobody sees the page. */
export async function repeatWhileSeen(ms: number, work: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    await untilSeen(signal);
    if (signal.aborted) return;
    await work();
    await pause(ms, signal);
  }
}
