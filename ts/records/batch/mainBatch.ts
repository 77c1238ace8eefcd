import {
  type BatchMetadata,
  type Hash,
  type Milliseconds,
  metadataLeafHash,
  type UpdateStats,
} from '@linesman/sdk/format';
import { FlatTree, flatLeaves } from './flatTree.js';

/** The common part of batches of every kind: a main tree whose first leaf is the metadata. */
export interface MainBatch {
  readonly metadata: BatchMetadata;
  readonly tree: FlatTree;
}

/** A fixture in a batch. */
export interface FixturePart<Summary> {
  readonly summary: Summary;
  readonly tree: FlatTree;
}

/**
 * `values` must be non-empty. Not Math.min(...values), because a spread fails with more than some ten thousand
 * arguments.
 */
const least = (values: readonly Milliseconds[]): Milliseconds => values.reduce((a, b) => (b < a ? b : a));
const greatest = (values: readonly Milliseconds[]): Milliseconds => values.reduce((a, b) => (b > a ? b : a));

/**
 * Totals over the summaries, and the main tree over the metadata and summary leaves. `parts` must be in ascending order
 * of fixture id.
 */
export function mainBatch<Part extends { readonly summary: { readonly updateStats: UpdateStats } }>(
  parts: readonly Part[],
  leafOf: (part: Part) => Hash,
): MainBatch {
  const stats = parts.map(({ summary }) => summary.updateStats);
  const metadata = {
    totalUpdateCount: stats.reduce((sum, { updateCount }) => sum + updateCount, 0),
    numUniqueFixtures: stats.length,
    overallBatchStartTs: least(stats.map(({ minTimestamp }) => minTimestamp)),
    overallBatchEndTs: greatest(stats.map(({ maxTimestamp }) => maxTimestamp)),
  };
  return { metadata, tree: new FlatTree(flatLeaves([metadataLeafHash(metadata), ...parts.map(leafOf)])) };
}
