import { readCase } from '@linesman/sdk/prove';
import { expect, test } from 'vitest';
import { exampleCases } from '../../../tests/helpers/regress/exampleCases.js';
import { judgeOffline } from './offline.js';

const entryOf = (name: string, change: (text: string) => string = (text) => text) =>
  judgeOffline(readCase(change(exampleCases().get(name) as string), name));

test('a proof that is refused shows nothing, and its entry says so', () => {
  expect(entryOf('final-win')).toMatchObject({
    result: 'true',
    error: null,
    facts: [expect.any(String), expect.any(String)],
  });
  const broken = entryOf('final-win', (text) => text.replace('"value":', '"value":1'));
  expect(broken).toEqual({ result: 'refused', error: expect.any(Number), facts: [], final: null });
});
