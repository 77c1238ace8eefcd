import { readFileSync } from 'node:fs';

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

/** Of the line of least squares, MB an hour; 0 with fewer than two samples. */
export function slope(samples: readonly Sample[]): number {
  const mean = (of: 0 | 1): number => samples.reduce((sum, one) => sum + one[of], 0) / samples.length;
  const [hours, megabytes] = [mean(0), mean(1)];
  const over = samples.reduce((sum, one) => sum + (one[0] - hours) ** 2, 0);
  return over === 0 ? 0 : samples.reduce((sum, one) => sum + (one[0] - hours) * (one[1] - megabytes), 0) / over;
}
