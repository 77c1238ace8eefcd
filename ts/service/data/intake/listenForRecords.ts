import { chmodSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import {
  errorOf,
  fail,
  INVALID_SOCKET_PATH,
  LinesmanError,
  SERVICE_RUNNING,
  STORE_NOT_REACHABLE,
} from '@linesman/sdk/error';
import { ingestLines, type Line } from '../ingest/ingestLines.js';
import { Intake } from '../ingest/intake.js';
import type { RecordTaker, StoredLine } from '../ingest/recordTaker.js';
import { answerLine, failureLine, patienceIn, rulesAnswer, rulesIn } from './answerLine.js';
import { linesOfBytes } from './linesOfBytes.js';
import { socketPath, takeSocketPath } from './socketPath.js';

/** A taker that accepts rules with the records. */
export interface IntakeTaker {
  acceptAll(
    records: readonly string[],
    next?: () => Promise<readonly string[]>,
    isPatient?: boolean,
    intake?: Intake,
  ): Promise<readonly (StoredLine | LinesmanError)[]>;
}

export interface RecordSocketPorts {
  readonly ingest: IntakeTaker;
  /** Path of the socket, in a folder that only its owner can enter. */
  readonly path: string;
}

export interface RecordSocketOptions {
  /** Stops the listener once everything read is stored and answered. */
  readonly signal?: AbortSignal;
  /** Called when records cannot be stored. Their senders get an error as well. */
  readonly onFailure?: (error: unknown) => void;
  /** ms (machine time) after which an idle sender is disconnected; it may reconnect. Default 10 minutes. */
  readonly silence?: number;
  /** ms that a sender may leave answers unread, or keep its side open after ours is closed. Default 30 seconds. */
  readonly patience?: number;
  /** Maximum number of concurrent senders; others are rejected. Default 32. */
  readonly senders?: number;
}

export interface RecordSocket {
  readonly path: string;
  /** Number of connected senders. */
  readonly senders: number;
  /** Equivalent to aborting the signal. */
  close(): Promise<void>;
  /** Fulfils when everything read is answered and no sender is connected. */
  readonly closed: Promise<void>;
}

/**
 * Takes in records on a Unix socket (mode 0600): one JSON record per line, one JSON answer per non-empty line, in order
 * and only once the record is stored: `{line, status: "accepted" | "repeated", fixtureId, seq, ts}` or `{line, status:
 * "refused", error}`. If records cannot be stored, the last answer is `{line, status: "failed", error}`: the state of
 * that line and the following ones is unknown. Applies back-pressure: reads no faster than records are stored and
 * answers are read. Errors: SERVICE_RUNNING when the socket is in use; INVALID_SOCKET_PATH when no socket can be
 * created there.
 */
export async function listenForRecords(
  { ingest, path }: RecordSocketPorts,
  { signal, onFailure, silence = 600_000, patience = 30_000, senders = 32 }: RecordSocketOptions = {},
): Promise<RecordSocket> {
  const address = socketPath(path);
  const giveBack = await takeSocketPath(path);
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
    giveBack();
    if (error.code === 'EADDRINUSE') return fail(SERVICE_RUNNING, { path });
    return fail(INVALID_SOCKET_PATH, { problem: 'refused', path, errno: error.code }, { cause: error });
  });
  chmodSync(address, 0o600);
  // A failed accept affects that sender only.
  server.on('error', (error) => onFailure?.(error));

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
      // Removes the socket at once; open connections continue.
      server.close();
      giveBack();
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
  /** The rules for its missing records; those of the service if it has not sent any. */
  private intake: Intake | undefined;
  private isPatient = false;

  constructor(
    private readonly socket: Socket,
    private readonly ingest: IntakeTaker,
    private readonly options: SenderOptions,
  ) {
    // Reads and writes fail with the error, too.
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
      // The stream must outlive the iteration, because answers still have to be written.
      const taker: RecordTaker = {
        acceptAll: (records, next) => this.ingest.acceptAll(records, next, this.isPatient, this.intake),
      };
      await ingestLines(taker, this.afterRules(linesOfBytes(socket.iterator({ destroyOnReturn: false }))), {
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

  /** A sender may begin with the rules for its records, and say of each part whether records may be early. */
  private async *afterRules(lines: AsyncIterable<Line>): AsyncGenerator<Line> {
    let isFirst = true;
    for await (const line of lines) {
      const rules = isFirst && typeof line === 'string' ? rulesIn(line) : undefined;
      const isPatient = typeof line === 'string' ? patienceIn(line) : undefined;
      isFirst = false;
      if (rules) this.intake = new Intake(rules);
      // Everything before it is answered, because the sender waits for that.
      if (isPatient !== undefined) this.isPatient = isPatient;
      const isAgreed = rules !== undefined || isPatient !== undefined;
      if (isAgreed) await this.write(rulesAnswer);
      yield isAgreed ? '' : line;
    }
  }

  /** Resolves when there is room for more. */
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

  /** Closes our side and gives the sender time to close its own. */
  private finish(): void {
    const { socket } = this;
    if (socket.destroyed) return;
    const timer = setTimeout(() => socket.destroy(), this.options.patience);
    socket.once('close', () => clearTimeout(timer));
    // Further input is discarded, but its end must be noticed.
    socket.removeAllListeners('readable');
    socket.resume();
    socket.end();
  }
}

const storeError = (error: unknown): LinesmanError =>
  error instanceof LinesmanError ? error : errorOf(STORE_NOT_REACHABLE, {}, { cause: error });
