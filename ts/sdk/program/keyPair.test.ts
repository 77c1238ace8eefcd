import { Console } from 'node:console';
import { createPublicKey, verify } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { format, inspect } from 'node:util';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { outcome } from '../../../tests/helpers/thrown.js';
import { Random } from '../../season/random.js';
import { addressBytes } from './address/address.js';
import { KeyPair } from './keyPair.js';

const ROUNDS = 100;
const SEED = 'key pairs';
const INVALID = 7276;

const seeds = (() => {
  const random = new Random(SEED);
  const edges = [new Uint8Array(32), new Uint8Array(32).fill(255)];
  return [...edges, ...Array.from({ length: ROUNDS }, () => random.bytes32())];
})();

/** A different message for each round, of a different length. */
const messageOf = (round: number) => new TextEncoder().encode(`message ${round}`.repeat(round));

/** Verified by the platform's own Ed25519. */
function verifies(pair: KeyPair, message: Uint8Array, signature: Uint8Array): boolean {
  // The DER prefix of every Ed25519 public key.
  const head = Buffer.from('302a300506032b6570032100', 'hex');
  const key = Buffer.concat([head, addressBytes(pair.address)]);
  return verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature);
}

describe(`the key pairs of ${seeds.length} seeds ("${SEED}")`, () => {
  it('equal those of web3.js', () => {
    for (const seed of seeds) {
      const [ours, theirs] = [KeyPair.fromSeed(seed), Keypair.fromSeed(seed)];
      expect(ours.address).toBe(theirs.publicKey.toBase58());
      expect(ours.secretKey).toEqual(theirs.secretKey);
      const read = KeyPair.fromSecretKey(theirs.secretKey);
      expect([read.address, read.secretKey]).toEqual([ours.address, ours.secretKey]);
    }
  });

  it('make signatures that verify for their own message and key only', () => {
    for (const [round, seed] of seeds.entries()) {
      const pair = KeyPair.fromSeed(seed);
      const signature = pair.sign(messageOf(round));
      expect(signature).toHaveLength(64);
      expect(verifies(pair, messageOf(round), signature), `round ${round}`).toBe(true);
      expect(verifies(pair, messageOf(round + 1), signature), `round ${round}`).toBe(false);
      const other = KeyPair.fromSeed(seeds[(round + 1) % seeds.length] as Uint8Array);
      expect(verifies(other, messageOf(round), signature), `round ${round}`).toBe(false);
    }
  });
});

describe('a key pair', () => {
  const seed = new Uint8Array(32).fill(7);
  const pair = KeyPair.fromSeed(seed);

  it('is different each time it is generated', () => {
    const [one, other] = [KeyPair.generate(), KeyPair.generate()];
    expect(one.address).not.toBe(other.address);
    expect(KeyPair.fromSecretKey(one.secretKey).address).toBe(one.address);
  });

  it('refuses bytes of another length', () => {
    for (const length of [0, 1, 31, 33, 63, 64, 65]) {
      if (length !== 32) expect(outcome(() => KeyPair.fromSeed(new Uint8Array(length)))).toBe(INVALID);
      if (length !== 64) expect(outcome(() => KeyPair.fromSecretKey(new Uint8Array(length)))).toBe(INVALID);
    }
  });

  it('refuses a public key that does not belong to the seed', () => {
    const foreign = Uint8Array.of(...seed, ...addressBytes(KeyPair.fromSeed(new Uint8Array(32).fill(8)).address));
    expect(outcome(() => KeyPair.fromSecretKey(foreign))).toBe(INVALID);
    for (let at = 0; at < 64; at++) {
      const changed = pair.secretKey.map((byte, i) => (i === at ? byte ^ 1 : byte));
      expect(
        outcome(() => KeyPair.fromSecretKey(changed)),
        `byte ${at}`,
      ).toBe(INVALID);
    }
  });

  it('shares no memory with the bytes that go in or come out', () => {
    const [given, bytes] = [seed.slice(), pair.secretKey];
    const made = KeyPair.fromSeed(given);
    given.fill(0);
    made.secretKey.fill(0);
    expect([made.address, made.secretKey]).toEqual([pair.address, bytes]);
    expect(verifies(made, messageOf(1), made.sign(messageOf(1)))).toBe(true);
  });
});

describe('printing a key pair shows only its address', () => {
  const seed = new Random('secret').bytes32();
  const pair = KeyPair.fromSeed(seed);
  const secret = Buffer.from(pair.secretKey);
  /** The secret in every form it could be printed in: whole, or its first bytes. */
  const forms = [secret, secret.subarray(0, 32), secret.subarray(0, 4)].flatMap((bytes) => [
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    [...bytes].join(','),
    [...bytes].join(', '),
    [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' '),
  ]);
  const hidden = (text: string) => {
    for (const form of forms) expect(text.replaceAll(/\s+/g, ' ').toLowerCase()).not.toContain(form.toLowerCase());
  };

  it('and the check would find the secret', () => {
    const shown = { secretKey: pair.secretKey };
    expect(() => hidden(JSON.stringify([...pair.secretKey]))).toThrow();
    expect(() => hidden(inspect(shown))).toThrow();
    expect(() => hidden(secret.toString('hex'))).toThrow();
  });

  it.each<[string, (value: unknown) => string]>([
    ['JSON.stringify', (value) => JSON.stringify(value)],
    ['String', String],
    ['a template', (value) => `${value}`],
    ['util.inspect', (value) => inspect(value)],
    ['util.inspect with hidden properties', (value) => inspect(value, { showHidden: true, depth: null })],
    ['util.inspect with getters', (value) => inspect(value, { showHidden: true, getters: true, depth: null })],
    ['util.format', (value) => format('%s %o %O %j', value, value, value, value)],
    ['its own entries', (value) => JSON.stringify(Object.entries(Object(value)))],
    ['all its property descriptors', (value) => inspect(Object.getOwnPropertyDescriptors(value))],
    ['a copy', (value) => JSON.stringify({ ...Object(value) })],
    ['an error with the key pair as its cause', (value) => inspect(new Error('failed', { cause: value }))],
  ])('%s', (_, print) => {
    for (const value of [pair, { pair }, [pair], new Map([['pair', pair]])]) hidden(print(value));
  });

  it('JSON and inspect show the address', () => {
    expect(JSON.parse(JSON.stringify(pair))).toEqual({ address: pair.address });
    expect(inspect(pair)).toContain(pair.address);
  });

  it.each(['log', 'error', 'info', 'warn', 'debug'] as const)('console.%s', (method) => {
    const stream = new PassThrough();
    new Console(stream, stream)[method](pair, '%o %O', { pair }, pair);
    const written = String(stream.read());
    expect(written).toContain(pair.address);
    hidden(written);
  });

  it('the error for invalid bytes', () => {
    const wrong = pair.secretKey.map((byte, i) => (i === 63 ? byte ^ 1 : byte));
    for (const bytes of [wrong, pair.secretKey.subarray(0, 63)]) {
      const error = (() => {
        try {
          return KeyPair.fromSecretKey(bytes);
        } catch (error) {
          return error;
        }
      })();
      expect(error).toMatchObject({ number: INVALID });
      hidden(inspect(error, { showHidden: true, depth: null }));
    }
  });
});
