import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { checkSignature } from '../../ts/sdk/proof/signature.js';
import { OracleKeys, readOracleKeys } from '../../ts/service/edge/auth/oracleKeys.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';
import { outcome, thrown } from '../helpers/thrown.js';

const hex = (byte: number) => Buffer.alloc(32, byte).toString('hex');
const publicHex = (byte: number) => Buffer.from(new OracleKey(new Uint8Array(32).fill(byte)).publicKey).toString('hex');
const CURRENT = hex(0xa1);
const NEXT = hex(0xa2);
const FILE = JSON.stringify({ current: CURRENT, next: NEXT, retired: [publicHex(0xa3)] });

const folder = temporaryFolder('keys');

const fileWith = (text: string, mode: number): string => {
  const path = join(folder, `key-${mode.toString(8)}.json`);
  writeFileSync(path, text);
  chmodSync(path, mode);
  return path;
};
const fromEnvironment = (text: string | undefined) => readOracleKeys({ environment: 'KEYS' }, { KEYS: text });

test('are read from a file of their owner, and from the environment', () => {
  const keys = readOracleKeys({ file: fileWith(FILE, 0o600) });
  expect(keys.published()).toEqual(fromEnvironment(FILE).published());
  expect(keys.published()).toEqual(
    [
      ['current', 0xa1],
      ['next', 0xa2],
      ['retired', 0xa3],
    ].map(([status, byte]) => ({
      status,
      algorithm: 'Ed25519',
      hex: publicHex(Number(byte)),
      base58: base58.encode(Buffer.from(publicHex(Number(byte)), 'hex')),
    })),
  );
  const digest = new Uint8Array(32).fill(5);
  checkSignature(digest, keys.current.sign(digest), [Buffer.from(publicHex(0xa1), 'hex')]);
});

test.each([0o640, 0o604, 0o620, 0o610, 0o666])('are not read from a file with mode %o', (mode) => {
  const path = fileWith(FILE, mode);
  const error = thrown(() => readOracleKeys({ file: path }));
  expect([error.number, error.message]).toEqual([7070, expect.stringContaining(mode.toString(8))]);
});

test('are not read from a missing file or an unset variable', () => {
  expect(outcome(() => readOracleKeys({ file: join(folder, 'nothing') }))).toBe(7070);
  expect(outcome(() => fromEnvironment(undefined))).toBe(7070);
});

test('no message shows any part of a seed', () => {
  const broken = [
    CURRENT,
    FILE.slice(0, -1),
    JSON.stringify([CURRENT]),
    JSON.stringify({ current: `${CURRENT}0` }),
    JSON.stringify({ current: CURRENT, next: `x${NEXT}` }),
    JSON.stringify({ current: CURRENT, retired: [`${NEXT}00`] }),
    JSON.stringify({ current: CURRENT, retired: NEXT }),
    JSON.stringify({ current: CURRENT, [NEXT]: 1 }),
    JSON.stringify({ current: CURRENT, next: CURRENT }),
    JSON.stringify({ next: NEXT }),
  ];
  for (const text of broken) {
    const error = thrown(() => fromEnvironment(text));
    expect(error.number).toBe(7070);
    const shown = inspect(error, { depth: 9 });
    for (const secret of [CURRENT, NEXT]) expect(shown).not.toContain(secret.slice(0, 16));
  }
});

test.each([
  ['of the signing key', [CURRENT]],
  ['of the next key', [NEXT]],
  ['of another retired key', [publicHex(0xa3), 'a3'.repeat(32)]],
])('the seed %s is refused as a retired public key', (_, retired) => {
  const forms = [
    (hex: string) => hex,
    (hex: string) => base58.encode(Buffer.from(hex, 'hex')),
    (hex: string) => Buffer.from(hex, 'hex').toString('base64'),
  ];
  for (const form of forms) {
    const error = thrown(() =>
      fromEnvironment(JSON.stringify({ current: CURRENT, next: NEXT, retired: retired.map(form) })),
    );
    expect([error.number, error.message]).toEqual([
      7070,
      expect.stringMatching(/^Retired oracle key \d is a seed, not a public key: its public key is in use/),
    ]);
    expect(error.hint).toMatch(/^Pass the public key\./);
    for (const key of retired) expect(inspect(error, { depth: 9 })).not.toContain(form(key).slice(0, 16));
  }
});

test('the seed of a key on chain is refused, and hints ask for what belongs there', () => {
  // Few seeds are public keys as well. This one is.
  const seed = Array.from({ length: 256 }, (_, byte) => byte).find((byte) => {
    const retired = [Buffer.alloc(32, byte).toString('hex')];
    return typeof outcome(() => fromEnvironment(JSON.stringify({ current: CURRENT, retired }))) !== 'number';
  }) as number;
  const retired = [Buffer.alloc(32, seed).toString('hex')];
  const keys = fromEnvironment(JSON.stringify({ current: CURRENT, retired }));
  keys.refuseSeeds([Buffer.from(publicHex(seed + 1), 'hex')]);
  expect(outcome(() => keys.refuseSeeds([Buffer.from(publicHex(seed), 'hex')]))).toBe(7070);
  for (const wrong of [[`${NEXT}00`], NEXT, [7], ['']])
    expect(thrown(() => fromEnvironment(JSON.stringify({ current: CURRENT, retired: wrong }))).hint).toMatch(
      /^Pass public keys /,
    );
});

test('a retired key that is no key is refused without it: it may be a seed', () => {
  let refused = 0;
  for (let byte = 0; byte < 32; byte++) {
    const seed = Buffer.alloc(32, byte).toString('hex');
    try {
      fromEnvironment(JSON.stringify({ current: CURRENT, retired: [seed] }));
    } catch (error) {
      refused++;
      expect(inspect(error, { depth: 9 })).not.toContain(seed.slice(0, 16));
    }
  }
  expect(refused).toBeGreaterThan(5);
});

test('no way of printing the keys shows a seed', () => {
  const keys = new OracleKeys(new OracleKey(new Uint8Array(32).fill(0xa1)));
  for (const shown of [JSON.stringify({ keys }), inspect({ keys }, { depth: 9, showHidden: true }), `${keys}`])
    expect(shown).not.toMatch(/a1a1a1|161, ?161|oaGh/);
  expect(JSON.stringify(keys)).toContain(publicHex(0xa1));
});

test('a retired key of small order is refused', () => {
  expect(outcome(() => fromEnvironment(JSON.stringify({ current: CURRENT, retired: ['00'.repeat(32)] })))).toBe(7009);
});
