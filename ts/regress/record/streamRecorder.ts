import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ServiceSession, type Timers } from '@linesman/sdk/client';
import {
  ACCOUNT_NOT_FOUND,
  FOLDER_NOT_WRITABLE,
  fail,
  isError,
  OTHER_RECORDING,
  REQUEST_ABORTED,
  SECRET_IN_CASE,
} from '@linesman/sdk/error';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_SLOT, slotTimeOf } from '@linesman/sdk/format';
import { reconnecting } from '@linesman/sdk/internal/client/reconnecting';
import { recordsOfText } from '@linesman/sdk/internal/client/recordList';
import { inFolder, lockFolder } from '@linesman/sdk/node';
import { type Address, type Chain, fetchRoots, firstDayOf } from '@linesman/sdk/program';
import type { RootsKind } from '@linesman/sdk/proof';
import { FORMAT_VERSION } from '@linesman/sdk/prove';
import { StreamFile } from '../stream/streamFile.js';
import {
  isPlace,
  type RecordedLine,
  type RecordedStream,
  type RecordingHeader,
  streamFileName,
} from '../stream/streamLine.js';
import { recordedHeartbeat, recordedRecord } from './recordedRecord.js';

export type StreamName = 'scores' | 'odds';

export interface StreamRecorderOptions {
  readonly service: string;
  readonly apiToken: string | undefined;
  readonly wire: 'described' | 'observed' | undefined;
  readonly streams: readonly StreamName[];
  /** Record this fixture only. */
  readonly fixture: number | undefined;
  readonly folder: string;
  /** The chain from which the roots of the recorded days are read at the end. */
  readonly roots: { readonly chain: Pick<Chain, 'account'>; readonly oracle: Address } | undefined;
  readonly timers: Required<Timers>;
  readonly fetch?: typeof fetch;
  /** Ends the recording. */
  readonly signal: AbortSignal;
  /** Called for a failure that is retried, or that does not end the recording. */
  readonly onFailure: (error: unknown) => void;
  readonly onNotice: (stream: StreamName, what: 'open' | 'lost' | 'gap', detail: string) => void;
}

/** The content of a recording, earlier runs included. */
export interface RecordingTotals {
  scores: number;
  odds: number;
  fixtures: number;
  gaps: number;
  reconnects: number;
  roots: number;
}

/** ms between flushes. After a crash, the service sends the events after the last id on disk again. */
const FLUSH = 5_000;
/** ms of world time after the end of a slot until its list is requested. The slot is then sealed and complete. */
const SETTLED = 30_000;
const FIXTURES = '/api/fixtures/snapshot';
/** Slots of which the ids are remembered. */
const REMEMBERED = 3;

/**
 * Records streams into a folder until the signal aborts; continues a recording that was stopped or killed. Errors:
 * OTHER_RECORDING; MALFORMED_RECORDING; FOLDER_IN_USE; FOLDER_NOT_WRITABLE; SECRET_IN_CASE; those of the service.
 */
export async function recordStreams(
  options: StreamRecorderOptions,
  onProgress?: (totals: RecordingTotals) => void,
): Promise<RecordingTotals> {
  const { folder } = options;
  inFolder(folder, () => mkdirSync(folder, { recursive: true }));
  const unlock = lockFolder(folder, join(folder, 'lock'));
  try {
    return await new Recording(options, onProgress).run();
  } finally {
    unlock();
  }
}

/** One stream of a recording. */
class Stream {
  file!: StreamFile;
  lastId: string | undefined;
  /** Whether a record has given the time of its world. */
  hasBegun = false;
  /** Starts, in ms, of slots whose list has not been requested yet. */
  readonly openSlots = new Set<number>();
  /** Ids by the slot in them. */
  private readonly ids = new Map<number, Set<string>>();

  constructor(readonly name: StreamName) {}

  isKnown(id: string): boolean {
    return this.ids.get(slotOfId(id))?.has(id) === true;
  }

  remember(id: string): void {
    const slot = slotOfId(id);
    const ids = this.ids.get(slot) ?? new Set();
    this.ids.set(slot, ids.add(id));
    this.lastId = id;
    if (this.ids.size > REMEMBERED)
      for (const known of this.ids.keys()) if (known < slot - REMEMBERED * MS_PER_SLOT) this.ids.delete(known);
  }
}

