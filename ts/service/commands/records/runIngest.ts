import { createReadStream, readFileSync, statSync } from 'node:fs';
import {
  commandStop,
  EXIT,
  errnoOf,
  errorText,
  json,
  type ListenAddress,
  refuseWithout,
  type Terminal,
} from '@linesman/cli';
import {
  CONFLICTING_OPTIONS,
  FILE_NOT_READABLE,
  fail,
  LinesmanError,
  OPTION_NEEDED,
  OPTION_NOT_APPLICABLE,
  terminalText,
} from '@linesman/sdk/error';
import { hideSecrets } from '@linesman/sdk/node';
import type { NatsConnection } from '@nats-io/transport-node';
import { type IngestedLines, ingestLines } from '../../data/ingest/ingestLines.js';
import type { IntakeRules } from '../../data/ingest/intake.js';
import { LONGEST_WAIT } from '../../data/ingest/patience.js';
import type { RecordTaker } from '../../data/ingest/recordTaker.js';
import { connectNats } from '../../data/intake/connectNats.js';
import { linesOfBytes } from '../../data/intake/linesOfBytes.js';
import type { NatsSource } from '../../data/intake/natsConsumer.js';
import { plainBytes } from '../../data/intake/plainBytes.js';
import { takeFromNats } from '../../data/intake/takeFromNats.js';
import { announceRecords } from '../../wake/natsWake.js';
import { countingForms, noForms } from './countForms.js';
import type { IngestFlags } from './ingest.js';
import type { IngestOperation } from './ingestOperation.js';
import { type IngestCounts, IngestReport } from './ingestReport.js';
import { namingSport } from './namingSport.js';
import { type OpenRecordTaker, openRecordTaker } from './openRecordTaker.js';
import { RecordsOfLine } from './recordsOfLine.js';

/** Ingests records. Returns the exit code. `signal` replaces SIGINT and SIGTERM in tests. */
export async function runIngest(flags: IngestFlags, terminal: Terminal, signal?: AbortSignal): Promise<number> {
  if (flags.schema) {
    const { schema: kind, form } = flags;
    const { ingestSchema } = await import('./ingestSchema.js');
    terminal.out(json(ingestSchema({ ...(kind !== true && { kind }), ...(form && { form }) })));
    return EXIT.valid;
  }
  if (flags.example) {
    const { exampleLines } = await import('./exampleMatch.js');
    terminal.out(
      exampleLines(Date.now())
        .map((line) => `${line}\n`)
        .join(''),
    );
    return EXIT.valid;
  }
  if (flags.form !== undefined)
    fail(OPTION_NOT_APPLICABLE, { problem: 'needs', option: '--form', for: 'a schema', other: '--schema' });
  const { file, fromLine } = flags;
  const source = sourceOf(flags);
  const report = new IngestReport(terminal, {
    json: !!flags.json,
    progress: !!flags.progress,
    atOnce: source !== undefined || !isFile(file ?? '-'),
  });
  const operation = flags.metrics === undefined ? undefined : await operationAt(flags.metrics);
  const opened = await openRecordTaker(flags, operation?.metrics, rulesOf(flags));
  const forms = noForms();
  const reader = new RecordsOfLine(flags.unwrap);
  const counting = countingForms(opened, forms, (taken) => report.taken(taken));
  const taker = flags.sport ? namingSport(counting, flags.sport) : counting;
  const stop = commandStop({ given: signal, onStop: () => terminal.err('stopping after what is in flight\n') });
  try {
    const counts: IngestCounts = source
      ? await fromNats(taker, flags, source, report, terminal, stop.signal, operation)
      : await fromFile(taker, file ?? '-', fromLine, reader, report, terminal, stop.signal);
    report.result(counts, forms, reader.around, stop.signal.aborted);
    return counts.refused > 0 ? EXIT.untrue : EXIT.valid;
  } finally {
    report.refusalsSoFar();
    stop.end();
    await opened.close();
  }
}

/** Loaded on demand, because the HTTP modules are slow to load. */
const operationAt = async (at: ListenAddress): Promise<IngestOperation> =>
  new (await import('./ingestOperation.js')).IngestOperation(at);

