import {
  type Chain,
  configAddress,
  fetchAccount,
  LOCALNET_PROGRAM_IDS,
  type OracleConfig,
  oracleConfigAccount,
  type ProgramIds,
} from '../../program/index.js';
import { publicKeyOf } from '../optionValue.js';

/** Options that name a deployment other than the default one. */
export interface ProgramFlags {
  readonly oracle?: string;
  readonly settlement?: string;
}

/** Errors: 7015. */
export const programsOfFlags = ({ oracle, settlement }: ProgramFlags): ProgramIds => ({
  ...LOCALNET_PROGRAM_IDS,
  ...(oracle !== undefined && { oracle: publicKeyOf('oracle', oracle) }),
  ...(settlement !== undefined && { settlement: publicKeyOf('settlement', settlement) }),
});

/** The configuration of the oracle program. Errors: 7022, 7023, 7068. */
export async function configOf(chain: Pick<Chain, 'account'>, { oracle }: ProgramIds): Promise<OracleConfig> {
  return fetchAccount(chain, oracleConfigAccount, configAddress(oracle).address, oracle);
}
