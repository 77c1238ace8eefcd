import { UNEXPECTED_ACCOUNT } from '../../error/codes/library.js';
import { UNKNOWN_VERSION } from '../../error/codes/settlement.js';
import { fail } from '../../error/linesmanError.js';
import { type Codec, encode } from '../borsh/codec.js';
import { BorshDecoder } from '../borsh/decoder.js';
import { BorshFault, undecodable } from '../borsh/fault.js';
import { accountDiscriminator } from '../discriminator.js';

/** One kind of account of the two programs: a discriminator, then Borsh. */
export interface AccountKind<T> {
  /** Pascal case, as in the IDL. */
  readonly name: string;
  readonly discriminator: Uint8Array;
  /**
   * Decodes account data; zero padding may follow the content. The caller must check the owner, as `fetchAccount` does,
   * because any program can own an account with the same bytes.
   *
   * Errors: UNEXPECTED_ACCOUNT when the discriminator differs, the data does not decode, or non-zero bytes follow;
   * UNKNOWN_VERSION for another layout of a market, a parlay or a result.
   */
  decode(data: Uint8Array): T;
  /** Account data with this content, without padding. For test chains. */
  encode(value: T): Uint8Array;
}

/** `version`: of the one layout that is read, where the content begins with a version. */
export function defineAccount<T>(name: string, codec: Codec<T>, version?: number): AccountKind<T> {
  const discriminator = accountDiscriminator(name);
  return {
    name,
    discriminator,
    decode: (data) => {
      if (discriminator.some((byte, i) => data[i] !== byte)) {
        const found = data.subarray(0, 8);
        return fail(UNEXPECTED_ACCOUNT, { problem: 'other discriminator', what: name, found, expected: discriminator });
      }
      const [found = version] = data.subarray(8);
      // Other layouts would be read as other terms.
      if (version !== undefined && found !== version)
        return fail(UNKNOWN_VERSION, { version: found as number, known: version });
      const decoder = new BorshDecoder(data.subarray(8));
      try {
        const value = decoder.read(codec) as T;
        const rest = data.subarray(8 + decoder.offset);
        if (rest.some((byte) => byte !== 0))
          throw new BorshFault('', 'zeros to the end', 'other bytes', decoder.offset);
        return value;
      } catch (cause) {
        if (!(cause instanceof BorshFault)) throw cause;
        return fail(UNEXPECTED_ACCOUNT, { problem: 'does not decode', what: name, ...undecodable(cause, data) });
      }
    },
    encode: (value) => {
      const body = encode(codec, value);
      const data = new Uint8Array(8 + body.length);
      data.set(discriminator);
      data.set(body, 8);
      return data;
    },
  };
}
