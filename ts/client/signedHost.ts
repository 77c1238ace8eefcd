import { fail, LinesmanError, quoted } from '../error/index.js';
import { DocumentNode } from '../proof/document.js';
import type { RequestOptions } from './clientOptions.js';
import type { ServiceSession } from './serviceSession.js';

/** More names than that nobody has. */
const MOST_HOSTS = 100;

const isNoDocument = (error: unknown): boolean =>
  error instanceof LinesmanError && error.context.status === undefined && error.number >= 7000 && error.number < 7010;

/** The host that the wallet signs; undefined: the service takes the description's message only. Errors: 7192. */
export async function signedHost(
  session: ServiceSession,
  bindService: boolean,
  options: RequestOptions,
): Promise<string | undefined> {
  const { host } = session;
  const hosts = await hostsOf(session, options);
  if (hosts.includes(host)) return host;
  if (hosts.length > 0)
    return fail(7192, {
      message: `The service says that it is ${hosts
        .slice(0, 5)
        .map((name) => quoted(name))
        .join(', ')}, not ${quoted(host)}.`,
    });
  if (bindService)
    return fail(7192, { message: `${quoted(host)} does not say that it takes an activation that names it.` });
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
