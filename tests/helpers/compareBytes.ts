import { expect } from 'vitest';

/**
 * Compares byte arrays of one class at once. Vitest compares them element by element, which takes half a second for the
 * bytes of a program. The setup of every test file; the files of a process share the list of testers.
 */
const INSTALLED = Symbol.for('linesman: bytes are compared at once');
const shared = globalThis as { [INSTALLED]?: true };

if (!shared[INSTALLED]) {
  shared[INSTALLED] = true;
  expect.addEqualityTesters([
    (one, other) =>
      one instanceof Uint8Array && other instanceof Uint8Array && one.constructor === other.constructor
        ? Buffer.compare(one, other) === 0
        : undefined,
  ]);
}
