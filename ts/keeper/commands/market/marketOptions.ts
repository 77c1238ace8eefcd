import {
  type FlagsOf,
  flag,
  integer,
  neededSetting,
  option,
  oracleOption,
  type Parser,
  parseAddress,
  repeatable,
  required,
  rpcSetting,
  setting,
  VERSION_ROWS,
  type VersionFlags,
} from '@linesman/cli';
import type { NamedAttesters } from '@linesman/sdk/program';
import { DRY_RUN_ROWS } from '../chainRows.js';

// Rows that several subcommands share.

/** How many keys of an attester set. */
const parseLeast = integer(1, 16);

/** Which chain, and which programs on it. */
export const PROGRAM_ROWS = {
  rpc: rpcSetting(),
  oracle: oracleOption(),
  settlement: option('<address>', 'settlement program, if it is another deployment', parseAddress),
  json: flag('print JSON'),
};
export type ProgramFlags = FlagsOf<typeof PROGRAM_ROWS> & VersionFlags;

export const SERVICE_ROWS = {
  service: setting('service', 'address of a service that knows the fixture'),
  apiTokenFile: setting('apiTokenFile', 'file with the API token of the service'),
};
export type ServiceFlags = FlagsOf<typeof SERVICE_ROWS>;

export const WALLET_ROWS = {
  keypair: neededSetting('keypair', 'key pair of the wallet, readable by you only'),
  ...VERSION_ROWS,
  ...DRY_RUN_ROWS,
};

const parseSpare = integer(0, 15);

/** An attester set, how many of its keys must vouch (1 to 16), and perhaps how many may be silent (0 to 15). */
const parseAttesters: Parser<NamedAttesters> = (value, name) => {
  const [set = '', least = '', spare] = value.split(/:([^:]*)(?::(.*))?/s);
  return {
    ...{ set: parseAddress(set, name), least: parseLeast(least, name) },
    ...(spare !== undefined && { spare: parseSpare(spare, name) }),
  };
};

/** Whose vouchers count. */
export const ATTESTER_ROWS = {
  attesters: option('<address>', 'attester set: roots count only if its keys have confirmed them', parseAddress),
  least: option('<number>', '--attesters: how many keys must confirm a root (default: half of them)', parseLeast),
};

export const UNSTATED_ROW = {
  unstated: flag('continue with a stat that the source of the match does not state, the same as to accept 7413'),
};

export const TRUST_ROWS = {
  trustMint: repeatable('<address>', 'also trust this mint as money; can be repeated', parseAddress),
  trustAttesters: repeatable(
    '<set:least[:spare]>',
    'also trust this attester set, how many of its keys are enough, and how many may be silent (default: half)',
    parseAttesters,
  ),
  trustAuthority: repeatable('<address>', 'also trust this upgrade authority of the programs', parseAddress),
  accept: option('<numbers>', 'refusals to accept, comma-separated; market show lists those that apply'),
  ...UNSTATED_ROW,
};
export type TrustFlags = FlagsOf<typeof TRUST_ROWS>;

/** A market, and the wallet that sends something to it. */
export const SENDING_ROWS = {
  ...WALLET_ROWS,
  ...PROGRAM_ROWS,
  market: required('<address>', 'the market', parseAddress),
};
export type SendingFlags = FlagsOf<typeof SENDING_ROWS>;
