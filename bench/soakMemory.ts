import { readFileSync } from 'node:fs';
import { MS_PER_HOUR, MS_PER_SLOT } from '../ts/sdk/format/slotTime.js';

/** A process with all that it has started. */
const family = (pid: number): number[] => [
  pid,
  ...readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number).flatMap(family),
];

/** Memory of a process and its children in MB, in which what several share counts once; 0 once it has ended. */
export function memoryOf(pid: number): number {
  try {
    const kilobytes = (one: number): number =>
      Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1]);
    return family(pid).reduce((sum, one) => sum + kilobytes(one), 0) / 1000;
  } catch {
    return 0;
  }
}

/** When (hours since the start), and how much (MB). */
export type Sample = readonly [hours: number, megabytes: number];

const SLOT = MS_PER_SLOT / MS_PER_HOUR;
/** Of hours as fractions. */
const ROUNDING = 1e-9;

/**
 * The mean of each whole slot, counted from the end. An edge keeps the events of the running and the previous slot, so
 * its memory grows for five minutes and falls; of samples inside a slot, that would be part of the slope.
 */
export function meansOfSlots(samples: readonly Sample[]): Sample[] {
  const [from, to] = [samples[0]?.[0] ?? 0, samples.at(-1)?.[0] ?? 0];
  return Array.from({ length: Math.floor((to - from) / SLOT) }, (_, slot): Sample[] => {
    const inSlot = samples.filter(([hours]) => Math.floor((to - hours) / SLOT + ROUNDING) === slot);
    const sum = inSlot.reduce((all, [, megabytes]) => all + megabytes, 0);
    return inSlot.length === 0 ? [] : [[to - (slot + 0.5) * SLOT, sum / inSlot.length]];
  }).flat();
}

/** Of the line of least squares, MB an hour; 0 with fewer than two samples. */
export function slope(samples: readonly Sample[]): number {
  const mean = (of: 0 | 1): number => samples.reduce((sum, one) => sum + one[of], 0) / samples.length;
  const [hours, megabytes] = [mean(0), mean(1)];
  const over = samples.reduce((sum, one) => sum + (one[0] - hours) ** 2, 0);
  return over === 0 ? 0 : samples.reduce((sum, one) => sum + (one[0] - hours) * (one[1] - megabytes), 0) / over;
}
