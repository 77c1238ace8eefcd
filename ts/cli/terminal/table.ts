import { terminalText } from '@linesman/sdk/error';
import { columnsOf } from '@linesman/sdk/internal/format/wrapped';
import { NO_COLOURS, styled } from './colour.js';
import type { Terminal } from './terminal.js';

export type Row = readonly [name: string, value: string];

/** Two columns of text, the first as wide as its longest entry; every line ends in a line feed. */
export function rows(entries: readonly Row[], isColoured = false): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries
    .map(([name, value]) => {
      const gap = value === '' ? '' : ' '.repeat(width - name.length + 2);
      return `${styled('bold', name, isColoured)}${gap}${value}\n`;
    })
    .join('');
}

/** Prints the answer of a command as a table. */
export const showTable = (terminal: Terminal, entries: readonly Row[]): void =>
  terminal.out(rows(entries, (terminal.colours ?? NO_COLOURS).out));

/** Prints notes on the answer as a table on standard error. */
export const noteTable = (terminal: Terminal, entries: readonly Row[]): void =>
  terminal.err(rows(entries, (terminal.colours ?? NO_COLOURS).err));

/**
 * Lines of cells, each column as wide as its widest cell; the columns `toRight` (from 0) are right-aligned. Control
 * characters are escaped.
 */
export function columns(lines: readonly (readonly string[])[], toRight: readonly number[] = []): string {
  const shown = lines.map((line) => line.map(terminalText));
  const widths = (shown[0] ?? []).map((_, i) => Math.max(...shown.map((line) => columnsOf(line[i] ?? ''))));
  const cell = (text: string, i: number): string => {
    const gap = ' '.repeat((widths[i] ?? 0) - columnsOf(text));
    return toRight.includes(i) ? gap + text : text + gap;
  };
  return shown.map((line) => `${line.map(cell).join('  ').trimEnd()}\n`).join('');
}