class Recording {
  private readonly totals: RecordingTotals = { scores: 0, odds: 0, fixtures: 0, gaps: 0, reconnects: 0, roots: 0 };
  private readonly session: ServiceSession;
  private readonly files: StreamFile[] = [];
  private readonly streams: Stream[] = [];
  private readonly fixtures: StreamFile;
  private readonly rootsFile: StreamFile | undefined;
  /** The latest body by path. */
  private readonly answered = new Map<string, string>();
  private readonly knownFixtures = new Set<number>();
  /** The next number of each fixture's scores. */
  private readonly nextSeq = new Map<number, number>();
  private worldStart: number | undefined;
  private world = 0;
  private readonly stop = new AbortController();
  private asking: Promise<void> = Promise.resolve();
  private readonly secrets: string[];
  /** The first hour, since 1970, whose fixtures have not been requested yet. */
  private nextHour: number | undefined;
  /** A failure of a request that ends the recording. */
  private failure: unknown;

  constructor(
    private readonly options: StreamRecorderOptions,
    private readonly onProgress: ((totals: RecordingTotals) => void) | undefined,
  ) {
    const { service, apiToken, wire, timers, fetch, streams, roots, signal } = options;
    this.session = new ServiceSession({
      baseUrl: service,
      timers,
      ...(apiToken !== undefined && { apiToken }),
      ...(wire && { wire }),
      ...(fetch && { fetch }),
    });
    this.secrets = apiToken === undefined ? [] : [apiToken];
    try {
      for (const name of streams) {
        const stream = new Stream(name);
        stream.file = this.open(name, (line) => this.noted(stream, line));
        this.streams.push(stream);
      }
      this.fixtures = this.open('fixtures', (line) => 'path' in line && this.remember(line.path, line.body));
      this.rootsFile = roots && this.open('roots', () => this.totals.roots++);
    } catch (error) {
      this.close();
      throw error;
    }
    signal.addEventListener('abort', () => this.stop.abort(), { once: true });
    if (signal.aborted) this.stop.abort();
  }

  async run(): Promise<RecordingTotals> {
    const { timers } = this.options;
    try {
      await this.untilStopped();
      this.askForSettled();
      this.ask(() => this.fixtureHours(hourOf(this.world)));
      this.ask(() => this.readRoots());
      await this.asking;
      if (this.failure !== undefined) throw this.failure;
      for (const { file } of this.streams) file.add({ at: timers.now(), note: 'end' });
    } finally {
      this.stop.abort();
      await this.asking;
      this.close();
    }
    return this.totals;
  }

  /** Follows the streams. Ends without an error when it is stopped. */
  private async untilStopped(): Promise<void> {
    const { signal } = this.stop;
    try {
      this.secrets.push(await this.session.token(signal));
      this.ask(() => this.list(this.fixtures, FIXTURES));
      const work = [this.flushing(), ...this.streams.map((stream) => this.follow(stream))];
      // If one stream fails, the others must not go on: the recording would be incomplete.
      const results = await Promise.allSettled(work.map((one) => one.finally(() => this.stop.abort())));
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    } catch (error) {
      if (!isError(error, REQUEST_ABORTED) || !this.options.signal.aborted) throw error;
    }
  }

  private open(stream: RecordedStream, onLine: (line: RecordedLine) => void): StreamFile {
    const { service, fixture = null, wire = null, folder, timers } = this.options;
    const path = join(folder, streamFileName(stream));
    const header: RecordingHeader = {
      linesman: FORMAT_VERSION,
      stream,
      service: service.replace(/\/+$/, ''),
      fixture,
      wire,
      start: timers.now(),
    };
    const { file, found } = StreamFile.open(path, header, onLine);
    this.files.push(file);
    for (const field of ['stream', 'service', 'fixture', 'wire'] as const)
      if (found[field] !== header[field])
        fail(OTHER_RECORDING, { file: path, field, found: `${found[field]}`, asked: `${header[field]}` });
    return file;
  }

  /** Updates the state from a line of the file, written now or earlier. */
  private noted(stream: Stream, line: RecordedLine): void {
    if ('path' in line) this.remember(line.path, line.body);
    else if ('note' in line) {
      if (line.note === 'lost') this.totals.reconnects++;
      if (line.note !== 'gap') return;
      this.totals.gaps++;
      stream.lastId = line.to;
      this.openGap(stream, line.from, line.to);
    } else if ('data' in line) this.learn(stream, line.id, line.event, line.data);
  }

  private learn(stream: Stream, id: string | null, event: string | null, data: string): void {
    if (event === 'heartbeat') this.worldIs(stream, recordedHeartbeat(data)?.time ?? 0);
    if (event !== null && event !== 'message') return;
    if (isPlace(id)) {
      stream.remember(id);
      this.worldIs(stream, slotOfId(id));
    }
    this.totals[stream.name]++;
    const record = recordedRecord(data);
    if (record === null) return;
    this.worldIs(stream, record.ts);
    if (record.fixtureId !== null && stream.name === 'scores' && record.seq !== null)
      this.nextSeq.set(record.fixtureId, Math.max(this.nextSeq.get(record.fixtureId) ?? 0, record.seq + 1));
  }

