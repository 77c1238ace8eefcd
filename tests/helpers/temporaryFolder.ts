import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * A new folder. Called in a test or in `beforeEach`, it is removed after that test; called as a file or block is
 * loaded, after that, later than all other hooks. Not for `beforeAll`.
 */
export const temporaryFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `linesman_${name}-`));
  (TestRunner.getCurrentTest() ? onTestFinished : afterAll)(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};
