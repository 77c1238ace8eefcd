import type { Client, Match } from 'linesman/client';
import { SHOWN_SPORTS, SPORTS, type Sport } from 'linesman/format';
import { useEffect, useState } from 'preact/hooks';
import { serviceClient } from '../../frame/connection.js';
import { useSettings } from '../../frame/settings.js';
import { Field } from '../../shared/Field.js';
import { NoService, NotAnswered, StreamNote } from '../../shared/StreamNote.js';
import { MatchRow } from './MatchRow.js';
import { GROUP_NAMES, type Group, type Loaded, type Matches, searchesOn, useMatches } from './useMatches.js';

/** What is played now, soon and lately, changing as it happens. */
export default function MatchesPage() {
  useSettings();
  const client = serviceClient();
  return (
    <div class="page">
      <div class="title">
        <h1>Matches</h1>
        <p class="lead">Every score here can be proven once its five minutes are over. All times are UTC.</p>
      </div>
      {client ? <Live client={client} /> : <NoService />}
    </div>
  );
}

function Live({ client }: { readonly client: Client }) {
  const matches = useMatches(client);
  const [search, setSearch] = useState('');
  const [sport, setSport] = useState<Sport | ''>('');
  const { groups, error, scores, prices, odds, more, search: searchFurther } = matches;
  const isNarrowed = search.trim() !== '' || sport !== '';
  return (
    <>
      <div class="filters">
        <Field name="search" label="Search">
          {(control) => (
            <input
              {...control}
              type="search"
              placeholder="Team, competition or number"
              value={search}
              onInput={({ currentTarget }) => setSearch(currentTarget.value)}
            />
          )}
        </Field>
        <Field name="sport" label="Sport">
          {(control) => (
            <select
              {...control}
              value={sport}
              onChange={({ currentTarget }) => setSport(SPORTS.find((one) => one === currentTarget.value) ?? '')}
            >
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
      {scores.phase === 'refused' && error !== null ? null : <StreamNote state={scores} />}
      {prices.phase === 'refused' && scores.phase !== 'refused' && (
        <p class="quiet">Without odds: this subscription has none.</p>
      )}
      {error !== null && <NotAnswered error={error} />}
      {!groups && error === null && <p class="quiet">Asking for matches …</p>}
      {groups &&
        GROUP_NAMES.map((name) => (
          <MatchGroup
            key={name}
            name={name}
            group={groups[name]}
            odds={odds}
            fits={(match) => (sport === '' || match.sport === sport) && isFound(match, search)}
            more={() => more(name)}
            {...(isNarrowed && { searchFurther })}
          />
        ))}
    </>
  );
}

interface MatchGroupProps {
  readonly name: Group;
  readonly group: NonNullable<Matches['groups']>[Group];
  readonly odds: Matches['odds'];
  readonly fits: (match: Match) => boolean;
  readonly more: () => void;
  /** Looks into the next page; only while something is searched. */
  readonly searchFurther?: (name: Group) => void;
}

const TITLES: Readonly<Record<Group, string>> = { running: 'Running', coming: 'Coming', finished: 'Finished' };

function MatchGroup({ name, group, odds, fits, more, searchFurther }: MatchGroupProps) {
  const shown = group.matches.filter(fits);
  const isMissing = shown.length === 0;
  useEffect(() => {
    if (isMissing) searchFurther?.(name);
  }, [isMissing, searchFurther, name]);
  return (
    <section class="card" aria-labelledby={name}>
      <h2 id={name}>
        {TITLES[name]} <span class="badge">{shown.length}</span>
      </h2>
      {isMissing && <p class="quiet">{noneText(name, group)}</p>}
      <ul class="match-list">
        {shown.map((match) => (
          <MatchRow key={match.fixtureId} match={match} odds={odds.get(match.fixtureId)} />
        ))}
      </ul>
      {group.hasMore && (
        <button type="button" class="plain" onClick={more}>
          Load more
        </button>
      )}
    </section>
  );
}

/** What was searched, if not all: a match may still be further on. */
function noneText(name: Group, group: Loaded): string {
  const { length } = group.matches;
  if (length === 0) return 'None.';
  if (!group.hasMore) return `None of ${length} fits.`;
  const searched = `None of the ${length} that ${name === 'finished' ? 'began last' : 'begin first'} fits`;
  return searchesOn(group) ? `${searched}; looking further …` : `${searched}; there are more.`;
}

/** Every word of the search is in the name of a side or of the competition, or in the number. */
function isFound({ participant1, participant2, competition, fixtureId }: Match, search: string): boolean {
  const text = `${participant1} ${participant2} ${competition} ${fixtureId}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
