import { join, relative } from 'node:path';
import { expect } from 'vitest';
import { PROBE_FILE } from './probes.js';

/** Runs before each test file. The probes note the mutants that the test file reaches, in a file of the same name. */

/** The folder of these files, if anything is to be noted. */
const FOLDER = process.env.LINESMAN_PROBE_FOLDER;

if (FOLDER !== undefined) {
  const test = relative(process.cwd(), expect.getState().testPath ?? '');
  process.env[PROBE_FILE] = join(FOLDER, encodeURIComponent(test));
  // Tests that share a process share this.
  Reflect.set(globalThis, '__probed', new Set());
}
