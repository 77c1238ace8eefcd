import { MALFORMED_RESPONSE } from '../error/codes/library.js';
import { encodingOf, formOfBytes } from '../error/document/savedForm.js';
import { fail } from '../error/linesmanError.js';

/**
 * The text of a file that people saved, without its byte order mark: UTF-8, or UTF-16, which a redirection in Windows
 * PowerShell writes. All readers of files use it, so that they accept the same forms.
 *
 * Errors: MALFORMED_RESPONSE for other bytes; names their form if it is known.
 */
export function savedText(bytes: Uint8Array, what: string, path = '$'): string {
  if (formOfBytes(bytes)) return fail(MALFORMED_RESPONSE, { problem: 'not UTF-8', what, path, document: bytes });
  try {
    // Without `ignoreBOM`, the decoder drops a mark of its encoding.
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return fail(MALFORMED_RESPONSE, { problem: 'not UTF-8', what, path });
  }
}
