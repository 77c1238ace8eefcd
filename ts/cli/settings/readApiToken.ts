import { readFileSync } from 'node:fs';
import { FILE_NOT_READABLE, fail, MALFORMED_TOKEN, TOKEN_NOT_SENT } from '@linesman/sdk/error';
import { errnoOf } from '../errno.js';
import { type Configured, SETTINGS } from '../option/settings.js';
import { shownAddress } from './cluster.js';
import { CONFIGURATION_FILE } from './configuration.js';

/** Flags that choose the API token and the service that gets it. */
export interface ApiTokenFlags extends Configured {
  readonly service?: string;
  readonly apiTokenFile?: string;
}

/** The variable with the token itself. */
export const API_TOKEN_VARIABLE = 'LINESMAN_API_TOKEN';

/**
 * From the file, else from the environment; never from the command line, which other users of the machine can read.
 * Errors: TOKEN_NOT_SENT, FILE_NOT_READABLE, MALFORMED_TOKEN.
 */
export function readApiToken(flags: ApiTokenFlags): string | undefined {
  const { apiTokenFile: path } = flags;
  checkToken(flags);
  let text = process.env[API_TOKEN_VARIABLE];
  if (path !== undefined) {
    try {
      text = readFileSync(path, 'utf8');
    } catch (cause) {
      return fail(FILE_NOT_READABLE, { problem: 'not readable', file: path, errno: errnoOf(cause) }, { cause });
    }
  }
  const token = text?.trim();
  if (token === undefined || token === '') return undefined;
  // Anything else could end the header that carries it.
  if (!/^[\x21-\x7e]+$/.test(token)) return fail(MALFORMED_TOKEN, { from: path ?? API_TOKEN_VARIABLE });
  return token;
}

/**
 * A token in the environment applies in every folder, even in one whose file names a stranger's service. Errors:
 * TOKEN_NOT_SENT.
 */
export function checkToken(flags: ApiTokenFlags): void {
  const variable = variableOf(flags);
  if (variable && flags.from?.service === 'file')
    fail(TOKEN_NOT_SENT, { variable, service: shownAddress(flags.service ?? ''), file: CONFIGURATION_FILE });
}

/** The variable that the token comes from, if any. */
export function variableOf({ apiTokenFile, from }: ApiTokenFlags): string | undefined {
  if (apiTokenFile === undefined) return process.env[API_TOKEN_VARIABLE]?.trim() ? API_TOKEN_VARIABLE : undefined;
  return from?.apiTokenFile === 'environment' ? SETTINGS.apiTokenFile.variable : undefined;
}
