import { expect, it } from 'vitest';
import { entrancesOf } from './entrances.js';

const report = (name: string, ...lines: string[]) => ({
  path: `etc/${name}.api.md`,
  text: `## API Report File for "${name}"\n\n\`\`\`ts\n\n${lines.join('\n')}\n\n\`\`\`\n`,
});

it('counts the names of each entry once, whatever they are', () => {
  const sdk = [
    'import { Hidden } from "other";',
    '// @public',
    'export function find(a: string): void;',
    'export function find(a: number): void;',
    'export const NAMES: {',
    '    export: string;',
    '};',
    'export class A {}',
    'export abstract class B {}',
    'export interface C {}',
    'export type D = 1;',
    'interface Inner {}',
    'export { A, E, F }',
    '',
    'export { G }',
  ];
  const reports = [
    report('sdk', ...sdk),
    report('a', 'export type A = 1;'),
    report('keeper', 'export const A: 1;'),
    report('sdk', 'export class A {}'),
  ];
  expect(entrancesOf(reports)).toEqual([
    { package: 'a', names: 1 },
    { package: 'keeper', names: 1 },
    { package: 'sdk', names: 10 },
  ]);
});

it('refuses what it cannot read', () => {
  expect(() => entrancesOf([report('sdk', 'export * from "other";')])).toThrow(
    /sdk\.api\.md .* unknown form: export \*/,
  );
  expect(() => entrancesOf([{ path: 'etc/a.api.md', text: '' }])).toThrow('etc/a.api.md does not say which package');
});
