import { INVALID_ROOTS_FILE, MALFORMED_RESPONSE } from '../error/codes/library.js';
import { type AccountFound, accountIn, isData, isNamed } from '../error/document/accountIn.js';
import { refusalIn } from '../error/document/refusalIn.js';
import { fail, isError } from '../error/linesmanError.js';
import { equalBytes } from '../format/hash.js';
import { holdsAnswer } from './answerIn.js';
import { bytesOfList } from './byteList.js';
import { readDocument } from './readDocument.js';
import { ROOTS_LAYOUTS, storedDay } from './rootsAccount.js';
import { savedText } from './savedText.js';
import { bytesOfAnyText } from './textForms.js';

/**
 * Reads the bytes of a roots account from the content of a file: raw, or as text in hex or Base64; JSON
 * `{data: …, epochDay?}`, also by the name `data_base64` or `data_hex`; an RPC node's answer to `getAccountInfo`, or to
 * `getMultipleAccounts` about one account; or the output of a wallet's command line. In JSON, bytes may be a list of
 * integers or a `Buffer`, too. Text may have a byte order mark or be UTF-16.
 *
 * The caller must know that the account belongs to the oracle. Errors: INVALID_ROOTS_FILE (for any other content, whose
 * form it names; also for an account that does not exist, and for the error of a node), INVALID_HASH for integers that
 * are no bytes, REPEATED_KEY.
 *
 * @param file Name of the file, for errors.
 *
 * @example
 * ```ts
 * import { publishedSlots, readRootsFile } from '@linesman/sdk/proof';
 *
 * declare const file: File;
 * const account = readRootsFile(new Uint8Array(await file.arrayBuffer()), file.name);
 * const { roots } = publishedSlots(account);
 * ```
 */
export function readRootsFile(bytes: Uint8Array, file: string): Uint8Array {
  if (isRoots(bytes)) return bytes;
  const text = textOf(bytes, file);
  const bare = bytesOfAnyText(text, isRoots);
  if (bare && isRoots(bare)) return bare;
  const document = documentOf(text, file);
  if (isData(document)) return accountBytes({ data: document, fields: {}, path: '$', at: '$' }, file);
  if (holdsAnswer(document)) return fail(INVALID_ROOTS_FILE, { problem: 'answer', file, path: '$' });
  const account = accountIn(document);
  if (account.kind === 'account') return accountBytes(account, file);
  const { path } = account.kind === 'none' ? { path: '$' } : account;
  if (account.kind === 'several')
    return fail(INVALID_ROOTS_FILE, { problem: 'several', count: account.count, file, path });
  const said = refusalIn(document);
  if (said !== undefined) return fail(INVALID_ROOTS_FILE, { problem: 'node error', said, file, path });
  if (account.kind !== 'none') return fail(INVALID_ROOTS_FILE, { problem: account.kind, file, path });
  return fail(INVALID_ROOTS_FILE, { problem: 'no data', file, path });
}

/** Whether bytes begin as a roots account does. */
export const isRoots = (bytes: Uint8Array): boolean =>
  Object.values(ROOTS_LAYOUTS).some(({ discriminator }) => equalBytes(bytes.subarray(0, 8), discriminator));

/** Whether text is a roots account in hex or Base64. */
export const readsAsRoots = (text: string): boolean => {
  const bytes = bytesOfAnyText(text, isRoots);
  return bytes !== undefined && isRoots(bytes);
};

/** Fails with the name of the file and its actual form. */
function textOf(bytes: Uint8Array, file: string): string {
  try {
    return savedText(bytes, file);
  } catch (error) {
    return refuse(error, file, bytes);
  }
}

function documentOf(text: string, file: string): unknown {
  try {
    return readDocument(text, file);
  } catch (error) {
    return refuse(error, file, text);
  }
}

function refuse(error: unknown, file: string, document: string | Uint8Array): never {
  if (!isError(error, MALFORMED_RESPONSE)) throw error;
  return fail(INVALID_ROOTS_FILE, { problem: 'neither bytes nor JSON', file, path: '$', document });
}

type Account = Omit<Extract<AccountFound, { kind: 'account' }>, 'kind'>;

function accountBytes({ data, fields, path, at }: Account, file: string): Uint8Array {
  const { epochDay, encoding } = fields as { readonly epochDay?: unknown; readonly encoding?: unknown };
  const [inside, named] = Array.isArray(data) && isNamed(data) ? data : [data, encoding];
  // The form decides, not the name. Compressed bytes are not read.
  if (typeof named === 'string' && named.includes('+'))
    return fail(INVALID_ROOTS_FILE, { problem: 'encoding', named, file, path: at });
  const bytes =
    typeof inside === 'string' ? decoded(inside, file, at) : checked(bytesOfList(inside, at) ?? NO_BYTES, file, at);
  const day = storedDay(bytes);
  if (epochDay !== undefined && epochDay !== day)
    return fail(INVALID_ROOTS_FILE, { problem: 'other day', day, file, path: `${path}.epochDay` });
  return bytes;
}

const NO_BYTES = new Uint8Array(0);

function decoded(text: string, file: string, path: string): Uint8Array {
  const bytes = bytesOfAnyText(text, isRoots);
  return bytes ? checked(bytes, file, path) : fail(INVALID_ROOTS_FILE, { problem: 'no bytes', file, path });
}

/** Other accounts are left to the verifier, which reports their first bytes. */
function checked(bytes: Uint8Array, file: string, path: string): Uint8Array {
  return bytes.length < 10
    ? fail(INVALID_ROOTS_FILE, { problem: 'too short', bytes: bytes.length, file, path })
    : bytes;
}
