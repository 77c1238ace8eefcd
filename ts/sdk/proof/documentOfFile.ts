import { readDocument } from './readDocument.js';
import { savedText } from './savedText.js';

/**
 * The JSON document of a file that people saved, in any form of text that `savedText` reads; a text without its byte
 * order mark. `readDocument` alone is for documents that a machine has sent.
 *
 * Errors: those of `readDocument`.
 */
export const documentOfFile = (content: string | Uint8Array, file: string): unknown =>
  readDocument(typeof content === 'string' ? content.replace(/^\ufeff/, '') : savedText(content, file), file);
