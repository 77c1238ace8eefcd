import { epochDay } from '@linesman/sdk/format';
import { expect, test } from 'vitest';
import { outcome } from '../../../../tests/helpers/thrown.js';
import { ARCHIVE_FILES, manifestOf, manifestText, readManifest } from './manifest.js';

const FILE = { lines: 1, bytes: 2, sha256: 'ab'.repeat(32) };
const FILES = Object.fromEntries(ARCHIVE_FILES.map((file) => [file, FILE])) as never;

test('a manifest is of a day that an account can have', () => {
  const textOf = (day: unknown) => manifestText({ ...manifestOf(epochDay(0), FILES, []), epochDay: day } as never);
  expect(readManifest(textOf(0), 'x').files).toEqual(FILES);
  expect(readManifest(textOf(65_535), 'x').epochDay).toBe(65_535);
  for (const day of [-1, 65_536, 0.5, '0', null, undefined])
    expect(outcome(() => readManifest(textOf(day), 'x'))).toBe(7121);
});
