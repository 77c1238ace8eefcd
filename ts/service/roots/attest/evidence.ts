import { bytesToHex } from '@linesman/sdk/format';
import { ROOTS_TIMES } from '@linesman/sdk/proof';
import type { BatchKey } from '../../data/store/batchStore.js';
import { type RecordKind, slotLength } from '../../data/store/recordKind.js';
import type { FixtureDifference, Mismatch, MismatchReason, RecordDifference } from './judgeSlot.js';
import { hashesIn, leavesByFixture, type RebuiltSlot } from './rebuilt.js';

const FORMAT = 'linesman-mismatch';
const VERSION = 1;

/** Why a slot was not attested, with all data for checking it without the attester. Hashes are in hex. */
export interface Evidence {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly kind: RecordKind;
  /** Day of the roots account, as days since 1970; for fixtures, the first of its ten days. */
  readonly period: number;
  /** Place in that account. */
  readonly slot: number;
  /** First ms of the slot, and first ms after it. */
  readonly from: number;
  readonly until: number;
  readonly reason: MismatchReason;
  readonly onChain: string;
  /** Sources that have another root than the chain, or none. */
  readonly against: readonly string[];
  readonly differing: {
    readonly fixtures: readonly FixtureDifference[];
    readonly records: readonly RecordDifference[];
    /** Fixtures about which all sources agree. */
    readonly agreeing: readonly number[];
  };
  readonly sources: readonly EvidenceOfSource[];
}

interface EvidenceOfSource {
  readonly name: string;
  readonly root: string | null;
  readonly problem: string | null;
  /** Leaves of the main tree: the metadata, then the fixtures. */
  readonly leaves: readonly string[];
  readonly fixtures: readonly {
    readonly fixtureId: number;
    /** The content that its leaf commits to. */
    readonly summary: unknown;
    /** In the order of the leaves. */
    readonly records: readonly { readonly name: string; readonly leaves: readonly string[] }[];
  }[];
  /** Every record, as received from the source; of a large slot, those of the first fixtures that differ. */
  readonly records: readonly unknown[];
  /** Number of records that are left out; absent without any. */
  readonly leftOut?: number;
}

export function evidenceOf(key: BatchKey, mismatch: Mismatch): Evidence {
  const { kind, slotStart } = key;
  const { reason, onChain, against, fixtures, records, agreeing, slots } = mismatch;
  const { epochDay: period, index: slot } = ROOTS_TIMES[kind].placeAt(slotStart);
  return {
    format: FORMAT,
    version: VERSION,
    ...{ kind, period, slot, from: slotStart, until: slotStart + slotLength(kind), reason },
    onChain: bytesToHex(onChain),
    against,
    differing: { fixtures, records, agreeing },
    sources: slots.map((one) => evidenceOfSource(kind, one)),
  };
}

/** Fixtures and records of each that a line of a log names. */
const MOST = 5;

/**
 * What differs, fixture by fixture, in a line for people: `12000001: Seq 7 missing from feed, Seq 8 at other times`. Of
 * many, the first; the evidence has all.
 */
export function differingText({ fixtures, records }: Pick<Evidence['differing'], 'fixtures' | 'records'>): string {
  const parts = fixtures.map(({ fixtureId }) => {
    const own = records.filter((one) => one.fixtureId === fixtureId).map(recordText);
    return `${fixtureId}: ${firstOf(own, ', ')}`;
  });
  return firstOf(parts, '; ');
}

const firstOf = (texts: readonly string[], between: string): string =>
  [...texts.slice(0, MOST), ...(texts.length > MOST ? [`${texts.length - MOST} more`] : [])].join(between);

function recordText({ record, of }: RecordDifference): string {
  const without = Object.entries(of).flatMap(([source, one]) => (one === null ? [source] : []));
  if (without.length > 0) return `${record} missing from ${without.join(' ')}`;
  const times = new Set(Object.values(of).map((one) => one?.ts));
  return `${record} ${times.size > 1 ? 'at other times' : 'with other content'}`;
}

/** The name of the file: one for each slot, so that a slot that is judged again replaces its own. */
export const evidenceFile = ({ kind, period, slot }: Pick<Evidence, 'kind' | 'period' | 'slot'>): string =>
  `${kind}-${period}-${slot}.json`;

function evidenceOfSource(kind: RecordKind, slot: RebuiltSlot): EvidenceOfSource {
  const { source, count, built, problem, records } = slot;
  const leaves = leavesByFixture(kind, slot);
  return {
    name: source,
    root: built && bytesToHex(built.tree.root),
    problem,
    leaves: built ? hashesIn(built.tree.leaves) : [],
    fixtures: (built?.fixtures ?? []).map(({ fixtureId, summary }) => ({
      fixtureId,
      summary: JSON.parse(summary),
      records: (leaves.get(fixtureId) ?? []).map(({ name, leaves: own }) => ({ name, leaves: own })),
    })),
    records: records.map(({ json }) => JSON.parse(json)),
    ...(count > records.length && { leftOut: count - records.length }),
  };
}
