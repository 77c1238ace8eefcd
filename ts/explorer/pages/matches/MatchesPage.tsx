import type { Client, Match } from '@linesman/sdk/client';
import { SHOWN_SPORTS, SPORTS } from '@linesman/sdk/format';
import { useEffect } from 'preact/hooks';
import { serviceClient } from '../../frame/connection.js';
import type { PageProps } from '../../frame/pageProps.js';
import { type Route, replaceWith } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { Field } from '../../shared/Field.js';
import { fitsWords } from '../../shared/fitsWords.js';
import { NotShown } from '../../shared/NotShown.js';
import { NoService, StreamNote } from '../../shared/StreamNote.js';
import { Subscribers } from '../../shared/Subscribers.js';
import { isVisitor, type ShownPages } from '../../shared/shownMatches.js';
import { Tabs } from '../../shared/Tabs.js';
import { TABS, type Tab } from './listMatches.js';
import { MatchRow } from './MatchRow.js';
import { type Matches, searchesOn, useMatches } from './useMatches.js';

/**
 * The page of live, today's, coming and finished matches. Tab, search and sport are in the address, so Back restores
 * them.
 */
export default function MatchesPage({ route }: PageProps) {
  useSettings();
  const client = serviceClient();
  return (
    <div class="page">
      <div class="title">
        <h1>Matches</h1>
        <p class="lead">Every score here can be proven a few minutes after it was reported.</p>
      </div>
      {client ? <Live client={client} chosen={chosenIn(route)} /> : <NoService />}
    </div>
  );
}

interface Chosen {
  readonly tab: Tab;
  readonly search: string;
  readonly sport: string;
}

const chosenIn = ({ parameters }: Route): Chosen => ({
  tab: TABS.find((one) => one === parameters.get('tab')) ?? 'running',
  search: parameters.get('search') ?? '',
  sport: SPORTS.find((one) => one === parameters.get('sport')) ?? '',
});

const NAMES: Readonly<Record<Tab, string>> = {
  running: 'Running',
  today: 'Today',
  finished: 'Finished',
  coming: 'Coming',
};

function Live({ client, chosen }: { readonly client: Client; readonly chosen: Chosen }) {
  const { tab, search, sport } = chosen;
  useSettings();
  const isGuest = isVisitor();
  const matches = useMatches(client, { tab, isGuest });
  const { error, scores, prices } = matches;
  const choose = (next: Partial<Chosen>): void => {
    const all = { ...chosen, ...next };
    replaceWith('matches', { tab: all.tab, search: all.search || null, sport: all.sport || null });
  };
  const fits = (match: Match): boolean => (sport === '' || match.sport === sport) && fitsWords(match, search);
  return (
    <Tabs names={TABS} titles={NAMES} chosen={tab} choose={(next) => choose({ tab: next })} label="Which matches">
      <div class="filters">
        <Field name="search" label="Search">
          {(control) => (
            <input
              {...control}
              type="search"
              placeholder="Team, competition or number"
              value={search}
              onInput={({ currentTarget }) => choose({ search: currentTarget.value })}
            />
          )}
        </Field>
        <Field name="sport" label="Sport">
          {(control) => (
            <select {...control} value={sport} onChange={({ currentTarget }) => choose({ sport: currentTarget.value })}>
              <option value="">All</option>
              {SPORTS.map((one) => (
                <option key={one} value={one}>
                  {SHOWN_SPORTS[one].title}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {isGuest ? (
        tab === 'running' && error === null && <Subscribers>Live scores and odds come with a subscription.</Subscribers>
      ) : (
        <Streams {...{ scores, prices, error }} />
      )}
      {error !== null && <NotShown error={error} />}
      {error === null && (
        <MatchGroup tab={tab} matches={matches} fits={fits} isNarrowed={search.trim() !== '' || sport !== ''} />
      )}
    </Tabs>
  );
}

const Streams = ({ scores, prices, error }: Pick<Matches, 'scores' | 'prices' | 'error'>) => (
  <>
    {scores.phase === 'refused' && error !== null ? null : <StreamNote state={scores} />}
    {prices.phase === 'refused' && scores.phase !== 'refused' && (
      <p class="quiet">Without odds: this subscription has none.</p>
    )}
  </>
);

interface MatchGroupProps {
  readonly tab: Tab;
  readonly matches: Matches;
  readonly fits: (match: Match) => boolean;
  readonly isNarrowed: boolean;
}

function MatchGroup({ tab, matches: { loaded, odds, more, search }, fits, isNarrowed }: MatchGroupProps) {
  const shown = loaded?.matches.filter(fits) ?? [];
  const isMissing = loaded !== null && shown.length === 0;
  useEffect(() => {
    if (isMissing && isNarrowed) search();
  }, [isMissing, isNarrowed, search]);
  return (
    <section class="card" aria-labelledby={tab}>
      <h2 id={tab}>
        {NAMES[tab]} {loaded && <span class="badge">{shown.length}</span>}
      </h2>
      {!loaded && <p class="quiet">Asking for matches …</p>}
      {isMissing && <p class="quiet">{noneText(tab, loaded)}</p>}
      <ul class="match-list">
        {shown.map((match) => (
          <MatchRow key={match.fixtureId} match={match} odds={odds.get(match.fixtureId)} />
        ))}
      </ul>
      {loaded?.hasMore && (
        <button type="button" class="plain" onClick={more}>
          Load more
        </button>
      )}
    </section>
  );
}

const NONE: Readonly<Record<Tab, string>> = {
  running: 'No match is running now.',
  today: 'No match starts today.',
  finished: 'No match is over yet, with everything about it proven.',
  coming: 'No match is announced.',
};

/** Says how much was searched, if the search was incomplete, because there may be more matches. */
function noneText(tab: Tab, loaded: ShownPages): string {
  const { length } = loaded.matches;
  if (length === 0) return NONE[tab];
  if (!loaded.hasMore) return `None of ${length} fits.`;
  const searched = `None of the ${length} that ${tab === 'finished' ? 'began last' : 'begin first'} fits`;
  return searchesOn(loaded) ? `${searched}; looking further …` : `${searched}; there are more.`;
}
