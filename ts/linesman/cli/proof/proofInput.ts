import { sportOf } from '../../format/index.js';
import type { Proof } from '../../proof/index.js';
import type { Terminal } from '../terminal/terminal.js';
import type { ProofFlags } from './proofOptions.js';
import { readOracleKey } from './readOracleKey.js';
import { readProof } from './readProof.js';
import { readRoots } from './readRoots.js';
import { formatOf, type VerificationOptions } from './verification.js';

/** A proof in a file, and what its verification needs besides. */
export interface ProofInput extends VerificationOptions {
  readonly proof: Proof;
}

/**
 * Reads a proof and what the options say about it. Errors: UNKNOWN_SPORT, INVALID_ORACLE_KEY, UNKNOWN_CHOICE; those of
 * `readProof` and `readRoots`.
 */
export async function readProofInput(file: string, flags: ProofFlags, terminal: Terminal): Promise<ProofInput> {
  const sport = sportOf(flags.sport ?? 'soccer');
  const oracleKeys = flags.oracleKey?.map(readOracleKey);
  const format = formatOf(flags.format);
  const proof = await readProof(file, terminal);
  const roots = flags.roots === undefined ? undefined : await readRoots(flags.roots, terminal);
  return {
    proof,
    sport,
    format,
    ...(flags.where !== undefined && { where: flags.where }),
    ...(roots && { roots }),
    ...(oracleKeys && { oracleKeys }),
  };
}
