import { ARCHIVE_DAMAGED, fail, UNKNOWN_ARCHIVE_VERSION } from '@linesman/sdk/error';
import { bytesToHex, type EpochDay } from '@linesman/sdk/format';
import { RECORD_KINDS, type RecordKind } from '../../data/store/recordKind.js';
import type { ArchivedBatch } from './archiveLine.js';
import { dateOf, slotOfDay } from './day.js';
import type { FileSummary } from './gzipLines.js';

/** Files of an archive besides the manifest. */
export const ARCHIVE_FILES = ['fixtures.ndjson.gz', 'batches.ndjson.gz', 'records.ndjson.gz'] as const;
export type ArchiveFile = (typeof ARCHIVE_FILES)[number];
export const MANIFEST_FILE = 'manifest.json';

const FORMAT = 'linesman-day';
const VERSION = 1;

/** Contents of an archive. Written last: a folder without a manifest is not an archive. */
export interface ArchiveManifest {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly epochDay: EpochDay;
  /** The same day, such as `2026-07-09`. */
  readonly date: string;
  readonly files: Readonly<Record<ArchiveFile, FileSummary>>;
  readonly counts: Readonly<Record<RecordKind, { readonly batches: number; readonly records: number }>>;
  /** Hex roots by index of the slot in the day: 0 to 287, for fixtures 0 to 23. */
  readonly roots: Readonly<Record<RecordKind, Readonly<Record<string, string>>>>;
}

export function manifestOf(
  epochDay: EpochDay,
  files: Record<ArchiveFile, FileSummary>,
  batches: readonly ArchivedBatch[],
): ArchiveManifest {
  const byKind = <T>(of: (batches: readonly ArchivedBatch[]) => T): Record<RecordKind, T> => {
    const entries = RECORD_KINDS.map((kind) => [kind, of(batches.filter((batch) => batch.kind === kind))] as const);
    return Object.fromEntries(entries) as Record<RecordKind, T>;
  };
  return {
    format: FORMAT,
    version: VERSION,
    epochDay,
    date: dateOf(epochDay),
    files,
    counts: byKind((own) => ({ batches: own.length, records: own.reduce((sum, { records }) => sum + records, 0) })),
    roots: byKind((own) => Object.fromEntries(own.map((batch) => [slotOfDay(batch), bytesToHex(batch.root)]))),
  };
}

export const manifestText = (manifest: ArchiveManifest): string => `${JSON.stringify(manifest, null, 2)}\n`;

/**
 * Parses a manifest and checks its form; its contents are compared with the files later. Errors: ARCHIVE_DAMAGED when
 * it is missing or was changed; UNKNOWN_ARCHIVE_VERSION.
 */
export function readManifest(text: string, path: string): ArchiveManifest {
  const about = { file: MANIFEST_FILE, path };
  const wrong = (field: string, expected: string): never =>
    fail(ARCHIVE_DAMAGED, { problem: 'manifest field', ...about, field, expected });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail(ARCHIVE_DAMAGED, { problem: 'manifest not JSON', ...about });
  }
  const manifest = value as ArchiveManifest;
  if (manifest?.format !== FORMAT) return wrong('format', `"${FORMAT}"`);
  if (manifest.version !== VERSION)
    return fail(UNKNOWN_ARCHIVE_VERSION, { path, version: manifest.version, expected: VERSION });
  const { epochDay } = manifest;
  if (!Number.isInteger(epochDay) || epochDay < 0 || epochDay > 65_535) return wrong('epochDay', 'the number of a day');
  if (!ARCHIVE_FILES.every((file) => isFileSummary(manifest.files?.[file]))) return wrong('files', 'complete');
  // The text is canonical, so that every change is detected, even of white space.
  if (manifestText(manifest) !== text) return fail(ARCHIVE_DAMAGED, { problem: 'manifest rewritten', ...about });
  return manifest;
}

const isFileSummary = (value: unknown): value is FileSummary => {
  const { lines, bytes, sha256 } = (value ?? {}) as Partial<FileSummary>;
  return Number.isSafeInteger(lines) && Number.isSafeInteger(bytes) && /^[0-9a-f]{64}$/.test(String(sha256));
};
