import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../tests/helpers/temporaryFolder.js';
import { packedFiles } from './ownPackages.js';

let place: string;
beforeEach(() => {
  place = temporaryFolder('own-packages');
});

function write(file: string, content: object): void {
  const path = join(place, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify(content));
}

const NAMES = ['@ours/sdk', '@ours/regress'];
const filesOf = (own: string) => {
  const found = packedFiles(join(place, own), NAMES);
  return found && { ...found, files: Object.fromEntries(found.files) };
};

describe('in a clone', () => {
  beforeEach(() => {
    write('package.json', { workspaces: ['ts/sdk', 'ts/regress'] });
    write('ts/regress/package.json', { version: '1.2.3-rc.1' });
  });
  const file = (name: string): string => `packed/ours-${name}-1.2.3-rc.1.tgz`;
  const files = () => ({ '@ours/sdk': join(place, file('sdk')), '@ours/regress': join(place, file('regress')) });

  it('packages are files that have to be packed first', () => {
    write(file('sdk'), {});
    expect(filesOf('ts/regress')).toEqual({ files: files(), unpacked: place });
  });

  it('packages are the files that were packed', () => {
    for (const name of ['sdk', 'regress']) write(file(name), {});
    expect(filesOf('ts/regress')).toEqual({ files: files(), unpacked: undefined });
  });
});

describe('in a project', () => {
  const OWN = 'app/node_modules/@ours/regress';
  const installed = (resolved: Readonly<Record<string, string>>): void =>
    write('app/node_modules/.package-lock.json', {
      packages: Object.fromEntries(
        Object.entries(resolved).map(([name, from]) => [`node_modules/${name}`, { resolved: from }]),
      ),
    });

  it('packages come from the files that they were installed from', () => {
    installed({ '@ours/sdk': 'file:../packed/sdk.tgz', '@ours/regress': 'file:../packed/regress.tgz' });
    expect(filesOf(OWN)).toEqual({
      files: { '@ours/sdk': join(place, 'packed/sdk.tgz'), '@ours/regress': join(place, 'packed/regress.tgz') },
      unpacked: undefined,
    });
  });

  it.each([
    ['came from a registry', { '@ours/sdk': 'file:../sdk.tgz', '@ours/regress': 'https://packages.test/regress.tgz' }],
    ['is not there', { '@ours/regress': 'file:../regress.tgz' }],
  ])('packages have versions if one of them %s', (_, resolved) => {
    installed(resolved);
    expect(filesOf(OWN)).toBeUndefined();
  });

  it('packages have versions if npm has noted nothing', () => {
    write(`${OWN}/package.json`, { version: '1.2.3' });
    write('app/package.json', { workspaces: ['ts/other'] });
    expect(filesOf(OWN)).toBeUndefined();
  });
});
