import { hexed, terminalText } from '@linesman/sdk/error';
import { wrapped } from '@linesman/sdk/internal/format/wrapped';
import type { CheckState, InspectedCheck, InspectedNode } from '@linesman/sdk/internal/proof/inspect/inspection';
import { CHECK_MARKS, inspectSections } from '@linesman/sdk/internal/proof/inspect/sections';
import { type Style, styled } from '../terminal/colour.js';
import type { Row } from '../terminal/table.js';
import type { CaseExecution } from './caseExecution.js';
import { executionRows } from './execution.js';
import { type Inspected, verdictRows } from './verdictText.js';

const STYLES: Readonly<Record<CheckState, Style>> = {
  holds: 'green',
  broken: 'red',
  'not reached': 'yellow',
  'not asked': 'yellow',
};
const GLYPHS: Readonly<Record<InspectedNode['kind'], string>> = {
  leaf: '◆',
  'zero map': '◇',
  sibling: '○',
  inner: '●',
  root: '●',
  published: '■',
};
const LEGEND =
  '◆ leaf, ◇ zero map, ○ hash of the proof, ● computed; ✓ holds, ✗ broken, · not reached, ? not asked: needs an option';

/** Below this width, hashes are cut to 4 bytes. */
const NARROW = 60;

interface Page {
  readonly width: number;
  readonly isColoured: boolean;
}

/** The tree of a proof for a terminal. */
export function inspectText({ inspection, verdict, execution }: Inspected, page: Page): string {
  const { breaks, result, about } = inspection;
  const { width, isColoured } = page;
  const lines: string[] = [];
  if (result) for (const row of verdictRows(result, verdict, isColoured)) lines.push(...rowLines(row, page));
  else {
    lines.push(...wrapped(`broken: ${about}`, width).map((line) => styled('red', line, isColoured)));
    for (const row of verdict.more ?? []) lines.push(...rowLines(row, page));
  }
  lines.push('');
  for (const { title, trees, checks, link } of inspectSections(inspection)) {
    lines.push(...wrapped(title, page.width).map((line) => styled('bold', line, page.isColoured)));
    for (const tree of trees) lines.push(...nodeLines(tree, '  ', '  ', page, breaks?.check));
    for (const check of checks) lines.push(...checkLines(check, page));
    if (link !== null) lines.push(...wrapped(link, page.width, '  ↓ ', '    '));
    lines.push('');
  }
  if (breaks) {
    const { number, name, message, hint } = breaks.error;
    const place = breaks.path === null ? '' : `, at ${terminalText(breaks.path)}`;
    lines.push(
      ...wrapped(`error ${number} ${name}${place}`, width).map((line) => styled('red', line, isColoured)),
      ...wrapped(terminalText(message), width, '  '),
      ...wrapped(terminalText(hint), width, '  '),
      '',
    );
  }
  if (execution) lines.push(...executionLines(execution, page));
  lines.push(...wrapped(LEGEND, page.width));
  return `${lines.join('\n')}\n`;
}

function executionLines(execution: CaseExecution, page: Page): string[] {
  const { logs } = execution;
  return [
    styled('bold', 'execution', page.isColoured),
    ...executionRows(execution).flatMap((row) => rowLines(row, page)),
    ...(logs.length > 0 ? [styled('bold', 'logs', page.isColoured)] : []),
    ...logs.flatMap((line) => wrapped(terminalText(line), page.width, '  ', '    ')),
    '',
  ];
}

function rowLines([name, value]: Row, { width, isColoured }: Page): string[] {
  const [head = '', ...tail] = wrapped(value, width, name.padEnd(9), ' '.repeat(9));
  return [head.replace(name, styled('bold', name, isColoured)), ...tail];
}

/** A node, and those it was computed from, left first. */
function nodeLines(
  { id, kind, side, hash, text, children }: InspectedNode,
  first: string,
  rest: string,
  page: Page,
  broken: InspectedCheck | undefined,
): string[] {
  const digits = hexed(hash, page.width < NARROW ? 4 : 8);
  const isBroken = broken?.node === id;
  const label = `${GLYPHS[kind]} ${side === null ? '' : `${side.padEnd(5)} `}${digits} ${terminalText(text)}`;
  const under = `${rest}${children.length > 0 ? '│ ' : '  '}`;
  const lines = wrapped(isBroken ? `${label} ✗` : label, page.width, first, under);
  const shown = isBroken ? lines.map((line) => styled('red', line, page.isColoured)) : lines;
  return [
    ...shown,
    ...children.flatMap((child, i) => {
      const isLast = i === children.length - 1;
      return nodeLines(child, `${rest}${isLast ? '└ ' : '├ '}`, `${rest}${isLast ? '  ' : '│ '}`, page, broken);
    }),
  ];
}

function checkLines({ state, error, errorName, binds, found, expected }: InspectedCheck, page: Page): string[] {
  const mark = CHECK_MARKS[state];
  const [head = '', ...tail] = wrapped(`${mark} ${error} ${binds}`, page.width, '  ', '         ');
  const coloured = head.replace(mark, styled(STYLES[state], mark, page.isColoured));
  if (state !== 'broken') return [coloured, ...tail];
  const detail = (name: string, value: string | null): string[] =>
    value === null ? [] : wrapped(`${name.padEnd(8)} ${terminalText(value)}`, page.width, '    ', '             ');
  return [coloured, ...tail, `    ${errorName}`, ...detail('found', found), ...detail('expected', expected)];
}
