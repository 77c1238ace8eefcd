import { ARCHIVE_NOT_ON_CHAIN, fail } from 'linesman/error';
import { bytesToHex, equalBytes, shortHash } from 'linesman/format';
import type { RootsReader } from '../publish/index.js';
import type { BatchHistory, Store } from '../store/index.js';
import { checkSignal, type DayProgress, namedSlot, rangeOf } from './day.js';
import { DayArchive } from './dayArchive.js';
import type { ArchiveManifest } from './manifest.js';

export interface ImportOptions {
  readonly store: Store;
  /** The folder of an archive. */
  readonly path: string;
  /** Compares every root with the chain, too. */
  readonly chain?: RootsReader;
  readonly onProgress?: (progress: DayProgress) => void;
  readonly signal?: AbortSignal;
}

export interface ImportedDay {
  readonly manifest: ArchiveManifest;
  /** Records that the store did not have, and all of the archive. */
  readonly added: number;
  readonly records: number;
  readonly batches: number;
}

/**
 * Takes an exported day into a store: empty, of other days, or with parts of this one. First all of the archive is read
 * and every tree rebuilt from its records; only when every root is right is anything stored, a slot in a transaction. When
 * it breaks off, it can be run again; what is there already stays as it is.
 *
 * Errors: ARCHIVE_DAMAGED; UNKNOWN_ARCHIVE_VERSION; ARCHIVE_NOT_ON_CHAIN the chain has another root, or none for a batch
 * that is published; ARCHIVE_CONFLICT the store has something else in a place; UNSEALED_RECORDS; REQUEST_ABORTED.
 */
export async function importDay({ store, path, chain, onProgress, signal }: ImportOptions): Promise<ImportedDay> {
  const archive = await DayArchive.open(path);
  const { manifest } = archive;
  const day = manifest.epochDay;
  let done = 0;
  for await (const batch of archive.batches()) {
    checkSignal(signal, { work: 'importing', day });
    if (chain) await compareWithChain(batch, chain, signal);
    done++;
    onProgress?.({ phase: 'check', done, of: archive.size });
  }
  let added = 0;
  let records = 0;
  done = 0;
  await store.days.prepare(rangeOf(day).to, archive.fixtures);
  for await (const batch of archive.batches()) {
    checkSignal(signal, { work: 'importing', day, done, slots: archive.size });
    added += await store.days.putBatch(batch);
    records += batch.records.length;
    done++;
    onProgress?.({ phase: 'import', done, of: archive.size });
  }
  return { manifest, added, records, batches: done };
}

async function compareWithChain(
  batch: BatchHistory & { readonly root: Uint8Array },
  chain: RootsReader,
  signal?: AbortSignal,
) {
  const { kind, slotStart, state, root } = batch;
  const found = await chain.readRoot({ kind, slotStart }, signal);
  if (found === null ? state === 'built' : equalBytes(found, root)) return;
  fail(ARCHIVE_NOT_ON_CHAIN, {
    ...namedSlot(batch),
    onChain: found && shortHash(found),
    inArchive: shortHash(root),
    ...(found && { found: bytesToHex(found) }),
  });
}
