import { ACCOUNT_NOT_FOUND } from '../../error/codes/library.js';
import { fail } from '../../error/linesmanError.js';
import { checkOptions, type OptionRules, required } from '../../format/checkOptions.js';
import { integerOf, oneOf, TEXT } from '../../format/optionKinds.js';
import { checkRootsAccount, ROOTS_KINDS, type RootsKind } from '../../proof/rootsAccount.js';
import type { Address } from '../address/address.js';
import { firstDayOf, rootsAddress } from '../address/oracle.js';
import type { Chain } from '../chain.js';
import { checkOwner } from './checkOwner.js';

export interface RootsQuestion {
  readonly kind: RootsKind;
  /** The day, as days since 1970 (u16); for fixtures any day of the ten-day window. */
  readonly epochDay: number;
  /** The oracle program, which must own the account. */
  readonly oracle: Address;
}

export interface RootsAccount extends RootsQuestion {
  readonly address: Address;
  /** The value for `rootsAccount` of the verifiers. */
  readonly data: Uint8Array;
}

const QUESTION: OptionRules<RootsQuestion> = {
  kind: required(oneOf(...ROOTS_KINDS)),
  epochDay: required(integerOf(0, 65_535)),
  oracle: required(TEXT),
};

/**
 * Reads the account with the published roots of a day, to verify proofs offline. For fixtures, `epochDay` of the answer
 * is the first day of the window.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION; ACCOUNT_NOT_FOUND while nothing of that day is published;
 * UNEXPECTED_ACCOUNT when another program owns it; those of `checkRootsAccount`; those of the chain.
 *
 * @example
 * ```ts
 * import { fetchRoots, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 * import { type StatProof, verify } from '@linesman/sdk/proof';
 * import { accountReader } from '@linesman/sdk/rpc';
 *
 * declare const proof: StatProof;
 * const chain = accountReader('http://127.0.0.1:8899');
 * const { oracle } = LOCALNET_PROGRAM_IDS;
 * const { data } = await fetchRoots(chain, { kind: 'scores', epochDay: 20_643, oracle });
 * const { published } = verify(proof, { sport: 'soccer', rootsAccount: data }); // true, or an error
 * ```
 */
export async function fetchRoots(chain: Pick<Chain, 'account'>, question: RootsQuestion): Promise<RootsAccount> {
  checkOptions('fetchRoots', question, QUESTION);
  const { kind, oracle } = question;
  const epochDay = firstDayOf(kind, question.epochDay);
  const { address } = rootsAddress(kind, epochDay, oracle);
  const account = await chain.account(address);
  if (account === null) return fail(ACCOUNT_NOT_FOUND, { what: `${kind} roots account`, address });
  checkOwner(account, address, oracle);
  checkRootsAccount(kind, account.data, epochDay);
  return { kind, epochDay, oracle, address, data: account.data };
}
