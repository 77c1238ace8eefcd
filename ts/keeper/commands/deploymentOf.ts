import {
  type Address,
  type Chain,
  configAddress,
  fetchAccount,
  LOCALNET_PROGRAM_IDS,
  type OracleConfig,
  oracleConfigAccount,
  type ProgramIds,
} from 'linesman/program';

/** Options that name a deployment other than the default one. */
export interface ProgramFlags {
  readonly oracle?: Address;
  readonly settlement?: Address;
}

export const programsOfFlags = ({ oracle, settlement }: ProgramFlags): ProgramIds => ({
  ...LOCALNET_PROGRAM_IDS,
  ...(oracle !== undefined && { oracle }),
  ...(settlement !== undefined && { settlement }),
});

/** The configuration of the oracle program. Errors: ACCOUNT_NOT_FOUND, UNEXPECTED_ACCOUNT, CHAIN_NOT_REACHABLE. */
export async function configOf(chain: Pick<Chain, 'account'>, { oracle }: ProgramIds): Promise<OracleConfig> {
  return fetchAccount(chain, oracleConfigAccount, configAddress(oracle).address, oracle);
}
