import { describe, expect, it } from 'vitest';
import { textOf } from '../../tests/helpers/sources.js';
import { CEILINGS_FILE, exceeded, raisedWithoutReason, readCeilings } from './ceilings.js';
import { FIGURE_NAMES, type Figures } from './figures.js';

const ALL = Object.fromEntries(FIGURE_NAMES.map((name) => [name, 1000])) as Figures;

describe('figures', () => {
  it('may reach their ceilings', () => expect(exceeded(ALL, ALL)).toEqual([]));

  it('above it are named, with what to do', () => {
    const figures = { ...ALL, 'product lines': 2500, 'median modules per test': 1000.5, entrances: 7 };
    expect(exceeded(figures, ALL)).toEqual([
      'product lines: 2,500, which exceeds the ceiling of 1,000 by 1,500. Remove something, or raise it in ' +
        'tools/size/ceilings.json and say why under "Unreleased" in CHANGELOG.md: ' +
        '"Ceiling of product lines raised to N: why".',
      expect.stringContaining('median modules per test: 1,000.5, which exceeds the ceiling of 1,000 by 0.5.'),
    ]);
  });
});

describe('a raised ceiling', () => {
  const after = { ...ALL, 'product lines': 139_000 };
  const raised = (changelog: string, before: Partial<Figures> = ALL) => raisedWithoutReason(before, after, changelog);
  const REASON = '- Ceiling of product lines raised to 139,000: a second wire.';
  const said = (line: string) =>
    `# Changelog\n\n## Unreleased\n\n- Something.\n${line}\n\n## 1.0.0 (2026-11-27)\n\n- All.\n`;

  it.each([
    ['commas', REASON],
    ['no commas', '- The ceiling of Product Lines is 139000 now, for a second wire.'],
    ['more numbers', '- 2 wires: Ceiling of product lines raised from 1,000 to 139,000.'],
    ['a full stop', '- A second wire raises the ceiling of product lines to 139,000.'],
  ])('has a reason, written with %s', (_, line) => expect(raised(said(line))).toEqual([]));

  it.each([
    ['another figure', REASON.replace('139,000', '138,000')],
    ['a longer figure', REASON.replace('139,000', '1,139,000')],
    ['another ceiling', REASON.replace('product', 'test')],
    ['no ceiling', REASON.replace('Ceiling', 'Number')],
  ])('has none where the line names %s', (_, line) => expect(raised(said(line))).toHaveLength(1));

  it('has none in a version that is out, or without the section', () => {
    const missing = [
      'The ceiling of product lines was raised from 1,000 to 139,000. Say why in a line under "Unreleased" in ' +
        'CHANGELOG.md: "Ceiling of product lines raised to 139,000: why".',
    ];
    expect(raised(`## Unreleased\n\n## 1.0.0 (2026-11-27)\n\n${REASON}\n`)).toEqual(missing);
    expect(raised(`## 1.0.0 (2026-11-27)\n\n${REASON}\n`)).toEqual(missing);
  });

  it('is no lowered or equal one, nor one that stands there for the first time', () => {
    expect(raised('', { ...ALL, 'product lines': 140_000 })).toEqual([]);
    expect(raised('', after)).toEqual([]);
    expect(raised('', {})).toEqual([]);
  });
});

describe(CEILINGS_FILE, () => {
  it('has a ceiling for each figure', () => {
    expect(Object.keys(readCeilings(textOf(CEILINGS_FILE)))).toEqual(FIGURE_NAMES);
  });

  it('has nothing else, and nothing less', () => {
    const { entrances, ...less } = ALL;
    expect(() => readCeilings(JSON.stringify({ ...ALL, 'lines of comments': 1 }))).toThrow(
      /no figure: lines of comments/,
    );
    expect(() => readCeilings(JSON.stringify(less))).toThrow(/no ceilings of: entrances/);
    expect(() => readCeilings(JSON.stringify({ ...less, entrances: `${entrances}` }))).toThrow(
      /no ceilings of: entrances/,
    );
  });

  it('has names of which none is a part of another, so that a line of the changelog names one', () => {
    const parts = FIGURE_NAMES.filter((name) => FIGURE_NAMES.some((other) => other !== name && other.includes(name)));
    expect(parts).toEqual([]);
  });
});
