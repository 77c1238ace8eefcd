import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { expect, test } from 'vitest';
import {
  allowedLicences,
  crateParts,
  isAllowed,
  type LockEntry,
  licenceTexts,
  npmParts,
  sbomOf,
} from '../tools/release/sbom.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const text = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
type Flags = {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly peer?: boolean;
  readonly peerDependencies?: Readonly<Record<string, string>>;
};
const lock: Record<string, LockEntry & Flags> = JSON.parse(text('package-lock.json')).packages;
const hasCargo = spawnSync('cargo', ['--version'], { stdio: 'ignore' }).status === 0;
const crates = hasCargo
  ? JSON.parse(
      execFileSync('cargo', ['metadata', '--locked', '--format-version', '1'], {
        cwd: ROOT,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
        maxBuffer: 1 << 26,
      }),
    )
  : { packages: [], resolve: { nodes: [] } };
const parts = [...npmParts(lock), ...crateParts(crates)];
const allowed = allowedLicences(text('deny.toml'));

test('has every production dependency of the lockfile, by the marks of npm, and nothing of development', () => {
  const refs = new Set(npmParts(lock).map(({ name, version }) => `${name}@${version}`));
  const installed = Object.entries(lock).filter(([place, { link }]) => place.includes('node_modules/') && !link);
  const isShipped = ({ dev, devOptional, peer, optional }: Flags): boolean => !(dev || devOptional || peer || optional);
  const refOf = ([place, { name, version }]: (typeof installed)[number]): string =>
    `${name ?? place.replace(/^.*node_modules\//, '')}@${version}`;
  // npm marks a peer of ours like a dependency, but it is the app that brings it.
  const ours = Object.entries(lock).filter(([place]) => !place.includes('node_modules/'));
  const peers = new Set(ours.flatMap(([, { peerDependencies = {} }]) => Object.keys(peerDependencies)));
  const isPeer = (place: string): boolean => peers.has(place.replace(/^node_modules\//, ''));
  const shipped = installed.filter(([place, entry]) => isShipped(entry) && !isPeer(place)).map(refOf);
  expect(shipped.length).toBeGreaterThan(50);
  expect(shipped.filter((ref) => !refs.has(ref))).toEqual([]);
  const others = new Set(installed.filter(([, { dev }]) => !dev).map(refOf));
  const inDevelopment = installed.filter(([, { dev }]) => dev).map(refOf);
  expect(inDevelopment.filter((ref) => refs.has(ref) && !others.has(ref))).toEqual([]);
});

test.runIf(hasCargo)('has the programs and the crates in them, and no macro or test', () => {
  const names = crateParts(crates).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['oracle', 'settlement', 'linesman-verifier', 'anchor-lang']));
  expect(names.filter((name) => /^(proxy|anchor-attribute-|syn$|proptest)/.test(name))).toEqual([]);
});

test('is CycloneDX 1.6 by its schema, and the same each time', async () => {
  const document = sbomOf('linesman', '1.0.0', parts);
  expect(sbomOf('linesman', '1.0.0', parts.toReversed())).toBe(document);
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(document)).toBeNull();
  expect(await validator.validate(document.replace('"purl"', '"pull"'))).not.toBeNull();
});

test('every licence is one that deny.toml allows', () => {
  expect(parts.filter(({ licence }) => !isAllowed(licence, allowed)).map(({ ref, licence }) => [ref, licence])).toEqual(
    [],
  );
});

test('the licences name every part, with the texts that the packages bring', () => {
  const texts = licenceTexts(ROOT, parts);
  expect(parts.filter(({ name, version }) => !texts.includes(`${name} ${version} (`))).toEqual([]);
  for (const words of ['Bitstream Vera Fonts Copyright', 'Permission is hereby granted', 'Blue Oak Model License'])
    expect(texts).toContain(words);
});

test.each([
  ['MIT', true],
  ['GPL-3.0-only', false],
  ['', false],
  ['GPL-3.0-only OR MIT', true],
  ['GPL-3.0-only AND MIT', false],
  ['(GPL-3.0-only OR MIT) AND Unicode-3.0', true],
  ['MIT OR GPL-3.0-only AND GPL-2.0-only', true],
  ['Apache-2.0 WITH LLVM-exception', true],
  ['Apache-2.0 WITH Classpath-exception-2.0', false],
])('%j is allowed: %j', (expression, expected) => expect(isAllowed(expression, allowed)).toBe(expected));
