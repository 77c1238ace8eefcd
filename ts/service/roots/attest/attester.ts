import { fail, isError, MALFORMED_RESPONSE, REQUEST_ABORTED } from '@linesman/sdk/error';
import { bytesToHex, MS_PER_DAY, type Root } from '@linesman/sdk/format';
import { MAX_ATTESTED_ROOTS } from '@linesman/sdk/program';
import { batchName } from '../../data/store/batchName.js';
import type { BatchKey } from '../../data/store/batchStore.js';
import { type RecordKind, slotLength } from '../../data/store/recordKind.js';
import type { BatchRecord } from '../seal/buildBatch.js';
import { scoresSummary } from '../seal/storedSummary.js';
import type { AttestationChain, AttestedPeriod, AttestedRoot, PeriodOnChain } from './attestationChain.js';
import { type Evidence, evidenceOf } from './evidence.js';
import { type FixtureDifference, judgeSlot, type SlotVerdict } from './judgeSlot.js';
import { periodsBetween, slotStartIn } from './periods.js';
import { type RebuiltSlot, rebuild, summarise, withRecords } from './rebuilt.js';
import { type RecordSource, recordsOf } from './slotRecords.js';

/** Number of slots whose records are requested at once. */
const AT_ONCE = 4;

/** Records of a slot, and of a source in evidence, that fit into memory beside others: each about 1 kB. */
export const LARGE = 50_000;

/** Records of a slot, at most: eight times as many as a busy slot has. One such slot at a time takes about 90 MB. */
export const MOST = 1_000_000;

/**
 * The action of an attester on a slot. `behind`: the records of a source are others, and it has none yet of after the
 * slot: more of the slot may come, so that this says nothing about the oracle.
 */
export type SlotOutcome = 'attested' | 'mismatch' | 'behind' | 'failed';

export interface AttesterOptions {
  readonly sources: readonly [RecordSource, ...RecordSource[]];
  readonly chain: AttestationChain;
  readonly kinds: readonly RecordKind[];
  /** Number of days before today that are searched for unattested slots. */
  readonly days: number;
  /** ms of the chain's clock from the end of a slot until the sources count as complete. */
  readonly grace: number;
  /** Most records of a slot that is judged beside others, and of a source in evidence. Default 50,000. */
  readonly large?: number;
  /** Whether nothing is sent. Default false. */
  readonly dryRun?: boolean;
  /** Called with every slot that was judged. */
  readonly onSlot?: (slot: JudgedSlot) => void;
  /** Called with each failure; the work is tried again in the next round. */
  readonly onFailure?: (what: string, error: unknown, about: object) => void;
  /** Called as slots are done. */
  readonly onProgress?: (done: number, of: number) => void;
}

export interface JudgedSlot extends AttestedPeriod {
  /** Place in the period. */
  readonly slot: number;
  /** First ms. */
  readonly slotStart: number;
  readonly outcome: SlotOutcome;
  /** The evidence of a mismatch. */
  readonly evidence?: Evidence;
}

/** One round over all periods. */
export interface AttestRound {
  readonly attested: number;
  readonly mismatches: number;
  /** Mismatches of earlier rounds that were not checked again. */
  readonly known: number;
  /** Slots that wait for a source that is behind. */
  readonly behind: number;
  /** Slots that are over and have no root on chain, because there are no records, or the root is not published yet. */
  readonly withoutRoot: number;
  /** Sources or transactions that failed. */
  readonly failures: number;
}

/** A slot as each source has it; `null` if it is too large in one of them. */
type Summaries = readonly RebuiltSlot[] | null;

interface PendingSlot extends BatchKey, AttestedPeriod {
  readonly slot: number;
  readonly root: Root;
}

/**
 * Rebuilds the slots that have a root on chain from the records of its sources, and vouches for those on which all
 * agree. It does not store state, because its vouchers are on chain. A slot that does not match is checked again after
 * a restart, or in a whole `round`; one for which a source is behind, once that has later records.
 */
export class Attester {
  /** Roots that do not match, by slot, as hex. After a fork, a replaced root counts as a different one. */
  private readonly known = new Map<string, string>();
  /** Slots that wait for a source, with the position of the sources when they were judged. */
  private readonly behind = new Map<string, string>();
  /** Slots that failed in the last round that tried: the next one begins with the others. */
  private readonly stuck = new Set<string>();
  private readonly large: number;

  constructor(private readonly options: AttesterOptions) {
    this.large = options.large ?? LARGE;
  }

  /** Errors: SOURCE_SHOWS_PART; those of the sources. */
  async check(signal?: AbortSignal): Promise<void> {
    for (const source of this.options.sources) await source.check(this.options.kinds, signal);
  }

