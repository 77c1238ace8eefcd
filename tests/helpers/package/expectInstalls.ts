import { expect } from 'vitest';
import type { Project } from './packed.js';

/** Installs it, and expects that npm finds versions that suit all. */
export function expectInstalls(project: Project, ...what: readonly string[]): void {
  const { code, stderr } = project.install(...what);
  expect([code, stderr]).toEqual([0, expect.not.stringMatching(/ERESOLVE|conflicting peer/)]);
}
