import { readFileSync, statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { fail, INVALID_CONFIGURATION, SECRET_IN_CONFIGURATION } from '../../error/index.js';
import { documentOfFile } from '../../proof/documentOfFile.js';
import { errnoOf } from '../errno.js';
import { rpcUrlOf } from './cluster.js';

/**
 * Settings that several commands share: from a flag, else the environment, else a file in the working folder. That file
 * may come with a folder that somebody else made, so it never chooses the key that signs or the token that is sent.
 */
export const SETTINGS = {
  service: { flag: '--service', value: 'url', variable: 'LINESMAN_SERVICE', mayStandInFile: true },
  rpc: { flag: '--rpc', value: 'url', variable: 'LINESMAN_RPC', mayStandInFile: true },
  keypair: { flag: '--keypair', value: 'file', variable: 'LINESMAN_KEYPAIR', mayStandInFile: false },
  apiTokenFile: {
    flag: '--api-token-file',
    value: 'file',
    variable: 'LINESMAN_API_TOKEN_FILE',
    mayStandInFile: false,
  },
} as const;

export type Setting = keyof typeof SETTINGS;

/** The file, in the working folder. */
export const CONFIGURATION_FILE = 'linesman.json';

/** Where a value comes from. */
export type Source = 'flag' | 'environment' | 'file' | 'default';
export type Sources = Readonly<Partial<Record<Setting, Source>>>;

/** The source of each flag. Absent if the command was not called from a command line. */
export interface Configured {
  readonly from?: Sources;
}

/** The chain that `linesman serve` runs. */
const DEFAULT_RPC = rpcUrlOf('--rpc', 'localnet');
const CLUSTER_NAMES = 'or devnet, testnet, mainnet-beta, localnet';

/** An option that the environment or the file can also set. */
export class SettingOption extends Option {
  constructor(
    readonly setting: Setting,
    description: string,
  ) {
    const { flag, value, variable } = SETTINGS[setting];
    const names = setting === 'rpc' ? `, ${CLUSTER_NAMES}` : '';
    super(`${flag} <${value}>`, `${description}${names}; else ${variable}`);
  }
}

/** An option that may be left out. */
export const setting = (name: Setting, description: string): Option => new SettingOption(name, description);

/** A required option. */
export const neededSetting = (name: Setting, description: string): Option =>
  new SettingOption(name, description).makeOptionMandatory();

/** The RPC address; by default, that of this machine. */
export const rpcSetting = (description = 'RPC address of the chain'): Option =>
  new SettingOption('rpc', description).default(DEFAULT_RPC);

/**
 * Gives every setting of the command the value that is used, and `from` to its flags. Errors: INVALID_CONFIGURATION and
 * SECRET_IN_CONFIGURATION, even if the file is not needed: a hostile file must not go unnoticed; MALFORMED_URL.
 */
export function configure(command: Command): void {
  const options = command.options.filter((option) => option instanceof SettingOption);
  if (options.length === 0) return;
  const from: Partial<Record<Setting, Source>> = {};
  for (const option of options) {
    const found = foundFor(command, option);
    if (!found) continue;
    from[option.setting] = found.source;
    const { variable } = SETTINGS[option.setting];
    const name = { flag: '--rpc', default: '--rpc', environment: variable, file: `rpc in ${CONFIGURATION_FILE}` };
    const value = option.setting === 'rpc' ? rpcUrlOf(name[found.source], found.value) : found.value;
    command.setOptionValueWithSource(option.attributeName(), value, COMMANDER_SOURCES[found.source]);
  }
  command.setOptionValue('from', from);
}

/** Whether a setting that no flag gives has a value all the same. Errors: those of the file. */
export const isConfigured = (command: Command, option: Option): boolean =>
  option instanceof SettingOption && foundFor(command, option) !== undefined;

const COMMANDER_SOURCES = { flag: 'cli', environment: 'env', file: 'config', default: 'default' } as const;

function foundFor(
  command: Command,
  option: SettingOption,
): { readonly source: Source; readonly value: string } | undefined {
  const { variable } = SETTINGS[option.setting];
  const inFile = readConfigurationFile()[option.setting];
  const given: string | undefined = command.getOptionValue(option.attributeName());
  const isFlag = command.getOptionValueSource(option.attributeName()) === 'cli';
  if (isFlag && given !== undefined) return { source: 'flag', value: given };
  // An empty variable counts as unset.
  if (process.env[variable]) return { source: 'environment', value: process.env[variable] };
  if (inFile !== undefined) return { source: 'file', value: inFile };
  return option.defaultValue === undefined ? undefined : { source: 'default', value: option.defaultValue };
}

/** Bytes. A larger file is not a configuration. */
const LARGEST = 64 * 1024;
/** Names of keys and tokens, which the file must not set. */
const SECRET = /key|token|secret|wallet|password|seed|mnemonic/i;

/** The settings in the file, or none without a file. Errors: INVALID_CONFIGURATION, SECRET_IN_CONFIGURATION. */
export function readConfigurationFile(): Readonly<Partial<Record<Setting, string>>> {
  const file = CONFIGURATION_FILE;
  let bytes: Uint8Array;
  try {
    const about = statSync(file);
    // A link may point to an endless device.
    if (!about.isFile()) fail(INVALID_CONFIGURATION, { problem: 'no file', file });
    if (about.size > LARGEST) fail(INVALID_CONFIGURATION, { problem: 'too large', file, kibibytes: LARGEST / 1024 });
    bytes = readFileSync(file);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    if ((cause as NodeJS.ErrnoException).code === undefined) throw cause;
    return fail(INVALID_CONFIGURATION, { problem: 'not readable', file, errno: errnoOf(cause) }, { cause });
  }
  return Object.fromEntries(
    Object.entries(objectOf(bytes)).map(([key, value]) => {
      const known = Object.entries(SETTINGS).some(([name, { mayStandInFile }]) => name === key && mayStandInFile);
      if (!known && SECRET.test(key)) fail(SECRET_IN_CONFIGURATION, { file, key });
      if (!known) fail(INVALID_CONFIGURATION, { problem: 'unknown key', file, key });
      if (typeof value !== 'string' || value === '') fail(INVALID_CONFIGURATION, { problem: 'no text', file, key });
      return [key, value as string];
    }),
  );
}

/** Leaves out the parser's error, which may quote the text. */
function objectOf(bytes: Uint8Array): object {
  let value: unknown;
  try {
    value = documentOfFile(bytes, CONFIGURATION_FILE);
  } catch {
    return fail(INVALID_CONFIGURATION, { problem: 'not JSON', file: CONFIGURATION_FILE });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  return fail(INVALID_CONFIGURATION, { problem: 'no object', file: CONFIGURATION_FILE });
}
