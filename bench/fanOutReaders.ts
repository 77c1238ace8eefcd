import { connect, type Socket } from 'node:net';

/**
 * Reads streams in a separate process, controlled by messages of its parent:
 *
 * - `{open: {port, path, headers, count}}` → `{open: count}` once every stream has its response head;
 * - `{start: true}` → `{started: true}`; nothing before this counts as an event;
 * - `{expect: n}` → `{received: n}` once every reader has received n events since the start.
 */

interface Reader {
  readonly socket: Socket;
  events: number;
  /** Whether the last chunk ended in a line break: the blank line may be split between chunks. */
  brokenAt: boolean;
  isOpen: boolean;
}

const LF = 10;
const readers: Reader[] = [];
let expected = 0;
let behind = 0;
let opening = 0;

/**
 * An event ends with a blank line. Lines of chunked encoding end with a carriage return, and JSON contains no line
 * breaks, so two LF mark an end.
 */
function take(reader: Reader, bytes: Buffer): void {
  const before = reader.events;
  if (reader.brokenAt && bytes[0] === LF) reader.events++;
  for (let at = bytes.indexOf('\n\n'); at >= 0; at = bytes.indexOf('\n\n', at + 2)) reader.events++;
  reader.brokenAt = bytes[bytes.length - 1] === LF && bytes[bytes.length - 2] !== LF;
  if (before < expected && reader.events >= expected && --behind === 0) process.send?.({ received: expected });
}

function open(port: number, head: string): void {
  const socket = connect(port, '127.0.0.1', () => socket.write(head));
  const reader: Reader = { socket, events: 0, brokenAt: false, isOpen: false };
  let text = '';
  socket.on('data', (bytes) => {
    if (reader.isOpen) return take(reader, bytes);
    text += bytes.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    if (end < 0) return;
    if (!text.startsWith('HTTP/1.1 200')) throw new Error(text.slice(0, 200));
    reader.isOpen = true;
    if (--opening === 0) process.send?.({ open: readers.length });
  });
  socket.on('error', (error) => {
    throw error;
  });
  socket.on('close', () => {
    throw new Error('a stream has ended');
  });
  readers.push(reader);
}

process.on(
  'message',
  (message: {
    open?: { port: number; path: string; headers: Record<string, string>; count: number };
    start?: boolean;
    expect?: number;
  }) => {
    if (message.open) {
      const { port, path, headers, count } = message.open;
      const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
      const head = `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
      opening = count;
      // In batches, because the listen queue of a socket holds only a few hundred connections.
      const some = (left: number): void => {
        for (let i = 0; i < Math.min(left, 100); i++) open(port, head);
        if (left > 100) setTimeout(some, 20, left - 100);
      };
      some(count);
    } else if (message.start) {
      for (const reader of readers) reader.events = 0;
      process.send?.({ started: true });
    } else if (message.expect !== undefined) {
      expected = message.expect;
      behind = readers.filter(({ events }) => events < expected).length;
      if (behind === 0) process.send?.({ received: expected });
    }
  },
);
process.once('disconnect', () => process.exit(0));
