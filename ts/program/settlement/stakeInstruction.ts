import { type PublicKey, SystemProgram, type TransactionInstruction } from '@solana/web3.js';
import { fail } from '../../error/index.js';
import { bytesToHex, equalBytes } from '../../format/index.js';
import type { Market } from '../account/market.js';
import { positionAddress, vaultAddress } from '../address/settlement.js';
import { stake } from '../instruction/settlement/stake.js';
import type { ProgramIds } from '../programId.js';
import { termsHash } from '../wire/termsHash.js';
import { guardStake, type StakeTrust } from './guardStake.js';

export interface StakeParameters {
  readonly programs: ProgramIds;
  readonly market: PublicKey;
  /** The market account, as read from the chain. */
  readonly account: Market;
  readonly owner: PublicKey;
  /** The token account that pays. */
  readonly source: PublicKey;
  readonly tokenProgram: PublicKey;
  readonly outcome: number;
  /** Base units of the mint. */
  readonly amount: bigint;
  readonly trust: StakeTrust;
}

/**
 * A stake, once the terms have passed the guards of {@link guardStake}. Errors: 7017 to 7020; 6210 when the hash stored in
 * the market is not that of its terms; 6214 unknown outcome; 6213 an amount outside the limits of the terms.
 */
export function stakeInstruction(parameters: StakeParameters): TransactionInstruction {
  const { programs, market, account, owner, source, tokenProgram, outcome, amount, trust } = parameters;
  const { terms } = account;
  guardStake(terms, trust);
  const hash = termsHash(terms);
  if (!equalBytes(hash, account.termsHash))
    fail(6210, {
      message: `The terms of market ${market.toBase58()} hash to ${bytesToHex(hash)}, and it stores ${bytesToHex(account.termsHash)}.`,
    });
  if (!Number.isInteger(outcome) || outcome < 0 || outcome > terms.outcomes.length)
    fail(6214, { message: `The market has outcomes 0 to ${terms.outcomes.length}, not ${outcome}.` });
  if (amount < terms.minimumStake || amount > terms.maximumStake)
    fail(6213, {
      message: `A stake of ${amount} base units is outside the terms' ${terms.minimumStake} to ${terms.maximumStake}.`,
    });
  return stake.build(
    programs.settlement,
    {
      owner,
      market,
      position: positionAddress(market, owner, outcome, programs.settlement).address,
      vault: vaultAddress(market, programs.settlement).address,
      mint: terms.mint,
      source,
      tokenProgram,
      systemProgram: SystemProgram.programId,
    },
    { outcome, amount, termsHash: hash },
  );
}
