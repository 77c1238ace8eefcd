import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ARCHIVE_DAMAGED, fail, type LineFault, LinesmanError } from '@linesman/sdk/error';
import { bytesToHex, equalBytes, type Sport, shortHash } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';
import type { WholeBatch } from '../../data/store/dayStore.js';
import { RECORD_KINDS, slotStartOf } from '../../data/store/recordKind.js';
import type { StoredFixture } from '../../data/store/recordStore.js';
import { buildBatch } from '../seal/buildBatch.js';
import { sportIn } from '../seal/slotPages.js';
import { type ArchivedBatch, readBatchLine, readFixtureLine, readRecordLine, UnreadableLine } from './archiveLine.js';
import { namedSlot, rangeOf, slotOfDay } from './day.js';
import { checkFile, fileHash, gzipLines } from './gzipLines.js';
import { ARCHIVE_FILES, type ArchiveFile, type ArchiveManifest, MANIFEST_FILE, readManifest } from './manifest.js';
import { StreamPlaces } from './streamPlaces.js';

/** Bytes; a manifest with a root for every slot of every kind has about 60,000. */
const LARGEST_MANIFEST = 2 ** 20;
const LARGEST_PART = 2 ** 28;

/**
 * An exported day. Everything read from it is verified: lines against their checksums, records against the root of
 * their batch, and everything against the manifest. ARCHIVE_DAMAGED names the file, line and slot of the damage
 * (`context.file`, `line`, `kind`, `slotStart`).
 */
export class DayArchive {
  private readonly sportOf: (fixtureId: number) => Sport;

  private constructor(
    readonly path: string,
    readonly manifest: ArchiveManifest,
    private readonly fixturesById: ReadonlyMap<number, StoredFixture>,
    /** Files whose hash differs from the manifest. */
    private readonly changed: readonly ArchiveFile[],
    private readonly largestPart: number,
  ) {
    this.sportOf = sportIn(new Map([...fixturesById].map(([fixtureId, { sport }]) => [fixtureId, sport])));
  }

  /**
   * Errors: ARCHIVE_DAMAGED, also for a folder without a manifest, such as an interrupted export;
   * UNKNOWN_ARCHIVE_VERSION.
   *
   * @param largestPart Characters held in memory at a time: all fixtures, or the records of a slot.
   */
  static async open(path: string, largestPart = LARGEST_PART): Promise<DayArchive> {
    const at = join(path, MANIFEST_FILE);
    let text: string;
    try {
      await checkFile(at, LARGEST_MANIFEST);
      text = await readFile(at, 'utf8');
    } catch (cause) {
      const about = { file: MANIFEST_FILE, path: at, reason: reasonOf(cause) };
      return fail(ARCHIVE_DAMAGED, { problem: 'no manifest', ...about }, { cause });
    }
    const manifest = readManifest(text, at);
    const changed: ArchiveFile[] = [];
    for (const file of ARCHIVE_FILES) {
      const at = join(path, file);
      const { bytes, sha256 } = await fileHash(at).catch((cause: unknown) =>
        fail(ARCHIVE_DAMAGED, { problem: 'no file', file, path: at, reason: reasonOf(cause) }, { cause }),
      );
      const expected = manifest.files[file];
      if (bytes !== expected.bytes || sha256 !== expected.sha256) changed.push(file);
    }
    const fixtures = new Map<number, StoredFixture>();
    const lines = new Lines(path, manifest, 'fixtures.ndjson.gz', largestPart);
    for (let text = await lines.next(); text !== null; text = await lines.next()) {
      const fixture = lines.read(text, readFixtureLine);
      if (fixtures.has(fixture.fixtureId)) lines.fail({ problem: 'repeated fixture', fixtureId: fixture.fixtureId });
      fixtures.set(fixture.fixtureId, fixture);
    }
    return new DayArchive(path, manifest, fixtures, changed, largestPart);
  }

  get fixtures(): StoredFixture[] {
    return [...this.fixturesById.values()];
  }

  /** Number of batches. */
  get size(): number {
    return this.manifest.files['batches.ndjson.gz'].lines;
  }

