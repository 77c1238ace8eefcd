import { decode, i64, publicKey, struct, u8, u16, type ValueOf } from '../borsh/codec.js';
import { eventReader } from '../eventReader.js';
import { type ServiceRow, serviceRow } from '../wire/serviceRow.js';

const older = { user: publicKey, serviceLevelId: u16, weeks: u8, startTs: i64, endTs: i64 };
const withoutRow = struct(older);
const withRow = struct({ ...older, row: serviceRow });

/** The event of `subscribe`. Times in Unix seconds. */
export type Subscribed = ValueOf<typeof withoutRow> & {
  /** The row of the price list as charged; `null` in events of an older program, which did not log it. */
  readonly row: ServiceRow | null;
};

/** Size of the older event: user, level, weeks, start and end. */
const WITHOUT_ROW = 32 + 2 + 1 + 8 + 8;

const read = eventReader(
  'Subscribed',
  (content): Subscribed =>
    content.length === WITHOUT_ROW ? { ...decode(withoutRow, content), row: null } : decode(withRow, content),
);

/**
 * Decodes the event in a `Program data:` log line; `null` when the bytes are something else. First make sure that the
 * oracle program wrote the line, with `loggedData`: any program can log these bytes.
 *
 * @example
 * ```ts
 * import { decodeSubscribed, type LandedTransaction, loggedData } from '@linesman/sdk/program';
 *
 * declare const transaction: LandedTransaction;
 * declare const oracle: string;
 * const [data] = loggedData(transaction.meta?.logMessages ?? [], oracle, 0);
 * const subscription = data ? decodeSubscribed(data) : null;
 * console.log(subscription?.user, subscription?.endTs);
 * ```
 */
export const decodeSubscribed = (data: Uint8Array): Subscribed | null => read(data);
