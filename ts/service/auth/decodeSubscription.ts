import { base58 } from '@scure/base';
import {
  type Address,
  decodeInstruction,
  decodeSubscribed,
  type LandedTransaction,
  loggedData,
  type Subscribed,
} from 'linesman/program';
import type { SubscriptionTransaction } from './subscriptionChain.js';

interface Subscribe {
  readonly serviceLevelId: number;
  readonly weeks: number;
}

/** A top-level `subscribe`. */
interface Call {
  readonly args: Subscribe;
  /** Who it is for. */
  readonly user: Address;
  readonly program: Address;
  /** Which of the top-level calls of this program it is, from 0. */
  readonly nth: number;
}

/**
 * Reads a transaction that has landed. It counts when exactly one top-level instruction is a
 * `subscribe` and its user has signed: what another program calls on behalf of somebody is not a subscription, and two
 * would leave open which one is meant. Its row and its time are those of the event that this instruction logged: what
 * was bought, on the chain's clock. Where the logs lack the event there is no row, and the time is that of the block.
 */
export function decodeSubscription(transaction: LandedTransaction): SubscriptionTransaction {
  const { meta, blockTime, signers, instructions } = transaction;
  // Without metadata nobody knows whether it succeeded.
  if (meta === null || meta.err !== null) return { status: 'failed' };
  const calls = new Map<string, number>();
  const found = instructions.flatMap((instruction): Call[] => {
    const program = instruction.programAddress;
    const nth = calls.get(program) ?? 0;
    calls.set(program, nth + 1);
    if (instruction.data === null) return [];
    const args = subscribeArgs(instruction.data);
    const user = instruction.accounts[0];
    return args && user !== undefined && signers.includes(user) ? [{ args, user, program, nth }] : [];
  });
  const [one] = found;
  if (!one || found.length > 1) return { status: 'other' };
  const event = eventOf(one, meta.logMessages);
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

/** What the call itself has logged about the subscription. */
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
  // Base58 takes quadratic time, and subscribe has 11 bytes.
  if (data.length > 32) return null;
  try {
    const { program, name, args } = decodeInstruction(base58.decode(data));
    return program === 'oracle' && name === 'subscribe' ? (args as Subscribe) : null;
  } catch {
    return null;
  }
}
