import type { BatchStore } from '../../data/store/batchStore.js';
import type { SealedBatch } from './sealedBatches.js';
import { SealedScores } from './sealedScores.js';

/** The most fixtures of a statement. Its latency is that of every question that waits for it. */
const MOST_PARTS = 32;
/** The most records that a statement is expected to read, unless it reads a single fixture. */
const MOST_RECORDS = 256;
/** Fixtures that may be read ahead for each question about the slot. */
const AHEAD_OF_EACH = 4;

/** By fixture. */
type Parts = ReadonlyMap<number, SealedScores>;

/**
 * The fixtures' parts of a published batch of scores, read in groups: a statement costs more than the records that it
 * returns. Questions that arrive during a statement share the next one. The more questions a slot gets, the more of its
 * other fixtures come along, each once; the first question reads its own fixture only.
 */
export class SlotScores {
  private questions = 0;
  /** Fixtures read ahead so far, and the last of them. */
  private ahead = 0;
  private after = Number.MIN_SAFE_INTEGER;
  private readonly most: number;
  /** The group that still takes questions. */
  private open: { readonly fixtureIds: Set<number>; readonly parts: Promise<Parts> } | undefined;
  /** The group that is read last; groups are read one after the other. */
  private last: Promise<Parts> | undefined;

  /** `onRead`: called with all parts that a statement returned. */
  constructor(
    private readonly batches: Pick<BatchStore, 'scoreParts'>,
    private readonly sealed: SealedBatch,
    private readonly onRead: (parts: Parts) => void,
  ) {
    const { totalUpdateCount, numUniqueFixtures } = sealed.batch.metadata;
    const ofEach = Math.max(1, totalUpdateCount / Math.max(1, numUniqueFixtures));
    this.most = Math.max(1, Math.min(MOST_PARTS, Math.floor(MOST_RECORDS / ofEach)));
  }

  /** Counts a question about the slot that what was read ahead answers. */
  count(): void {
    this.questions++;
  }

  /** The part of a fixture; undefined if it has none. Rejects with the database's error. */
  async part(fixtureId: number): Promise<SealedScores | undefined> {
    this.questions++;
    if (!this.open || this.open.fixtureIds.size >= this.most) this.open = this.group();
    const { fixtureIds, parts } = this.open;
    fixtureIds.add(fixtureId);
    return (await parts).get(fixtureId);
  }

  private group(): { readonly fixtureIds: Set<number>; readonly parts: Promise<Parts> } {
    const fixtureIds = new Set<number>();
    const parts = this.read(fixtureIds, this.last);
    this.last = parts;
    const forget = (): void => {
      if (this.last === parts) this.last = undefined;
    };
    parts.then(forget, forget);
    return { fixtureIds, parts };
  }

  private async read(fixtureIds: ReadonlySet<number>, before: Promise<Parts> | undefined): Promise<Parts> {
    // The failure of another group is that of its own questions.
    const earlier = await before?.catch(() => undefined);
    if (this.open?.fixtureIds === fixtureIds) this.open = undefined;
    const found = new Map<number, SealedScores>();
    const missing: number[] = [];
    for (const fixtureId of fixtureIds) {
      const part = earlier?.get(fixtureId);
      if (part) found.set(fixtureId, part);
      else missing.push(fixtureId);
    }
    if (missing.length > 0) for (const [fixtureId, part] of await this.readParts(missing)) found.set(fixtureId, part);
    return found;
  }

  private async readParts(fixtureIds: readonly number[]): Promise<Parts> {
    const { batches, sealed, after } = this;
    const allowed = AHEAD_OF_EACH * (this.questions - 1) - this.ahead;
    const more = Math.max(0, Math.min(allowed, this.most - fixtureIds.length));
    const parts = await batches.scoreParts(sealed.batch.slotStart, { fixtureIds, after, more });
    const others = parts.filter((part) => part.fixtureId > after && !fixtureIds.includes(part.fixtureId));
    // Those asked about may be among the next ones, so `more` of them are counted, found or not.
    this.ahead += more;
    this.after = others.at(-1)?.fixtureId ?? after;
    const read = new Map(parts.map((part) => [part.fixtureId, new SealedScores(sealed, part)]));
    this.onRead(read);
    return read;
  }
}
