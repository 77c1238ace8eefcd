import { expect, it } from 'vitest';
import { FILES, textOf } from '../helpers/sources.js';

/** Every row of docs/internals/queues.md names tests that are there. */

const [, table = ''] = /<!-- queues -->\n([\s\S]*)<!-- \/queues -->/.exec(textOf('docs/internals/queues.md')) ?? [];
const rows = table.split('\n').slice(2, -1);

it('the table of queues has rows', () => {
  expect(rows.length).toBeGreaterThan(10);
});

it.each(rows)('%s', (row) => {
  const named = [...row.matchAll(/`([\w./]+\.test\.ts)` "([^"]+)"/g)];
  expect(named.length).toBeGreaterThan(0);
  for (const [, file = '', title = ''] of named) {
    expect(FILES).toContain(file);
    expect(textOf(file)).toMatch(new RegExp(`\\b(test|it)(\\.\\w+\\([\\s\\S]{0,1000}\\))?\\(\\s*'${escaped(title)}'`));
  }
});

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
