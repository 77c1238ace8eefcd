import type { Result, Row } from './benchmark.js';
import type { Machine } from './machine.js';

/** A Markdown table with aligned columns. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const padded = (cell: string, width: number, i: number): string =>
    i === 0 ? cell.padEnd(width) : cell.padStart(width);
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, i) => padded(cells[i] ?? '', width, i)).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Three significant digits. */
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
    peer?.name ?? '',
    ratio === undefined ? '' : `${figure(ratio)}×`,
    goal ? `${goal.text} ${goal.met ? '✓' : '✗'}` : '',
  ];
}

/** Leaves out the baseline's median, because the ratio is taken within a round and may contradict the two medians. */
const HEAD = ['', 'ours', 'baseline', 'ratio', 'goal'];

function memoryLine({ memory, seconds }: Result): string {
  const { rss, heap, external } = memory;
  const held = `${megabytes(rss)} resident, ${megabytes(heap)} heap, ${megabytes(external)} buffers`;
  return `memory after: ${held}; took ${figure(seconds)} s`;
}

/** The smallest share that a line of a profile shows. */
const SHOWN = 0.02;
const OTHER = 'anything else';

/** Where the time goes, as lines of a table: a line for each part, a column for each profile. */
function profileRows({ profiles }: Result): string[][] {
  const shares = profiles.map((one) => new Map(one.shares));
  const most = (part: string): number => Math.max(...shares.map((of) => of.get(part) ?? 0));
  const parts = [...new Set(shares.flatMap((of) => [...of.keys()]))]
    .filter((part) => most(part) >= SHOWN)
    .sort((a, b) => most(b) - most(a));
  const percent = (share: number): string => (share < 0.0005 ? '' : `${figure(Math.round(1000 * share) / 10)} %`);
  const rest = shares.map((of) => 1 - parts.reduce((sum, part) => sum + (of.get(part) ?? 0), 0));
  return [
    ...parts.map((part) => [part, ...shares.map((of) => percent(of.get(part) ?? 0))]),
    [OTHER, ...rest.map(percent)],
  ];
}

const profileTable = (result: Result): string =>
  table(['part', ...result.profiles.map(({ what }) => what)], profileRows(result));

/** A result for the terminal. */
export function resultText(result: Result): string {
  const { name, about, rows, notes } = result;
  return [
    `${name}: ${about}`,
    table(HEAD, rows.map(cells)),
    ...[...notes, memoryLine(result)].map((line) => `  ${line}`),
    ...(result.profiles.length > 0 ? [profileTable(result)] : []),
  ].join('\n');
}

/** A result for the document, without its heading, with its command and machine. */
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
    ...(result.profiles.length > 0 ? ['', 'Where the CPU time goes:', '', profileTable(result)] : []),
  ].join('\n');
}