  /** Notes a time (ms) that the world has reached. */
  private worldIs(stream: Stream, time: number): void {
    if (time <= 0) return;
    // The slot in which a stream begins is received in part only.
    if (!stream.hasBegun) stream.openSlots.add(slotStartOf(time));
    stream.hasBegun = true;
    this.worldStart ??= time;
    this.world = Math.max(this.world, time);
  }

  private openGap(stream: Stream, from: string, to: string): void {
    const last = slotOfId(to);
    // A record that was accepted in a slot may be dated in the one before.
    const first = (isPlace(from) ? Math.min(slotOfId(from), last) : last) - MS_PER_SLOT;
    for (let slot = first; slot <= last; slot += MS_PER_SLOT) stream.openSlots.add(slot);
  }

  private remember(path: string, body: string): void {
    this.answered.set(path, body);
    if (!path.startsWith('/api/fixtures/')) return;
    for (const { fixtureId } of this.listed(path, body)) if (fixtureId !== null) this.knownFixtures.add(fixtureId);
    this.totals.fixtures = this.knownFixtures.size;
  }

  private listed(path: string, body: string) {
    return body.trim() === ''
      ? []
      : recordsOfText(path, body, (value) => recordedRecord(JSON.stringify(value))).filter((record) => record !== null);
  }

  private async follow(stream: Stream): Promise<void> {
    const { fixture, timers, onNotice } = this.options;
    const { file, name } = stream;
    const events = reconnecting({
      session: this.session,
      path: `/api/${name}/stream`,
      options: {
        ...(fixture !== undefined && { fixtureId: fixture }),
        onNotice: (notice) => {
          if (notice.kind === 'open') {
            file.add({ at: timers.now(), note: 'open', after: stream.lastId ?? null });
            onNotice(name, 'open', stream.lastId ?? '');
          } else if (notice.kind === 'lost') {
            const line = { at: timers.now(), note: 'lost', reason: this.withoutSecrets(notice.reason) } as const;
            file.add(line);
            this.noted(stream, line);
            onNotice(name, 'lost', line.reason);
          }
        },
      },
      signal: this.stop.signal,
      lastId: () => stream.lastId,
      deliver: (event) => [event],
    });
    try {
      for await (const { id, event, data } of events) this.received(stream, id, event, data);
    } catch (error) {
      if (!isError(error, REQUEST_ABORTED) || !this.stop.signal.aborted) throw error;
    }
  }

  private received(stream: Stream, id: string | null, event: string | null, data: string): void {
    const at = this.options.timers.now();
    // A service may repeat events that it may already have sent.
    if (isPlace(id) && stream.isKnown(id)) return;
    const record = event === 'heartbeat' ? null : recordedRecord(data);
    const before = record?.fixtureId == null ? undefined : this.nextSeq.get(record.fixtureId);
    this.add(stream.file, { at, id, event, data });
    this.learn(stream, id, event, data);
    const gap = event === 'heartbeat' ? recordedHeartbeat(data)?.gap : null;
    if (gap) {
      const line = { at, note: 'gap', ...gap } as const;
      this.add(stream.file, line);
      this.noted(stream, line);
      this.options.onNotice(stream.name, 'gap', `${gap.from} to ${gap.to}`);
    }
    if (record?.fixtureId != null) {
      const { fixtureId, seq } = record;
      if (!this.knownFixtures.has(fixtureId)) {
        this.knownFixtures.add(fixtureId);
        this.ask(() => this.list(this.fixtures, FIXTURES));
      }
      if (stream.name === 'scores' && seq !== null && seq > (before ?? 0))
        this.ask(() => this.list(stream.file, `/api/scores/historical/${fixtureId}`));
    }
    this.askForSettled();
    this.onProgress?.(this.totals);
  }

  /** Requests the lists of slots and hours that are over and complete. */
  private askForSettled(): void {
    const settled = this.world - SETTLED;
    for (const stream of this.streams)
      for (const slot of stream.openSlots) {
        if (settled < slot + MS_PER_SLOT) continue;
        stream.openSlots.delete(slot);
        this.ask(() => this.slot(stream, slot));
      }
    const lastHour = hourOf(settled) - 1;
    if (this.worldStart === undefined || (this.nextHour ?? hourOf(this.worldStart)) > lastHour) return;
    this.ask(() => this.fixtureHours(lastHour));
  }

