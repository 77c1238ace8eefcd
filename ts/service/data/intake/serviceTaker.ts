import { createConnection, type Socket } from 'node:net';
import { dirname } from 'node:path';
import {
  errorOf,
  fail,
  INTAKE_LOST,
  INTAKE_RULES_REFUSED,
  isError,
  LinesmanError,
  MALFORMED_RECORD,
  SERVICE_NOT_RUNNING,
} from '@linesman/sdk/error';
import type { Line } from '../ingest/ingestLines.js';
import type { IntakeRules } from '../ingest/intake.js';
import type { RecordTaker, StoredLine } from '../ingest/recordTaker.js';
import { isRulesAnswer, patienceLine, readAnswer, rulesLine } from './answerLine.js';
import { linesOfBytes } from './linesOfBytes.js';
import { socketPath } from './socketPath.js';

/** ms to wait for an answer. */
const PATIENCE = 120_000;

interface Connection {
  readonly socket: Socket;
  readonly answers: AsyncIterator<Line>;
  /** As last said; `undefined` with a service of an earlier version, which does not know the word. */
  isPatient: boolean | undefined;
}

/** Sends records to the service at a socket and reconnects as needed. Supports one call at a time. */
export class ServiceTaker implements RecordTaker {
  private connection: Connection | undefined;

  constructor(
    private readonly path: string,
    private readonly patience = PATIENCE,
    /** For all records that are sent. */
    private readonly rules?: IntakeRules,
  ) {}

  /**
   * Errors: SERVICE_NOT_RUNNING when no service listens there; INVALID_SOCKET_PATH when the path cannot be a socket.
   */
  async connect(): Promise<void> {
    if (this.connection) return;
    const socket = createConnection(socketPath(this.path));
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    }).catch((error: NodeJS.ErrnoException) => notThere(this.path, error));
    const connection: Connection = { isPatient: false, socket, answers: linesOfBytes(socket)[Symbol.asyncIterator]() };
    const lost = () => {
      if (this.connection === connection) this.connection = undefined;
    };
    socket.on('error', lost);
    socket.once('end', lost);
    socket.once('close', lost);
    socket.setTimeout(this.patience, () => {
      if (this.isWaiting) socket.destroy();
    });
    this.connection = connection;
    if (this.rules) await this.agree(connection, this.rules);
  }

  private async agree(connection: Connection, rules: IntakeRules): Promise<void> {
    if (await this.isAgreed(connection, rulesLine(rules))) return;
    this.close();
    fail(INTAKE_RULES_REFUSED);
  }

  private async isAgreed({ socket, answers }: Connection, line: string): Promise<boolean> {
    socket.write(`${line}\n`);
    const { done, value } = await answers.next();
    if (!done) return typeof value === 'string' && isRulesAnswer(value);
    this.close();
    return fail(INTAKE_LOST);
  }

  private isWaiting = false;

  /**
   * Errors: those of `connect`; INTAKE_LOST when the connection breaks or the service does not answer;
   * STORE_NOT_REACHABLE when the service cannot store records. In the last two cases some records may be stored.
   */
  async acceptAll(
    records: readonly string[],
    _next?: unknown,
    isPatient = false,
  ): Promise<readonly (StoredLine | LinesmanError)[]> {
    const lines = records.map(oneLine);
    const results: (StoredLine | LinesmanError | undefined)[] = lines.map((line) =>
      typeof line === 'string' ? undefined : line,
    );
    const isOld = this.connection !== undefined;
    try {
      await this.exchange(lines, results, isPatient);
    } catch (error) {
      // The service disconnects idle senders. The sender notices that only when it sends.
      if (!isOld || !isError(error, INTAKE_LOST)) throw error;
      await this.exchange(lines, results, isPatient);
    }
    return results as (StoredLine | LinesmanError)[];
  }

  close(): void {
    this.connection?.socket.destroy();
    this.connection = undefined;
  }

  /** Sends the lines that have no result yet, and fills in the results. */
  private async exchange(
    lines: readonly Line[],
    results: (StoredLine | LinesmanError | undefined)[],
    isPatient: boolean,
  ): Promise<void> {
    const open = results.flatMap((result, i) => (result === undefined ? [i] : []));
    if (open.length === 0) return;
    await this.connect();
    const connection = this.connection ?? fail(INTAKE_LOST);
    const { socket, answers } = connection;
    this.isWaiting = true;
    try {
      if (connection.isPatient === !isPatient)
        connection.isPatient = (await this.isAgreed(connection, patienceLine(isPatient))) ? isPatient : undefined;
      // This is not awaited, because the service stops reading until its answers are read, so awaiting would deadlock.
      socket.write(open.map((i) => `${lines[i]}\n`).join(''));
      for (const i of open) {
        const { done, value } = await answers.next();
        if (done || typeof value !== 'string') return fail(INTAKE_LOST);
        results[i] = readAnswer(value);
      }
    } catch (error) {
      this.close();
      if (error instanceof LinesmanError) throw error;
      return fail(INTAKE_LOST, {}, { cause: error });
    } finally {
      this.isWaiting = false;
    }
  }
}

function notThere(path: string, cause: NodeJS.ErrnoException): never {
  const folder = dirname(path);
  const { code } = cause;
  const about = { path, folder, ...(code !== undefined && { errno: code }) };
  if (code === 'EACCES' || code === 'EPERM')
    return fail(SERVICE_NOT_RUNNING, { ...about, problem: 'other user' }, { cause });
  const problem = code === 'ENOENT' || code === 'ECONNREFUSED' ? 'nobody listens' : 'not reachable';
  return fail(SERVICE_NOT_RUNNING, { ...about, problem }, { cause });
}

/** The record as one non-empty line, or a MALFORMED_RECORD error. */
function oneLine(record: string): Line {
  if (record.trim() === '') return errorOf(MALFORMED_RECORD, { problem: 'empty', path: '$' });
  if (!/[\r\n]/.test(record)) return record;
  try {
    JSON.parse(record);
  } catch (cause) {
    return errorOf(MALFORMED_RECORD, { problem: 'not JSON', path: '$', reason: (cause as Error).message }, { cause });
  }
  // In JSON, raw line breaks occur between tokens only.
  return record.replace(/[\r\n]/g, ' ');
}
