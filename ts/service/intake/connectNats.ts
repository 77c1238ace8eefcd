import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { clipped, fail } from '../../error/index.js';

const PROTOCOLS = ['nats:', 'tls:'];
const DEFAULT_PORT = '4222';

/**
 * Connects to NATS servers, and again whenever the connection is lost. `address`: `nats://host:port` (or `tls:`), several with commas; user and password, or a
 * token, may stand before the host. `credentials`: content of a credentials file. Errors: 7015 no such address, which is not repeated, for it may hold a
 * secret; 7110 no server answers, or it refuses the user.
 */
export async function connectNats(address: string, credentials?: Uint8Array): Promise<NatsConnection> {
  const urls = address.split(',').map(urlOf);
  const { username, password, protocol } = urls[0] as URL;
  const user = decodeURIComponent(username);
  const named = { user, pass: decodeURIComponent(password) };
  const hosts = urls.map(({ hostname, port }) => `${hostname}:${port || DEFAULT_PORT}`);
  try {
    return await connect({
      name: 'linesman ingest',
      servers: hosts,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 500,
      ...(user !== '' && (password === '' ? { token: user } : named)),
      ...(credentials && { authenticator: credsAuthenticator(credentials) }),
      ...(protocol === 'tls:' && { tls: {} }),
    });
  } catch (cause) {
    const why = (cause as Error).message;
    return fail(7110, { message: `The NATS server ${hosts.join(', ')} cannot be used: ${clipped(why)}.`, cause });
  }
}

function urlOf(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url && PROTOCOLS.includes(url.protocol) && url.hostname !== '') return url;
  return fail(7015, {
    message: '--nats is no address of NATS servers.',
    hint: 'Write for example nats://127.0.0.1:4222.',
  });
}
