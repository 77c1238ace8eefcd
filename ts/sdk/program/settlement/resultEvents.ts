import {
  type Codec,
  decode,
  i32,
  i64,
  publicKey,
  struct,
  u8,
  u32,
  u64,
  type ValueOf,
  variants,
  vec,
} from '../borsh/codec.js';
import { eventReader } from '../eventReader.js';
import { moment } from '../wire/moment.js';
import { sport } from '../wire/sport.js';
import { finalityPolicy } from '../wire/terms.js';

/** A batch changed a market. In state Void, the proposal is the one that was contradicted or finalised. */
const marketSettled = struct({
  market: publicKey,
  state: variants(['Open', 'Proposed', 'Final', 'Void']),
  outcome: u8,
  orderKey: u64,
  since: moment,
});
const resultPosted = struct({
  result: publicKey,
  fixtureId: i64,
  sport,
  finality: finalityPolicy,
  orderKey: u64,
  period: i32,
  statKeys: vec(u32),
});
const resultContradicted = struct({ result: publicKey, orderKey: u64 });
const resultClosed = struct({ result: publicKey });

/** The events about results and batches, by kind. Times in Unix seconds. */
export type ResultEvent =
  | ({ readonly kind: 'MarketSettled' } & ValueOf<typeof marketSettled>)
  | ({ readonly kind: 'ResultPosted' } & ValueOf<typeof resultPosted>)
  | ({ readonly kind: 'ResultContradicted' } & ValueOf<typeof resultContradicted>)
  | ({ readonly kind: 'ResultClosed' } & ValueOf<typeof resultClosed>);

const reading = <K extends ResultEvent['kind'], T extends object>(kind: K, codec: Codec<T>) =>
  eventReader(kind, (content): { readonly kind: K } & T => ({ kind, ...decode(codec, content) }));

const READERS: readonly ((data: Uint8Array) => ResultEvent | null)[] = [
  reading('MarketSettled', marketSettled),
  reading('ResultPosted', resultPosted),
  reading('ResultContradicted', resultContradicted),
  reading('ResultClosed', resultClosed),
];

/**
 * Decodes an event of `post_result`, `settle_many`, `finalise_many` or `close_result` from a `Program data:` log line;
 * `null` when the bytes are something else. First make sure that the settlement program wrote the line, with
 * `loggedData`: any program can log these bytes.
 *
 * @example
 * ```ts
 * import { decodeResultEvent, type LandedTransaction, LOCALNET_PROGRAM_IDS, loggedData } from '@linesman/sdk/program';
 *
 * declare const transaction: LandedTransaction;
 * const logs = transaction.meta?.logMessages ?? [];
 * const events = loggedData(logs, LOCALNET_PROGRAM_IDS.settlement, 0).map(decodeResultEvent);
 * const settled = events.flatMap((event) => (event?.kind === 'MarketSettled' ? [event.market] : []));
 * ```
 */
export function decodeResultEvent(data: Uint8Array): ResultEvent | null {
  for (const read of READERS) {
    const event = read(data);
    if (event) return event;
  }
  return null;
}
