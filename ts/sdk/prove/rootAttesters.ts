import { ACCOUNT_NOT_FOUND } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import { checkOptions, type OptionRules, required } from '../format/checkOptions.js';
import { accountBytes } from '../program/account/accountBytes.js';
import { type Address, addressBytes } from '../program/address/address.js';
import { ADDRESS } from '../program/address/addressOption.js';
import { attestationAddress } from '../program/address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../program/address/runtime.js';
import type { Chain } from '../program/chain.js';
import { KEY_COUNT } from '../program/settlement/rules/checkAttested.js';
import type { Attesters } from '../program/wire/terms.js';
import type { Proof } from '../proof/proof.js';
import { RootAttesters } from '../proof/rootAttesters.js';
import { rootsPlaceOf } from '../proof/rootsPlace.js';

/** The attesters of an oracle program that must vouch for a root. */
export interface RootAttestersQuestion extends Attesters {
  readonly oracle: Address;
}

const QUESTION: OptionRules<RootAttestersQuestion> = {
  oracle: /* @__PURE__ */ required(ADDRESS),
  set: /* @__PURE__ */ required(ADDRESS),
  least: /* @__PURE__ */ required(KEY_COUNT),
};

/**
 * Reads from the chain what `verify` and `inspectProof` need to ask how many attesters vouch for the root of a proof.
 *
 * Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION; ACCOUNT_NOT_FOUND without the attester set; OVERFLOW for a
 * proof whose time has no day; those of the chain.
 *
 * @example
 * ```ts
 * import { type Address, type Chain, fetchRoots, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
 * import { parseProof, rootsPlaceOf, verify } from '@linesman/sdk/proof';
 * import { rootAttesters } from '@linesman/sdk/prove';
 *
 * declare const chain: Chain;
 * declare const answer: string;
 * declare const set: Address;
 * const { oracle } = LOCALNET_PROGRAM_IDS;
 * const proof = parseProof(answer);
 * const { kind, epochDay } = rootsPlaceOf(proof);
 * const { data } = await fetchRoots(chain, { kind, epochDay, oracle });
 * const attesters = await rootAttesters(chain, { oracle, set, least: 3 }, proof);
 * const { attested } = verify(proof, { sport: 'soccer', rootsAccount: data, attesters });
 * if (attested) console.log(`${attested.count} of ${attested.keys} attesters vouch for the root`);
 * ```
 */
export async function rootAttesters(
  chain: Pick<Chain, 'account'>,
  question: RootAttestersQuestion,
  proof: Proof,
): Promise<RootAttesters> {
  checkOptions('rootAttesters', question, QUESTION);
  const { oracle, set, least } = question;
  const { kind, epochDay } = rootsPlaceOf(proof);
  const { address } = attestationAddress(set, kind, epochDay, oracle);
  const [setAccount, attestation] = await Promise.all([chain.account(set), chain.account(address)]);
  if (setAccount === null) return fail(ACCOUNT_NOT_FOUND, { what: 'attester set', address: set });
  return new RootAttesters({
    oracle: addressBytes(oracle),
    set: accountBytes(set, setAccount),
    // Anybody can send lamports to the address before a key of the set attests.
    attestation: accountBytes(address, attestation ?? { owner: SYSTEM_PROGRAM_ID, data: new Uint8Array() }),
    least,
  });
}
