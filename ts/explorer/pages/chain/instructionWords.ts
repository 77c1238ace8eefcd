import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM_ID,
  COMPUTE_BUDGET_PROGRAM_ID,
  decodeLandedInstruction,
  ED25519_PROGRAM_ID,
  type LandedInstruction,
  type ProgramIds,
  SYSTEM_PROGRAM_ID,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  UPGRADEABLE_LOADER_ID,
} from '@linesman/sdk/program';
import { spaced } from './spaced.js';

/** A sentence about the effect of each instruction of the two programs. */
export const ACTIONS: Readonly<Record<string, string>> = {
  insert_scores_root: 'Published the root of a slot of scores',
  insert_batch_root: 'Published the root of a slot of odds',
  insert_fixtures_root: 'Published the root of an hour of fixtures',
  create_attester_set: 'Created a set of attesters',
  attest: 'Confirmed roots as an attester',
  close_attestation: 'Closed attestations that are no longer needed',
  validate_stat: 'Verified a proof of scores',
  validate_stat_v2: 'Verified a proof of scores',
  validate_stat_v3: 'Verified a proof of scores',
  validate_stat_v4: 'Verified a signed proof of scores',
  validate_odds: 'Verified a proof of odds',
  validate_odds_v4: 'Verified a signed proof of odds',
  validate_fixture: 'Verified a proof of a fixture',
  validate_fixture_batch: 'Verified a proof of fixtures',
  verify_signature: 'Verified a signature',
  subscribe: 'Bought a subscription',
  purchase_subscription_token_usdt: 'Bought service tokens',
  purchase_validation_credits: 'Bought credits for verifications',
  gift_validation_credits: 'Gave someone credits for verifications',
  request_devnet_faucet: 'Got test money',
  initialize_config: 'Set up the oracle',
  update_config: 'Changed the configuration of the oracle',
  propose_admin: 'Proposed the next admin of the oracle',
  accept_admin: 'Became the admin of the oracle',
  initialize_pricing_matrix: 'Set the prices of subscriptions',
  update_pricing_matrix: 'Changed the prices of subscriptions',
  close_pricing_matrix: 'Withdrew the prices of subscriptions',
  initialize_treasury_v2: 'Created the account that receives payments for subscriptions',
  initialize_usdt_treasury: 'Created the account that receives payments for service tokens',
  withdraw_usdt: 'Withdrew payments for service tokens',
  create_market: 'Opened a market',
  create_market_from_buffer: 'Opened a market',
  stake: 'Staked on a market',
  settle: 'Settled a market with a proof of the result',
  settle_from_buffer: 'Settled a market with a proof of the result',
  settle_many: 'Settled markets with the result of their match',
  finalise: 'Made a result final',
  finalise_many: 'Made results final',
  claim: 'Paid a stake',
  propose_void: 'Proved that a match was abandoned',
  void: 'Made a market void: all stakes are refunded',
  sweep: 'Withdrew what was left of a market',
  close: 'Closed a market after its payout',
  post_result: 'Posted the proven result of a match',
  post_result_from_buffer: 'Posted the proven result of a match',
  close_result: 'Closed a result that is no longer needed',
  buffer_create: 'Created a buffer for a large proof',
  buffer_write: 'Wrote a part of a large proof',
  buffer_close: 'Closed the buffer of a large proof',
  create_parlay: 'Opened a parlay',
  settle_parlay: 'Settled a part of a parlay',
  verify_signer: 'Verified a signature',
};

const PROGRAMS: Readonly<Record<Address, string>> = {
  [SYSTEM_PROGRAM_ID]: 'system program',
  [COMPUTE_BUDGET_PROGRAM_ID]: 'compute budget',
  [ED25519_PROGRAM_ID]: 'signature check',
  [TOKEN_PROGRAM_ID]: 'token program',
  [TOKEN_2022_PROGRAM_ID]: 'token program 2022',
  [ASSOCIATED_TOKEN_PROGRAM_ID]: 'associated token program',
  [UPGRADEABLE_LOADER_ID]: 'program loader',
};

/** The name of a program that this page knows; `null` for any other. */
export const programName = (program: Address, { oracle, settlement }: ProgramIds): string | null =>
  program === oracle ? 'oracle program' : program === settlement ? 'settlement program' : (PROGRAMS[program] ?? null);

/** An instruction in words. */
export interface ReadInstruction {
  readonly program: Address;
  readonly title: string;
  /** `null` for other programs, and for instructions that are not understood. */
  readonly args: unknown;
  readonly accounts: readonly { readonly name: string; readonly address: Address | null }[];
  readonly isOurs: boolean;
}

/** Reads an instruction; one that is not understood keeps its accounts. */
export function readInstruction(instruction: LandedInstruction, programs: ProgramIds): ReadInstruction {
  const { programAddress, accounts } = instruction;
  const plain = accounts.map((address, i) => ({ name: `account ${i + 1}`, address }));
  const unknown = { program: programAddress, args: null, accounts: plain, isOurs: false };
  const name = programName(programAddress, programs);
  const isOurs = programAddress === programs.oracle || programAddress === programs.settlement;
  const decoded = isOurs ? decodeLandedInstruction(instruction) : null;
  if (!decoded) return { ...unknown, title: name ?? 'Another program' };
  return {
    program: programAddress,
    title: ACTIONS[decoded.name] ?? spaced(decoded.name),
    args: decoded.args,
    accounts: decoded.accounts.map((one, i) => ({
      ...one,
      name: one.name === null ? `further ${i + 1}` : spaced(one.name),
    })),
    isOurs: true,
  };
}
