import { pathToFileURL } from 'node:url';
import { kindOfProgram, programOfFile } from '../../ts/regress/engine/programBytes.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { Deployed } from './localBank.js';

/** A build of one of the programs, with the addresses of this source. */
export function builtProgram(file: string): Deployed & { readonly kind: keyof typeof LOCALNET_PROGRAM_IDS } {
  const kind = kindOfProgram(programOfFile(file).bytes);
  if (kind === null) throw new Error(`${file} is neither the oracle program nor the settlement program`);
  return { kind, programId: LOCALNET_PROGRAM_IDS[kind], path: pathToFileURL(file).href };
}
