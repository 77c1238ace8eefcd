import { type Address, LOCALNET_PROGRAM_IDS, type ProgramIds } from '@linesman/sdk/program';

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
