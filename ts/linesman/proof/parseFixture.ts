import type { BatchMetadata, Fixture, FixtureBatchSummary } from '../format/index.js';
import type { DocumentNode } from './document.js';
import { readAt } from './place.js';
import type { FixtureBatchProof, FixtureProof } from './proof.js';

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

function snapshot(node: DocumentNode): Fixture {
  return readAt(node, {
    ts: node.field('ts').milliseconds(),
    startTime: node.field('startTime').milliseconds(),
    competition: node.field('competition').string(),
    competitionId: node.field('competitionId').i32(),
    fixtureGroupId: node.field('fixtureGroupId').i32(),
    participant1Id: node.field('participant1Id').i32(),
    participant1: node.field('participant1').string(),
    participant2Id: node.field('participant2Id').i32(),
    participant2: node.field('participant2').string(),
    fixtureId: node.field('fixtureId').i64(),
    participant1IsHome: node.field('participant1IsHome').boolean(),
  });
}

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
