import { ODDS_FIELDS, type Odds } from '../format/odds.js';
import type { OddsBatchSummary } from '../format/oddsBatchSummary.js';
import type { DocumentNode } from './document.js';
import { readAt } from './documentPath.js';
import type { OddsProof } from './proof.js';
import { readFields } from './readFields.js';

/** `{odds, summary, subTreeProof, mainTreeProof}`. */
export function parseOdds(answer: DocumentNode): OddsProof {
  const odds = record(answer.field('odds'));
  return readAt(answer, { kind: 'odds' as const, version: 1 as const, ts: odds.ts, odds, ...branch(answer) });
}

/** `{payload {ts, oddsSnapshot, summary, subTreeProof, mainTreeProof}, signature}`. */
export function parseOddsV4(answer: DocumentNode): OddsProof {
  const payload = answer.field('payload');
  return readAt(payload, {
    kind: 'odds' as const,
    version: 4 as const,
    ts: payload.field('ts').milliseconds(),
    odds: record(payload.field('oddsSnapshot')),
    ...branch(payload),
    signature: answer.field('signature').signature(),
  });
}

function branch(node: DocumentNode) {
  return {
    summary: summary(node.field('summary')),
    subTreeProof: node.field('subTreeProof').nodes(),
    mainTreeProof: node.field('mainTreeProof').nodes(),
  };
}

function summary(node: DocumentNode): OddsBatchSummary {
  const updateStats = node.field('updateStats');
  return readAt(node, {
    fixtureId: node.field('fixtureId').i64(),
    updateStats: readAt(updateStats, {
      updateCount: updateStats.field('updateCount').u32(),
      minTimestamp: updateStats.field('minTimestamp').milliseconds(),
      maxTimestamp: updateStats.field('maxTimestamp').milliseconds(),
    }),
    oddsSubTreeRoot: node.field('oddsSubTreeRoot').hash(),
  });
}

/** Reads the record without its percentages, which are not part of the leaf. */
const record = (node: DocumentNode): Odds => readAt(node, readFields(node, ODDS_FIELDS));
