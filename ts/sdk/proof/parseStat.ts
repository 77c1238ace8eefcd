import { MALFORMED_RESPONSE } from '../error/codes/library.js';
import { fail } from '../error/linesmanError.js';
import type { ScoreStat } from '../format/scoreStat.js';
import type { ScoresBatchSummary } from '../format/scoresBatchSummary.js';
import type { StatKey } from '../format/statKey.js';
import type { StatLeaf } from '../format/statValidationInput.js';
import type { UpdateStats } from '../format/updateStats.js';
import type { DocumentNode } from './document.js';
import { readAt } from './documentPath.js';
import type { StatProofV1, StatProofV2, StatProofV3, StatProofV4 } from './proof.js';

/** `{ts, statToProve, eventStatRoot, summary, statProof, subTreeProof, mainTreeProof, statToProve2?, statProof2?}`. */
export function parseStatV1(answer: DocumentNode): StatProofV1 {
  const first = pair(answer.field('statToProve'), answer.field('statProof'));
  const stat = answer.find('statToProve2');
  const path = answer.find('statProof2');
  if (!stat !== !path) answer.field(stat ? 'statProof2' : 'statToProve2');
  return readAt(answer, {
    ...head(answer),
    version: 1 as const,
    leaves: stat && path ? [first, pair(stat, path)] : [first],
  });
}

/** `{ts, statsToProve[], eventStatRoot, summary, statProofs[][], subTreeProof, mainTreeProof}`. */
export function parseStatV2(answer: DocumentNode): StatProofV2 {
  const asked = answer.field('statsToProve');
  const stats = asked.list();
  const proofs = answer.field('statProofs');
  const paths = proofs.list();
  if (paths.length !== stats.length) {
    return fail(MALFORMED_RESPONSE, {
      problem: 'unequal lists',
      path: proofs.path,
      entries: paths.length,
      other: asked.path,
      otherEntries: stats.length,
    });
  }
  const leaves = stats.map((stat, i) => {
    const path = paths[i];
    return path ? pair(stat, path) : stat.wrong('a stat with a proof');
  });
  return readAt(answer, { ...head(answer), version: 2 as const, leaves: readAt(asked, leaves) });
}

/** `{ts, summary, eventStatRoot, multiproof {hashes, indices}, subTreeProof, mainTreeProof, statsToProve[]}`. */
export function parseStatV3(answer: DocumentNode): StatProofV3 {
  const multiproof = answer.field('multiproof');
  return readAt(answer, {
    ...head(answer),
    version: 3 as const,
    leaves: leaves(answer.field('statsToProve')),
    multiproofHashes: multiproof.field('hashes').nodes(),
    leafIndices: indices(multiproof.field('indices')),
  });
}

/**
 * `{payload {ts, summary, fixtureProof, mainTreeProof, eventStatRoot, leaves?, multiproofHashes, leafIndices?},
 * signature}`.
 */
export function parseStatV4(answer: DocumentNode): StatProofV4 {
  const payload = answer.field('payload');
  return readAt(payload, {
    kind: 'stat' as const,
    version: 4 as const,
    ts: payload.field('ts').milliseconds(),
    summary: summary(payload.field('summary')),
    fixtureProof: payload.field('fixtureProof').nodes(),
    mainTreeProof: payload.field('mainTreeProof').nodes(),
    eventStatRoot: payload.field('eventStatRoot').hash(),
    leaves: leaves(payload.find('leaves')),
    multiproofHashes: payload.field('multiproofHashes').nodes(),
    leafIndices: indices(payload.find('leafIndices')),
    signature: answer.field('signature').signature(),
  });
}

/** The common part of versions 1 to 3. Their `ts` is the record's own; the program takes the summary's minimum. */
function head(answer: DocumentNode) {
  const read = summary(answer.field('summary'));
  return {
    kind: 'stat' as const,
    ts: read.updateStats.minTimestamp,
    recordTs: answer.field('ts').milliseconds(),
    summary: read,
    fixtureProof: answer.field('subTreeProof').nodes(),
    mainTreeProof: answer.field('mainTreeProof').nodes(),
    eventStatRoot: answer.field('eventStatRoot').hash(),
  };
}

function summary(node: DocumentNode): ScoresBatchSummary {
  return readAt(node, {
    fixtureId: node.field('fixtureId').i64(),
    updateStats: updateStats(node.field('updateStats')),
    eventsSubTreeRoot: node.field('eventStatsSubTreeRoot', 'eventsSubTreeRoot').hash(),
  });
}

function updateStats(node: DocumentNode): UpdateStats {
  return readAt(node, {
    updateCount: node.field('updateCount').i32(),
    minTimestamp: node.field('minTimestamp').milliseconds(),
    maxTimestamp: node.field('maxTimestamp').milliseconds(),
  });
}

function leaves(list: DocumentNode | undefined): StatLeaf[] {
  if (!list) return [];
  return readAt(
    list,
    list.list().map((node) => pair(node.field('stat'), node.field('statProof'))),
  );
}

function pair(stat: DocumentNode, path: DocumentNode): StatLeaf {
  return { stat: scoreStat(stat), statProof: path.nodes() };
}

function scoreStat(node: DocumentNode): ScoreStat {
  return readAt(node, {
    key: node.field('key').u32() as StatKey,
    value: node.field('value').i32(),
    period: node.field('period').i32(),
  });
}

function indices(node: DocumentNode | undefined): number[] {
  if (!node) return [];
  return readAt(
    node,
    node.list().map((index) => index.u32()),
  );
}
