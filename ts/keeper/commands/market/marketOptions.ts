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
import type { Attesters } from '@linesman/sdk/program';
import { DRY_RUN_ROWS } from '../chainRows.js';

// Rows that several subcommands share.

/** How many keys of an attester set. */
export const parseLeast = integer(1, 16);

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

/** An attester set, a colon, and how many of its keys must vouch: 1 to 16. */
const parseAttesters: Parser<Attesters> = (value, name) => {
  const [set = '', least = ''] = value.split(/:(.*)/s);
  return { set: parseAddress(set, name), least: parseLeast(least, name) };
};

export const TRUST_ROWS = {
  trustMint: repeatable('<address>', 'also trust this mint as money; may be given more than once', parseAddress),
  trustAttesters: repeatable(
    '<set:least>',
    'also trust this attester set, and how many of its keys are enough; may be given more than once',
    parseAttesters,
  ),
  accept: option('<numbers>', 'refusals to accept, comma-separated: 7017 to 7020, 7035 to 7038, 7160, 7161'),
};
export type TrustFlags = FlagsOf<typeof TRUST_ROWS>;

/** A market, and the wallet that sends something to it. */
export const SENDING_ROWS = {
  ...WALLET_ROWS,
  ...PROGRAM_ROWS,
  market: required('<address>', 'the market', parseAddress),
};
export type SendingFlags = FlagsOf<typeof SENDING_ROWS>;
