import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { marketAddress } from '../address/settlement.js';
import { decode, encode } from './codec.js';
import { publicKey } from './publicKey.js';

/** Loaded once more it is another copy, with classes of its own: what a caller has whose web3.js is not ours. */
function anotherCopy(): typeof import('@solana/web3.js') {
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve('@solana/web3.js')];
  return require('@solana/web3.js');
}
const other = anotherCopy();
const BYTES = new Uint8Array(32).fill(7);

describe('an address of another copy of web3.js', () => {
  it('is of another class', () => {
    expect(new other.PublicKey(BYTES)).not.toBeInstanceOf(PublicKey);
  });

  it('is written like one of ours', () => {
    const theirs = new other.PublicKey(BYTES) as PublicKey;
    expect(encode(publicKey, theirs)).toEqual(BYTES);
    expect(decode(publicKey, encode(publicKey, theirs)).equals(theirs)).toBe(true);
    const ours = new PublicKey(BYTES);
    expect(marketAddress(theirs, 1n, theirs).address.equals(marketAddress(ours, 1n, ours).address)).toBe(true);
  });

  it.each([
    ['text', '11111111111111111111111111111112'],
    ['bytes', BYTES],
    ['nothing', null],
    ['an object', {}],
    ['31 bytes', { toBytes: () => BYTES.subarray(1) }],
    ['no bytes', { toBytes: () => 'x' }],
    ['a name', { toBytes: BYTES }],
  ])('and %s is none', (_, value) => {
    expect(() => encode(publicKey, value as never)).toThrow('expected a PublicKey');
  });
});

it('no source asks for a class of web3.js', () => {
  const root = new URL('../../', import.meta.url);
  const wrong = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !file.endsWith('.test.ts') &&
      /instanceof (PublicKey|Keypair|Transaction\w*|VersionedTransaction|Connection|AddressLookupTableAccount)\b/.test(
        readFileSync(new URL(file, root), 'utf8'),
      ),
  );
  expect(wrong).toEqual([]);
});
