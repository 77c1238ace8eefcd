import { LeastRecent } from 'linesman/node';
import type { BatchKey } from '../store/index.js';

/** Characters of answers that are kept: some thousand proofs of a busy slot. */
const MOST = 1 << 24;
/** What an answer takes besides its text and its name, in characters. */
const OVERHEAD = 200;

/** An answer, and the batch whose root it leads to. */
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
 * Answers about published batches, as texts. What was published never changes again, so an answer is made once; but a fork may take its root away: one
 * whose batch does not stand any more is forgotten and made anew, which refuses it. A refusal is never kept.
 */
export class KeptAnswers {
  private readonly texts: LeastRecent<KeptText>;

  /** `stands`: whether the root of a batch that was published still is on chain, at most a second late. */
  constructor(
    private readonly stands: (batch: BatchKey) => Promise<boolean>,
    most = MOST,
  ) {
    this.texts = new LeastRecent<KeptText>(most, ({ name, text }) => name.length + text.length + OVERHEAD);
  }

  /** `name`: all that the answer depends on besides what is stored. */
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