async function fromFile(
  taker: RecordTaker,
  path: string,
  fromLine: number,
  reader: RecordsOfLine,
  report: IngestReport,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<IngestedLines> {
  const counts = { accepted: 0, repeated: 0, refused: 0, held: 0 };
  let lastLine = fromLine - 1;
  const goOn = () => {
    if (lastLine < fromLine) return;
    terminal.err(`everything up to line ${lastLine} is stored or was refused; --from-line ${lastLine + 1} continues\n`);
  };
  try {
    const lines = without(linesOfBytes(plainBytes(bytesOf(path, terminal), path)), fromLine - 1);
    const result = await ingestLines(taker, reader.in(lines), {
      signal,
      firstLine: fromLine,
      // A file ends, a stream may not.
      patience: isFile(path) ? {} : { wait: LONGEST_WAIT },
      onRefused: ({ line, path, error }) => report.refused({ line }, path, error),
      onResults: (results) => {
        for (const { result } of results) counts[result instanceof LinesmanError ? 'refused' : result.status]++;
      },
      onProgress: (line) => {
        lastLine = line;
        report.progress(counts, `line ${line}`);
      },
    });
    if (signal.aborted) goOn();
    return result;
  } catch (error) {
    goOn();
    throw error;
  } finally {
    // An open standard input would keep the process running.
    if (path === '-') (terminal.stdin as { destroy?: () => void }).destroy?.();
  }
}

async function fromNats(
  taker: OpenRecordTaker,
  flags: IngestFlags,
  source: NatsSource,
  report: IngestReport,
  terminal: Terminal,
  signal: AbortSignal,
  operation?: IngestOperation,
): Promise<IngestCounts> {
  const credentials = flags.natsCreds === undefined ? undefined : bytesOfFile(flags.natsCreds);
  const connection = await connectNats(flags.nats ?? '', credentials);
  let trouble = '';
  try {
    const url = await operation?.listen(taker, connection, source, signal);
    if (url !== undefined) terminal.err(`health and metrics at ${url}\n`);
    return await takeFromNats(announced(taker, flags, connection), connection, source, {
      signal,
      onRefused: ({ sequence, subject, path, error }) => report.refused({ sequence, subject }, path, error),
      onProgress: (counts) => {
        trouble = '';
        report.progress(counts, `message ${counts.lastSequence}`);
      },
      onWaiting: (waiting) => operation?.metrics.waiting.set(waiting),
      onTrouble: (error) => {
        const text =
          error instanceof LinesmanError ? errorText(error) : `error: ${terminalText((error as Error).message)}\n`;
        // Retried every few seconds, but reported only once.
        if (text !== trouble) terminal.err(hideSecrets(`not stored yet, will be retried: ${text}`));
        trouble = text;
      },
    });
  } finally {
    await operation?.close();
    await connection.close();
  }
}

/** A running service announces its records itself. Records put directly into a store are announced to API servers. */
const announced = (taker: RecordTaker, { store }: IngestFlags, connection: NatsConnection): RecordTaker =>
  store === undefined
    ? taker
    : {
        acceptAll: async (...given) => {
          const results = await taker.acceptAll(...given);
          announceRecords(connection);
          return results;
        },
      };

/** The source in NATS, if requested. Errors: OPTION_NEEDED, OPTION_NOT_APPLICABLE, CONFLICTING_OPTIONS. */
function sourceOf(flags: IngestFlags): NatsSource | undefined {
  const { file, nats, stream, subject, durable, refusedSubject, natsCreds, fromLine, unwrap, metrics, store } = flags;
  if (metrics !== undefined && (nats === undefined || store === undefined))
    fail(OPTION_NOT_APPLICABLE, { problem: 'counted elsewhere' });
  if (nats === undefined) {
    refuseWithout('--nats', 'records from NATS', { stream, subject, durable, natsCreds, refusedSubject });
    return undefined;
  }
  if (file !== undefined || fromLine !== 1 || unwrap !== undefined)
    fail(CONFLICTING_OPTIONS, { option: '--nats', others: ['a file', '--from-line', '--unwrap'] });
  if (!stream || !subject || !durable)
    return fail(OPTION_NEEDED, {
      problem: 'not alone',
      option: '--nats',
      needed: ['--stream', '--subject', '--durable'],
    });
  return { stream, subject, durable, ...(refusedSubject !== undefined && { refusedSubject }) };
}

/** `undefined` without any of the options, because a service of an earlier version does not know them. */
function rulesOf({ onRefusal, fromSeq, gaps, acceptSums }: IngestFlags): IntakeRules | undefined {
  if (onRefusal === undefined && fromSeq === undefined && !gaps && !acceptSums) return undefined;
  return {
    ...(onRefusal !== undefined && { onRefusal }),
    ...(fromSeq !== undefined && { fromSeq }),
    ...(gaps && { gaps }),
    ...(acceptSums && { acceptSums }),
  };
}

/** A path that cannot be looked at is refused when it is read. */
function isFile(path: string): boolean {
  try {
    return path !== '-' && statSync(path).isFile();
  } catch {
    return false;
  }
}

async function* bytesOf(path: string, { stdin }: Terminal): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of path === '-' ? stdin : createReadStream(path)) yield chunk as Uint8Array;
  } catch (cause) {
    fail(FILE_NOT_READABLE, { problem: 'not readable', file: path, errno: errnoOf(cause) }, { cause });
  }
}

function bytesOfFile(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (cause) {
    return fail(FILE_NOT_READABLE, { problem: 'not readable', file: path, errno: errnoOf(cause) }, { cause });
  }
}

/** Without the first `count`. */
async function* without<T>(items: AsyncIterable<T>, count: number): AsyncGenerator<T> {
  let left = count;
  for await (const item of items) {
    if (left > 0) left--;
    else yield item;
  }
}
