import type { Sent } from './soakFeed.js';

/** Longest delay that is told apart, ms. */
const LONGEST = 60_000;

/** Delays in ms, as counts, so that their memory does not grow. */
export class Delays {
  private readonly counts = new Uint32Array(LONGEST + 1);
  private count = 0;

  add(ms: number): void {
    const place = Math.min(LONGEST, Math.max(0, Math.round(ms)));
    this.counts[place] = (this.counts[place] ?? 0) + 1;
    this.count++;
  }

  /** The smallest delay that this share of all does not exceed; 0 without any. */
  at(share: number): number {
    let left = this.count * share;
    for (const [ms, count] of this.counts.entries()) {
      left -= count;
      if (left <= 0) return ms;
    }
    return LONGEST;
  }
}

/** Which records arrived, and how often, compared with those sent. */
export interface Arrivals {
  readonly expected: number;
  readonly lost: number;
  readonly twice: number;
  /** Never sent, or of a stopped match. */
  readonly strange: number;
  /** Of those lost, to look for in a log. */
  readonly examples: readonly string[];
}

/** So many are named. */
const NAMED = 5;

export function arrivals(expected: ReadonlySet<string>, arrived: ReadonlyMap<string, number>): Arrivals {
  let [found, twice, strange] = [0, 0, 0];
  for (const [key, count] of arrived) {
    if (expected.has(key)) found++;
    else strange++;
    if (count > 1) twice++;
  }
  const lost = expected.size - found;
  const examples = lost > 0 ? [...expected].filter((key) => !arrived.has(key)).slice(0, NAMED) : [];
  return { expected: expected.size, lost, twice, strange, examples };
}

export const addTo = (arrived: Map<string, number>, key: string): number => {
  const count = (arrived.get(key) ?? 0) + 1;
  arrived.set(key, count);
  return count;
};

/** What was sent, by kind, and what arrived at the readers of streams. */
export class Ledger {
  readonly expected = { fixtures: new Set<string>(), odds: new Set<string>(), scores: new Set<string>() };
  readonly delays = new Delays();
  sent = 0;
  stopped = 0;
  /** Records sent from here on (Unix ms) are measured. */
  measuredFrom = Number.POSITIVE_INFINITY;
  private readonly sentAt = new Map<string, number>();
  private readonly streams: { readonly kind: 'odds' | 'scores'; readonly arrived: Map<string, number> }[] = [];
  /** Arrived before the feed's process has said that it sent them. */
  private early: { readonly key: string; readonly at: number }[] = [];

  noteSent(sent: readonly Sent[]): void {
    for (const { kind, key, at, isStopped } of sent) {
      this.sent++;
      // A fixture is sent again when its state changes.
      if (isStopped) this.stopped++;
      else this.expected[kind].add(key);
      if (kind !== 'fixtures') this.sentAt.set(`${kind} ${key}`, at);
    }
    for (const { key, at } of this.early.splice(0)) this.delay(key, at);
  }

  /** Returns what notes the arrival of a record at one reader. */
  reader(kind: 'odds' | 'scores'): (key: string) => void {
    const arrived = new Map<string, number>();
    this.streams.push({ kind, arrived });
    return (key) => {
      if (addTo(arrived, key) === 1) this.delay(`${kind} ${key}`, Date.now());
    };
  }

  /** The sums over all readers. */
  streamed(): Arrivals {
    const all = this.streams.map(({ kind, arrived }) => arrivals(this.expected[kind], arrived));
    const sum = (name: 'expected' | 'lost' | 'twice' | 'strange') => all.reduce((total, one) => total + one[name], 0);
    return {
      ...{ expected: sum('expected'), lost: sum('lost'), twice: sum('twice'), strange: sum('strange') },
      examples: all.flatMap(({ examples }) => examples).slice(0, NAMED),
    };
  }

  private delay(key: string, at: number): void {
    const sentAt = this.sentAt.get(key);
    if (sentAt === undefined) this.early.push({ key, at });
    else if (sentAt >= this.measuredFrom) this.delays.add(at - sentAt);
  }
}
