import { LeastRecent } from '@linesman/sdk/node';
import type { BatchKey } from '../../data/store/batchStore.js';

/** Characters of cached answers: a few thousand proofs of a busy slot. */
const MOST = 1 << 24;
/** Weight of an answer besides its text and its name, in characters. */
const OVERHEAD = 200;

/** An answer, and the batch that proves it. */
export interface BatchAnswer {
  readonly answer: object;
  readonly batch: BatchKey;
}

interface KeptText {
  readonly name: string;
  readonly text: string;
  readonly batch: BatchKey;
}

/**
 * Caches answers about published batches as texts. Published batches never change, but a fork may remove their root: an
 * answer whose batch has lost its root is dropped, and the request is then refused. Refusals are never cached.
 */
export class KeptAnswers {
  private readonly texts: LeastRecent<KeptText>;

  /** `stands`: whether a published batch still has its root on chain. The answer is at most one second old. */
  constructor(
    private readonly stands: (batch: BatchKey) => Promise<boolean>,
    most = MOST,
  ) {
    this.texts = new LeastRecent<KeptText>(most, ({ name, text }) => name.length + text.length + OVERHEAD);
  }

  /** `name`: everything besides stored data that the answer depends on. */
  async text(name: string, make: () => Promise<BatchAnswer>): Promise<string> {
    const kept = this.texts.get(name);
    if (kept && (await this.stands(kept.batch))) return kept.text;
    this.texts.delete(name);
    const { answer, batch } = await make();
    const text = JSON.stringify(answer);
    this.texts.set(name, { name, text, batch });
    return text;
  }
}
