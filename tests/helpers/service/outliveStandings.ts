import { vi } from 'vitest';
import { KEPT_MS } from '../../../ts/service/cache/shortLived.js';

const machineNow = performance.now.bind(performance);
let skipped = 0;

/** Skips the minute for which it keeps the latency of roots, likewise. */
export const outliveLatency = (): void => {
  for (let i = 0; i <= 60; i++) outliveStandings();
};

/** Skips the second for which the service keeps what it knows of matches and slots, until `vi.restoreAllMocks()`. */
export function outliveStandings(): void {
  skipped += KEPT_MS;
  vi.spyOn(performance, 'now').mockImplementation(() => machineNow() + skipped);
}
