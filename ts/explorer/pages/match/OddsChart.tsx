import type { Client, OddsRecord } from 'linesman/client';
import { useMemo } from 'preact/hooks';
import { priceText } from '../../shared/sports.js';
import { clockText, secondText } from '../../shared/time.js';
import { useOdds } from './useOdds.js';

const WIDTH = 720;
const HEIGHT = 240;
const LEFT = 52;
const BOTTOM = 22;
/** Points drawn of a line at most: one for each px of a small screen is more than anybody sees. */
const POINTS = 360;

interface OddsChartProps {
  readonly client: Client;
  readonly fixtureId: number;
  readonly startTime: number;
  readonly latestTs: number;
  /** Names of the participants. */
  readonly names: readonly [string, string];
}

/** Odds on the winner over time. Lines are steps, with holes where bets were suspended. */
export default function OddsChart({ client, fixtureId, startTime, latestTs, names }: OddsChartProps) {
  const { records, isLoaded, missing, readFrom, error } = useOdds(client, fixtureId, startTime, latestTs);
  const drawing = useMemo(() => drawingOf(records), [records]);
  const latest = records.findLast(({ Prices }) => Prices.length > 0);
  const nameOf = (name: string): string => ({ part1: names[0], draw: 'Draw', part2: names[1] })[name] ?? name;
  if (error !== null && records.length === 0)
    return <p class="quiet">Without odds: {error instanceof Error ? error.message : 'the service gives none'}</p>;
  if (!drawing || !latest) return <p class="quiet">{isLoaded ? 'There are no odds.' : 'Asking for odds …'}</p>;
  const { lines, prices, times, yOf, xOf } = drawing;
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Decimal odds over time, ${records.length} updates`}
      >
        {prices.map((price) => (
          <g key={price}>
            <path class="rule" d={`M${LEFT} ${yOf(price)}H${WIDTH}`} />
            <text x={LEFT - 6} y={yOf(price) + 4} text-anchor="end">
              {priceText(price)}
            </text>
          </g>
        ))}
        {times.map((time, i) => (
          <text key={time} x={xOf(time)} y={HEIGHT - 5} text-anchor={i === 0 ? 'start' : 'end'}>
            {clockText(time)}
          </text>
        ))}
        {lines.map(({ name, path }, i) => (
          <path key={name} class={`line line-${i}`} d={path} />
        ))}
      </svg>
      <figcaption>
        <ul class="legend">
          {latest.PriceNames.map((name, i) => (
            <li key={name}>
              <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
                <path class={`line line-${i}`} d="M0 4H28" />
              </svg>
              {nameOf(name)} <strong>{priceText(latest.Prices[i] ?? 0)}</strong>
            </li>
          ))}
        </ul>
        <p class="quiet">
          {records.at(-1)?.Prices.length === 0 && 'Suspended now. '}Latest at {secondText(latest.Ts)}, UTC; a hole means
          that bets were suspended. {error === null && !isLoaded && 'Earlier ones are being read …'}
          {missing > 0 && `${missing} of the five-minute slots could not be read. `}
          {error !== null &&
            `Read back to ${readFrom === null ? 'now' : clockText(readFrom)} only: ${error instanceof Error ? error.message : 'the service did not answer'}`}
        </p>
      </figcaption>
    </figure>
  );
}

function drawingOf(records: readonly OddsRecord[]) {
  const priced = records.filter(({ Prices }) => Prices.length > 0);
  const [first] = priced;
  const last = records.at(-1);
  if (!first || !last) return null;
  const all = priced.flatMap(({ Prices }) => Prices);
  // Odds are ratios, so equal steps on the page are equal ratios.
  const low = Math.log(all.reduce((a, b) => Math.min(a, b)));
  const high = Math.max(Math.log(all.reduce((a, b) => Math.max(a, b))), low + 0.1);
  const end = Math.max(last.Ts, first.Ts + 1);
  const xOf = (ts: number): number => LEFT + ((ts - first.Ts) / (end - first.Ts)) * (WIDTH - LEFT);
  const yOf = (price: number): number => 8 + ((high - Math.log(price)) / (high - low)) * (HEIGHT - BOTTOM - 16);
  const drawn = thinned(records, xOf);
  const lines = first.PriceNames.map((name) => ({ name, path: stepsOf(drawn, name, xOf, yOf) }));
  const prices = [0, 1 / 3, 2 / 3, 1].map((share) => Math.round(Math.exp(low + share * (high - low))));
  return { lines, prices: [...new Set(prices)], times: [first.Ts, end], xOf, yOf };
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
