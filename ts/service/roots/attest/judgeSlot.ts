import { bytesToHex, equalBytes, type Root } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';
import { leavesByFixture, type RebuiltSlot, type RecordLeaves } from './rebuilt.js';

/**
 * Why a slot is not attested. `no records`: the chain has a root, and no source has a record. `unusable records`:
 * records of a source cannot be in a tree. `sources differ`: the sources disagree. `other root`: the sources agree on
 * another root.
 */
export type MismatchReason = 'no records' | 'unusable records' | 'sources differ' | 'other root';

/** A fixture that differs between the sources: its summary in each (JSON), or `null` where it has no record. */
export interface FixtureDifference {
  readonly fixtureId: number;
  readonly summaries: Readonly<Record<string, string | null>>;
}

/** A record that differs between the sources. */
export interface RecordDifference {
  readonly fixtureId: number;
  /** `Seq 12`, `MessageId … of <Ts>` or `update 0`. */
  readonly record: string;
  /** By source; `null` where it is missing. */
  readonly of: Readonly<Record<string, Pick<RecordLeaves, 'ts' | 'leaves'> | null>>;
}

/** Sources or chain disagree about a slot. */
export interface Mismatch {
  readonly reason: MismatchReason;
  readonly onChain: Root;
  readonly slots: readonly RebuiltSlot[];
  /** Sources that have another root than the chain, or none. */
  readonly against: readonly string[];
  /** Differences between the sources; none with one source. */
  readonly fixtures: readonly FixtureDifference[];
  readonly records: readonly RecordDifference[];
  /** Fixtures about which all sources agree; none with one source. Their markets wait for the slot all the same. */
  readonly agreeing: readonly number[];
}

export type SlotVerdict =
  | { readonly verdict: 'agrees'; readonly root: Root }
  | { readonly verdict: 'mismatch'; readonly mismatch: Mismatch };

/**
 * Compares the root of a slot on chain with the root computed from the records of each source. A root without records
 * is a mismatch.
 */
export function judgeSlot(key: BatchKey, onChain: Root, slots: readonly RebuiltSlot[]): SlotVerdict {
  const rootOf = ({ built }: RebuiltSlot): Root | null => built?.tree.root ?? null;
  const isOnChain = (slot: RebuiltSlot): boolean => {
    const root = rootOf(slot);
    return root !== null && equalBytes(root, onChain);
  };
  const against = slots.filter((slot) => !isOnChain(slot));
  if (against.length === 0 && slots.length > 0) return { verdict: 'agrees', root: onChain };
  const mismatch: Mismatch = {
    reason: reasonOf(slots),
    onChain,
    slots,
    against: against.map(({ source }) => source),
    ...differences(key, slots),
  };
  return { verdict: 'mismatch', mismatch };
}

function reasonOf(slots: readonly RebuiltSlot[]): MismatchReason {
  if (slots.every(({ count }) => count === 0)) return 'no records';
  if (slots.some(({ built, count }) => built === null && count > 0)) return 'unusable records';
  const roots = new Set(slots.map(({ built }) => built && bytesToHex(built.tree.root)));
  return roots.size > 1 ? 'sources differ' : 'other root';
}

/** Only in fixtures whose summaries differ, because the same summary means the same records. */
function differences(
  { kind }: BatchKey,
  slots: readonly RebuiltSlot[],
): Pick<Mismatch, 'fixtures' | 'records' | 'agreeing'> {
  if (slots.length < 2) return { fixtures: [], records: [], agreeing: [] };
  const sources = slots.map((slot) => ({
    source: slot.source,
    summaries: new Map((slot.built?.fixtures ?? []).map(({ fixtureId, summary }) => [fixtureId, summary])),
    leaves: leavesByFixture(kind, slot),
  }));
  const ids = new Set(sources.flatMap(({ summaries }) => [...summaries.keys()]));
  const fixtures = [...ids]
    .sort((a, b) => a - b)
    .map((fixtureId) => ({
      fixtureId,
      summaries: bySource(sources, ({ summaries }) => summaries.get(fixtureId) ?? null),
    }))
    .filter(({ summaries }) => new Set(Object.values(summaries)).size > 1);
  const records = fixtures.flatMap(({ fixtureId }) => {
    const maps = sources.map(({ source, leaves }) => ({
      source,
      records: new Map((leaves.get(fixtureId) ?? []).map((record) => [record.name, record])),
    }));
    const names = new Set(maps.flatMap((one) => [...one.records.keys()]));
    return [...names].flatMap((record): RecordDifference[] => {
      const of = bySource(maps, (one) => {
        const found = one.records.get(record);
        return found ? { ts: found.ts, leaves: found.leaves } : null;
      });
      return new Set(Object.values(of).map((one) => JSON.stringify(one))).size > 1 ? [{ fixtureId, record, of }] : [];
    });
  });
  const differing = new Set(fixtures.map(({ fixtureId }) => fixtureId));
  return { fixtures, records, agreeing: [...ids].filter((id) => !differing.has(id)).sort((a, b) => a - b) };
}

const bySource = <S extends { readonly source: string }, T>(
  sources: readonly S[],
  of: (source: S) => T,
): Readonly<Record<string, T>> => Object.fromEntries(sources.map((one) => [one.source, of(one)]));
