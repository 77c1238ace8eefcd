import type { OddsRecord } from '@linesman/sdk/client';
import type { TimelineMoment } from './timeline.js';

export const WIDTH = 720;
export const HEIGHT = 350;
export const LEFT = 52;
const TOP = 116;
const BOTTOM = 22;
/** Room on both sides for labels around a mark. */
const ROOM = 24;
/** The maximum number of points of a line. One for each px of a small screen is more than can be seen. */
const POINTS = 360;

/** The place of a time in the drawing. */
export const scaleOf =
  (from: number, until: number) =>
  (ts: number): number =>
    LEFT + ROOM + ((ts - from) / Math.max(until - from, 1)) * (WIDTH - LEFT - 2 * ROOM);

/** Labels closer to each other than this overlap on any screen; px of the drawing. */
const CROWDED = 36;
/** The same on a phone, where the text is larger. */
const CLOSE = 66;

type Room = 'crowded' | 'close' | 'free';

/**
 * The room of each label beside the previous shown label of its lane. The style hides `crowded` ones, and `close` ones
 * on a phone.
 */
export function labelRooms<G extends Pick<TimelineMoment, 'ts' | 'side'>>(
  goals: readonly G[],
  xOf: (ts: number) => number,
): ReadonlyMap<G, Room> {
  const rooms = new Map<G, Room>();
  /** The positions of the last label in each lane that any screen shows, and of the last that a phone shows. */
  const last = { wide: new Map<G['side'], number>(), phone: new Map<G['side'], number>() };
  for (const goal of goals.toSorted((a, b) => a.ts - b.ts)) {
    const x = xOf(goal.ts);
    const after = (lane: Map<G['side'], number>): number => x - (lane.get(goal.side) ?? Number.NEGATIVE_INFINITY);
    const room = after(last.wide) < CROWDED ? 'crowded' : after(last.phone) < CLOSE ? 'close' : 'free';
    rooms.set(goal, room);
    if (room !== 'crowded') last.wide.set(goal.side, x);
    if (room === 'free') last.phone.set(goal.side, x);
  }
  return rooms;
}

/** Odds over time as steps, with holes where bets were suspended; null if there are none. */
export function oddsLines(records: readonly OddsRecord[], xOf: (ts: number) => number) {
  const priced = records.filter(({ Prices }) => Prices.length > 0);
  const [first] = priced;
  if (!first) return null;
  const all = priced.flatMap(({ Prices }) => Prices);
  // Odds are ratios, so the scale is logarithmic: equal distances are equal ratios.
  const low = Math.log(all.reduce((a, b) => Math.min(a, b)));
  const high = Math.max(Math.log(all.reduce((a, b) => Math.max(a, b))), low + 0.1);
  const yOf = (price: number): number =>
    TOP + 8 + ((high - Math.log(price)) / (high - low)) * (HEIGHT - TOP - BOTTOM - 16);
  const drawn = thinned(records, xOf);
  const marks = [0, 1 / 3, 2 / 3, 1].map((share) => Math.round(Math.exp(low + share * (high - low))));
  return {
    lines: first.PriceNames.map((name) => ({ name, path: stepsOf(drawn, name, xOf, yOf) })),
    prices: [...new Set(marks)].map((price) => ({ price, y: yOf(price) })),
  };
}

/** The last record of each px column, and every suspension. */
function thinned(records: readonly OddsRecord[], xOf: (ts: number) => number): OddsRecord[] {
  const columnOf = ({ Ts }: OddsRecord): number => Math.floor((xOf(Ts) / WIDTH) * POINTS);
  return records.filter((record, i) => {
    const next = records[i + 1];
    return !next || columnOf(next) !== columnOf(record) || (record.Prices.length === 0) !== (next.Prices.length === 0);
  });
}

function stepsOf(
  records: readonly OddsRecord[],
  name: string,
  xOf: (ts: number) => number,
  yOf: (price: number) => number,
): string {
  let path = '';
  let isOpen = false;
  for (const { Ts, PriceNames, Prices } of records) {
    const x = xOf(Ts).toFixed(1);
    const price = Prices[PriceNames.indexOf(name)];
    if (isOpen) path += `H${x}`;
    if (price === undefined) {
      isOpen = false;
      continue;
    }
    const y = yOf(price).toFixed(1);
    path += isOpen ? `V${y}` : `M${x} ${y}`;
    isOpen = true;
  }
  return path;
}