  /** Every batch with its records and the trees rebuilt from them, one slot in memory at a time. */
  async *batches(): AsyncGenerator<WholeBatch> {
    const batchLines = new Lines(this.path, this.manifest, 'batches.ndjson.gz');
    const recordLines = new Lines(this.path, this.manifest, 'records.ndjson.gz', this.largestPart);
    const counts = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, { batches: 0, records: 0 }]));
    const roots = Object.fromEntries(RECORD_KINDS.map((kind) => [kind, {} as Record<string, string>]));
    const places = new StreamPlaces();
    try {
      let before = -1;
      for (let text = await batchLines.next(); text !== null; text = await batchLines.next()) {
        const batch = batchLines.read(text, readBatchLine);
        const order = this.orderOf(batch);
        if (order <= before) batchLines.fail({ problem: 'batch out of place' }, batch);
        before = order;
        const counted = counts[batch.kind];
        if (counted) {
          counted.batches++;
          counted.records += batch.records;
        }
        const own = roots[batch.kind];
        if (own) own[slotOfDay(batch)] = bytesToHex(batch.root);
        yield await this.rebuilt(batch, places, batchLines, recordLines);
      }
      if ((await recordLines.next()) !== null) recordLines.fail({ problem: 'no batch' });
    } finally {
      await Promise.all([batchLines.close(), recordLines.close()]);
    }
    if (
      JSON.stringify({ counts, roots }) !== JSON.stringify({ counts: this.manifest.counts, roots: this.manifest.roots })
    )
      fail(ARCHIVE_DAMAGED, { problem: 'other roots', file: MANIFEST_FILE, path: join(this.path, MANIFEST_FILE) });
    const [file] = this.changed;
    if (file !== undefined) fail(ARCHIVE_DAMAGED, { problem: 'other file', file, path: join(this.path, file) });
  }

  /** By kind, then by time; −1 for a slot of another day. */
  private orderOf({ kind, slotStart }: BatchKey): number {
    const { from, to } = rangeOf(this.manifest.epochDay);
    return slotStart < from || slotStart >= to ? -1 : RECORD_KINDS.indexOf(kind) * (to - from) + slotStart - from;
  }

  private async rebuilt(
    batch: ArchivedBatch,
    places: StreamPlaces,
    batchLines: Lines,
    recordLines: Lines,
  ): Promise<WholeBatch> {
    const { records: count, ...history } = batch;
    const records: WholeBatch['records'][number][] = [];
    const first = recordLines.line + 1;
    recordLines.startPart();
    for (let i = 0; i < count; i++) {
      const text = await recordLines.next(batch);
      if (text === null) return recordLines.fail({ problem: 'missing records', records: count }, batch);
      const record = recordLines.read(text, readRecordLine, batch);
      const last = records.at(-1);
      const isHere =
        record.kind === batch.kind &&
        slotStartOf(record.kind, record.ts) === batch.slotStart &&
        (last === undefined ||
          last.fixtureId < record.fixtureId ||
          (last.fixtureId === record.fixtureId && last.seq < record.seq && last.ts <= record.ts));
      if (!isHere) recordLines.fail({ problem: 'record out of place' }, batch);
      if (!places.take(record)) recordLines.fail({ problem: 'place taken' }, batch);
      const { fixtureId } = record;
      if (!this.fixturesById.has(fixtureId)) recordLines.fail({ problem: 'missing fixture', fixtureId }, batch);
      records.push(record);
    }
    const place = { batchLine: batchLines.line, line: first, lastLine: recordLines.line };
    const { tree, fixtures } = this.build(batch, records, place);
    const about = { file: 'records.ndjson.gz', ...place, ...namedSlot(batch) };
    if (!equalBytes(tree.root, batch.root))
      return fail(ARCHIVE_DAMAGED, {
        problem: 'other root',
        ...about,
        root: shortHash(batch.root),
        byRecords: shortHash(tree.root),
      });
    if (JSON.stringify(tree.metadata) !== batch.metadata)
      return fail(ARCHIVE_DAMAGED, { problem: 'other metadata', ...about });
    return { ...history, leaves: tree.leaves, fixtures, records };
  }

  private build(batch: ArchivedBatch, records: WholeBatch['records'], place: BatchPlace) {
    try {
      return buildBatch(batch.kind, records, this.sportOf);
    } catch (cause) {
      const about = { file: 'records.ndjson.gz', ...place, ...namedSlot(batch) };
      const reason = cause instanceof Error ? cause.message : String(cause);
      return fail(ARCHIVE_DAMAGED, { problem: 'no tree', ...about, reason }, { cause });
    }
  }
}

/** The operating system's error code, or the words of `checkFile`. */
const reasonOf = (cause: unknown): string => (cause as NodeJS.ErrnoException).code ?? 'unknown';

/** The line of a batch, and the lines of its records. */
interface BatchPlace {
  readonly batchLine: number;
  readonly line: number;
  readonly lastLine: number;
}

/** Reads a file of an archive and counts its lines. */
class Lines {
  /** Number of the last line read, from 1. */
  line = 0;
  /** Characters read of the current part. */
  private part = 0;
  private readonly lines: AsyncGenerator<string>;

  constructor(
    private readonly path: string,
    private readonly manifest: ArchiveManifest,
    private readonly file: ArchiveFile,
    /** Maximum characters of a part. */
    private readonly largestPart = Number.POSITIVE_INFINITY,
  ) {
    this.lines = gzipLines(join(path, file));
  }

  /** Returns `null` after the last line. `slot` appears in the error of an unreadable line. */
  async next(slot?: BatchKey): Promise<string | null> {
    this.line++;
    let result: IteratorResult<string>;
    try {
      result = await this.lines.next();
    } catch (error) {
      return this.caught(error, slot);
    }
    const { lines } = this.manifest.files[this.file];
    if (!result.done) {
      if (this.line > lines) this.fail({ problem: 'too many lines', lines }, slot);
      this.part += result.value.length;
      if (this.part > this.largestPart) this.fail({ problem: 'part too long', limit: this.largestPart }, slot);
      return result.value;
    }
    const found = this.line - 1;
    if (found !== lines) this.fail({ problem: 'too few lines', lines, found }, slot);
    return null;
  }

  /** Starts a part: the lines that are in memory together. */
  startPart(): void {
    this.part = 0;
  }

  read<T>(text: string, read: (line: string) => T, slot?: BatchKey): T {
    try {
      return read(text);
    } catch (error) {
      return this.caught(error, slot);
    }
  }

  fail(fault: LineFault, slot?: BatchKey, cause?: unknown): never {
    const { file, line } = this;
    const about = { file, path: join(this.path, file), line, ...(slot && namedSlot(slot)) };
    return fail(ARCHIVE_DAMAGED, { ...about, ...fault }, { cause });
  }

  async close(): Promise<void> {
    await this.lines.return(undefined);
  }

  private caught(error: unknown, slot?: BatchKey): never {
    if (error instanceof UnreadableLine) return this.fail(error.fault, slot);
    // Numbers and hashes out of range throw our errors.
    if (error instanceof LinesmanError)
      return this.fail({ problem: 'wrong value', reason: error.message }, slot, error);
    throw error;
  }
}
