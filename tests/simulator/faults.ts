import type { Random } from '../../ts/season/random.js';
import { pause } from './virtualWorld.js';

/** What may happen to a call of a store or a node. */
const KINDS = [
  /** It takes its time to get there, or the answer does. */
  ['slow', 4],
  ['late', 4],
  /**
   * It fails before it has done anything, or afterwards. In the second case, the caller does not know that it is done.
   */
  ['fails', 4],
  ['unseen', 4],
  /** The same, after as long as a statement or a request may take. */
  ['hangs', 1],
  ['hangs unseen', 1],
] as const;

/** ms after which a call that hangs is given up, as by the statement limit of a store. */
const LONGEST = 60_000;

export interface FaultOptions {
  /** ms that a call takes at most when nothing is wrong. */
  readonly latency: number;
  /** One call in this number goes wrong. `null`: none. */
  readonly oneIn: number | null;
  /** The error of a lost connection. */
  readonly lost: () => Error;
}

/** A store or a node as its callers meet it: sometimes slow, silent, or away. */
export class Faults {
  /** How often each fault has happened, by kind. */
  readonly counts: Record<string, number> = {};
  private isOn = true;
  private awayUntil = 0;

  constructor(
    private readonly random: Random,
    private readonly options: FaultOptions,
  ) {}

  /** Ends all faults for good. */
  end(): void {
    this.isOn = false;
    this.awayUntil = 0;
  }

  /** No call gets through for ms. */
  goAway(ms: number): void {
    this.count('away');
    this.awayUntil = performance.now() + ms;
  }

  /** Fails as a connection that does not come about. */
  async refuse(): Promise<never> {
    await pause(this.random.below(2_000));
    throw this.options.lost();
  }

  /** Whether a part can be kept from it, and until when at most (`until`, virtual ms). */
  isWithin(until: number): boolean {
    return this.isOn && until > performance.now();
  }

  /** Whether an event happens that happens to one call in `oneIn`. */
  strikes(kind: string, oneIn: number): boolean {
    if (!this.isOn || this.options.oneIn === null || !this.random.onceIn(oneIn)) return false;
    this.count(kind);
    return true;
  }

  async around<T>(work: () => Promise<T>): Promise<T> {
    const { latency, oneIn, lost } = this.options;
    await pause(this.random.below(latency + 1));
    if (this.isWithin(this.awayUntil)) return this.refuse();
    if (!this.isOn || oneIn === null || !this.random.onceIn(oneIn)) return work();
    const kind = this.random.weighted(KINDS);
    this.count(kind);
    if (kind === 'slow') await pause(this.random.between(10, 8_000));
    if (kind === 'hangs') await pause(LONGEST);
    if (kind === 'fails' || kind === 'hangs') throw lost();
    const result = await work();
    if (kind === 'late') await pause(this.random.between(10, 8_000));
    if (kind === 'hangs unseen') await pause(LONGEST);
    if (kind === 'unseen' || kind === 'hangs unseen') throw lost();
    return result;
  }

  private count(kind: string): void {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
  }
}
