import { readFileSync, statSync } from 'node:fs';
import { fail, INVALID_CONFIGURATION, SECRET_IN_CONFIGURATION } from '@linesman/sdk/error';
import { documentOfFile } from '@linesman/sdk/internal/proof/documentOfFile';
import { errnoOf } from '../errno.js';
import { type Given, type OptionRow, option, orVariable, required } from '../option/row.js';
import { SETTINGS, type Setting } from '../option/settings.js';
import { CLUSTERS, parseRpcUrl } from './cluster.js';

/** The file, in the working folder. */
export const CONFIGURATION_FILE = 'linesman.json';

const settingRow = <T>(name: Setting, row: OptionRow<T>): OptionRow<T> => {
  const { value, variable, mayStandInFile } = SETTINGS[name];
  return { ...orVariable(variable, row, mayStandInFile), value: `<${value}>` };
};

/** An option that may be left out. */
export const setting = (name: Setting, about: string): OptionRow<string | undefined> =>
  settingRow(name, option('<>', about));

/** A required option. */
export const neededSetting = (name: Setting, about: string): OptionRow<string> =>
  settingRow(name, required('<>', about));

const rpcAbout = (about: string): string => `${about}, or ${Object.keys(CLUSTERS).join(', ')}`;

/** The RPC address; by default, that of this machine. */
export const rpcSetting = (about = 'RPC address of the chain'): OptionRow<string> =>
  settingRow('rpc', option('<>', rpcAbout(about), parseRpcUrl, CLUSTERS.localnet));

/** The RPC address, which has to be given. */
export const neededRpcSetting = (about: string): OptionRow<string> =>
  settingRow('rpc', required('<>', rpcAbout(about), parseRpcUrl));

/** Bytes. A larger file is not a configuration. */
const LARGEST = 64 * 1024;
/** Names of keys and tokens, which the file must not set. */
const SECRET = /key|token|secret|wallet|password|seed|mnemonic/i;

/** The settings in the file, or none without a file. Errors: INVALID_CONFIGURATION, SECRET_IN_CONFIGURATION. */
export function readConfigurationFile(): Readonly<Partial<Record<Setting, string>>> {
  const file = CONFIGURATION_FILE;
  return Object.fromEntries(
    Object.entries(objectIn(file) ?? {}).map(([key, value]) => {
      const known = Object.entries(SETTINGS).some(([name, { mayStandInFile }]) => name === key && mayStandInFile);
      if (!known && SECRET.test(key)) fail(SECRET_IN_CONFIGURATION, { file, key });
      if (!known) fail(INVALID_CONFIGURATION, { problem: 'unknown key', file, key });
      if (typeof value !== 'string' || value === '') fail(INVALID_CONFIGURATION, { problem: 'no text', file, key });
      return [key, value as string];
    }),
  );
}

/** The option that names a file with other options of its command. */
export const CONFIG_ROW = { config: option('<file>', 'JSON file with options, by name: {"port": 8080, "json": true}') };

/**
 * The options in a file that the caller names, by their names without dashes. Unlike the file in the working folder it
 * is the caller's own, so it may set every option in `known`. Errors: INVALID_CONFIGURATION.
 */
export function readNamedFile(file: string, known: readonly string[]): Readonly<Record<string, unknown>> {
  const found = objectIn(file);
  if (!found) return fail(INVALID_CONFIGURATION, { problem: 'not readable', file, errno: 'ENOENT' });
  for (const key of Object.keys(found))
    if (!known.includes(key)) fail(INVALID_CONFIGURATION, { problem: 'unknown key', file, key });
  return { ...found };
}

/**
 * What such a file has for a row, as commander would give it: a text or a number, `true` for an option without a
 * value, a list for one that may be repeated. Errors: INVALID_CONFIGURATION.
 */
export function givenIn(file: string, key: string, value: unknown, { value: form, isRepeatable }: Expected): Given {
  if (value === true && !form?.startsWith('<')) return true;
  const texts = [value].flat().map((one) => (typeof one === 'number' ? String(one) : one));
  const isText = form !== null && texts.length > 0 && texts.every((one) => typeof one === 'string' && one !== '');
  if (!isText || (Array.isArray(value) && !isRepeatable))
    return fail(INVALID_CONFIGURATION, { problem: 'wrong value', file, key, form });
  return isRepeatable ? (texts as string[]) : (texts[0] as string);
}

type Expected = Pick<OptionRow<unknown>, 'value' | 'isRepeatable'>;

/** The object in a file, or undefined without a file. Errors: INVALID_CONFIGURATION. */
function objectIn(file: string): object | undefined {
  let bytes: Uint8Array;
  try {
    const about = statSync(file);
    // A link may point to an endless device.
    if (!about.isFile()) fail(INVALID_CONFIGURATION, { problem: 'no file', file });
    if (about.size > LARGEST) fail(INVALID_CONFIGURATION, { problem: 'too large', file, kibibytes: LARGEST / 1024 });
    bytes = readFileSync(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    if ((cause as NodeJS.ErrnoException).code === undefined) throw cause;
    return fail(INVALID_CONFIGURATION, { problem: 'not readable', file, errno: errnoOf(cause) }, { cause });
  }
  let value: unknown;
  try {
    value = documentOfFile(bytes, file);
  } catch {
    // Leaves out the parser's error, because it may quote the text.
    return fail(INVALID_CONFIGURATION, { problem: 'not JSON', file });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return fail(INVALID_CONFIGURATION, { problem: 'no object', file });
}
