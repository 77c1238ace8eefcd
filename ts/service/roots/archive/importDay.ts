import { ARCHIVE_NOT_ON_CHAIN, fail } from '@linesman/sdk/error';
import { bytesToHex, equalBytes, shortHash } from '@linesman/sdk/format';
import type { BatchHistory } from '../../data/store/dayStore.js';
import type { Store } from '../../data/store/store.js';
import type { RootsReader } from '../publish/rootsChain.js';
import { checkSignal, type DayProgress, namedSlot, rangeOf } from './day.js';
import { DayArchive } from './dayArchive.js';
import type { ArchiveManifest } from './manifest.js';

export interface ImportOptions {
  readonly store: Store;
  /** Folder of an archive. */
  readonly path: string;
  /** Also compares every root with the chain. */
  readonly chain?: RootsReader;
  readonly onProgress?: (progress: DayProgress) => void;
  readonly signal?: AbortSignal;
}

export interface ImportedDay {
  readonly manifest: ArchiveManifest;
  /** New records in the store, and all records of the archive. */
  readonly added: number;
  readonly records: number;
  readonly batches: number;
}

/**
 * Imports an exported day into a store that may already contain other days or parts of this one. First reads the whole
 * archive and rebuilds every tree; only if every root is right does it store anything, one slot per transaction. Can be
 * repeated after an interruption, because stored data stays unchanged.
 *
 * Errors: ARCHIVE_DAMAGED; UNKNOWN_ARCHIVE_VERSION; ARCHIVE_NOT_ON_CHAIN when the chain has a different root, or none
 * for a published batch; ARCHIVE_CONFLICT when the store has other content; UNSEALED_RECORDS; REQUEST_ABORTED.
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
