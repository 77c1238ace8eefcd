import { answerIn } from '@linesman/sdk/internal/proof/answerIn';
import { documentOfFile } from '@linesman/sdk/internal/proof/documentOfFile';
import { parseProof } from '@linesman/sdk/internal/proof/parse';
import type { Proof } from '@linesman/sdk/internal/proof/proof';
import { type Case, readCase } from '@linesman/sdk/internal/prove/caseFile';
import { nameOf, readInput } from '../option/readInput.js';
import type { Terminal } from '../terminal/terminal.js';

/** A proof in a file. */
export interface ProofFile {
  readonly proof: Proof;
  /** The answer that the proof was parsed from, without its wrapper. */
  readonly answer: unknown;
  /** The case around the proof; null for a plain answer. */
  readonly recorded: Case | null;
}

/**
 * The proof in a file: an answer of the service, which may be wrapped in any way that `parseProof` accepts, or the
 * answer in a case file. Files named in the notes are not read, because only the command line decides whom to trust.
 *
 * Errors: FILE_NOT_READABLE; MALFORMED_RESPONSE (no text or no JSON), REPEATED_KEY; MALFORMED_CASE; those of
 * `parseProof`, with places in the file.
 */
export async function readProofFile(path: string, terminal: Terminal): Promise<ProofFile> {
  const bytes = await readInput(path, terminal);
  const document = documentOfFile(bytes, nameOf(path));
  if (has(document, 'linesman')) {
    const recorded = readCase(bytes, nameOf(path));
    return { proof: parseProof(recorded.answer, '$.answer'), answer: recorded.answer, recorded };
  }
  const { answer, path: at } = answerIn(document);
  return { proof: parseProof(answer, at), answer, recorded: null };
}

/** The proof alone. Errors: those of `readProofFile`. */
export const readProof = async (path: string, terminal: Terminal): Promise<Proof> =>
  (await readProofFile(path, terminal)).proof;

const has = <Name extends string>(document: unknown, name: Name): document is Record<Name, unknown> =>
  typeof document === 'object' && document !== null && Object.hasOwn(document, name);
