import { chmodSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import {
  errorOf,
  fail,
  INVALID_SOCKET_PATH,
  LinesmanError,
  SERVICE_RUNNING,
  STORE_NOT_REACHABLE,
} from 'linesman/error';
import { ingestLines, type RecordTaker } from '../ingest/index.js';
import { answerLine, failureLine } from './answerLine.js';
import { linesOfBytes } from './linesOfBytes.js';
import { clearSocketPath, socketPath } from './socketPath.js';

export interface RecordSocketPorts {
  readonly ingest: RecordTaker;
  /** Of the socket, in a folder that only its owner can enter. */
  readonly path: string;
}

export interface RecordSocketOptions {
  /** Ends it: what was read is stored and answered first. */
  readonly signal?: AbortSignal;
  /** Told when records cannot be stored; those who sent them are told too. */
  readonly onFailure?: (error: unknown) => void;
  /** ms of the machine's time after which a silent sender is sent away; it may come back. Default 10 minutes. */
  readonly silence?: number;
  /** ms that a sender may leave its answers unread, or its end open after ours. Default 30 seconds. */
  readonly patience?: number;
  /** Senders at the same time; others are turned away. Default 32. */
  readonly senders?: number;
}

export interface RecordSocket {
  readonly path: string;
  /** Senders that are connected. */
  readonly senders: number;
  /** The same as aborting the signal. */
  close(): Promise<void>;
  /** When everything that was read is answered and nobody is connected any more. */
  readonly closed: Promise<void>;
}

/**
 * Takes records on a socket of this machine (mode 0600): a JSON record a line in, one line of JSON out for each that is
 * not empty, in order and only once the record is stored: `{line, status: "accepted" | "repeated", fixtureId, seq, ts}`
 * or `{line, status: "refused", error}`. When records cannot be stored, the last line is `{line, status: "failed",
 * error}`: nothing is known about that line and those after it. Reads no faster than it stores and than its answers are
 * read. Errors: SERVICE_RUNNING somebody listens there; INVALID_SOCKET_PATH there can be no socket.
 */
export async function listenForRecords(
  { ingest, path }: RecordSocketPorts,
  { signal, onFailure, silence = 600_000, patience = 30_000, senders = 32 }: RecordSocketOptions = {},
): Promise<RecordSocket> {
  const address = socketPath(path);
  await clearSocketPath(path);
  const stop = new AbortController();
  const connections = new Set<Socket>();
  let onEmpty = () => {};
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections.add(socket);
    socket.once('close', () => {
      connections.delete(socket);
      if (connections.size === 0) onEmpty();
    });
    void new Sender(socket, ingest, { stop: stop.signal, onFailure, silence, patience }).serve();
  });
  server.maxConnections = senders;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, resolve);
  }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') return fail(SERVICE_RUNNING, { path });
    return fail(INVALID_SOCKET_PATH, { problem: 'refused', path, errno: error.code }, { cause: error });
  });
  chmodSync(address, 0o600);
  // One that could not be accepted is that sender's trouble only.
  server.on('error', (error) => onFailure?.(error));

  // The server takes the file away when it closes.
  const closed = new Promise<void>((resolve) => {
    server.once('close', () => {
      onEmpty = resolve;
      if (connections.size === 0) resolve();
    });
  });
  const close = (): Promise<void> => {
    signal?.removeEventListener('abort', close);
    if (!stop.signal.aborted) {
      stop.abort();
      server.close();
    }
    return closed;
  };
  signal?.addEventListener('abort', close, { once: true });
  if (signal?.aborted) void close();
  return {
    path,
    get senders() {
      return connections.size;
    },
    close,
    closed,
  };
}

interface SenderOptions {
  readonly stop: AbortSignal;
  readonly onFailure: ((error: unknown) => void) | undefined;
  readonly silence: number;
  readonly patience: number;
}

/** One connection. */
class Sender {
  private answered = 0;

  constructor(
    private readonly socket: Socket,
    private readonly ingest: RecordTaker,
    private readonly options: SenderOptions,
  ) {
    // Whoever reads or writes is told as well.
    socket.on('error', () => {});
  }

  async serve(): Promise<void> {
    const { socket } = this;
    const { stop, silence, onFailure } = this.options;
    const leave = new AbortController();
    const end = () => leave.abort();
    stop.addEventListener('abort', end, { once: true });
    if (stop.aborted) end();
    socket.setTimeout(silence, end);
    socket.once('close', end);
    try {
      // The stream must outlive its reading: answers are still to be written.
      await ingestLines(this.ingest, linesOfBytes(socket.iterator({ destroyOnReturn: false })), {
        signal: leave.signal,
        onResults: (results) => this.write(results.map(answerLine).join('')),
        onProgress: (line) => {
          this.answered = line;
        },
      });
    } catch (error) {
      if (!socket.destroyed) {
        onFailure?.(error);
        socket.write(failureLine(this.answered + 1, storeError(error)));
      }
    } finally {
      stop.removeEventListener('abort', end);
      this.finish();
    }
  }

  /** Waits until there is room for more. */
  private write(text: string): Promise<void> {
    const { socket } = this;
    return new Promise((resolve) => {
      if (socket.destroyed || socket.write(text)) return resolve();
      const done = () => {
        clearTimeout(timer);
        socket.off('drain', done);
        socket.off('close', done);
        resolve();
      };
      const timer = setTimeout(() => socket.destroy(), this.options.patience);
      socket.once('drain', done);
      socket.once('close', done);
    });
  }

  /** Ends our side, and waits a while for the other one. */
  private finish(): void {
    const { socket } = this;
    if (socket.destroyed) return;
    const timer = setTimeout(() => socket.destroy(), this.options.patience);
    socket.once('close', () => clearTimeout(timer));
    // What still comes is not read, but its end has to be seen.
    socket.removeAllListeners('readable');
    socket.resume();
    socket.end();
  }
}

const storeError = (error: unknown): LinesmanError =>
  error instanceof LinesmanError ? error : errorOf(STORE_NOT_REACHABLE, {}, { cause: error });
