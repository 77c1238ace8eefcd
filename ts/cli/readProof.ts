import { fail } from '../error/index.js';
import { type Proof, parseProof } from '../proof/index.js';
import { nameOf, readInput, textOf } from './readInput.js';
import type { Terminal } from './terminal.js';

/**
 * The proof in a file: an answer of the service as it came, or one that was filed with notes around it, `{response, …}`. Other
 * files that the notes name are not followed: what to trust is said on the command line.
 *
 * Errors: 7014 not readable; 7000 no text or no JSON; 7000 to 7004 and 7001 of the answer.
 */
export async function readProof(path: string, terminal: Terminal): Promise<Proof> {
  const text = textOf(await readInput(path, terminal), path);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (cause) {
    return fail(7000, { message: `${nameOf(path)} is not JSON: ${(cause as Error).message}.`, path, cause });
  }
  return parseProof(isFiled(document) ? document.response : document);
}

function isFiled(document: unknown): document is { response: unknown } {
  return typeof document === 'object' && document !== null && Object.hasOwn(document, 'response');
}
