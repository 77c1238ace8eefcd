import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headerOf } from '../../../tests/helpers/regress/recordedStream.js';
import { temporaryFolder } from '../../../tests/helpers/temporaryFolder.js';
import { outcome } from '../../../tests/helpers/thrown.js';
import { StreamFile } from './streamFile.js';
import type { RecordedLine } from './streamLine.js';

const folder = temporaryFolder('stream');
const path = join(folder, 'scores.ndjson.gz');

const header = headerOf('scores');
/** Texts that do not become shorter: the last member has more than a disk block. */
const lines = Array.from({ length: 40 }, (_, i): RecordedLine => {
  const data = Array.from({ length: 40 }, (_, at) => (((i + 1) * 7919 + at * 104_729) % 65_521).toString(36)).join('');
  return { at: i, id: null, event: null, data };
});

/** The lines that are found again. */
function opened(): RecordedLine[] {
  const found: RecordedLine[] = [];
  StreamFile.open(path, header, (line) => found.push(line)).file.close();
  return found;
}

test('a last member of which the end is missing or zeros is cut off, and one with other bytes is refused', () => {
  const { file } = StreamFile.open(path, header, () => {});
  file.add(lines[0] as RecordedLine);
  file.flush();
  const { size } = statSync(path);
  for (const line of lines.slice(1)) file.add(line);
  file.close();
  expect(opened()).toEqual(lines);
  const whole = readFileSync(path);
  expect(whole.length - size).toBeGreaterThan(600);

  const zeros = Buffer.from(whole).fill(0, whole.length - 560);
  for (const torn of [whole.subarray(0, -1), whole.subarray(0, size + 1), zeros]) {
    writeFileSync(path, torn);
    expect(opened()).toEqual(lines.slice(0, 1));
    expect(statSync(path).size).toBe(size);
  }
  const damaged = Buffer.from(whole);
  damaged.writeUInt8((damaged[size + 300] as number) ^ 1, size + 300);
  writeFileSync(path, damaged);
  expect(outcome(opened)).toBe(7372);
  expect(readFileSync(path).equals(damaged)).toBe(true);
});
