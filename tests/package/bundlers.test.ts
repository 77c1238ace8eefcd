import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectSource } from '../helpers/package/dapps.js';
import { Packed, Project } from '../helpers/package/packed.js';

/** What a page loads first of the packed library, with each bundler; the stated size is the worst. */

const BUNDLERS = [
  ...['vite@8', 'webpack@5', 'esbuild@0.28'],
  ...['rollup@4', '@rollup/plugin-node-resolve@16', '@rollup/plugin-terser@1'],
];

/** Bytes, gzipped. */
const BUDGETS: Readonly<Record<string, { readonly most: number; readonly code: string }>> = {
  'testing for one error': {
    most: 2_000,
    code: "export { isError, NOT_PUBLISHED_YET } from '@linesman/sdk/error'",
  },
  verifying: { most: 23_000, code: "export { parseProof, verify } from '@linesman/sdk'" },
  'verifying, from its subpath': { most: 23_000, code: "export { parseProof, verify } from '@linesman/sdk/proof'" },
  'verifying and settling': {
    most: 34_000,
    code: `export {
      buildTransaction, marketAccount, parseProof, settleInstructions, verify,
    } from '@linesman/sdk'`,
  },
  // What lists matches and markets; the rest is loaded when somebody acts.
  'the whole bet': { most: 60_000, code: "export { createLinesman } from '@linesman/sdk/dapp'" },
};

const packed = new Packed();
const project = new Project({ type: 'module' });
afterAll(() => {
  project.end();
  packed.end();
});
let sizes: Readonly<Record<string, Readonly<Record<string, number>>>> = {};
beforeAll(() => {
  expect(project.install(packed.archive('@linesman/sdk'), ...BUNDLERS)).toMatchObject({ code: 0 });
  project.write('firstLoad.js', projectSource('firstLoad.js'));
  const apps = Object.entries(BUDGETS).map(([name, { code }]) => `${name}=${code}`);
  const { code, stdout, stderr } = project.run('node', 'firstLoad.js', ...apps);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  sizes = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}, 600_000);

test.each(Object.keys(BUDGETS))('%s', (name) => {
  const { most } = BUDGETS[name] ?? { most: 0 };
  console.info(`${name}, of ${most.toLocaleString('en')} bytes: ${JSON.stringify(sizes[name])}`);
  const found = Object.values(sizes[name] ?? {});
  expect(found).toHaveLength(4);
  expect(Math.max(...found)).toBeLessThanOrEqual(most);
  expect(Math.min(...found)).toBeGreaterThan(500);
});
