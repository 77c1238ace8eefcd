import type { Result, Row } from './benchmark.js';
import type { Machine } from './machine.js';

/** Columns as wide as their widest cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, i) => (i === 0 ? (cells[i] ?? '').padEnd(width) : (cells[i] ?? '').padStart(width))).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Three digits that count, and no more. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

export const megabytes = (bytes: number): string => `${figure(bytes / 2 ** 20)} MiB`;

export const machineLine = ({ cpu, cores, memory, node, platform }: Machine): string =>
  `${cpu}, ${cores} cores, ${memory} GiB, Node ${node}, ${platform}`;

function cells({ what, value, unit, peer, ratio, goal }: Row): string[] {
  return [
    what,
    `${figure(value)} ${unit}`,
    peer ? `${figure(peer.value)} ${unit}` : '',
    peer?.name ?? '',
    ratio === undefined ? '' : `${figure(ratio)}×`,
    goal ? `${goal.text} ${goal.met ? '✓' : '✗'}` : '',
  ];
}

/** A benchmark as text. */
export function resultText({ name, about, rows, notes, memory, seconds }: Result): string {
  const { rss, heap, external } = memory;
  return [
    `${name}: ${about}`,
    table(['', 'ours', 'peer', 'which', 'ratio', 'goal'], rows.map(cells)),
    ...notes.map((note) => `  ${note}`),
    `  memory after: ${megabytes(rss)} resident, ${megabytes(heap)} heap, ${megabytes(external)} buffers; took ${figure(seconds)} s`,
  ].join('\n');
}
