import type { BatchMetadata } from '../format/batchMetadata.js';
import { FIXTURE_FIELDS, type Fixture } from '../format/fixture.js';
import type { FixtureBatchSummary } from '../format/fixtureBatchSummary.js';
import type { DocumentNode } from './document.js';
import { readAt } from './documentPath.js';
import type { FixtureBatchProof, FixtureProof } from './proof.js';
import { readFields } from './readFields.js';

/** `{snapshot, summary, subTreeProof, mainTreeProof}`. */
export function parseFixture(answer: DocumentNode): FixtureProof {
  return readAt(answer, {
    kind: 'fixture' as const,
    snapshot: snapshot(answer.field('snapshot')),
    summary: summary(answer.field('summary')),
    subTreeProof: answer.field('subTreeProof').nodes(),
    mainTreeProof: answer.field('mainTreeProof').nodes(),
  });
}

/** `{metadata, proof}`. */
export function parseFixtureBatch(answer: DocumentNode): FixtureBatchProof {
  return readAt(answer, {
    kind: 'fixture-batch' as const,
    metadata: metadata(answer.field('metadata')),
    mainTreeProof: answer.field('proof').nodes(),
  });
}

const snapshot = (node: DocumentNode): Fixture => readAt(node, readFields(node, FIXTURE_FIELDS));

function summary(node: DocumentNode): FixtureBatchSummary {
  const updateStats = node.field('updateStats');
  return readAt(node, {
    fixtureId: node.field('fixtureId').i64(),
    competitionId: node.field('competitionId').i32(),
    competition: node.field('competition').string(),
    updateStats: readAt(updateStats, {
      updateCount: updateStats.field('updateCount').u32(),
      minTimestamp: updateStats.field('minTimestamp').milliseconds(),
      maxTimestamp: updateStats.field('maxTimestamp').milliseconds(),
    }),
    updateSubTreeRoot: node.field('updateSubTreeRoot').hash(),
  });
}

function metadata(node: DocumentNode): BatchMetadata {
  return readAt(node, {
    totalUpdateCount: node.field('totalUpdateCount').i32(),
    numUniqueFixtures: node.field('numUniqueFixtures').i32(),
    overallBatchStartTs: node.field('overallBatchStartTs').milliseconds(),
    overallBatchEndTs: node.field('overallBatchEndTs').milliseconds(),
  });
}
