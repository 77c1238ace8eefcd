import { decode, i64, struct, u8, u16, type ValueOf } from '../borsh/codec.js';
import { publicKey } from '../borsh/publicKey.js';
import { eventDiscriminator } from '../discriminator.js';
import { type ServiceRow, serviceRow } from '../wire/serviceRow.js';

const older = { user: publicKey, serviceLevelId: u16, weeks: u8, startTs: i64, endTs: i64 };
const withoutRow = struct(older);
const withRow = struct({ ...older, row: serviceRow });

/** What `subscribe` logs; times in seconds. */
export type Subscribed = ValueOf<typeof withoutRow> & {
  /** The row of the pricing matrix as it was charged; `null` in an event of a program from before rows were logged. */
  readonly row: ServiceRow | null;
};

const DISCRIMINATOR = eventDiscriminator('Subscribed');
/** Bytes of the older event: user, level, weeks, two times. */
const WITHOUT_ROW = 32 + 2 + 1 + 8 + 8;

/**
 * The event in the bytes of a `Program data:` log line, or `null` when they are something else. Whoever relies on it makes
 * sure that the oracle program wrote the line: any program can log these bytes.
 */
export function decodeSubscribed(data: Uint8Array): Subscribed | null {
  if (DISCRIMINATOR.some((byte, i) => data[i] !== byte)) return null;
  const content = data.subarray(DISCRIMINATOR.length);
  try {
    return content.length === WITHOUT_ROW ? { ...decode(withoutRow, content), row: null } : decode(withRow, content);
  } catch {
    return null;
  }
}