  /**
   * One round. Failures are reported, and tried again in the next round. Errors: those of the chain when it cannot be
   * read.
   *
   * @param isWhole Whether to check all days, and again the slots that did not match; otherwise only the last two days.
   */
  async round(isWhole: boolean, signal?: AbortSignal): Promise<AttestRound> {
    const { chain, kinds } = this.options;
    if (isWhole) {
      this.known.clear();
      this.behind.clear();
    }
    const now = await chain.now(signal);
    const periods = await chain.read(this.periodsUntil(now, isWhole), signal);
    const { pending, withoutRoot } = this.slotsOf(periods, now);
    const unknown = pending.filter((slot) => this.known.get(batchName(slot)) !== bytesToHex(slot.root));
    const positions = new Map(await Promise.all(kinds.map(async (kind) => [kind, await this.position(kind)] as const)));
    const placeOf = ({ kind, root }: PendingSlot) => `${bytesToHex(root)} ${positions.get(kind)}`;
    const waits = (slot: PendingSlot) => this.behind.get(batchName(slot)) === placeOf(slot);
    const fresh = unknown.filter((slot) => !waits(slot));
    const counts = { attested: 0, mismatches: 0, failures: 0 };
    let done = 0;
    const isStuck = (slot: PendingSlot) => this.stuck.has(batchName(slot));
    const batches = [...batchesOf(fresh.filter((slot) => !isStuck(slot))), ...batchesOf(fresh.filter(isStuck))];
    for (const batch of batches) {
      if (signal?.aborted) break;
      const failures = counts.failures;
      await this.batch(batch, counts, placeOf, signal);
      // A source that does not answer is not asked for the other slots.
      if (counts.failures - failures >= batch.length) break;
      done += batch.length;
      this.options.onProgress?.(done, fresh.length);
    }
    const behind = pending.filter((slot) => this.behind.has(batchName(slot))).length;
    return { ...counts, known: pending.length - unknown.length, behind, withoutRoot };
  }

  /** Up to when the sources have records of a kind. */
  private async position(kind: RecordKind): Promise<string> {
    const latest = this.options.sources.map(({ latest }) => latest?.(kind).catch(() => Number.NaN));
    return (await Promise.all(latest)).join();
  }

  /** Whether every source that disagrees has records, and none of after the slot yet. */
  private async areBehind({ kind, slotStart }: PendingSlot, against: readonly string[]): Promise<boolean> {
    const until = slotStart + slotLength(kind);
    const isBehind = async ({ latest }: RecordSource) => ((await latest?.(kind)) ?? until) < until;
    const all = this.options.sources.filter(({ name }) => against.includes(name)).map(isBehind);
    return (await Promise.all(all)).every(Boolean);
  }

  private periodsUntil(now: number, isWhole: boolean): AttestedPeriod[] {
    const today = Math.floor(now / MS_PER_DAY);
    const first = Math.max(0, today - (isWhole ? this.options.days : Math.min(1, this.options.days)));
    return this.options.kinds.flatMap((kind) => periodsBetween(kind, first, today));
  }

  /** Slots that are over and not attested, earliest first. */
  private slotsOf(periods: readonly PeriodOnChain[], now: number) {
    const pending: PendingSlot[] = [];
    let withoutRoot = 0;
    for (const { kind, period, roots, isAttested } of periods)
      for (const [slot, root] of roots.entries()) {
        const slotStart = slotStartIn({ kind, period }, slot);
        if (slotStart + slotLength(kind) + this.options.grace > now) break;
        if (root === null) withoutRoot++;
        else if (!isAttested(slot)) pending.push({ kind, period, slot, slotStart, root });
      }
    pending.sort((a, b) => a.slotStart - b.slotStart);
    return { pending, withoutRoot };
  }

