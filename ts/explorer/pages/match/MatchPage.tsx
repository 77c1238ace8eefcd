import type { Client, MatchState, PublicStage, ScoresRecord } from '@linesman/sdk/client';
import { SHOWN_SPORTS, type Sport, sportOfLayout, statedText } from '@linesman/sdk/format';
import type { ComponentType } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { serviceClient } from '../../frame/connection.js';
import type { PageProps } from '../../frame/pageProps.js';
import { linkTo, replaceWith } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { CopyButton } from '../../shared/CopyButton.js';
import { Moment } from '../../shared/Moment.js';
import { NotShown } from '../../shared/NotShown.js';
import type { Sides } from '../../shared/outcomeWords.js';
import { provenWords } from '../../shared/provenWords.js';
import { NoService, NotAnswered, StreamNote } from '../../shared/StreamNote.js';
import { Subscribers } from '../../shared/Subscribers.js';
import { isVisitor, stageOf } from '../../shared/shownMatches.js';
import { STATE_WORDS } from '../../shared/stateWords.js';
import { TeamMark } from '../../shared/TeamMark.js';
import type MatchChartOf from './MatchChart.js';
import { type MatchFacts, scoreBeside } from './matchFacts.js';
import { SlotList } from './SlotList.js';
import { Timeline } from './Timeline.js';
import { scoreText, timelineOf } from './timeline.js';
import { UpdateDetail } from './UpdateDetail.js';
import { Updates } from './Updates.js';
import { useMatch } from './useMatch.js';
import { useSlots } from './useSlots.js';

/** One match: what happened, every update, the odds, and the slots that prove it. */
export default function MatchPage({ route }: PageProps) {
  useSettings();
  const client = serviceClient();
  const [id = ''] = route.rest;
  const seq = route.parameters.get('seq');
  return (
    <div class="page">
      <p>
        <a href={linkTo('matches')}>All matches</a>
      </p>
      {!/^\d{1,9}$/.test(id) ? (
        <h1>No match has the number “{id}”</h1>
      ) : client ? (
        <One
          key={id}
          client={client}
          fixtureId={Number(id)}
          seq={seq !== null && /^\d{1,9}$/.test(seq) ? Number(seq) : null}
        />
      ) : (
        <NoService />
      )}
    </div>
  );
}

interface OneProps {
  readonly client: Client;
  readonly fixtureId: number;
  readonly seq: number | null;
}

/** The facts about the match for the parts of the page. */
interface Known {
  readonly fixtureId: number;
  readonly facts: MatchFacts | null;
  readonly records: readonly ScoresRecord[];
  /** Null until a record or the service provides it. */
  readonly sport: Sport | null;
  readonly names: Sides;
  readonly startTime: number | null;
  readonly stage: PublicStage | null;
  readonly isLoaded: boolean;
  /** Whether the visitor sees the public view. */
  readonly isGuest: boolean;
}

function One({ client, fixtureId, seq }: OneProps) {
  const isGuest = isVisitor();
  const { facts, records, isLoaded, error, stream } = useMatch(client, fixtureId, isGuest);
  const sport = facts?.sport ?? sportOf(records);
  const moments = useMemo(() => (sport === null ? [] : timelineOf(records, sport)), [records, sport]);
  const slots = useSlots(client, records);
  const last = records.at(-1);
  const names = [facts?.participant1 ?? 'Team 1', facts?.participant2 ?? 'Team 2'] as const;
  const startTime = facts?.startTime ?? last?.StartTime ?? null;
  const stage = facts?.state ? stageOf(facts.state) : null;
  const known = { fixtureId, facts, records, sport, names, startTime, stage, isLoaded, isGuest };
  useEffect(() => {
    if (facts) document.title = `${facts.participant1} – ${facts.participant2} · linesman`;
  }, [facts]);
  if (isLoaded && !facts && records.length === 0) return <Unknown fixtureId={fixtureId} />;
  return (
    <>
      <header class="title">
        <Versus {...known} />
        {error === null && !isGuest && stage !== 'over' && <StreamNote state={stream} />}
        <WaysOn {...known} />
      </header>
      {error !== null && <NotShown error={error} />}
      {!isLoaded && error === null && <p class="quiet">Asking for the match …</p>}
      {isLoaded && records.length === 0 && !(isGuest && stage === 'running') && (
        <p class="card">Nothing has happened yet: there is no score record.</p>
      )}
      {sport !== null && records.length > 0 && <Timeline {...{ fixtureId, sport, moments, names, slots }} />}
      {startTime !== null && isLoaded && sport !== null && (records.length > 0 || !isGuest) && (
        <section class="card" aria-labelledby="chart">
          <h2 id="chart">{isGuest ? 'Score and proofs over time' : 'Score, proofs and odds over time'}</h2>
          <Chart
            {...{ sport, startTime, names, moments, slots }}
            latestTs={last?.Ts ?? startTime}
            odds={isGuest ? null : { client, fixtureId }}
          />
        </section>
      )}
      {sport !== null && records.length > 0 && <EveryUpdate {...{ fixtureId, records, sport, names, seq }} />}
      {records.length > 0 && (
        <section class="card" aria-labelledby="slots">
          <h2 id="slots">When it was proven</h2>
          <p class="quiet">Every five minutes, the oracle publishes one hash of all records of all matches: a root.</p>
          <SlotList slots={slots} records={records} />
        </section>
      )}
    </>
  );
}

