import { type Case, oracleKeysOf } from '@linesman/sdk/internal/prove/caseFile';
import type { Terminal } from '../terminal/terminal.js';
import type { AttesterFlags, ProofFlags } from './proofOptions.js';
import { type ProofFile, readProofFile } from './readProof.js';
import { readRoots } from './readRoots.js';
import type { VerificationOptions } from './verification.js';

/** The source of the root or key that a proof is compared with; null if there is none. */
export type Source = 'option' | 'chain' | 'case' | null;

export interface Sources {
  readonly roots: Source;
  readonly oracleKeys: Source;
}

/** A proof in a file, with the other inputs of its verification. */
export interface ProofInput extends ProofFile, VerificationOptions {
  /** Whether the command line or the case names the sport. */
  readonly sportGiven: boolean;
  readonly sources: Sources;
}

/**
 * Reads a proof and the options about it. A case provides sport and condition where no option does; only with
 * `comparesWithCase` it also provides the root and the key to compare with.
 *
 * Errors: those of `readProofFile`, `readRoots` and `readVouching`.
 */
export async function readProofInput(
  file: string,
  flags: ProofFlags & AttesterFlags,
  terminal: Terminal,
  { comparesWithCase }: { readonly comparesWithCase: boolean },
): Promise<ProofInput> {
  const { oracleKey: keys, format, attesters: set } = flags;
  const read = await readProofFile(file, terminal);
  const given = flags.roots === undefined ? undefined : await readRoots(flags.roots, terminal);
  const { proof, recorded } = read;
  const sport = flags.sport ?? recorded?.sport;
  const where = flags.where ?? recorded?.where ?? undefined;
  const compared = comparesWithCase ? recorded : null;
  // The code that reads the chain is loaded only where it is asked for.
  const onChain =
    set && (await (await import('./readVouching.js')).readVouching(proof, given, { ...flags, attesters: set }));
  const roots = onChain?.roots ?? given ?? (await recordedRoots(compared, proof));
  const oracleKeys = keys ?? (compared ? oracleKeysOf(compared) : undefined);
  const sourceOf = (option: unknown, used: unknown): Source =>
    option !== undefined ? 'option' : used === undefined ? null : 'case';
  return {
    ...read,
    sport: sport ?? 'soccer',
    sportGiven: sport !== undefined,
    format,
    sources: { roots: onChain && !given ? 'chain' : sourceOf(given, roots), oracleKeys: sourceOf(keys, oracleKeys) },
    ...(where !== undefined && { where }),
    ...(roots && { roots }),
    ...(oracleKeys && { oracleKeys }),
    ...(onChain && { attesters: onChain.attesters }),
  };
}

async function recordedRoots(recorded: Case | null, proof: ProofFile['proof']): Promise<Uint8Array | undefined> {
  if (!recorded?.roots) return undefined;
  const { rootsOfCase } = await import('@linesman/sdk/internal/prove/caseRoots');
  return rootsOfCase(recorded, proof, recorded.roots.program)?.data;
}
