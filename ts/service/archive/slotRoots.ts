import { bytesToHex, equalBytes, metadataLeafHash, type Root, rootOf, type Sport } from 'linesman/format';
import { FlatTree } from '../batch/index.js';
import { type BatchRecord, type BuiltBatch, buildBatch, summaryLeaf } from '../seal/index.js';
import {
  type BatchFixture,
  type BatchHistory,
  leafIs,
  type RecordKind,
  type Store,
  type StoredRecord,
  type StoredTrees,
} from '../store/index.js';

/** The root of a slot by each thing that the store keeps of it. */
export interface SlotRoots {
  /** Of the trees that the records give; `null` when they give none. */
  readonly records: Root | null;
  /** Of the stored leaves, from the sub-trees up; `null` when they do not fit together. */
  readonly leaves: Root | null;
  /** The stored root itself. */
  readonly stored: Root | null;
  /** What is wrong, beyond different roots. */
  readonly faults: readonly string[];
}

/** Builds the trees of a slot anew and compares nothing yet. The store may hold anything: what cannot be read is a fault, not an error. */
export function slotRoots(
  { kind, root, metadata }: Pick<BatchHistory, 'kind' | 'root' | 'metadata'>,
  trees: StoredTrees,
  records: readonly BatchRecord[],
  sportOf: (fixtureId: number) => Sport,
): SlotRoots {
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
  const built = records.length === 0 ? null : attempt('the records', () => buildBatch(kind, records, sportOf));
  const leaves =
    trees.leaves === null ? null : attempt('the stored leaves', () => rootOfLeaves(kind, metadata ?? '', trees));
  if (built && trees.leaves !== null) faults.push(...placeFaults(built, trees.fixtures));
  return { records: built?.tree.root ?? null, leaves, stored, faults };
}

/** Throws when a level does not fit the one below. */
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

/** Where proofs would look in the wrong place, though the hashes are right. */
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

/** Whether all that the store keeps of a slot gives one root, and nothing else is wrong. */
export const agree = ({ records, leaves, stored, faults }: SlotRoots): boolean =>
  records !== null &&
  leaves !== null &&
  stored !== null &&
  equalBytes(records, leaves) &&
  equalBytes(leaves, stored) &&
  faults.length === 0;

/** The records of a slot, and the sports of their fixtures. */
export async function recordsOfSlot(
  { records }: Pick<Store, 'records'>,
  kind: RecordKind,
  range: { readonly from: number; readonly to: number },
): Promise<{ readonly records: StoredRecord[]; readonly sportOf: (fixtureId: number) => Sport }> {
  const found = await records.inRange(kind, range);
  const fixtures = await records.fixturesOf(found.map(({ fixtureId }) => fixtureId));
  return { records: found, sportOf: sportsOf(fixtures) };
}

/** The sport of each of these fixtures; an error for another. */
export function sportsOf(
  fixtures: Iterable<{ readonly fixtureId: number; readonly sport: Sport }>,
): (fixtureId: number) => Sport {
  const sports = new Map([...fixtures].map(({ fixtureId, sport }) => [fixtureId, sport]));
  return (fixtureId) => {
    const sport = sports.get(fixtureId);
    if (sport === undefined) throw new Error(`fixture ${fixtureId} is not known`);
    return sport;
  };
}
