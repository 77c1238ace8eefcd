import type { Client, OddsRecord } from '@linesman/sdk/client';
import { type Sport, teamColours } from '@linesman/sdk/format';
import { useMemo } from 'preact/hooks';
import type { Side, Sides } from '../../shared/outcomeWords.js';
import { priceText } from '../../shared/sports.js';
import { clockText, secondText, slotOf } from '../../shared/time.js';
import { HEIGHT, LEFT, labelRooms, oddsLines, scaleOf, WIDTH } from './chartLines.js';
import type { TimelineMoment } from './timeline.js';
import { type MatchOdds, useOdds } from './useOdds.js';
import type { Slots } from './useSlots.js';

interface MatchChartProps {
  readonly sport: Sport;
  readonly startTime: number;
  readonly latestTs: number;
  /** Names of the participants. */
  readonly names: Sides;
  readonly moments: readonly TimelineMoment[];
  readonly slots: Slots;
  /** The odds, for a subscription with odds; `null` for a visitor, who does not see odds. */
  readonly odds: { readonly client: Client; readonly fixtureId: number } | null;
}

/** Goals, cards and odds of a match on one time axis, with the time when each goal was proven. */
export default function MatchChart({ odds, ...rest }: MatchChartProps) {
  return odds ? <WithOdds {...odds} {...rest} /> : <Drawn {...rest} odds={null} />;
}

type DrawnProps = Omit<MatchChartProps, 'odds'> & { readonly odds: MatchOdds | null };

function WithOdds({ client, fixtureId, ...rest }: Omit<DrawnProps, 'odds'> & NonNullable<MatchChartProps['odds']>) {
  const odds = useOdds(client, fixtureId, rest.startTime, rest.latestTs);
  return <Drawn {...rest} odds={odds} />;
}

/** The lanes above the odds, one for each team; y in px of the drawing. */
const LANES = [28, 74] as const;
/** Above this number, scores are drawn as a line, not as marks. */
const MARKS = 40;
const CARD_WORDS = { yellow: 'Yellow card', red: 'Red card' } as const;

