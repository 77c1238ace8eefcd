import { base64 } from '@scure/base';
import { fail, LinesmanError } from '../error/index.js';
import { equalBytes } from '../format/index.js';
import { ROOTS_LAYOUTS, readDocument, storedDay } from '../proof/index.js';
import { nameOf, readInput } from './readInput.js';
import type { Terminal } from './terminal.js';

/**
 * The bytes of a roots account in a file: raw; JSON `{data: "<Base64>", epochDay?}`; or what an RPC node answers
 * (`getAccountInfo`) or a wallet's command line prints, where `data` is `["<Base64>", "base64"]`.
 *
 * Errors: 7014 not readable, 7010 none of these, 7170 a key twice. That the account belongs to the oracle is the
 * caller's to know.
 */
export async function readRoots(path: string, terminal: Terminal): Promise<Uint8Array> {
  const bytes = await readInput(path, terminal);
  if (Object.values(ROOTS_LAYOUTS).some(({ discriminator }) => equalBytes(bytes.subarray(0, 8), discriminator)))
    return bytes;
  const wrong = (why: string, place = '$'): never =>
    fail(7010, { message: `${nameOf(path)} holds no roots account: ${why}.`, file: path, path: place });
  let document: unknown;
  try {
    document = readDocument(bytes, nameOf(path));
  } catch (error) {
    if (!(error instanceof LinesmanError) || error.number !== 7000) throw error;
    return wrong('it is neither the bytes of one nor JSON');
  }
  const account = accountIn(document);
  if (!account) return wrong('there is no field "data"');
  const { data, epochDay, encoding } = account.fields;
  const inData = `${account.path}.data`;
  const [text, named] = Array.isArray(data) ? data : [data, encoding ?? 'base64'];
  if (typeof text !== 'string' || named !== 'base64') return wrong('its data is not given in Base64', inData);
  let decoded: Uint8Array;
  try {
    decoded = base64.decode(text);
  } catch {
    return wrong('its data is not Base64 with padding', inData);
  }
  if (decoded.length < 10) return wrong(`its data has ${decoded.length} bytes`, inData);
  if (epochDay !== undefined && epochDay !== storedDay(decoded))
    return wrong(`its epochDay is not ${storedDay(decoded)}, the day of the account`, `${account.path}.epochDay`);
  return decoded;
}

/** The object with the field `data`, the document or what RPC puts it in, and its place. */
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
