import {
  eventTree,
  FlatTree,
  type PlacedPart,
  type ProvableEvent,
  provableEvent,
  type ScoreRecord,
} from '@linesman/records/batch';
import { equalBytes } from '@linesman/sdk/format';
import type { BatchKey, ScorePart } from '../../data/store/batchStore.js';
import { scoresSummary } from '../seal/storedSummary.js';
import { mismatch, type SealedBatch } from './sealedBatches.js';

/** Weight besides texts and leaves. */
const OVERHEAD = 500;

type PlacedScores = PlacedPart<ReturnType<typeof scoresSummary>>;

/** A fixture's part of a published batch of scores. Its tree is built for the first proof. */
export class SealedScores {
  private placed: PlacedScores | undefined;

  constructor(
    private readonly sealed: SealedBatch,
    private readonly part: ScorePart,
  ) {}

  /** What it weighs in a cache, in characters or bytes. */
  get weight(): number {
    const { leaves, texts } = this.part;
    // The tree has as many bytes as the leaves, in addition.
    return texts.reduce((sum, text) => sum + text.length, OVERHEAD + 2 * leaves.length);
  }

  get key(): BatchKey {
    return this.sealed.batch;
  }

  /** The record with this number. */
  record(seq: number): ScoreRecord | undefined {
    const { seqs, texts } = this.part;
    const text = texts[seqs.indexOf(seq)];
    return text === undefined ? undefined : (JSON.parse(text) as ScoreRecord);
  }

  /** Proves a record up to the main root. Errors: STORED_BATCH_MISMATCH when a different one was sealed. */
  event(record: ScoreRecord): ProvableEvent {
    this.placed ??= this.built();
    // Not the difference of the numbers, because some may be missing.
    const at = this.part.seqs.indexOf(record.Seq);
    const { sport } = this.part;
    return provableEvent(this.placed, at, sport, eventTree(sport, record)) ?? mismatch(this.key);
  }

  private built(): PlacedScores {
    const { part, sealed } = this;
    const summary = scoresSummary(part.summary);
    const subTree = new FlatTree(part.leaves);
    if (!equalBytes(subTree.root, summary.eventsSubTreeRoot)) return mismatch(this.key);
    return { summary, subTree, tree: sealed.tree, place: part.place };
  }
}
