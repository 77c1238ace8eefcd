import { SERVICE_NOT_BOUND } from '../error/codes/access.js';
import {
  INVALID_HASH,
  INVALID_NUMBER,
  MALFORMED_RESPONSE,
  UNKNOWN_FIELD,
  UNKNOWN_RESPONSE,
} from '../error/codes/library.js';
import { fail, isError, LinesmanError } from '../error/linesmanError.js';
import { DocumentNode } from '../proof/document.js';
import type { RequestOptions } from './clientOptions.js';
import type { ServiceSession } from './serviceSession.js';

/** No service has more names. */
const MAX_HOSTS = 100;

/** Whether reading a response failed because of its form. */
const isNoDocument = (error: unknown): boolean =>
  isError(error, MALFORMED_RESPONSE, UNKNOWN_RESPONSE, INVALID_HASH, INVALID_NUMBER, UNKNOWN_FIELD) &&
  !('status' in error.context);

/**
 * Returns the host for the wallet to sign; undefined if the service accepts only the message without one. Errors:
 * SERVICE_NOT_BOUND.
 */
export async function signedHost(
  session: ServiceSession,
  bindService: boolean,
  options: RequestOptions,
): Promise<string | undefined> {
  const { host } = session;
  const hosts = await hostsOf(session, options);
  if (hosts.includes(host)) return host;
  if (hosts.length > 0 || bindService) return fail(SERVICE_NOT_BOUND, { host, hosts });
  return undefined;
}

/** Lists the hosts that the service accepts in the message; empty if it does not know that form. */
async function hostsOf(session: ServiceSession, options: RequestOptions): Promise<readonly string[]> {
  try {
    const path = '/.well-known/activation';
    const answer = new DocumentNode(await session.json({ path, needs: 'nothing', ...options }), '$');
    const names = answer.field('hosts').list();
    return names.slice(0, MAX_HOSTS).map((name) => name.string());
  } catch (error) {
    const { status } = error instanceof LinesmanError ? error.context : {};
    // A service without this endpoint may answer anything; it accepts only the message without a host.
    if ((typeof status === 'number' && status < 500 && status !== 429) || isNoDocument(error)) return [];
    throw error;
  }
}
