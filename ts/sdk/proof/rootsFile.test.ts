import { expect, test } from 'vitest';
import { thrown } from '../../../tests/helpers/thrown.js';
import { readRootsFile } from './rootsFile.js';

/** `tests/savedFiles.test.ts` has every form of a file, and what is said of the wrong ones. */
test.each([
  ['text', 'hello', 7010, '$'],
  ['null', 'null', 7010, '$'],
  ['no account', '{"epochDay": 1}', 7010, '$'],
  ['data that is not Base64', '{"data": "!!!"}', 7010, '$.data'],
  ['data in another encoding', '{"data": ["00", "base58"]}', 7010, '$.data'],
  ['another day than its data', '{"epochDay": 3, "data": "2QwMFwq3c31hUQ=="}', 7010, '$.epochDay'],
  ['a day that is no number', '{"epochDay": [[[]]], "data": "2QwMFwq3c31hUQ=="}', 7010, '$.epochDay'],
  ['too few bytes for a day', '{"data": "2QwM"}', 7010, '$.data'],
  ['a repeated key', '{"data":"","data":""}', 7170, '$.data'],
])('a roots file with %s is refused with its path', (_, text, number, path) => {
  const error = thrown(() => readRootsFile(new TextEncoder().encode(text), 'roots.json'));
  expect([error.number, error.context.path]).toEqual([number, path]);
  if (number === 7010) expect(error.context.file).toBe('roots.json');
});
