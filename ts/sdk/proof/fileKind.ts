import { MALFORMED_RESPONSE } from '../error/codes/library.js';
import { accountIn, isData } from '../error/document/accountIn.js';
import { isError } from '../error/linesmanError.js';
import { holdsAnswer } from './answerIn.js';
import { readDocument } from './readDocument.js';
import { isRoots, readsAsRoots } from './rootsFile.js';
import { savedText } from './savedText.js';

/** The kind of a file, and its text; a roots account may have none. */
export type SavedFile =
  | { readonly kind: 'roots' }
  /** An answer, which may be broken, or anything else. `parseProof` says which. */
  | { readonly kind: 'answer' | 'case'; readonly text: string };

/**
 * Tells a roots account (see `readRootsFile`), a case of `linesman record` and an answer apart, for programs that take
 * any of them in one place. Verifies nothing.
 *
 * Errors: MALFORMED_RESPONSE for bytes that are not text, naming their form; REPEATED_KEY.
 *
 * @param file Name of the file, for errors.
 *
 * @example
 * ```ts
 * import { fileKindOf, readRootsFile } from '@linesman/sdk/proof';
 *
 * declare const bytes: Uint8Array;
 * const account = fileKindOf(bytes, 'day.json').kind === 'roots' ? readRootsFile(bytes, 'day.json') : undefined;
 * ```
 */
export function fileKindOf(bytes: Uint8Array, file: string): SavedFile {
  if (isRoots(bytes)) return { kind: 'roots' };
  const text = savedText(bytes, file);
  if (readsAsRoots(text)) return { kind: 'roots' };
  let document: unknown;
  try {
    document = readDocument(text, file);
  } catch (error) {
    if (!isError(error, MALFORMED_RESPONSE)) throw error;
    return { kind: 'answer', text };
  }
  if (typeof document === 'object' && document !== null && Object.hasOwn(document, 'linesman'))
    return { kind: 'case', text };
  const isAccount = isData(document) || (!holdsAnswer(document) && accountIn(document).kind !== 'none');
  return isAccount ? { kind: 'roots' } : { kind: 'answer', text };
}
