import { keysOfSport } from '../../ts/sdk/format/zeroMap.js';
import type { AskedVouchers } from './attesterModel.js';
import { acceptsForAll, type ClaimedSport, type Policy } from './policyModel.js';
import type { Answer, Evidence } from './settlementModel.js';

/** What a result is about; the oracle is always the same. */
export interface ResultTopic {
  readonly fixture: number;
  readonly sport: ClaimedSport;
  readonly policy: Policy;
  /** By whom everything that it says is vouched for; `null`: by nobody. */
  readonly attesters: AskedVouchers | null;
}

export const topicName = ({ fixture, sport, policy, attesters }: ResultTopic): string =>
  `${fixture} ${sport} ${policy}${attesters ? ` ${attesters.set} ${attesters.least}` : ''}`;

/** A proof to be posted. */
export interface PostedEvidence {
  readonly evidence: Evidence;
  /** Of the values of the evidence. */
  readonly keys: readonly number[];
  /** Of the last update of the slot, ms. */
  readonly maxTime: number;
}

/** A moment of the chain: s, and its slot, which is never set back here. */
export interface Instant {
  readonly time: number;
  readonly slot: number;
}

/** A window is over when as many seconds and as many slots have passed. */
export const isOver = (since: Instant, window: number, now: Instant): boolean =>
  now.time - since.time >= window && now.slot - since.slot >= window;

export interface FactModel {
  readonly value: number;
  readonly since: Instant;
  readonly current: boolean;
}

interface EventModel {
  readonly orderKey: bigint;
  /** ms */
  readonly minTime: number;
  /** ms */
  readonly maxTime: number;
  readonly period: number;
}

const DAY = 86_400;
/** How long after an event it can be new to a result, ms. */
const POSTED_FOR = 90 * DAY * 1_000;
/** How long after its latest fact a result stays, and how long after its event facts can put that off, s. */
const KEPT_FOR = 180 * DAY;
const KEPT_AT_MOST = 270 * DAY;

/** The blocks of keys that are settled when regular time has been played, and at half-time. */
const BLOCKS: Readonly<Record<ClaimedSport, Readonly<Record<'regular' | 'half', readonly number[]>>>> = {
  soccer: { regular: [0, 1, 2, 3], half: [1] },
  basketball: { regular: [0, 1, 2, 10, 20, 30, 40], half: [1, 10, 20] },
  'us-football': { regular: [0, 1, 2, 10, 20, 30, 40], half: [1, 10, 20] },
};

/** Whether the key's value is settled whenever the policy decides. */
function allows({ policy, sport }: ResultTopic, key: number): boolean {
  const block = Math.floor(key / 1_000);
  switch (policy) {
    case 'finalised':
    case 'signed-final':
      return true;
    case 'regular-time':
      // Without extra time and shoot-out.
      return BLOCKS[sport].regular.includes(block);
    case 'half-time':
      return BLOCKS[sport].half.includes(block);
  }
}

/** A result as the rules describe it. */
export class ResultModel {
  contradicted = false;
  facts = new Map<number, FactModel>();

  constructor(
    readonly topic: ResultTopic,
    readonly payer: string,
    public event: EventModel,
  ) {}

  clone(): ResultModel {
    const copy = new ResultModel(this.topic, this.payer, this.event);
    copy.contradicted = this.contradicted;
    copy.facts = new Map(this.facts);
    return copy;
  }

  /** Why this cannot be posted, whatever has been; otherwise the event that it proves. */
  static read(topic: ResultTopic, posted: PostedEvidence): number | EventModel {
    const { evidence, keys, maxTime } = posted;
    if (topic.attesters?.least === 0) return 6200;
    if (evidence.subject && evidence.subject.fixture !== topic.fixture) return 6217;
    if (evidence.fault !== null) return evidence.fault;
    const [period, ...others] = new Set(evidence.presentPeriods);
    if (period === undefined) return 6220;
    if (others.length > 0) return 6237;
    if (!acceptsForAll(topic, period)) return 6219;
    if (topic.policy === 'signed-final') return 6203;
    const known: readonly number[] = keysOfSport(topic.sport);
    for (const key of keys) {
      if (!known.includes(key)) return 6202;
      if (!allows(topic, key)) return 6203;
    }
    return { orderKey: evidence.orderKey, minTime: evidence.time, maxTime, period };
  }

  /** Why this event cannot be the first of a result. */
  static begin({ maxTime }: EventModel, now: number): Answer {
    return now * 1_000 > maxTime + POSTED_FOR ? 6254 : null;
  }

  /** Posts an event that was read. Updates with one order key are one update in these matches. */
  post(event: EventModel, { evidence, keys }: PostedEvidence, now: Instant): Answer {
    if (this.contradicted) return 6255;
    if (event.orderKey < this.event.orderKey) return 6222;
    const valueAt = (place: number): number => evidence.values[place] ?? 0;
    if (event.orderKey > this.event.orderKey) {
      const tooOld = ResultModel.begin(event, now.time);
      if (tooOld !== null) return tooOld;
      for (const [key, fact] of this.facts) this.facts.set(key, { ...fact, current: false });
    } else {
      const differs = keys.some((key, i) => {
        const fact = this.facts.get(key);
        return fact?.current === true && fact.value !== valueAt(i);
      });
      if (differs || event.period !== this.event.period) {
        this.contradicted = true;
        return null;
      }
    }
    this.event = event;
    for (const [i, key] of keys.entries()) {
      const value = valueAt(i);
      const before = this.facts.get(key);
      this.facts.set(key, { value, since: before?.value === value ? before.since : now, current: true });
    }
    return null;
  }

  /** The values of these keys and the latest time and slot since when one is known; `null` if one is not current. */
  known(keys: readonly number[]): { readonly values: number[]; readonly since: Instant } | null {
    const facts = keys.map((key) => this.facts.get(key));
    if (facts.some((fact) => !fact?.current)) return null;
    return {
      values: facts.map((fact) => fact?.value ?? 0),
      since: {
        time: Math.max(...facts.map((fact) => fact?.since.time ?? 0)),
        slot: Math.max(...facts.map((fact) => fact?.since.slot ?? 0)),
      },
    };
  }

  /** When it can be closed, s. */
  keptUntil(): number {
    const kept = Math.max(...[...this.facts.values()].map(({ since }) => since.time)) + KEPT_FOR;
    const event = this.event.maxTime;
    // Not while the event could still be posted to a separate account.
    const overAt = Math.floor((event + POSTED_FOR) / 1_000) + 1;
    return Math.max(overAt, Math.min(kept, Math.ceil(event / 1_000) + KEPT_AT_MOST));
  }

  close(now: number, sender: string): Answer {
    if (sender !== this.payer) return 6259;
    return now < this.keptUntil() ? 6258 : null;
  }
}
