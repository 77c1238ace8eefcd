import { base58 } from '@scure/base';
import type { ParsedTransactionWithMeta } from '@solana/web3.js';
import { decodeInstruction, decodeSubscribed, loggedData } from '../../program/index.js';
import type { SubscriptionTransaction } from './subscriptionChain.js';

interface Subscribe {
  readonly serviceLevelId: number;
  readonly weeks: number;
}

/** A top-level `subscribe`. */
interface Call {
  readonly args: Subscribe;
  /** Base58, like the program. */
  readonly user: string;
  readonly program: string;
  /** Which of the top-level calls of this program it is, from 0. */
  readonly nth: number;
}

/**
 * Reads a transaction as `getParsedTransaction` gives it. It counts when exactly one top-level instruction is a `subscribe` and its user
 * has signed: what another program calls on behalf of somebody is not a subscription, and two would leave open which one is meant.
 * Its time is that of the event that this instruction logged, on the chain's clock; that of the block where the logs lack it.
 */
export function decodeSubscription(transaction: ParsedTransactionWithMeta): SubscriptionTransaction {
  const { meta, blockTime, transaction: inner } = transaction;
  // Without metadata nobody knows whether it succeeded.
  if (meta === null || meta.err !== null) return { status: 'failed' };
  const signers = inner.message.accountKeys.filter(({ signer }) => signer).map(({ pubkey }) => pubkey.toBase58());
  const calls = new Map<string, number>();
  const found = inner.message.instructions.flatMap((instruction): Call[] => {
    const program = instruction.programId.toBase58();
    const nth = calls.get(program) ?? 0;
    calls.set(program, nth + 1);
    if (!('data' in instruction)) return [];
    const args = subscribeArgs(instruction.data);
    const user = instruction.accounts[0]?.toBase58();
    return args && user !== undefined && signers.includes(user) ? [{ args, user, program, nth }] : [];
  });
  const [one] = found;
  if (!one || found.length > 1) return { status: 'other' };
  const seconds = startOf(one, meta.logMessages ?? []) ?? blockTime;
  if (seconds === null || seconds === undefined) return { status: 'other' };
  return {
    status: 'confirmed',
    signer: one.user,
    signers,
    program: one.program,
    level: one.args.serviceLevelId,
    weeks: one.args.weeks,
    time: seconds * 1000,
  };
}

/** When the subscription began, s, as its own call has logged it. */
function startOf({ args, user, program, nth }: Call, logs: readonly string[]): number | undefined {
  for (const data of loggedData(logs, program, nth)) {
    const event = decodeSubscribed(data);
    if (event?.user.toBase58() === user && event.serviceLevelId === args.serviceLevelId && event.weeks === args.weeks)
      return event.startTs;
  }
  return undefined;
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
