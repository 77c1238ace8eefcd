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
  /** Every record, as received from the source. */
  readonly records: readonly unknown[];
}

export function evidenceOf(key: BatchKey, mismatch: Mismatch): Evidence {
  const { kind, slotStart } = key;
  const { reason, onChain, against, fixtures, records, slots } = mismatch;
  const { epochDay: period, index: slot } = ROOTS_TIMES[kind].placeAt(slotStart);
  return {
    format: FORMAT,
    version: VERSION,
    ...{ kind, period, slot, from: slotStart, until: slotStart + slotLength(kind), reason },
    onChain: bytesToHex(onChain),
    against,
    differing: { fixtures, records },
    sources: slots.map((one) => evidenceOfSource(kind, one)),
  };
}

/** The name of the file: one for each slot, so that a slot that is judged again replaces its own. */
export const evidenceFile = ({ kind, period, slot }: Pick<Evidence, 'kind' | 'period' | 'slot'>): string =>
  `${kind}-${period}-${slot}.json`;

function evidenceOfSource(kind: RecordKind, slot: RebuiltSlot): EvidenceOfSource {
  const { source, built, problem, records } = slot;
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
  };
}
