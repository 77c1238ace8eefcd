import type { SoccerScores } from '@linesman/records';
import type { Odds } from '@linesman/sdk/format';
import { oddsUpdate } from '../oddsUpdate.js';
import type { Random } from '../random.js';
import type { Phase } from '../script.js';
import type { Rates } from './goalModel.js';
import { lineName, linesAt, type PricedLine } from './lines.js';
import { type Moment, timelineOf } from './timeline.js';

export interface OddsFeedOptions {
  readonly fixtureId: number;
  /** Kick-off, ms. */
  readonly startTime: number;
  /** Score records of the match, and the phase of each. */
  readonly records: readonly SoccerScores[];
  readonly phases: readonly (Phase | undefined)[];
  /** Expected goals of each side in 90 minutes, with which the match was generated. */
  readonly rates: Rates;
  /** ms between updates in play. */
  readonly spacing: number;
  readonly random: Random;
}

const MINUTE = 60_000;
/** How long before kick-off the first prices appear, ms. */
const LEAD = 20 * MINUTE;
/** Number of updates in play for each update before kick-off or in a break. */
const SLOWER = 6;
/** Largest error of the first estimate of the rates, as a share. It shrinks until kick-off. */
const FIRST_ERROR = 0.12;
/** The relative difference of two prices that is worth an update. */
const LEAST_CHANGE = 0.004;

/** The last published state of a line; without prices it is off the board. */
interface Published {
  readonly line: PricedLine;
  readonly prices: readonly number[];
}

/**
 * Odds updates of one soccer match, in time order. Prices follow score and clock. Every open line is suspended when a
 * goal, a dismissal, a penalty or a review begins, and returns with a new price some time after the event is settled. A
 * line that is decided, or no longer near the even line, is suspended. Lines of extra time and of the shoot-out exist
 * from the break before it on.
 */
export function oddsFeed(options: OddsFeedOptions): Odds[] {
  const { records, phases, startTime, spacing, random } = options;
  const { moments, holds } = timelineOf(records, phases);
  const [first] = moments;
  const last = moments.at(-1);
  if (!first || !last) return [];
  const board = new Board(options);
  const error: Rates = [random.between(-100, 100) / 100, random.between(-100, 100) / 100];
  /** The rates as known at a time: exact from kick-off on. */
  const ratesAt = (now: number): Rates => {
    const share = Math.min(Math.max((startTime - now) / LEAD, 0), 1) * FIRST_ERROR;
    return [options.rates[0] * (1 + error[0] * share), options.rates[1] * (1 + error[1] * share)];
  };

  // The board changes when a phase begins and when a hold begins or ends; in between it is updated at intervals.
  const times = new Set<number>(holds.flatMap(({ from, until }) => [from, until]));
  moments.forEach(({ ts, phase }, i) => {
    if (phase !== moments[i - 1]?.phase) times.add(ts);
  });
  for (let now = startTime - LEAD; now < last.ts; ) {
    times.add(now);
    const isPlay = momentAt(moments, now).phase.blocks.length > 0;
    const pause = (isPlay ? 1 : SLOWER) * spacing;
    now += Math.round(pause * (0.5 + random.below(1_000) / 1_000));
  }
  for (const now of [...times].sort((a, b) => a - b)) {
    if (now > last.ts) break;
    const isHeld = holds.some(({ from, until }) => from <= now && now < until);
    board.show(now, isHeld ? [] : linesAt(momentAt(moments, now), now, ratesAt(now)));
  }
  // No line stays open after the match, however it ends.
  board.show(last.ts, []);
  return board.updates;
}

/** The latest moment that is not after a time; the first moment if the time is before all of them. */
function momentAt(moments: readonly Moment[], now: number): Moment {
  let low = 0;
  let high = moments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle]?.ts ?? 0) <= now) low = middle + 1;
    else high = middle;
  }
  return moments[Math.max(0, low - 1)] as Moment;
}

/** The published odds, and the updates that changed them. */
class Board {
  readonly updates: Odds[] = [];
  private readonly published = new Map<string, Published>();
  /** Open lines, in the order of their last update, oldest first. */
  private readonly waiting: string[] = [];

  constructor(private readonly options: Pick<OddsFeedOptions, 'fixtureId' | 'startTime'>) {}

  /**
   * Makes these lines the open ones. Opens and suspends lines at once; of the lines that stay open, updates one whose
   * price has changed.
   */
  show(now: number, lines: readonly PricedLine[]): void {
    const shown = new Map(lines.map((line) => [lineName(line), line]));
    for (const [name, { line, prices }] of this.published)
      if (prices.length > 0 && !shown.has(name)) this.publish(now, name, line, []);
    let opened = false;
    for (const [name, line] of shown) {
      if (this.published.get(name)?.prices.length) continue;
      this.publish(now, name, line, line.prices);
      opened = true;
    }
    if (opened) return;
    const name = this.waiting.find((one) => {
      const line = shown.get(one);
      return line !== undefined && hasMoved(this.published.get(one)?.prices ?? [], line.prices);
    });
    const line = name === undefined ? undefined : shown.get(name);
    if (name !== undefined && line) this.publish(now, name, line, line.prices);
  }

  private publish(ts: number, name: string, line: PricedLine, prices: readonly number[]): void {
    const { fixtureId, startTime } = this.options;
    const { market, period, parameters } = line;
    const i = this.updates.length;
    // A bijection for each serial number, so fixtures never share a message id.
    const head = String((Math.imul(fixtureId, 0x9e3779b1) ^ Math.imul(i, 0x85ebca6b)) >>> 0).padStart(10, '0');
    const message = `${head}:00003:${String(i).padStart(6, '0')}${prices.length === 0 ? '-0' : ''}`;
    this.updates.push(oddsUpdate({ fixtureId, startTime, message, ts, market, period, parameters, prices }));
    this.published.set(name, { line, prices });
    const at = this.waiting.indexOf(name);
    if (at >= 0) this.waiting.splice(at, 1);
    this.waiting.push(name);
  }
}

const hasMoved = (before: readonly number[], now: readonly number[]): boolean =>
  now.some((price, i) => Math.abs(price - (before[i] ?? 0)) > LEAST_CHANGE * price);