/** The teams, the score, and when and where the match is played. */
function Versus({ fixtureId, facts, records, sport, names, startTime }: Known) {
  const { service } = useSettings();
  const score = scoreBeside(facts, records);
  const stated = sport === null ? undefined : statedText(facts?.statKeys ?? null, sport);
  return (
    <>
      <h1 class="versus">
        <span>
          <TeamMark names={names} side={0} />
          {names[0]}
        </span>{' '}
        <span class="score">{(score && scoreText(score)) || '– : –'}</span>{' '}
        <span>
          <TeamMark names={names} side={1} />
          {names[1]}
        </span>
      </h1>
      <p class="lead">
        {sport !== null && `${SHOWN_SPORTS[sport].title} · `}
        {facts && `${facts.competition} · `}
        {startTime !== null && (
          <>
            <Moment ms={startTime} />
            {facts && facts.movedFrom !== null && (
              <>
                {' '}
                (moved from <Moment ms={facts.movedFrom} />)
              </>
            )}
            {' · '}
          </>
        )}
        number {fixtureId}
      </p>
      {stated !== undefined && (
        <p class="quiet">The source of this match reports {stated}. No other stat can be proven, not even as zero.</p>
      )}
      {facts?.sumsDiffer && (
        <p class="card">Sums differ: a score record of this match has a total that does not match its parts.</p>
      )}
      {facts?.state && <Standing {...{ fixtureId, facts }} state={facts.state} />}
      {service !== null && (
        <p class="actions">
          <span class="quiet">A link to share:</span>
          <CopyButton text={`${service}/match/${fixtureId}`} of="link to this match" />
        </p>
      )}
    </>
  );
}

/** Links to more about the match: proof, markets, a link to share. */
const WaysOn = ({ fixtureId, facts, records, stage, isLoaded, isGuest }: Known) => (
  <>
    {isGuest && stage === 'running' && (
      <Subscribers>
        The running score comes with a subscription. Everyone sees the result once it is proven, a few minutes after the
        end.
      </Subscribers>
    )}
    {isLoaded && facts && (facts.state ?? records.at(-1)?.GameState ?? 'scheduled') === 'scheduled' && (
      <p class="actions">
        <a class="button" href={linkTo('markets/new', { fixture: fixtureId })}>
          Make a market
        </a>
        <span class="quiet">You can bet on this match until it begins.</span>
      </p>
    )}
  </>
);

interface EveryUpdateProps {
  readonly fixtureId: number;
  readonly records: readonly ScoresRecord[];
  readonly sport: Sport;
  readonly names: Sides;
  /** `Seq` of the chosen update. */
  readonly seq: number | null;
}

/** The list of updates, and the chosen one of them beside it. */
function EveryUpdate({ fixtureId, records, sport, names, seq }: EveryUpdateProps) {
  const place = seq === null ? -1 : records.findIndex(({ Seq }) => Seq === seq);
  const chosen = records[place];
  const last = records.at(-1);
  const choose = (next: number): void => replaceWith(`match/${fixtureId}`, { seq: next });
  return (
    <div class="two">
      <section class="card" aria-labelledby="updates">
        <h2 id="updates">
          Every score record <span class="badge">{records.length}</span>
        </h2>
        <p class="quiet">Choose one to see and prove its stats.</p>
        <Updates records={records} sport={sport} chosen={seq} choose={choose} />
      </section>
      {chosen ? (
        <UpdateDetail key={chosen.Seq} {...{ sport, names }} record={chosen} before={records[place - 1]} />
      ) : (
        <section class="card" aria-label="No score record chosen">
          <p class="quiet">
            {seq === null ? 'No score record is chosen.' : `There is no score record ${seq}.`}
            {last && (
              <>
                {' '}
                The latest is <a href={linkTo(`match/${fixtureId}`, { seq: last.Seq })}>{last.Seq}</a>.
              </>
            )}
          </p>
        </section>
      )}
    </div>
  );
}

interface StandingProps {
  readonly fixtureId: number;
  readonly facts: MatchFacts;
  readonly state: MatchState;
}

/** The state of the match, and the proof of its result. */
function Standing({ fixtureId, facts, state }: StandingProps) {
  const { proof = null, sport } = facts;
  return (
    <p class="actions">
      <span class="badge">{STATE_WORDS[state]}</span>
      {proof && (
        <>
          <span class="badge good">{provenWords(proof)}</span>
          <a class="button" href={linkTo('proof', { result: fixtureId, keys: '1,2', sport })}>
            See the proof
          </a>
        </>
      )}
    </p>
  );
}

const Unknown = ({ fixtureId }: { readonly fixtureId: number }) => (
  <>
    <h1>There is no match {fixtureId}</h1>
    <p>
      The service does not know it. A digit may be wrong; <a href={linkTo('matches')}>all matches</a> can be searched by
      team.
    </p>
  </>
);

/** Loaded on the first visit to a match. */
function Chart(props: Parameters<typeof MatchChartOf>[0]) {
  const [loaded, setLoaded] = useState<{ readonly Chart: ComponentType<typeof props> } | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    import('./MatchChart.js').then(({ default: Chart }) => setLoaded({ Chart }), setError);
  }, []);
  if (error !== null) return <NotAnswered error={error} />;
  return loaded ? <loaded.Chart {...props} /> : <p class="quiet">Loading the chart …</p>;
}

/** Used if the service does not describe the match. `null` before the first record. */
function sportOf([first]: readonly ScoresRecord[]): Sport | null {
  return (first && sportOfLayout(first.SportId)) ?? null;
}
