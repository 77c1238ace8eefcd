import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DEVIATIONS } from '../../ts/service/edge/http/docs/deviations.js';

test('docs/api.md equals the list in /docs', () => {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const [, list = ''] = page.split('## Deviations');
  const rows = [...list.matchAll(/^\| (.+) \| (.+) \|$/gm)].slice(1).map(([, what, why]) => ({ what, why }));
  expect(rows).toEqual(DEVIATIONS);
});
