import {
  fail,
  INVALID_HASH,
  INVALID_NUMBER,
  isError,
  LinesmanError,
  MALFORMED_RESPONSE,
  SERVICE_NOT_BOUND,
  UNKNOWN_FIELD,
  UNKNOWN_RESPONSE,
} from '../error/index.js';
import { DocumentNode } from '../proof/document.js';
import type { RequestOptions } from './clientOptions.js';
import type { ServiceSession } from './serviceSession.js';

/** More names than that nobody has. */
const MOST_HOSTS = 100;

/** What reading an answer fails with that is not of the form that was asked for. */
const isNoDocument = (error: unknown): boolean =>
  isError(error, MALFORMED_RESPONSE, UNKNOWN_RESPONSE, INVALID_HASH, INVALID_NUMBER, UNKNOWN_FIELD) &&
  !('status' in error.context);

/**
 * The host that the wallet signs; undefined: the service takes the description's message only. Errors:
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

/** Hosts that the service takes in the message; none where it does not know of that. */
async function hostsOf(session: ServiceSession, options: RequestOptions): Promise<readonly string[]> {
  try {
    const path = '/.well-known/activation';
    const answer = new DocumentNode(await session.json({ path, needs: 'nothing', ...options }), '$');
    const names = answer.field('hosts').list();
    return names.slice(0, MOST_HOSTS).map((name) => name.string());
  } catch (error) {
    const { status } = error instanceof LinesmanError ? error.context : {};
    // Whatever the answer is, it is none of a service that takes them: it knows only what the description has.
    if ((typeof status === 'number' && status < 500 && status !== 429) || isNoDocument(error)) return [];
    throw error;
  }
}
