import { type Address, address } from './address/address.js';

/** Where the two programs are deployed. Everything in `ts/linesman/program` takes it from the caller. */
export interface ProgramIds {
  oracle: Address;
  settlement: Address;
}

/** Our oracle program on a local chain. */
export const DEFAULT_ORACLE_PROGRAM_ID: Address = address('5M8jF5w7kuP5smxFK2GthfpAfi7X8FDqthfwqFHZVZ4o');

/** Our settlement program on a local chain. */
export const DEFAULT_SETTLEMENT_PROGRAM_ID: Address = address('EJTfEWTmYaFVNqFUTeSbLemMqSsxqtBStUkh97UfZWzS');

export const LOCALNET_PROGRAM_IDS: ProgramIds = {
  oracle: DEFAULT_ORACLE_PROGRAM_ID,
  settlement: DEFAULT_SETTLEMENT_PROGRAM_ID,
};
