import { base64 } from '@scure/base';
import { fail } from '../error/index.js';
import { equalBytes } from '../format/index.js';
import { ROOTS_LAYOUTS, storedDay } from '../proof/index.js';
import { nameOf, readInput } from './readInput.js';
import type { Terminal } from './terminal.js';

/**
 * The bytes of a roots account in a file: raw; JSON `{data: "<Base64>", epochDay?}`; or what an RPC node answers
 * (`getAccountInfo`) or a wallet's command line prints, where `data` is `["<Base64>", "base64"]`.
 *
 * Errors: 7014 not readable, 7010 none of these. That the account belongs to the oracle is the caller's to know.
 */
export async function readRoots(path: string, terminal: Terminal): Promise<Uint8Array> {
  const bytes = await readInput(path, terminal);
  if (Object.values(ROOTS_LAYOUTS).some(({ discriminator }) => equalBytes(bytes.subarray(0, 8), discriminator)))
    return bytes;
  const wrong = (why: string): never =>
    fail(7010, { message: `${nameOf(path)} holds no roots account: ${why}.`, path });
  let document: unknown;
  try {
    document = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return wrong('it is neither the bytes of one nor JSON');
  }
  const account = accountIn(document);
  if (!account) return wrong('there is no field "data"');
  const { data, epochDay, encoding } = account;
  const [text, named] = Array.isArray(data) ? data : [data, encoding ?? 'base64'];
  if (typeof text !== 'string' || named !== 'base64') return wrong('its data is not given in Base64');
  let decoded: Uint8Array;
  try {
    decoded = base64.decode(text);
  } catch {
    return wrong('its data is not Base64 with padding');
  }
  if (decoded.length < 10) return wrong(`its data has ${decoded.length} bytes`);
  if (epochDay !== undefined && epochDay !== storedDay(decoded))
    return wrong(`its epochDay is not ${storedDay(decoded)}, the day of the account`);
  return decoded;
}

/** The object with the field `data`: the document, or what RPC puts it in. */
function accountIn(document: unknown): Record<string, unknown> | undefined {
  let inner = document;
  for (let depth = 0; depth < 4; depth++) {
    if (typeof inner !== 'object' || inner === null) return undefined;
    const fields = inner as Record<string, unknown>;
    if (Object.hasOwn(fields, 'data')) return fields;
    inner = fields.result ?? fields.value ?? fields.account;
  }
  return undefined;
}
