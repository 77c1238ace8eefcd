import { BROKER_NOT_REACHABLE, fail, INVALID_NATS_ADDRESS } from '@linesman/sdk/error';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';

const PROTOCOLS = ['nats:', 'tls:'];
const DEFAULT_PORT = '4222';

/**
 * Connects to NATS servers and reconnects whenever the connection is lost. `address`: `nats://host:port` (or `tls:`),
 * several separated by commas, optionally with user and password, or a token, before the host. `credentials`: content
 * of a credentials file. Errors: INVALID_NATS_ADDRESS, which does not quote the address because it may contain a
 * secret; BROKER_NOT_REACHABLE when no server answers or the server rejects the user.
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
    const reason = (cause as Error).message;
    return fail(BROKER_NOT_REACHABLE, { problem: 'no connection', servers: hosts, reason }, { cause });
  }
}

function urlOf(text: string): URL {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url && PROTOCOLS.includes(url.protocol) && url.hostname !== '') return url;
  return fail(INVALID_NATS_ADDRESS);
}
