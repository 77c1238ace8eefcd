import { SPORT_WORDS } from '@linesman/sdk/internal/format/sportWords';
import { choice, integer, parseAddress, parseSport } from '../option/optionValue.js';
import { type FlagsOf, option, repeatable } from '../option/row.js';
import { rpcSetting } from '../settings/configuration.js';
import { readOracleKey } from './readOracleKey.js';

/** The rows on which the verdict on a proof in a file depends. */
export const proofRows = (where: string) => ({
  roots: option('<file>', 'roots account of the day, to compare the root with the published one'),
  where: option('<condition>', where),
  sport: option('<sport>', `${SPORT_WORDS}: what stat keys mean (default: soccer)`, parseSport),
  oracleKey: repeatable('<key>', 'key that must have signed a version 4 answer; can be repeated', readOracleKey),
  format: option(
    '<format>',
    'current, or all-stats for trees built until 2026-06-30',
    choice('current', 'all-stats'),
    'current',
  ),
});

export type ProofFlags = FlagsOf<ReturnType<typeof proofRows>>;

/** What an option that goes only with --attesters is for. */
export const VOUCHERS = 'the attestation of a root';

/** The attesters that must vouch for the root. */
export const ATTESTER_ROWS = {
  attesters: option('<address>', 'attester set whose keys must have confirmed the root on chain', parseAddress),
  least: option('<number>', '--attesters: how many of them must (default: 1)', integer(1, 16)),
};

/** Where their accounts are read, for a command that reads the chain for nothing else. */
export const ATTESTER_CHAIN_ROWS = {
  rpc: rpcSetting('--attesters: RPC address of the chain'),
  oracle: option('<address>', '--attesters: oracle program, if it is another deployment', parseAddress),
};

export type AttesterFlags = FlagsOf<typeof ATTESTER_ROWS> & FlagsOf<typeof ATTESTER_CHAIN_ROWS>;
