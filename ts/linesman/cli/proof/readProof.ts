import { type Proof, parseProof, readDocument } from '../../proof/index.js';
import { nameOf, readInput } from '../option/readInput.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * The proof in a file: an answer of the service, or one saved with notes around it, `{response, …}`. Files
 * that the notes name are not read: the command line alone decides whom to trust.
 *
 * Errors: FILE_NOT_READABLE; MALFORMED_RESPONSE (no text or no JSON), REPEATED_KEY; those of `parseProof`, with places
 * in the file.
 */
export async function readProof(path: string, terminal: Terminal): Promise<Proof> {
  const document = readDocument(await readInput(path, terminal), nameOf(path));
  return isFiled(document) ? parseProof(document.response, '$.response') : parseProof(document);
}

function isFiled(document: unknown): document is { response: unknown } {
  return typeof document === 'object' && document !== null && Object.hasOwn(document, 'response');
}
