import { ROOTS_KINDS, type RootsKind } from '../../proof/rootsAccount.js';
import type { Address } from '../address/address.js';
import { type Codec, decode, i64, struct, u8, u16, u32, type ValueOf } from '../borsh/codec.js';
import { eventReader } from '../eventReader.js';
import { loggedData } from '../loggedData.js';
import type { LandedTransaction } from '../rpcNode.js';

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

/** A root that was published after the bound, with the signature of the admin. */
export interface LateRoot {
  readonly kind: RootsKind;
  /** The epoch day; for fixtures, the first of the ten days. */
  readonly period: number;
  /** 5-minute slot of the day; for fixtures, hour of the ten days. */
  readonly slot: number;
  /** Unix seconds of the chain's clock. */
  readonly at: number;
}

/**
 * The late roots that a transaction published with its own calls of an oracle program; `null` without its logs.
 *
 * @example
 * ```ts
 * import { type LandedTransaction, LOCALNET_PROGRAM_IDS, lateRootsIn } from '@linesman/sdk/program';
 *
 * declare const transaction: LandedTransaction;
 * const late = lateRootsIn(transaction, LOCALNET_PROGRAM_IDS.oracle);
 * if (late) for (const { kind, period, slot } of late) console.log(kind, period, slot);
 * ```
 */
export function lateRootsIn({ meta, instructions }: LandedTransaction, oracle: Address): LateRoot[] | null {
  const logs = meta?.logMessages;
  if (!logs) return null;
  const calls = instructions.filter(({ programAddress }) => programAddress === oracle);
  const events = calls.flatMap((_, nth) => loggedData(logs, oracle, nth).map(decodeRootEvent));
  return events.flatMap((event) => {
    if (event?.name !== 'LateRoot') return [];
    const { period, slot, at } = event;
    const kind = ROOTS_KINDS[event.kind];
    return kind === undefined ? [] : [{ kind, period, slot, at }];
  });
}
