import type { PublicMatch } from '@linesman/sdk/client';
import { SHOWN_SPORTS } from '@linesman/sdk/format';
import type { ComponentChildren } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import { linkTo } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { Moment } from '../../shared/Moment.js';
import { clockText } from '../../shared/time.js';
import { ResultCard } from './ResultCard.js';
import { useHome } from './useHome.js';

/** The page for new visitors: a proven result, the current matches, and links to three more pages. */
export default function HomePage() {
  const { service } = useSettings();
  const [isReady, setReady] = useState(false);
  const onReady = useCallback(() => setReady(true), []);
  const facts = useHome(isReady);
  return (
    <div class="page home">
      {/* The same words are in index.html, which shows them before any script runs. */}
      <div class="title">
        <h1>Results you can check yourself</h1>
        <p class="lead">
          A few minutes after a goal, its proof is public on Solana, and this page checks it in your browser. A proof
          shows what the oracle reported, not that the report is true.
        </p>
      </div>
      {facts ? <ResultCard match={facts.best} onReady={onReady} /> : <div class="result card" aria-busy="true" />}
      {facts && facts.running.length > 0 && (
        <Some title="Playing now" matches={facts.running} more="tab=running">
          {({ fixtureId, startTime }) => (
            <>
              since <Moment ms={startTime} text={clockText} />{' '}
              <a class="button plain" href={linkTo(`match/${fixtureId}`)}>
                Watch
              </a>
            </>
          )}
        </Some>
      )}
      {facts && facts.coming.length > 0 && (
        <Some title="Coming" matches={facts.coming} more="tab=coming">
          {({ fixtureId, startTime }) => (
            <>
              <Moment ms={startTime} />{' '}
              <a class="button plain" href={linkTo('markets/new', { fixture: fixtureId })}>
                Bet
              </a>
            </>
          )}
        </Some>
      )}
      <ul class="ways">
        <Way to="matches" title="Watch" text="Matches with their scores, and the proof of each." />
        <Way
          to="markets"
          title="Bet"
          text="A program on chain holds the money, and pays the winners after a proof of the result."
        />
        <Way
          to="proof"
          title="Verify your own file"
          text={`A proof that someone sent you${service === null ? '' : ', or one of any record'}, checked step by step.`}
        />
      </ul>
    </div>
  );
}

interface SomeProps {
  readonly title: string;
  readonly matches: readonly PublicMatch[];
  /** Parameters of the page that lists all matches. */
  readonly more: string;
  readonly children: (match: PublicMatch) => ComponentChildren;
}

const Some = ({ title, matches, more, children }: SomeProps) => (
  <section class="card" aria-label={title}>
    <h2>{title}</h2>
    <ul class="some">
      {matches.map((match) => (
        <li key={match.fixtureId}>
          <span>
            <a href={linkTo(`match/${match.fixtureId}`)}>
              {match.participant1} – {match.participant2}
            </a>{' '}
            <span class="quiet">{SHOWN_SPORTS[match.sport].title}</span>
          </span>
          <span class="when">{children(match)}</span>
        </li>
      ))}
    </ul>
    <p>
      <a href={`#/matches?${more}`}>All matches</a>
    </p>
  </section>
);

const Way = ({ to, title, text }: { readonly to: string; readonly title: string; readonly text: string }) => (
  <li class="card">
    <h2>
      <a href={linkTo(to)}>{title}</a>
    </h2>
    <p class="quiet">{text}</p>
  </li>
);
