import { decode, i64, struct, u8, u16, type ValueOf } from '../borsh/codec.js';
import { publicKey } from '../borsh/publicKey.js';
import { eventDiscriminator } from '../discriminator.js';

const codec = struct({ user: publicKey, serviceLevelId: u16, weeks: u8, startTs: i64, endTs: i64 });

/** What `subscribe` logs; times in seconds. */
export type Subscribed = ValueOf<typeof codec>;

const DISCRIMINATOR = eventDiscriminator('Subscribed');

/**
 * The event in the bytes of a `Program data:` log line, or `null` when they are something else. Whoever relies on it makes
 * sure that the oracle program wrote the line: any program can log these bytes.
 */
export function decodeSubscribed(data: Uint8Array): Subscribed | null {
  if (DISCRIMINATOR.some((byte, i) => data[i] !== byte)) return null;
  try {
    return decode(codec, data.subarray(DISCRIMINATOR.length));
  } catch {
    return null;
  }
}
