import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  CARRIES_VERSION,
  PLACEHOLDER,
  type Tracked,
  withAddresses,
  withPlaceholder,
  withScope,
  withVersion,
} from '../tools/release/release.js';

/** What RELEASING.md has its owner run. */

const ROOT = new URL('../', import.meta.url);
const files: readonly Tracked[] = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '')
  .map((path) => ({ path, bytes: readFileSync(new URL(path, ROOT)) }));
const OWN = { site: 'https://sports.test', repository: 'https://code.test/sports/sdk' };

it('puts the addresses of the owner into every text, and leaves the programs to be built', () => {
  const before = withPlaceholder(files);
  expect(before).toEqual(expect.arrayContaining(['Cargo.toml', 'ts/sdk/package.json', 'ts/regress/README.md']));
  const after = files.map(({ path, bytes }) =>
    bytes.includes(0) ? { path, bytes } : { path, bytes: Buffer.from(withAddresses(bytes.toString('utf8'), OWN)) },
  );
  expect(withPlaceholder(after)).toEqual(before.filter((path) => path.endsWith('.so')));
  expect(withPlaceholder(after)).toContain('programs/artifacts/oracle.so');
  const text = (path: string) => after.find((one) => one.path === path)?.bytes.toString('utf8');
  expect(text('Cargo.toml')).toContain('repository = "https://code.test/sports/sdk"');
  expect(text('crates/wire/Cargo.toml')).toContain('documentation = "https://sports.test/docs/wire"');
});

it('sets one version everywhere, and nothing else', () => {
  const next = '7.8.9-rc.1';
  const now = /^version = "(.*)"$/m.exec(files.find(({ path }) => path === 'Cargo.toml')?.bytes.toString() ?? '')?.[1];
  const carrying = files.filter(({ path }) => CARRIES_VERSION.test(path));
  expect(carrying.length).toBeGreaterThan(5);
  for (const { path, bytes } of carrying) {
    const text = bytes.toString('utf8');
    const changed = withVersion(path, text, next);
    expect([path, changed.includes(next)]).toEqual([path, true]);
    expect([path, changed.replaceAll(next, '?')]).toEqual([path, text.replaceAll(now ?? '', '?')]);
  }
});

it('puts another npm scope everywhere, and nowhere else', () => {
  // This file names both scopes.
  const others = files.filter(({ path, bytes }) => !bytes.includes(0) && path !== 'tests/release.test.ts');
  const texts = others.map(({ path, bytes }) => [path, `${bytes}`] as const);
  const changed = new Map(texts.map(([path, text]) => [path, withScope(text, '@somebody-else')]));
  // Any other mention of the scope: split, encoded, or as the beginning of a file's name.
  const left = [...changed].filter(([, text]) =>
    /(?<!\w)@linesman\b|%40linesman|linesman-(?:(?:sdk|cli)-\d|\{|\$\{)/.test(text),
  );
  expect(left.map(([path]) => path)).toEqual([]);
  // Changed back, everything is as it was: crates, commands and folders have kept their names.
  for (const [path, text] of texts) {
    const back = withScope(changed.get(path) ?? '', '@linesman', '@somebody-else');
    if (back !== text) expect([path, back]).toEqual([path, text]);
  }
  expect(JSON.parse(changed.get('ts/cli/package.json') ?? '')).toMatchObject({
    name: '@somebody-else/cli',
    bin: { linesman: 'bin/linesman.js' },
    dependencies: { '@somebody-else/sdk': expect.any(String) },
  });
  expect(changed.get('README.md')).toContain('../linesman/packed/somebody-else-sdk-1.');
  expect(changed.get('Cargo.toml')).toBe(`${files.find(({ path }) => path === 'Cargo.toml')?.bytes}`);
});

it('refuses to be published with the placeholder', () => {
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'tools/release/main.ts', '--check'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining(`files name ${PLACEHOLDER}: see RELEASING.md.`)]);
  const packages = files.filter(({ path }) => /^ts\/[^/]+\/package\.json$/.test(path));
  for (const { path, bytes } of packages) {
    const { private: isPrivate = false, scripts } = JSON.parse(bytes.toString('utf8'));
    const check = isPrivate ? undefined : 'npm --prefix ../.. run release -- --check';
    expect([path, scripts?.prepublishOnly]).toEqual([path, check]);
  }
});
