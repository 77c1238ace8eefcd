import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { type ChainRequest, isInside, refusalOf } from './chainCaller.js';
import { listenOn } from './listenOn.js';
import { LONGEST_OUTSIDE_CALL, outsideCall } from './outsideCall.js';

/** A stable port in front of the embedded chain that refuses forbidden requests. */
export interface GuardedPort {
  readonly port: number;
  close(): Promise<void>;
}

const CHAIN = '127.0.0.1';
/** Headers forwarded to the chain. */
const ASKED = ['accept', 'content-type', 'origin', 'access-control-request-method', 'access-control-request-headers'];
const UPGRADE = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol', 'sec-websocket-extensions'];

/**
 * Forwards JSON-RPC requests to the chain, which listens on another local port and executes every request of every
 * caller. Refuses requests of foreign pages; from outside this machine allows only the standard methods of Solana. Port
 * 0 picks a free port. Errors: PORT_TAKEN.
 */
export async function guardRpc(host: string, port: number, to: number): Promise<GuardedPort> {
  const server = createServer((asked, answer) => {
    const refusal = refusalOf(requestOf(asked));
    if (refusal !== null) return refuse(answer, 403, refusal);
    if (asked.method !== 'POST' && asked.method !== 'OPTIONS') return refuse(answer, 405, 'Use POST.');
    if (isInside(requestOf(asked))) {
      asked.pipe(handOn(to, asked, answer, asked.headers));
      return;
    }
    void bodyOf(asked).then((body) => {
      if (body === null) return refuse(answer, 413, `A request may have up to ${LONGEST_OUTSIDE_CALL} bytes.`);
      const call = asked.method === 'OPTIONS' ? '' : outsideCall(body);
      if (call === null)
        return refuse(answer, 403, 'From other machines the chain accepts only standard Solana methods.');
      handOn(to, asked, answer).end(call);
    });
  });
  return listening(server, host, port);
}

/** Does the same for the chain's websocket, which only has subscriptions. Errors: PORT_TAKEN. */
export async function guardWebsocket(host: string, port: number, to: number): Promise<GuardedPort> {
  const server = createServer((_, answer) => refuse(answer, 426, 'This port serves the websocket of a chain.'));
  server.on('upgrade', (asked: IncomingMessage, outer: Socket, head: Buffer) => {
    outer.on('error', () => outer.destroy());
    const refusal = refusalOf(requestOf(asked));
    if (refusal !== null) {
      outer.end(`HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Type: text/plain\r\n\r\n${refusal}\n`);
      return;
    }
    const inner = connect(to, CHAIN);
    inner.setNoDelay(true);
    inner.write(`${upgradeOf(asked, to)}\r\n\r\n`);
    inner.write(head);
    // When either side closes, so does the other.
    inner.on('error', () => outer.destroy());
    inner.on('close', () => outer.destroy());
    outer.on('close', () => inner.destroy());
    inner.pipe(outer).pipe(inner);
  });
  return listening(server, host, port);
}

const requestOf = ({ headers, socket }: IncomingMessage): ChainRequest => ({ headers, address: socket.remoteAddress });

/** Answers with a JSON-RPC error, the format that callers expect. */
function refuse(answer: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_600, message }, id: null });
  // The rest of the request is not read.
  answer.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(`${body}\n`);
}

/** Forwards a request to the chain and its answer back. */
function handOn(
  to: number,
  asked: IncomingMessage,
  answer: ServerResponse,
  { 'content-length': length }: IncomingMessage['headers'] = {},
) {
  const headers: OutgoingHttpHeaders = length === undefined ? {} : { 'content-length': length };
  for (const name of ASKED) if (asked.headers[name] !== undefined) headers[name] = asked.headers[name];
  const asking = request({ host: CHAIN, port: to, method: asked.method, path: '/', headers }, (said) => {
    const { origin } = asked.headers;
    // The chain strips the brackets of an IPv6 address.
    const allowed = origin === undefined ? {} : { 'access-control-allow-origin': origin };
    answer.writeHead(said.statusCode ?? 502, { ...said.headers, ...allowed });
    said.on('error', () => answer.destroy());
    said.pipe(answer);
  });
  asking.on('error', () => {
    if (answer.headersSent) answer.destroy();
    else refuse(answer, 502, 'The chain does not answer.');
  });
  answer.on('close', () => asking.destroy());
  return asking;
}

/** `null` if the body is too long. */
async function bodyOf(asked: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of asked.iterator({ destroyOnReturn: false })) {
      parts.push(part);
      length += part.length;
      if (length > LONGEST_OUTSIDE_CALL) return null;
    }
  } catch {
    // The caller has disconnected.
  }
  return Buffer.concat(parts).toString('utf8');
}

/** An upgrade request that contains known headers only. */
const upgradeOf = ({ headers }: IncomingMessage, to: number): string =>
  [
    'GET / HTTP/1.1',
    `Host: ${CHAIN}:${to}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    ...UPGRADE.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${headers[name]}`])),
  ].join('\r\n');

async function listening(server: Server, host: string, port: number): Promise<GuardedPort> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.setNoDelay(true);
    socket.once('close', () => open.delete(socket));
  });
  const actual = await listenOn(server, host, port);
  return {
    port: actual,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      // The server no longer tracks upgraded connections.
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
