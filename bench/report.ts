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

const HEAD = ['', 'ours', 'peer', 'which', 'ratio', 'goal'];

function memoryLine({ memory, seconds }: Result): string {
  const { rss, heap, external } = memory;
  return `memory after: ${megabytes(rss)} resident, ${megabytes(heap)} heap, ${megabytes(external)} buffers; took ${figure(seconds)} s`;
}

/** A benchmark for a terminal. */
export function resultText(result: Result): string {
  const { name, about, rows, notes } = result;
  return [
    `${name}: ${about}`,
    table(HEAD, rows.map(cells)),
    ...[...notes, memoryLine(result)].map((line) => `  ${line}`),
  ].join('\n');
}

/** The same for a document, without its heading, with how and where it was measured. */
export function resultMarkdown(
  result: Result,
  { command, machine }: { readonly command: string; readonly machine: string },
): string {
  const { about, rows, notes } = result;
  const sentence = `${about.charAt(0).toUpperCase()}${about.slice(1)}.`;
  return [
    `\`${command}\`, on ${machine}`,
    '',
    sentence,
    '',
    table(HEAD, rows.map(cells)),
    '',
    ...[...notes, memoryLine(result)].map((line) => `- ${line}`),
  ].join('\n');
}
