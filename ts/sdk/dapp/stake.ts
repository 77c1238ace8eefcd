import {
  checkOptions,
  deliberate,
  type OptionKind,
  type OptionRules,
  optional,
  required,
} from '../format/checkOptions.js';
import { BYTES, integerOf } from '../format/optionKinds.js';
import { milliseconds } from '../format/slotTime.js';
import { tokenBalance } from '../program/account/tokenAccount.js';
import type { Address } from '../program/address/address.js';
import { ADDRESS } from '../program/address/addressOption.js';
import { findMarket } from '../program/settlement/actions/findMarket.js';
import { type OwnPosition, prepareClaim } from '../program/settlement/actions/prepareClaim.js';
import { prepareStake } from '../program/settlement/actions/prepareStake.js';
import type { Deployment } from './deployment.js';
import { SEND_OPTIONS, type SendOptions } from './sentOnce.js';

export interface StakeQuestion extends SendOptions {
  readonly market: Address;
  /** Its index, from 0: `outcomesOf` names them. */
  readonly outcome: number;
  /** Base units of the mint, above 0: `tokenUnits` reads an amount of whole tokens. */
  readonly amount: bigint;
  /**
   * `termsHash` of the market whose terms the owner has seen. An address does not fix the terms. Default: those on
   * chain now.
   */
  readonly seenTerms?: Uint8Array;
}

export interface ClaimQuestion extends SendOptions {
  readonly market: Address;
  /** Whose positions are paid. Default: those of the signer. */
  readonly owner?: Address;
}

export interface Claimed {
  readonly signature: string;
  readonly positions: readonly OwnPosition[];
  /** Base units that the owner has received; `null` if the node did not tell the balance afterwards. */
  readonly paid: bigint | null;
}

const POSITIVE: OptionKind = {
  expected: 'a bigint above 0, in base units',
  fits: (value) => typeof value === 'bigint' && value > 0n,
};

const STAKE: OptionRules<StakeQuestion> = {
  ...SEND_OPTIONS,
  market: required(ADDRESS),
  outcome: required(integerOf(0)),
  amount: required(POSITIVE),
  seenTerms: deliberate(BYTES),
};
const CLAIM: OptionRules<ClaimQuestion> = { ...SEND_OPTIONS, market: required(ADDRESS), owner: optional(ADDRESS) };

/** Returns the signature. */
export async function stake(deployment: Deployment, question: StakeQuestion): Promise<string> {
  checkOptions('stake', question, STAKE);
  const { market, outcome, amount, seenTerms, ...how } = question;
  const { chain, programs, timers } = deployment;
  const { address: owner, sentOnce } = deployment.needSigner();
  await deployment.config();
  const prepare = async () => {
    const found = await findMarket(chain, programs, market);
    const trust = await deployment.trust(await deployment.facts(found.market.terms.fixtureId));
    const action = { chain, programs, found, owner, outcome, amount, trust, ...(seenTerms && { seenTerms }) };
    return { instructions: [await prepareStake({ ...action, clock: milliseconds(timers.now()) })], result: null };
  };
  return (await sentOnce.send(`stake ${market} ${outcome} ${amount}`, prepare, how)).signature;
}

export async function claim(deployment: Deployment, question: ClaimQuestion): Promise<Claimed> {
  checkOptions('claim', question, CLAIM);
  const { market, owner: named, ...how } = question;
  const { chain, programs } = deployment;
  const { address: payer, sentOnce } = deployment.needSigner();
  const owner = named ?? payer;
  await deployment.config();
  const prepare = async () => {
    const found = await findMarket(chain, programs, market);
    const { positions, account, instructions } = await prepareClaim({ chain, programs, found, owner, payer });
    return { instructions, result: { positions, account, before: await tokenBalance(chain, account) } };
  };
  const { signature, result } = await sentOnce.send(`claim ${market} ${owner}`, prepare, how);
  const { positions, account, before } = result;
  // It has landed, so a node that does not answer now is no failure of the claim.
  const after = await tokenBalance(chain, account).catch(() => null);
  return { signature, positions, paid: after === null ? null : after - before };
}
