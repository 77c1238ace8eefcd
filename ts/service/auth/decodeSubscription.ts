import { base58 } from '@scure/base';
import type { ParsedTransactionWithMeta } from '@solana/web3.js';
import { decodeInstruction } from '../../program/index.js';
import type { SubscriptionTransaction } from './subscriptionChain.js';

interface Subscribe {
  readonly serviceLevelId: number;
  readonly weeks: number;
}

/**
 * Reads a transaction as `getParsedTransaction` gives it. It counts when exactly one top-level instruction is a `subscribe` and its user
 * has signed: what another program calls on behalf of somebody is not a subscription, and two would leave open which one is meant.
 */
export function decodeSubscription(transaction: ParsedTransactionWithMeta): SubscriptionTransaction {
  const { meta, blockTime, transaction: inner } = transaction;
  // Without metadata nobody knows whether it succeeded.
  if (meta === null || meta.err !== null) return { status: 'failed' };
  const signers = inner.message.accountKeys.filter(({ signer }) => signer).map(({ pubkey }) => pubkey.toBase58());
  const found = inner.message.instructions.flatMap((instruction) => {
    if (!('data' in instruction)) return [];
    const args = subscribeArgs(instruction.data);
    const user = instruction.accounts[0]?.toBase58();
    return args && user !== undefined && signers.includes(user)
      ? [{ args, user, program: instruction.programId.toBase58() }]
      : [];
  });
  const [one] = found;
  if (!one || found.length > 1 || blockTime === null || blockTime === undefined) return { status: 'other' };
  return {
    status: 'confirmed',
    signer: one.user,
    signers,
    program: one.program,
    level: one.args.serviceLevelId,
    weeks: one.args.weeks,
    time: blockTime * 1000,
  };
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
