import type { OddsRecord } from '@linesman/sdk/client';
import { SHOWN_SPORTS, statedText } from '@linesman/sdk/format';
import { useMemo } from 'preact/hooks';
import { linkTo } from '../../frame/route.js';
import { Moment } from '../../shared/Moment.js';
import { periodWords } from '../../shared/periods.js';
import { type ShownMatch, stageOf } from '../../shared/shownMatches.js';
import { priceText } from '../../shared/sports.js';
import { STATE_WORDS } from '../../shared/stateWords.js';
import { TeamMark } from '../../shared/TeamMark.js';
import { clockText, matchClockText } from '../../shared/time.js';

interface MatchRowProps {
  readonly match: ShownMatch;
  readonly odds: OddsRecord | undefined;
}

/** A match in a line; drawn again only when it changes. */
export const MatchRow = ({ match, odds }: MatchRowProps) =>
  useMemo(() => <Row match={match} odds={odds} />, [match, odds]);

function Row({ match, odds }: MatchRowProps) {
  const { fixtureId, sport, competition, participant1, participant2, score, shootOut, proof } = match;
  const names = [participant1, participant2] as const;
  const stated = statedText(match.statKeys, sport);
  return (
    <li class="match-row" data-fixture={fixtureId}>
      <a class="match-link" href={linkTo(`match/${fixtureId}`)}>
        <span class="sides">
          {names.map((name, i) => (
            <span key={name}>
              <TeamMark names={names} side={i === 0 ? 0 : 1} />
              {name}
            </span>
          ))}
        </span>
        <span
          class="score"
          role="img"
          aria-label={score ? `${score.participant1} to ${score.participant2}` : 'no score yet'}
        >
          <span>{score?.participant1 ?? '–'}</span>
          <span>{score?.participant2 ?? '–'}</span>
        </span>
      </a>
      <p class="when">
        <strong>
          <When match={match} />
        </strong>
        {shootOut && ` · shoot-out ${shootOut.participant1}:${shootOut.participant2}`}
        <span class="quiet">
          {' '}
          {SHOWN_SPORTS[sport].title} · {competition}
          {match.nextSlot !== null && stageOf(match.state) === 'running' && (
            <>
              {' '}
              · next proof: minutes from <Moment ms={match.nextSlot} text={clockText} />
            </>
          )}
        </span>{' '}
        {stated !== undefined && <span class="badge">{stated}</span>}{' '}
        {match.sumsDiffer && <span class="badge bad">sums differ</span>}{' '}
        {proof && <span class="badge good">proven on chain</span>}
      </p>
      {odds && odds.Prices.length > 0 && (
        <dl class="prices" aria-label="Odds">
          {odds.PriceNames.map((name, i) => (
            <div key={name}>
              <dt>{PRICE_SIGNS[name] ?? name}</dt>
              <dd>{priceText(odds.Prices[i] ?? 0)}</dd>
            </div>
          ))}
        </dl>
      )}
      {odds && odds.Prices.length === 0 && <p class="prices quiet">odds suspended</p>}
    </li>
  );
}

const PRICE_SIGNS: Readonly<Record<string, string>> = { part1: '1', draw: 'X', part2: '2' };

function When({ match: { state, sport, startTime, movedFrom, statusId, clock } }: { readonly match: ShownMatch }) {
  const start = <Moment ms={startTime} />;
  const stage = stageOf(state);
  if (stage === 'coming')
    return (
      <>
        {start}
        {movedFrom !== null && ', moved'}
      </>
    );
  if (stage === 'over')
    return (
      <>
        {STATE_WORDS[state]} · {start}
      </>
    );
  const period = statusId === null ? null : periodWords(sport, statusId);
  const now = [period, clock && matchClockText(sport, clock)].filter(Boolean).join(', ');
  return now === '' ? (
    <>
      running since <Moment ms={startTime} text={clockText} />
    </>
  ) : (
    now
  );
}
