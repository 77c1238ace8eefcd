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

/** A port of the embedded chain that stays the same whatever is behind it, and answers only whom it may. */
export interface GuardedPort {
  readonly port: number;
  close(): Promise<void>;
}

const CHAIN = '127.0.0.1';
/** What the chain is told of a request. */
const ASKED = ['accept', 'content-type', 'origin', 'access-control-request-method', 'access-control-request-headers'];
const UPGRADE = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol', 'sec-websocket-extensions'];

/**
 * Hands JSON-RPC requests on to the chain at another port of this machine, but not those of foreign pages, and from
 * outside this machine only the methods that every chain has: the chain itself answers everybody everything. Port 0
 * takes a free one. Errors: PORT_TAKEN.
 */
export async function guardRpc(host: string, port: number, to: number): Promise<GuardedPort> {
  const server = createServer((asked, answer) => {
    const refusal = refusalOf(requestOf(asked));
    if (refusal !== null) return refuse(answer, 403, refusal);
    if (asked.method !== 'POST' && asked.method !== 'OPTIONS') return refuse(answer, 405, 'POST is required.');
    if (isInside(requestOf(asked))) {
      asked.pipe(handOn(to, asked, answer, asked.headers));
      return;
    }
    void bodyOf(asked).then((body) => {
      if (body === null) return refuse(answer, 413, `A request has up to ${LONGEST_OUTSIDE_CALL} bytes.`);
      const call = asked.method === 'OPTIONS' ? '' : outsideCall(body);
      if (call === null) return refuse(answer, 403, 'From outside the machine of the chain only methods of Solana.');
      handOn(to, asked, answer).end(call);
    });
  });
  return listening(server, host, port);
}

/** * The same for its websocket, which has subscriptions only. Errors: PORT_TAKEN. */
export async function guardWebsocket(host: string, port: number, to: number): Promise<GuardedPort> {
  const server = createServer((_, answer) => refuse(answer, 426, 'This is the websocket of a chain.'));
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
    // Whichever side goes takes the other with it.
    inner.on('error', () => outer.destroy());
    inner.on('close', () => outer.destroy());
    outer.on('close', () => inner.destroy());
    inner.pipe(outer).pipe(inner);
  });
  return listening(server, host, port);
}

const requestOf = ({ headers, socket }: IncomingMessage): ChainRequest => ({ headers, address: socket.remoteAddress });

/** Written as JSON-RPC, which is what the caller reads. */
function refuse(answer: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_600, message }, id: null });
  // What is left of the request is not read.
  answer.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(`${body}\n`);
}

/** Asks the chain, and answers with what it says. */
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
    // The chain cuts the brackets of an address of version 6.
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

/** `null` when it is too long. */
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
    // Whoever asked is gone.
  }
  return Buffer.concat(parts).toString('utf8');
}

/** An upgrade with nothing in it that is not known. */
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
      // An upgraded connection is none of the server's any more.
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
