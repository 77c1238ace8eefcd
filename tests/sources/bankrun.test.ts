import { expect, it } from 'vitest';
import { FILES, loadedBy, textOf } from '../helpers/sources.js';

const SOURCES = FILES.filter((file) => file.endsWith('.ts'));
const loads = (file: string, name: RegExp): boolean => loadedBy(file).some((each) => name.test(each));

it('tests access LiteSVM in one file, and solana-bankrun only through an example or an engine', () => {
  const reaching = SOURCES.filter((file) => file.startsWith('tests/') && loads(file, /^(solana-bankrun|litesvm)$/));
  expect(reaching).toEqual(['tests/helpers/liteBank.ts']);
});

/** Calls of bankrun's `start`, and of `startAnchor`, which takes programs from Anchor.toml. */
const startsOf = (code: string): string[] => code.match(/(?<!async )\bstart(?:Anchor)?\([^)]*\)/g) ?? [];

it('starts bankrun with nothing that the garbage collector could take from it', () => {
  const starting = SOURCES.filter(
    (file) => loads(file, /^(solana|anchor)-bankrun$/) || textOf(file).includes("typeof import('solana-bankrun')"),
  )
    .map((file) => [file, startsOf(textOf(file))] as const)
    .filter(([, calls]) => calls.length > 0);
  expect(starting.length).toBeGreaterThanOrEqual(4);
  expect(starting).toEqual(starting.map(([file]) => [file, ['start([], [])']]));
});
