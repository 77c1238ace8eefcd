import { existsSync } from 'node:fs';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  ARCHIVE_EXISTS,
  ARCHIVE_NOT_WRITTEN,
  DAY_NOT_SEALED,
  EMPTY_DAY,
  FOLDER_NOT_WRITABLE,
  fail,
  isError,
  LinesmanError,
  STORED_BATCH_MISMATCH,
} from '@linesman/sdk/error';
import { type EpochDay, rootOf, shortHash } from '@linesman/sdk/format';
import { lockFolder } from '@linesman/sdk/node';
import { isoOf } from '../../clock/isoOf.js';
import type { BatchHistory } from '../../data/store/dayStore.js';
import { RECORD_KINDS } from '../../data/store/recordKind.js';
import { inParts } from '../../data/store/recordStore.js';
import type { Store } from '../../data/store/store.js';
import { type SlotPage, slotPages } from '../seal/slotPages.js';
import { type ArchivedBatch, batchLine, fixtureLine, recordLine } from './archiveLine.js';
import { checkSignal, type DayProgress, namedSlot, rangeOf } from './day.js';
import { type FileSummary, GzipLinesWriter } from './gzipLines.js';
import { type ArchiveFile, type ArchiveManifest, MANIFEST_FILE, manifestOf, manifestText } from './manifest.js';
import { agree, slotRoots } from './slotRoots.js';

export interface ExportOptions {
  readonly store: Store;
  readonly day: EpochDay;
  /** Parent folder of the archive, whose own folder is named by the number of the day. */
  readonly folder: string;
  readonly onProgress?: (progress: DayProgress) => void;
  readonly signal?: AbortSignal;
}

export interface ExportedDay {
  /** Folder of the archive. */
  readonly path: string;
  readonly manifest: ArchiveManifest;
}

/**
 * Exports all records, batches and roots of a sealed day, with their fixtures, as compressed lines of JSON. The same
 * store always gives the same bytes. Reads page by page, and holds the leaves of one slot at a time. The folder is
 * renamed when complete; an interrupted export is called `.partial` and has no manifest.
 *
 * Errors: DAY_NOT_SEALED when a slot is not sealed or not built; EMPTY_DAY; ARCHIVE_EXISTS; STORED_BATCH_MISMATCH when
 * the stored data of a slot is inconsistent; ARCHIVE_NOT_WRITTEN when writing fails; FOLDER_IN_USE while another export
 * of the day runs there; REQUEST_ABORTED.
 */
export async function exportDay(options: ExportOptions): Promise<ExportedDay> {
  const { day, folder } = options;
  const path = join(folder, `${day}`);
  const partial = `${path}.partial`;
  if (existsSync(path)) return fail(ARCHIVE_EXISTS, { path });
  const histories = await sealedBatches(options);
  const unlock = lockArchive(path, partial);
  try {
    // Leftovers of an earlier run.
    await rm(partial, { recursive: true, force: true });
    await mkdir(partial, { recursive: true });
    const manifest = await writeArchive(options, histories, partial);
    await rename(partial, path);
    await syncFolder(dirname(path));
    return { path, manifest };
  } catch (error) {
    // The original error matters more than a failed clean-up.
    await rm(partial, { recursive: true, force: true }).catch(() => {});
    if (error instanceof LinesmanError || !isFileError(error)) throw error;
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return fail(ARCHIVE_EXISTS, { path });
    return fail(ARCHIVE_NOT_WRITTEN, { path, errno: error.code }, { cause: error });
  } finally {
    unlock();
  }
}

/** Another export of the day would remove the files of this one. */
function lockArchive(path: string, partial: string): () => void {
  try {
    return lockFolder(partial);
  } catch (error) {
    if (!isError(error, FOLDER_NOT_WRITABLE)) throw error;
    return fail(ARCHIVE_NOT_WRITTEN, { path, errno: error.context.errno }, { cause: error });
  }
}

const isFileError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'syscall' in error;

