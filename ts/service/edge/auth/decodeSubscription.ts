import {
  type Address,
  decodeInstruction,
  decodeSubscribed,
  type LandedTransaction,
  loggedData,
  type ServiceRow,
  type Subscribed,
} from '@linesman/sdk/program';
import { base58 } from '@scure/base';

/** A transaction that may have bought a subscription. Addresses are in Base58. */
export type SubscriptionTransaction =
  | { readonly status: 'failed' }
  /** The transaction succeeded, but does not contain exactly one top-level `subscribe`. */
  | { readonly status: 'other' }
  | {
      readonly status: 'confirmed';
      /** The wallet named as the instruction's user. */
      readonly signer: string;
      /** All signers of the transaction. */
      readonly signers: readonly string[];
      /** The called program. */
      readonly program: string;
      readonly level: number;
      /** The level's terms as charged, from the transaction itself; `null` if its log lacks them. */
      readonly row: ServiceRow | null;
      readonly weeks: number;
      /** Time of purchase, Unix ms. */
      readonly time: number;
    };

interface Subscribe {
  readonly serviceLevelId: number;
  readonly weeks: number;
}

/** A top-level `subscribe` call. */
interface Call {
  readonly args: Subscribe;
  /** The subscriber. */
  readonly user: Address;
  readonly program: Address;
  /** Index among the top-level calls of its program. */
  readonly nth: number;
}

/**
 * Decodes a landed transaction. It counts if exactly one top-level instruction is a `subscribe` and its user has
 * signed: calls by other programs are not subscriptions, and with two it would be unclear which one is meant. The row
 * and the time are those of the event logged by this instruction: the terms of the purchase, on the chain's clock. If
 * the logs lack the event, there is no row, and the time is the block's.
 */
export function decodeSubscription(transaction: LandedTransaction): SubscriptionTransaction {
  const { meta, blockTime, signers, instructions } = transaction;
  // Without metadata, success is unknown.
  if (meta === null || meta.err !== null) return { status: 'failed' };
  const calls = new Map<string, number>();
  const found = instructions.flatMap((instruction): Call[] => {
    const program = instruction.programAddress;
    const nth = calls.get(program) ?? 0;
    calls.set(program, nth + 1);
    if (instruction.data === null) return [];
    const args = subscribeArgs(instruction.data);
    const user = instruction.accounts[0];
    return args && user && signers.includes(user) ? [{ args, user, program, nth }] : [];
  });
  const [one] = found;
  if (!one || found.length > 1) return { status: 'other' };
  const event = eventOf(one, meta.logMessages ?? []);
  const seconds = event?.startTs ?? blockTime;
  if (seconds === null) return { status: 'other' };
  return {
    status: 'confirmed',
    signer: one.user,
    signers,
    program: one.program,
    level: one.args.serviceLevelId,
    row: event?.row ?? null,
    weeks: one.args.weeks,
    time: seconds * 1000,
  };
}

/** The event that the call logged for its subscription. */
function eventOf({ args, user, program, nth }: Call, logs: readonly string[]): Subscribed | undefined {
  const { serviceLevelId: level, weeks } = args;
  return loggedData(logs, program, nth)
    .map(decodeSubscribed)
    .find(
      (event): event is Subscribed =>
        event?.user === user &&
        event.serviceLevelId === level &&
        event.weeks === weeks &&
        (event.row === null || event.row.rowId === level),
    );
}

function subscribeArgs(data: string): Subscribe | null {
  // Base58 decoding takes quadratic time, and a subscribe has only 11 bytes.
  if (data.length > 32) return null;
  try {
    const { program, name, args } = decodeInstruction(base58.decode(data));
    return program === 'oracle' && name === 'subscribe' ? (args as Subscribe) : null;
  } catch {
    return null;
  }
}
