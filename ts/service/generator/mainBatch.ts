import {
  type BatchMetadata,
  type Hash,
  type Milliseconds,
  metadataLeafHash,
  type UpdateStats,
} from '../../format/index.js';
import { buildTree, type Tree } from '../../merkle/index.js';

/** What batches of odds and of fixtures have in common: a main tree that begins with the metadata leaf. */
export interface MainBatch {
  readonly metadata: BatchMetadata;
  readonly tree: Tree;
}

/** Sums over the summaries, and the tree over metadata and summary leaves; the summaries are by ascending fixture id. */
export function mainBatch(stats: readonly UpdateStats[], summaryLeaves: readonly Hash[]): MainBatch {
  const metadata = {
    totalUpdateCount: stats.reduce((sum, { updateCount }) => sum + updateCount, 0),
    numUniqueFixtures: stats.length,
    overallBatchStartTs: Math.min(...stats.map(({ minTimestamp }) => minTimestamp)) as Milliseconds,
    overallBatchEndTs: Math.max(...stats.map(({ maxTimestamp }) => maxTimestamp)) as Milliseconds,
  };
  return { metadata, tree: buildTree([metadataLeafHash(metadata), ...summaryLeaves]) };
}