  private async slot(stream: Stream, start: number): Promise<void> {
    const { epochDay, slot } = slotTimeOf(start);
    const path = `/api/${stream.name}/updates/${epochDay}/${Math.floor(slot / 12)}/${slot % 12}`;
    if (this.answered.has(path)) return;
    const { fixture } = this.options;
    const body = await this.list(stream.file, path, fixture === undefined ? {} : { fixtureId: fixture });
    if (stream.name !== 'scores') return;
    // Their stream began before this recording, and may be over.
    for (const { fixtureId } of this.listed(path, body))
      if (fixtureId !== null && !this.nextSeq.has(fixtureId))
        await this.list(stream.file, `/api/scores/historical/${fixtureId}`);
  }

  private async fixtureHours(until: number): Promise<void> {
    if (this.worldStart === undefined) return;
    for (let hour = this.nextHour ?? hourOf(this.worldStart); hour <= until; hour++) {
      await this.list(this.fixtures, `/api/fixtures/updates/${Math.floor(hour / 24)}/${hour % 24}`);
      this.nextHour = hour + 1;
    }
  }

  /** Requests a list and records the answer, unless it has not changed. */
  private async list(file: StreamFile, path: string, query: { readonly fixtureId?: number } = {}): Promise<string> {
    const body = await this.session.text({ path, query });
    if (this.answered.get(path) === body) return body;
    this.add(file, { at: this.options.timers.now(), path, body });
    this.remember(path, body);
    return body;
  }

  /**
   * Requests run one after the other, in parallel with the streams. After a failure the recording goes on, but is
   * incomplete.
   */
  private ask(work: () => Promise<unknown>): void {
    this.asking = this.asking.then(async () => {
      try {
        await work();
      } catch (error) {
        if (isFatal(error)) {
          this.failure ??= error;
          this.stop.abort();
        } else this.options.onFailure(error);
      }
    });
  }

  private async readRoots(): Promise<void> {
    const { roots, timers, onFailure } = this.options;
    if (!roots || !this.rootsFile || this.worldStart === undefined) return;
    const kinds = [...this.streams.map(({ name }) => name), 'fixtures'] as const;
    for (const kind of kinds)
      for (const epochDay of this.days(kind)) {
        try {
          const {
            data,
            address,
            epochDay: day,
          } = await fetchRoots(roots.chain, {
            kind,
            epochDay,
            oracle: roots.oracle,
          });
          this.rootsFile.add({
            at: timers.now(),
            roots: { kind, program: roots.oracle, address, epochDay: day, data: Buffer.from(data).toString('base64') },
          });
          this.totals.roots++;
        } catch (error) {
          if (isFatal(error)) throw error;
          // A day without a root does not have an account.
          if (!isError(error, ACCOUNT_NOT_FOUND)) return onFailure(error);
        }
      }
  }

  /** The first day of each account with roots of the recording. */
  private days(kind: RootsKind): ReadonlySet<number> {
    const [first, last] = [this.worldStart ?? 0, this.world].map((time) => Math.floor(time / MS_PER_DAY));
    const days = new Set<number>();
    for (let day = first ?? 0; day <= (last ?? 0); day++) days.add(firstDayOf(kind, day));
    return days;
  }

  private async flushing(): Promise<void> {
    const { timers } = this.options;
    const { signal } = this.stop;
    while (!signal.aborted) {
      await timers.sleep(FLUSH, signal);
      for (const file of this.files) file.flush();
      this.onProgress?.(this.totals);
    }
  }

  private add(file: StreamFile, line: RecordedLine): void {
    const text = JSON.stringify(line);
    if (this.secrets.some((secret) => text.includes(secret))) fail(SECRET_IN_CASE, { name: this.options.folder });
    file.add(line);
  }

  private withoutSecrets(text: string): string {
    return this.secrets.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
  }

  /** Closes all files, also after a failure of one. Errors: the first of them. */
  private close(): void {
    const failures: unknown[] = [];
    for (const file of this.files.splice(0)) {
      try {
        file.close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** Whether continuing would lose events, or write secrets. */
const isFatal = (error: unknown): boolean => isError(error, FOLDER_NOT_WRITABLE) || isError(error, SECRET_IN_CASE);

const hourOf = (time: number): number => Math.floor(time / MS_PER_HOUR);
const slotStartOf = (time: number): number => time - (time % MS_PER_SLOT);
const slotOfId = (id: string): number => slotStartOf(Number(id.split(':', 1)[0]));
