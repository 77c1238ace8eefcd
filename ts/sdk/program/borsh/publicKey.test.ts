import { createRequire } from 'node:module';
import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { PACKAGE_SOURCES, textOf } from '../../../../tests/helpers/sources.js';
import { thrown } from '../../../../tests/helpers/thrown.js';
import { fromPublicKey } from '../../web3/convert.js';
import { addressOf } from '../address/address.js';
import { marketAddress } from '../address/settlement.js';
import { proposeAdmin } from '../oracle/instructions.js';
import { decode, encode, publicKey } from './codec.js';

/** Loading it again gives a second copy with its own classes, like the web3.js of a caller with another version. */
function anotherCopy(): typeof import('@solana/web3.js') {
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve('@solana/web3.js')];
  return require('@solana/web3.js');
}
const other = anotherCopy();
const BYTES = new Uint8Array(32).fill(7);
const ADDRESS = addressOf(BYTES);

describe('an address', () => {
  it('is encoded as its bytes, and survives a round trip', () => {
    expect(encode(publicKey, ADDRESS)).toEqual(BYTES);
    expect(decode(publicKey, BYTES)).toBe(ADDRESS);
  });

  it.each<[string, unknown]>([
    ['a key of web3.js', new PublicKey(BYTES)],
    ['a key of another copy of web3.js', new other.PublicKey(BYTES)],
    ['bytes', BYTES],
    ['null', null],
    ['undefined', undefined],
    ['a number', 7],
    ['an object', {}],
    ['an empty text', ''],
    ['text that is not Base58', 'l'.repeat(32)],
    ['31 bytes', '1'.repeat(31)],
    ['33 bytes', '1'.repeat(33)],
    ['text around an address', ` ${ADDRESS}`],
    ['text that is far too long', '1'.repeat(1_000_000)],
    ['a text object', Object(ADDRESS)],
  ])('is not %s', (_, value) => {
    expect(() => encode(publicKey, value as never)).toThrow('expected an address');
    expect(() => marketAddress(value as never, 1n, ADDRESS)).toThrow(expect.objectContaining({ number: 7277 }));
  });

  it('of web3.js is refused as an instruction argument, and the error names the argument', () => {
    const accounts = { admin: ADDRESS, config: ADDRESS };
    for (const newAdmin of [new PublicKey(BYTES), new other.PublicKey(BYTES)]) {
      const error = thrown(() => proposeAdmin.build(ADDRESS, accounts, { newAdmin: newAdmin as never }));
      expect(error).toMatchObject({ number: 7003, context: { path: 'newAdmin', expected: 'an address' } });
      expect(thrown(() => proposeAdmin.build(ADDRESS, accounts, { newAdmin: newAdmin as never })).message).toContain(
        'an address',
      );
    }
  });
});

describe('a key of another copy of web3.js', () => {
  it('is of another class', () => {
    expect(new other.PublicKey(BYTES)).not.toBeInstanceOf(PublicKey);
  });

  it('is converted like one of ours', () => {
    expect(fromPublicKey(new other.PublicKey(BYTES))).toBe(ADDRESS);
    expect(fromPublicKey(new PublicKey(BYTES))).toBe(ADDRESS);
  });
});

it('no source uses instanceof with a class of web3.js', () => {
  const classes =
    /instanceof (PublicKey|Keypair|Transaction\w*|VersionedTransaction|Connection|AddressLookupTableAccount)\b/;
  const wrong = PACKAGE_SOURCES.filter((file) => classes.test(textOf(file)));
  expect(wrong).toEqual([]);
});
