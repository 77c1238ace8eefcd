import { base64 } from '@scure/base';
import { fail, INVALID_ROOTS_FILE, isError, MALFORMED_RESPONSE } from '../error/index.js';
import { equalBytes } from '../format/index.js';
import { readDocument } from './readDocument.js';
import { ROOTS_LAYOUTS, storedDay } from './rootsAccount.js';

/**
 * Reads the bytes of a roots account from the content of a file: raw; JSON `{data: "<Base64>", epochDay?}`; or what an
 * RPC node answers (`getAccountInfo`) or a wallet's command line prints, where `data` is `["<Base64>", "base64"]`. The
 * caller must know that the account belongs to the oracle.
 *
 * Errors: INVALID_ROOTS_FILE (none of these), REPEATED_KEY.
 *
 * @param file Name of the file, for errors.
 *
 * @example
 * ```ts
 * import { publishedSlots, readRootsFile } from 'linesman/proof';
 *
 * declare const file: File;
 * const account = readRootsFile(new Uint8Array(await file.arrayBuffer()), file.name);
 * const { roots } = publishedSlots(account);
 * ```
 */
export function readRootsFile(bytes: Uint8Array, file: string): Uint8Array {
  if (Object.values(ROOTS_LAYOUTS).some(({ discriminator }) => equalBytes(bytes.subarray(0, 8), discriminator)))
    return bytes;
  let document: unknown;
  try {
    document = readDocument(bytes, file);
  } catch (error) {
    if (!isError(error, MALFORMED_RESPONSE)) throw error;
    return fail(INVALID_ROOTS_FILE, { problem: 'neither bytes nor JSON', file, path: '$' });
  }
  const account = accountIn(document);
  if (!account) return fail(INVALID_ROOTS_FILE, { problem: 'no data', file, path: '$' });
  const { data, epochDay, encoding } = account.fields;
  const inData = { file, path: `${account.path}.data` };
  const [text, named] = Array.isArray(data) ? data : [data, encoding ?? 'base64'];
  if (typeof text !== 'string' || named !== 'base64')
    return fail(INVALID_ROOTS_FILE, { problem: 'no Base64', ...inData });
  let decoded: Uint8Array;
  try {
    decoded = base64.decode(text);
  } catch {
    return fail(INVALID_ROOTS_FILE, { problem: 'not padded', ...inData });
  }
  if (decoded.length < 10) return fail(INVALID_ROOTS_FILE, { problem: 'too short', bytes: decoded.length, ...inData });
  const day = storedDay(decoded);
  if (epochDay !== undefined && epochDay !== day)
    return fail(INVALID_ROOTS_FILE, { problem: 'other day', day, file, path: `${account.path}.epochDay` });
  return decoded;
}

/** The object with the field `data` (the document, or the object that RPC wraps it in), and its place. */
function accountIn(document: unknown): { fields: Record<string, unknown>; path: string } | undefined {
  let inner = document;
  let path = '$';
  for (let depth = 0; depth < 4; depth++) {
    if (typeof inner !== 'object' || inner === null) return undefined;
    const fields = inner as Record<string, unknown>;
    if (Object.hasOwn(fields, 'data')) return { fields, path };
    const name = ['result', 'value', 'account'].find((one) => (fields[one] ?? null) !== null) ?? 'result';
    inner = fields[name];
    path += `.${name}`;
  }
  return undefined;
}