function Drawn({ startTime, latestTs, names, moments, slots, odds }: DrawnProps) {
  const records = odds?.records ?? [];
  const colours = teamColours(names);
  const goals = moments.filter(({ kind, side }) => kind === 'score' && side !== null);
  const cards = moments.filter(({ kind }) => kind === 'yellow' || kind === 'red');
  const provenAt = ({ ts }: TimelineMoment): number | null => slots.get(slotOf(ts))?.publishedAt ?? null;
  const marked = goals.length <= MARKS ? goals : [];
  const times = [startTime, latestTs, ...records.map(({ Ts }) => Ts), ...marked.flatMap((one) => provenAt(one) ?? [])];
  const [from, until] = [times.reduce((a, b) => Math.min(a, b)), times.reduce((a, b) => Math.max(a, b))];
  const xOf = scaleOf(from, until);
  const rooms = labelRooms(marked, xOf);
  const lines = useMemo(() => oddsLines(records, scaleOf(from, until)), [records, from, until]);
  const latest = records.findLast(({ Prices }) => Prices.length > 0);
  const colourOf = (name: string): string | undefined => ({ part1: colours[0], part2: colours[1] })[name];
  const height = lines ? HEIGHT : LANES[1] + 40;
  const proven = marked.filter((one) => provenAt(one) !== null).length;
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={labelOf(goals, cards, proven, records.length)}>
        {LANES.map((y, side) => (
          <g key={y} style={{ '--team': colours[side] }}>
            <path class="rule" d={`M${LEFT} ${y}H${WIDTH}`} />
            <path class="team-fill" d={`M${LEFT - 22} ${y - 8}h8v16h-8z`} />
          </g>
        ))}
        {goals.length > MARKS &&
          LANES.map((y, side) => <path key={y} class="ticks" d={ticksOf(goals, side, y, xOf)} />)}
        {marked.map((goal) => {
          const [x, y] = [xOf(goal.ts), LANES[goal.side ?? 0]];
          const at = provenAt(goal);
          return (
            <g key={`${goal.seq}${goal.side}`} style={{ '--team': colours[goal.side ?? 0] }}>
              <title>{`${goal.words}, ${names[goal.side ?? 0]}`}</title>
              {at !== null && <path class="wait" d={`M${x} ${y}H${xOf(at)}`} />}
              {at !== null && <path class="proven" d={`M${xOf(at)} ${y - 6}l5 6l-5 6l-5 -6z`} />}
              <circle class="team-fill" cx={x} cy={y} r="6" />
              <text class={rooms.get(goal)} x={x} y={y - 10} text-anchor="middle">
                {goal.words}
              </text>
            </g>
          );
        })}
        {cards.map(({ seq, ts, kind, side }) => (
          <g key={`${seq}${kind}${side}`}>
            <title>{`${CARD_WORDS[kind as 'yellow' | 'red']}, ${names[side ?? 0]}`}</title>
            <path class={`card-mark ${kind}`} d={`M${xOf(ts) - 3} ${LANES[side ?? 0] + 6}h6v9h-6z`} />
          </g>
        ))}
        {lines?.prices.map(({ price, y }) => (
          <g key={price}>
            <path class="rule" d={`M${LEFT} ${y}H${WIDTH}`} />
            <text x={LEFT - 6} y={y + 4} text-anchor="end">
              {priceText(price)}
            </text>
          </g>
        ))}
        {lines?.lines.map(({ name, path }, i) => (
          <path key={name} class={`line line-${i}`} style={{ '--team': colourOf(name) }} d={path} />
        ))}
        {[from, until].map((time, i) => (
          <text key={time} x={xOf(time)} y={height - 5} text-anchor={i === 0 ? 'start' : 'end'}>
            {clockText(time)}
          </text>
        ))}
      </svg>
      <figcaption>
        <ul class="legend">
          {names.map((name, i) => {
            const place = latest?.PriceNames.indexOf(`part${i + 1}`) ?? -1;
            return (
              <li key={name} style={{ '--team': colours[i] }}>
                <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
                  <path class={`line line-${2 * i}`} d="M0 4H28" />
                  <circle class="team-fill" cx="14" cy="4" r="4" />
                </svg>
                {name} {place >= 0 && <strong>{priceText(latest?.Prices[place] ?? 0)}</strong>}
              </li>
            );
          })}
          {latest?.PriceNames.includes('draw') && (
            <li>
              <svg viewBox="0 0 28 8" width="28" height="8" aria-hidden="true">
                <path class="line line-1" d="M0 4H28" />
              </svg>
              Draw <strong>{priceText(latest.Prices[latest.PriceNames.indexOf('draw')] ?? 0)}</strong>
            </li>
          )}
          {proven > 0 && (
            <li>
              <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
                <path class="proven" d="M6 0l5 6l-5 6l-5 -6z" />
              </svg>
              proven on chain
            </li>
          )}
        </ul>
        {odds && <OddsNote odds={odds} latest={latest} />}
      </figcaption>
    </figure>
  );
}

/** The text for screen readers. Everything in the chart is also in the list of events. */
const labelOf = (
  goals: readonly TimelineMoment[],
  cards: readonly TimelineMoment[],
  proven: number,
  odds: number,
): string =>
  [
    `${goals.length} changes of the score, ${proven} of them with the time of their proof`,
    ...(cards.length > 0 ? [`${cards.length} cards`] : []),
    ...(odds > 0 ? [`decimal odds over time, ${odds} changes`] : []),
  ].join('; ');

const ticksOf = (goals: readonly TimelineMoment[], side: number, y: number, xOf: (ts: number) => number): string =>
  goals
    .filter((goal): goal is TimelineMoment & { readonly side: Side } => goal.side === side)
    .map(({ ts }) => `M${xOf(ts).toFixed(1)} ${y - 7}v14`)
    .join('');

/** How far odds were read, and which are missing. */
function OddsNote({ odds, latest }: { readonly odds: MatchOdds; readonly latest: OddsRecord | undefined }) {
  const { records, isLoaded, missing, readFrom, error } = odds;
  const why = error instanceof Error ? error.message : 'the service did not answer';
  if (error !== null && records.length === 0) return <p class="quiet">Without odds: {why}</p>;
  if (!latest) return <p class="quiet">{isLoaded ? 'There are no odds.' : 'Asking for odds …'}</p>;
  return (
    <p class="quiet">
      {records.at(-1)?.Prices.length === 0 && 'Suspended now. '}Latest odds at {secondText(latest.Ts)}; a hole means
      that bets were suspended. {error === null && !isLoaded && 'Earlier ones are being read …'}
      {missing > 0 && `${missing} of the five-minute slots could not be read. `}
      {error !== null && `Read back to ${readFrom === null ? 'now' : clockText(readFrom)} only: ${why}`}
    </p>
  );
}
