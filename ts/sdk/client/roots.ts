import { checkOptions, type OptionRules, optional } from '../format/checkOptions.js';
import { U16_MAX } from '../format/integer.js';
import { oneOf as oneOfNames } from '../format/optionKinds.js';
import { bytesFromText } from '../proof/byteText.js';
import { ROOTS_KINDS, type RootsKind } from '../proof/rootsAccount.js';
import { COUNT, list, natural, object, oneOf, orNull, part, readAnswer, TIME } from './answerPart.js';
import { REQUEST_OPTIONS, type RequestOptions } from './clientOptions.js';
import type { ServiceSession } from './serviceSession.js';

/** Every state of the root of a slot, as {@link RootsSlotState} explains them. */
export const ROOTS_SLOT_STATES = ['running', 'pending', 'late', 'published', 'missing', 'alarm'] as const;

/**
 * The state of the root of a slot, according to the service. `running`: the slot has not ended. `pending`: it ended
 * less than a minute of real time ago; in a world at 60 times real time, that is an hour. `late`: it ended earlier, and
 * its root is not on chain. `published`: the root is on chain. `missing`: it was on chain, and the chain has lost it.
 * `alarm`: the chain has another root, or no longer accepts one for this slot.
 */
export type RootsSlotState = (typeof ROOTS_SLOT_STATES)[number];

/** A slot that has records. Times are Unix ms. */
export interface RootsSlot {
  readonly kind: RootsKind;
  /** Place in the roots account: 5-minute slot of the day, or hour of the ten-day window of fixtures. */
  readonly index: number;
  readonly from: number;
  readonly until: number;
  readonly state: RootsSlotState;
  /** 32 bytes; `null` until the slot is sealed. */
  readonly root: Uint8Array | null;
  /** Number of fixtures with records, and of records. The numbers may grow until the slot is sealed. */
  readonly fixtures: number;
  readonly updates: number;
  /** When the service first saw the root on chain; `null` before. */
  readonly publishedAt: number | null;
}

/** The slots of a day that have records, by kind, earliest first. */
export interface RootsOfDay {
  readonly epochDay: number;
  /** The service's clock, Unix ms. */
  readonly now: number;
  readonly slots: readonly RootsSlot[];
}

/** How long the published roots of a kind took from the end of their slot until they were on chain, in ms. */
export interface KindLatency {
  readonly kind: RootsKind;
  readonly roots: number;
  /** Half of them took no longer; `null` if there are none. */
  readonly median: number | null;
  /** 99 of 100 took no longer; `null` if there are none. */
  readonly p99: number | null;
}

/** How fast a service claims to have published roots in the last `days`. */
export interface RootsLatency {
  /** The service's clock, Unix ms. */
  readonly now: number;
  readonly days: number;
  readonly kinds: readonly KindLatency[];
}

type DayQuestion = RequestOptions & { readonly kind?: RootsKind };
const DAY_QUESTION: OptionRules<DayQuestion> = { ...REQUEST_OPTIONS, kind: optional(oneOfNames(...ROOTS_KINDS)) };

const KIND = oneOf(ROOTS_KINDS);
const ROOT = part<string, Uint8Array>({ type: 'string', pattern: '^[0-9a-f]{64}$' }, (node) =>
  bytesFromText(node.string(), 32, node.path),
);
const DELAY = orNull(natural(Number.MAX_SAFE_INTEGER));

export const ROOTS_OF_DAY = object('RootsOfDay', {
  epochDay: natural(U16_MAX),
  now: TIME,
  slots: list(
    object('RootsSlot', {
      kind: KIND,
      index: COUNT,
      from: TIME,
      until: TIME,
      state: oneOf(ROOTS_SLOT_STATES),
      root: orNull(ROOT),
      fixtures: COUNT,
      updates: COUNT,
      publishedAt: orNull(TIME),
    }),
  ),
});

export const ROOTS_LATENCY = object('RootsLatency', {
  now: TIME,
  days: COUNT,
  kinds: list(object('KindLatency', { kind: KIND, roots: COUNT, median: DELAY, p99: DELAY })),
});

/**
 * Roots. Rejects with UNKNOWN_OPTION or WRONG_OPTION for its arguments, with the errors of `ServiceSession.text`, and
 * with MALFORMED_RESPONSE, INVALID_NUMBER or INVALID_HASH for an invalid response.
 */
export class RootsEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /**
   * Returns the slots of a day (days since 1970-01-01 UTC) with their roots, of one kind or of all. Needs no API token.
   * This is what the service says; compare it with the account on chain (`fetchRoots`).
   *
   * @example
   * ```ts
   * const { slots } = await client.roots.ofDay(20_643, { kind: 'scores' });
   * ```
   */
  async ofDay(epochDay: number, question: DayQuestion = {}): Promise<RootsOfDay> {
    checkOptions('ofDay', question, DAY_QUESTION);
    const { kind, ...options } = question;
    const path = `/api/roots/${epochDay}`;
    const answer = await this.session.json({ path, query: { kind }, needs: 'session', ...options });
    return readAnswer(ROOTS_OF_DAY, answer);
  }

  /**
   * Returns how fast roots were published in the last 30 days. Needs no API token. Errors besides: RECORD_NOT_FOUND
   * from a service that does not count it.
   *
   * @example
   * ```ts
   * const { kinds } = await client.roots.latency();
   * const scores = kinds.find(({ kind }) => kind === 'scores');
   * ```
   */
  async latency(options: RequestOptions = {}): Promise<RootsLatency> {
    checkOptions('latency', options, REQUEST_OPTIONS);
    return readAnswer(ROOTS_LATENCY, await this.session.json({ path: '/api/latency', needs: 'session', ...options }));
  }
}