  /** Slots of one period that fit into one transaction. */
  private async batch(
    slots: readonly PendingSlot[],
    counts: { attested: number; mismatches: number; failures: number },
    placeOf: (slot: PendingSlot) => string,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { chain, onSlot, onFailure, dryRun = false } = this.options;
    const entries: (AttestedRoot & PendingSlot)[] = [];
    const tell = (slot: PendingSlot, outcome: SlotOutcome, evidence?: Evidence): void => {
      const { kind, period, slot: place, slotStart } = slot;
      if (outcome === 'failed') this.stuck.add(batchName(slot));
      else this.stuck.delete(batchName(slot));
      if (outcome !== 'behind') this.behind.delete(batchName(slot));
      onSlot?.({ kind, period, slot: place, slotStart, outcome, ...(evidence && { evidence }) });
    };
    const tellFailure = (what: string, error: unknown, about: object): void => {
      if (isError(error, REQUEST_ABORTED) || signal?.aborted) return;
      counts.failures++;
      onFailure?.(what, error, about);
    };
    const waiting = slots.values();
    /** Slots that are large or do not match: these take memory, so one of them is judged at a time. */
    const alone: { readonly slot: PendingSlot; readonly summaries: Summaries }[] = [];
    const failed = (slot: PendingSlot, error: unknown): void => {
      const { kind, period, slot: place } = slot;
      tellFailure('the records of a slot', error, { kind, period, slot: place });
      tell(slot, 'failed');
    };
    const work = async (): Promise<void> => {
      for (const slot of waiting) {
        if (signal?.aborted) return;
        try {
          const summaries = await this.summaries(slot, this.large, signal);
          if (summaries && judgeSlot(slot, slot.root, summaries).verdict === 'agrees') entries.push(slot);
          else alone.push({ slot, summaries });
        } catch (error) {
          failed(slot, error);
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    for (const { slot, summaries } of alone) {
      if (signal?.aborted) return;
      try {
        const verdict = await this.judge(slot, summaries, signal);
        if (verdict === 'behind') {
          this.behind.set(batchName(slot), placeOf(slot));
          tell(slot, 'behind');
        } else if (verdict.verdict === 'agrees') entries.push(slot);
        else {
          tell(slot, 'mismatch', evidenceOf(slot, verdict.mismatch));
          counts.mismatches++;
          this.known.set(batchName(slot), bytesToHex(slot.root));
        }
      } catch (error) {
        failed(slot, error);
      }
    }
    const [first] = entries;
    if (first === undefined || signal?.aborted) return;
    const { kind, period } = first;
    entries.sort((a, b) => a.slot - b.slot);
    try {
      if (!dryRun)
        await chain.attest(
          { kind, period },
          entries.map(({ slot, root }) => ({ slot, root })),
          signal,
        );
    } catch (error) {
      tellFailure('an attestation', error, { kind, period, slots: entries.map(({ slot }) => slot) });
      for (const slot of entries) tell(slot, 'failed');
      return;
    }
    counts.attested += entries.length;
    for (const slot of entries) tell(slot, 'attested');
  }

  /** `summaries`: `null` for a large slot, of which they are still to be read. */
  private async judge(
    slot: PendingSlot,
    summaries: Summaries,
    signal: AbortSignal | undefined,
  ): Promise<SlotVerdict | 'behind'> {
    const slots = summaries ?? (await this.summaries(slot, MOST, signal));
    if (slots === null)
      return fail(MALFORMED_RESPONSE, {
        ...{ problem: 'too large', what: 'the slot', most: MOST, unit: 'records', path: '$' },
      });
    const verdict = judgeSlot(slot, slot.root, slots);
    if (verdict.verdict === 'agrees') return verdict;
    if (await this.areBehind(slot, verdict.mismatch.against)) return 'behind';
    const isLarge = slots.some(({ count }) => count > this.large);
    const differing = fitting(verdict.mismatch.fixtures, this.large);
    const isKept = isLarge && slots.length > 1 ? ({ fixtureId }: BatchRecord) => differing.has(fixtureId) : undefined;
    const whole: RebuiltSlot[] = [];
    for (const [i, source] of this.options.sources.entries()) {
      const records = await recordsOf(source, slot, { signal, most: this.large, ...(isKept && { isKept }) });
      const rebuilt = rebuild(slot, source.name, records);
      whole.push(isLarge ? withRecords(slots[i] as RebuiltSlot, rebuilt) : rebuilt);
    }
    return judgeSlot(slot, slot.root, whole);
  }

  /** The slot of each source; `null` if it has more than `most` records in one of them. */
  private async summaries(slot: PendingSlot, most: number, signal: AbortSignal | undefined): Promise<Summaries> {
    const slots = await Promise.all(this.options.sources.map((source) => summarise(slot, source, most, signal)));
    return slots.every((one) => one !== null) ? slots : null;
  }
}

/** The first fixtures that differ, as many as have at most `most` records together. */
function fitting(fixtures: readonly FixtureDifference[], most: number): ReadonlySet<number> {
  const ids = new Set<number>();
  let records = 0;
  for (const { fixtureId, summaries } of fixtures) {
    const counts = Object.values(summaries).map((text) =>
      text === null ? 0 : scoresSummary(text).updateStats.updateCount,
    );
    records += Math.max(...counts);
    if (records > most) break;
    ids.add(fixtureId);
  }
  return ids;
}

/** One after the other, so that the earliest slots are attested first. */
function batchesOf(slots: readonly PendingSlot[]): PendingSlot[][] {
  const batches: PendingSlot[][] = [];
  const open = new Map<string, PendingSlot[]>();
  for (const slot of slots) {
    const period = `${slot.kind}/${slot.period}`;
    let batch = open.get(period);
    if (batch === undefined || batch.length === MAX_ATTESTED_ROOTS) {
      batch = [];
      open.set(period, batch);
      batches.push(batch);
    }
    batch.push(slot);
  }
  return batches;
}
