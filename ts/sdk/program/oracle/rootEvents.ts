import { type Codec, decode, i64, struct, u8, u16, u32, type ValueOf } from '../borsh/codec.js';
import { eventReader } from '../eventReader.js';

/** A root was published after the bound, with the admin's signature. `kind` is 0 scores, 1 odds or 2 fixtures. */
const lateRoot = struct({ kind: u8, period: u16, slot: u16, at: i64 });
/** The bound for late roots changed. Seconds; 0 = there was none. */
const lateAfterChanged = struct({ before: u32, lateAfter: u32 });

/** The events about late roots, by name. Times in Unix seconds. */
export type RootEvent =
  | ({ readonly name: 'LateRoot' } & ValueOf<typeof lateRoot>)
  | ({ readonly name: 'LateAfterChanged' } & ValueOf<typeof lateAfterChanged>);

const reading = <K extends RootEvent['name'], T extends object>(name: K, codec: Codec<T>) =>
  eventReader(name, (content): { readonly name: K } & T => ({ name, ...decode(codec, content) }));

const READERS: readonly ((data: Uint8Array) => RootEvent | null)[] = [
  reading('LateRoot', lateRoot),
  reading('LateAfterChanged', lateAfterChanged),
];

/**
 * Decodes an event about late roots from a `Program data:` log line; `null` when the bytes are something else. First
 * make sure that the oracle program wrote the line, with `loggedData`: any program can log these bytes. A missing event
 * proves nothing, because a transaction that logs too much loses the rest of its log.
 *
 * @example
 * ```ts
 * import { decodeRootEvent, type LandedTransaction, LOCALNET_PROGRAM_IDS, loggedData } from '@linesman/sdk/program';
 *
 * declare const transaction: LandedTransaction;
 * const logs = transaction.meta?.logMessages ?? [];
 * const events = loggedData(logs, LOCALNET_PROGRAM_IDS.oracle, 0).map(decodeRootEvent);
 * const isLate = events.some((event) => event?.name === 'LateRoot');
 * ```
 */
export function decodeRootEvent(data: Uint8Array): RootEvent | null {
  for (const read of READERS) {
    const event = read(data);
    if (event) return event;
  }
  return null;
}
