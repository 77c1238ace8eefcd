import { fixturePart, grouped, mainBatch, oddsPart, type ScoreRecord, scoresPart } from '@linesman/records/batch';
import { fail, NO_SUCH_BATCH } from '@linesman/sdk/error';
import {
  fixtureSummaryLeafHash,
  type Hash,
  oddsSummaryLeafHash,
  rootOf,
  type Sport,
  scoresSummaryLeafHash,
  type UpdateStats,
} from '@linesman/sdk/format';
import type { Fields } from '../../data/ingest/fields.js';
import { fixtureOfWire } from '../../data/ingest/fixtureOfWire.js';
import { oddsOfWire } from '../../data/ingest/oddsOfWire.js';
import type { BatchFixture, BatchTree } from '../../data/store/batchStore.js';
import type { RecordKind } from '../../data/store/recordKind.js';
import type { StoredRecord } from '../../data/store/recordStore.js';
import { fixtureSummary, oddsSummary, scoresSummary, summaryText } from './storedSummary.js';

/** The trees of a sealed slot. */
export interface BuiltBatch {
  readonly tree: BatchTree;
  /** By ascending id: fixture *i* is leaf *i* + 1 of the main tree. */
  readonly fixtures: readonly BatchFixture[];
}

/** The fields of a stored record that `buildBatch` reads. */
export type BatchRecord = Pick<StoredRecord, 'fixtureId' | 'seq' | 'ts' | 'json'>;

/**
 * Builds the trees over all records of a slot. The order of the records does not matter. `sportOf` is called for scores
 * only. Errors: NO_SUCH_BATCH when there are no records.
 */
export function buildBatch(
  kind: RecordKind,
  records: readonly BatchRecord[],
  sportOf: (fixtureId: number) => Sport,
): BuiltBatch {
  if (records.length === 0) return fail(NO_SUCH_BATCH, { kind });
  const sorted = [...records].sort((a, b) => a.seq - b.seq);
  const parts = grouped(sorted, ({ fixtureId }) => fixtureId).map(([fixtureId, group]) => ({
    fixtureId,
    firstSeq: group[0]?.seq ?? 0,
    ...PARTS[kind](fixtureId, group, sportOf),
  }));
  const { metadata, tree } = mainBatch(parts, ({ leaf }) => leaf);
  const fixtures = parts.map(
    ({ fixtureId, firstSeq, text, leaves }, i): BatchFixture => ({
      fixtureId,
      place: i + 1,
      firstSeq,
      summary: text,
      leaves,
    }),
  );
  return { tree: { root: rootOf(tree.root), metadata, leaves: tree.leaves }, fixtures };
}

/** A fixture's part of a slot, with its summary as stored and as a leaf. */
interface Part {
  readonly summary: { readonly updateStats: UpdateStats };
  readonly text: string;
  readonly leaf: Hash;
  readonly leaves: Uint8Array;
}

type PartOf = (fixtureId: number, records: readonly BatchRecord[], sportOf: (fixtureId: number) => Sport) => Part;

const PARTS: Readonly<Record<RecordKind, PartOf>> = {
  scores: (fixtureId, records, sportOf) => {
    const scores = records.map(({ json }) => JSON.parse(json) as ScoreRecord);
    const { summary, tree } = scoresPart(sportOf(fixtureId), fixtureId, scores);
    const text = summaryText({ ...summary, root: summary.eventsSubTreeRoot });
    return { summary, text, leaf: scoresSummaryLeafHash(summary), leaves: tree.leaves };
  },
  odds: (fixtureId, records) => {
    const { summary, tree } = oddsPart(
      fixtureId,
      records.map(({ json }) => oddsOfWire(fieldsOf(json))),
    );
    const text = summaryText({ ...summary, root: summary.oddsSubTreeRoot });
    return { summary, text, leaf: oddsSummaryLeafHash(summary), leaves: tree.leaves };
  },
  fixtures: (fixtureId, records) => {
    const { summary, tree } = fixturePart(
      fixtureId,
      records.map(({ json }) => fixtureOfWire(fieldsOf(json))),
    );
    const text = summaryText({ ...summary, root: summary.updateSubTreeRoot });
    return { summary, text, leaf: fixtureSummaryLeafHash(summary), leaves: tree.leaves };
  },
};

/** The leaf for a fixture's stored summary. */
export function summaryLeaf(kind: RecordKind, summary: string): Hash {
  if (kind === 'scores') return scoresSummaryLeafHash(scoresSummary(summary));
  if (kind === 'odds') return oddsSummaryLeafHash(oddsSummary(summary));
  return fixtureSummaryLeafHash(fixtureSummary(summary));
}

const fieldsOf = (json: string): Fields => JSON.parse(json) as Fields;
