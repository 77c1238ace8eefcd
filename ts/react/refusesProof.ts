import * as error from '@linesman/sdk/error';

/** The checks that only a wrong proof fails. */
const OF_THE_PROOF = [
  ...[error.AMBIGUOUS_LEAF, error.FIXTURE_MISMATCH, error.INVALID_FIXTURE_SUB_TREE_PROOF, error.INVALID_MULTIPROOF],
  ...[error.INVALID_MAIN_TREE_PROOF, error.INVALID_ORACLE_SIGNATURE, error.INVALID_PROOF_PATH, error.STAT_NOT_ZERO],
  ...[error.INVALID_STAT_PROOF, error.INVALID_UPDATE_COUNT, error.LENGTH_MISMATCH, error.MESSAGE_MISMATCH],
  ...[error.MISSING_PROOF_NODE, error.PROOF_TOO_LARGE, error.TIME_SLOT_MISMATCH, error.TIMESTAMP_MISMATCH],
  ...[error.TOO_MANY_STATS, error.WRONG_RECORD],
] as const;

/** Whether an error says that a proof is wrong. Any other, also a new one, says nothing about it. */
export const refusesProof = (fault: unknown): boolean => error.isError(fault, ...OF_THE_PROOF);
