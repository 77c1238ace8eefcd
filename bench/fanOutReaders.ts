import { connect, type Socket } from 'node:net';

/**
 * Reads streams in a process of its own: `{open: {port, path, headers, count}}` → `{open: count}` once every stream has its head;
 * `{expect: n}` → `{received: n}` once every reader has n events in all since it was opened.
 */

interface Reader {
  readonly socket: Socket;
  events: number;
  /** Whether what came last ended in a line break: the blank line may be split. */
  brokenAt: boolean;
  isOpen: boolean;
}

const LF = 10;
const readers: Reader[] = [];
let expected = 0;
let behind = 0;
let opening = 0;

/** An event ends with a blank line. The line breaks of chunks have a carriage return, JSON has none, so two LF are an end. */
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

process.on('message', (message: {
  open?: { port: number; path: string; headers: Record<string, string>; count: number };
  expect?: number;
}) => {
  if (message.open) {
    const { port, path, headers, count } = message.open;
    const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
    const head = `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
    opening = count;
    // Not all at once: a listener takes a few hundred that wait.
    const some = (left: number): void => {
      for (let i = 0; i < Math.min(left, 100); i++) open(port, head);
      if (left > 100) setTimeout(some, 20, left - 100);
    };
    some(count);
  } else if (message.expect !== undefined) {
    expected = message.expect;
    behind = readers.filter(({ events }) => events < expected).length;
    if (behind === 0) process.send?.({ received: expected });
  }
});
process.once('disconnect', () => process.exit(0));