/** The batches of the day. Errors: DAY_NOT_SEALED when a slot is not sealed or not built. */
async function sealedBatches({ store, day }: ExportOptions): Promise<BatchHistory[]> {
  const range = rangeOf(day);
  const histories: BatchHistory[] = [];
  for (const kind of RECORD_KINDS) {
    const { sealedUntil } = await store.records.kindState(kind);
    if (sealedUntil < range.to)
      fail(DAY_NOT_SEALED, { problem: 'not over', day, kind, sealedUntil: isoOf(sealedUntil) });
    const own = await store.days.batches(kind, range);
    const slots = new Set(own.map(({ slotStart }) => slotStart));
    for (const slotStart of await store.days.slotsWithRecords(kind, range))
      if (!slots.has(slotStart))
        fail(STORED_BATCH_MISMATCH, { problem: 'no batch', ...namedSlot({ kind, slotStart }) });
    histories.push(...own);
  }
  if (histories.length === 0) fail(EMPTY_DAY, { day });
  return histories;
}

async function writeArchive(
  { store, day, onProgress, signal }: ExportOptions,
  histories: readonly BatchHistory[],
  folder: string,
): Promise<ArchiveManifest> {
  const stopped = { work: 'exporting', day } as const;
  const batches: ArchivedBatch[] = [];
  const fixtureIds = new Set<number>();
  const records = await writeLines(folder, 'records.ndjson.gz', async (write) => {
    const written = async function* (pages: AsyncIterable<SlotPage>): AsyncGenerator<SlotPage> {
      for await (const page of pages) {
        for (const record of page.records) {
          fixtureIds.add(record.fixtureId);
          await write(recordLine(record));
        }
        yield page;
      }
    };
    for (const history of histories) {
      checkSignal(signal, stopped);
      onProgress?.({ phase: 'export', done: batches.length, of: histories.length });
      const pages = slotPages(store.records, history, { byFixture: true });
      batches.push(await checkedBatch(store, history, written(pages)));
    }
  });
  onProgress?.({ phase: 'export', done: batches.length, of: histories.length });
  const ofBatches = await writeLines(folder, 'batches.ndjson.gz', async (write) => {
    for (const batch of batches) await write(batchLine(batch));
  });
  const ofFixtures = await writeLines(folder, 'fixtures.ndjson.gz', async (write) => {
    for (const part of inParts([...fixtureIds].sort((a, b) => a - b))) {
      const fixtures = await store.records.fixturesOf(part);
      for (const fixture of fixtures.sort((a, b) => a.fixtureId - b.fixtureId)) await write(fixtureLine(fixture));
    }
  });
  const files = {
    'fixtures.ndjson.gz': ofFixtures,
    'batches.ndjson.gz': ofBatches,
    'records.ndjson.gz': records,
  } satisfies Record<ArchiveFile, FileSummary>;
  const manifest = manifestOf(day, files, batches);
  checkSignal(signal, stopped);
  // Written last, because it marks the archive as complete.
  await writeFile(join(folder, MANIFEST_FILE), manifestText(manifest), { flag: 'wx', flush: true });
  await syncFolder(folder);
  return manifest;
}

async function writeLines(
  folder: string,
  file: ArchiveFile,
  fill: (write: (line: string) => Promise<void>) => Promise<void>,
): Promise<FileSummary> {
  const writer = new GzipLinesWriter(join(folder, file));
  try {
    await fill((line) => writer.write(line));
    return await writer.end();
  } catch (error) {
    await writer.abandon();
    throw error;
  }
}

/** A batch, checked against its records, because inconsistent data is not a backup. */
async function checkedBatch(
  store: Store,
  history: BatchHistory,
  pages: AsyncIterable<SlotPage>,
): Promise<ArchivedBatch> {
  const { state, root, metadata } = history;
  if (state === 'frozen' || root === null || metadata === null)
    return fail(DAY_NOT_SEALED, { problem: 'not built', ...namedSlot(history) });
  const roots = await slotRoots(history, await store.days.trees(history), pages);
  if (!agree(roots))
    return fail(STORED_BATCH_MISMATCH, {
      problem: 'not exported',
      ...namedSlot(history),
      records: roots.records && shortHash(roots.records),
      leaves: roots.leaves && shortHash(roots.leaves),
      stored: roots.stored && shortHash(roots.stored),
      faults: roots.faults,
    });
  return { ...history, state, root: rootOf(root), metadata, records: roots.count };
}

/** Flushes the names in a folder to disk. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
