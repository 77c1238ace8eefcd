import { FlatTree } from '@linesman/records/batch';
import { bytesToHex, equalBytes, metadataLeafHash, type Root, rootOf } from '@linesman/sdk/format';
import { type BatchFixture, leafIs } from '../../data/store/batchStore.js';
import type { BatchHistory, StoredTrees } from '../../data/store/dayStore.js';
import type { RecordKind } from '../../data/store/recordKind.js';
import { type BuiltBatch, SlotLeaves, summaryLeaf } from '../seal/buildBatch.js';
import type { SlotPage } from '../seal/slotPages.js';

/** The root of a slot according to each part of the stored data. */
export interface SlotRoots {
  /** From trees rebuilt from the records; `null` without one. */
  readonly records: Root | null;
  /** From the stored leaves, sub-trees first; `null` if they are inconsistent. */
  readonly leaves: Root | null;
  /** The stored root itself. */
  readonly stored: Root | null;
  /** Faults other than differing roots. */
  readonly faults: readonly string[];
  /** Number of records. */
  readonly count: number;
}

/**
 * Rebuilds the trees of a slot, without comparing them yet. Unreadable data in the store is a fault, not an error.
 * Errors: those of reading the pages.
 */
export async function slotRoots(
  { kind, root, metadata }: Pick<BatchHistory, 'kind' | 'root' | 'metadata'>,
  trees: StoredTrees,
  pages: AsyncIterable<SlotPage>,
): Promise<SlotRoots> {
  const faults: string[] = [];
  const attempt = <T>(what: string, run: () => T): T | null => {
    try {
      return run();
    } catch (error) {
      faults.push(`${what}: ${error instanceof Error ? error.message : error}`);
      return null;
    }
  };
  const stored = root === null ? null : attempt('the stored root', () => rootOf(root));
  const slot = new SlotLeaves(kind);
  let count = 0;
  let isReadable = true;
  for await (const { records, sportOf } of pages) {
    count += records.length;
    isReadable &&= attempt('the records', () => slot.add(records, sportOf) ?? true) ?? false;
  }
  const built = count > 0 && isReadable ? attempt('the records', () => slot.build(false)) : null;
  const leaves =
    trees.leaves === null ? null : attempt('the stored leaves', () => rootOfLeaves(kind, metadata ?? '', trees));
  if (built && trees.leaves !== null) faults.push(...placeFaults(built, trees.fixtures));
  return { records: built?.tree.root ?? null, leaves, stored, faults, count };
}

/** Throws if a level does not match the one below. */
function rootOfLeaves(kind: RecordKind, metadata: string, { leaves, fixtures }: StoredTrees): Root {
  if (leaves === null) throw new Error('there are none');
  if (leaves.length !== 32 * (fixtures.length + 1))
    throw new Error(`${leaves.length / 32} leaves for ${fixtures.length} fixtures`);
  if (!leafIs(leaves, 0, metadataLeafHash(JSON.parse(metadata))))
    throw new Error('the first is not that of the metadata');
  for (const { fixtureId, place, summary, leaves: own } of fixtures) {
    const { fixtureId: named, root } = JSON.parse(summary) as { fixtureId: number; root: string };
    if (named !== fixtureId || !leafIs(leaves, place, summaryLeaf(kind, summary)))
      throw new Error(`leaf ${place} is not the summary of fixture ${fixtureId}`);
    if (bytesToHex(new FlatTree(own).root) !== root)
      throw new Error(`the sub-tree of fixture ${fixtureId} has another root than its summary`);
  }
  return rootOf(new FlatTree(leaves).root);
}

/** Faults that send proofs to the wrong place although all hashes are right. */
function placeFaults(built: BuiltBatch, fixtures: readonly BatchFixture[]): string[] {
  const stored = new Map(fixtures.map((fixture) => [fixture.fixtureId, fixture]));
  return built.fixtures.flatMap(({ fixtureId, place, firstSeq }) => {
    const own = stored.get(fixtureId);
    if (own === undefined) return [`fixture ${fixtureId} has records and no sub-tree`];
    if (own.place !== place) return [`fixture ${fixtureId} has place ${own.place}, by its records ${place}`];
    return own.firstSeq === firstSeq
      ? []
      : [`fixture ${fixtureId} begins with record ${own.firstSeq}, by its records with ${firstSeq}`];
  });
}

/** Whether all stored data of a slot gives the same root, without faults. */
export const agree = ({ records, leaves, stored, faults }: SlotRoots): boolean =>
  records !== null &&
  leaves !== null &&
  stored !== null &&
  equalBytes(records, leaves) &&
  equalBytes(leaves, stored) &&
  faults.length === 0;
