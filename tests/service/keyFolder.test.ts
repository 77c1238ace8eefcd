import { chmodSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ISSUER_KEY_FILE } from '../../ts/cli/option/defaultPlaces.js';
import { KEY_MISSING } from '../../ts/sdk/error/codes/folders.js';
import { readKeypair } from '../../ts/sdk/node/readKeypair.js';
import { DataFolder } from '../../ts/service/serve/dataFolder.js';
import { KeyFolder } from '../../ts/service/serve/keyFolder.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';
import { outcome, thrown } from '../helpers/thrown.js';

let folder: string;
beforeEach(() => {
  folder = join(temporaryFolder('keys'), 'keys');
});
afterEach(() => vi.unstubAllEnvs());

test('a folder is completed once, readable by its owner only', () => {
  const keys = new KeyFolder(folder);
  expect(keys.complete()).toEqual(KeyFolder.FILES);
  const before = [keys.pair('publisher').address, keys.oracleKeys().published()[0]?.hex];
  expect(keys.complete()).toEqual([]);
  expect([keys.pair('publisher').address, keys.oracleKeys().published()[0]?.hex]).toEqual(before);
  for (const file of KeyFolder.FILES) expect(statSync(join(folder, file)).mode & 0o077).toBe(0);
  expect(statSync(folder).mode & 0o077).toBe(0);
});

test('a missing oracle key is to be restored, not replaced', () => {
  const keys = new KeyFolder(folder);
  keys.complete();
  rmSync(join(folder, 'oracle-keys.json'));
  const { number, message, hint } = thrown(() => keys.oracleKeys());
  expect([number, message]).toEqual([KEY_MISSING, `oracle-keys.json is missing from ${folder}.`]);
  expect(hint).toMatch(/^Restore the file from a copy/);
  expect(hint).not.toContain('seed');
});

test('files that others may read are refused', () => {
  const keys = new KeyFolder(folder);
  keys.complete();
  for (const file of KeyFolder.FILES) chmodSync(join(folder, file), 0o644);
  expect(outcome(() => keys.oracleKeys())).toBe(7070);
  expect(outcome(() => keys.sessionSeed())).toBe(7070);
  expect(outcome(() => keys.pair('publisher'))).toBe(7030);
});

test('oracle keys and session key come from the environment if set there, and messages do not reveal them', () => {
  const keys = new KeyFolder(folder);
  keys.complete();
  const seed = 'ab'.repeat(32);
  const [inFile, session] = [keys.oracleKeys().published()[0]?.hex, keys.sessionSeed()];
  vi.stubEnv('LINESMAN_ORACLE_KEYS', JSON.stringify({ current: seed }));
  vi.stubEnv('LINESMAN_SESSION_KEY', seed);
  expect(keys.oracleKeys().published()[0]?.hex).not.toBe(inFile);
  expect(keys.sessionSeed()).toEqual(new Uint8Array(32).fill(0xab));
  vi.stubEnv('LINESMAN_SESSION_KEY', `${seed}ab`);
  const { number, message } = thrown(() => keys.sessionSeed());
  expect([number, message.includes('abab'), message.includes('LINESMAN_SESSION_KEY')]).toEqual([7070, false, true]);
  vi.unstubAllEnvs();
  expect(keys.sessionSeed()).toEqual(session);
  // A variable that is set but empty is a mistake, not a reason to read the file.
  vi.stubEnv('LINESMAN_ORACLE_KEYS', '');
  writeFileSync(join(folder, 'unrelated'), '');
  expect(outcome(() => keys.oracleKeys())).toBe(7070);
});

test('the issuer of a data folder is where the commands of a player look for it', () => {
  const data = new DataFolder(join(folder, '..', 'data'));
  data.keys.complete();
  expect(readKeypair(join(data.path, ISSUER_KEY_FILE)).address).toBe(data.keys.pair('issuer').address);
  data.close();
});
