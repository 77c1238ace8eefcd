import type { Client } from '@linesman/sdk/client';
import { SHOWN_SPORTS } from '@linesman/sdk/format';
import { serviceClient } from '../../frame/connection.js';
import type { PageProps } from '../../frame/pageProps.js';
import { linkTo } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { fitsWords } from '../../shared/fitsWords.js';
import { Moment } from '../../shared/Moment.js';
import { NotShown } from '../../shared/NotShown.js';
import { NoService } from '../../shared/StreamNote.js';
import { type ShownMatch, shownMatches, shownPages } from '../../shared/shownMatches.js';
import { STATE_WORDS } from '../../shared/stateWords.js';
import { epochDayOf } from '../../shared/time.js';
import { usePolled } from '../../shared/usePolled.js';
import { type Meant, whatIs } from '../../shared/whatIs.js';
import { DAYS, findRoot } from './findRoot.js';

/** ms after which the search is repeated. */
const LOOK = 60_000;
/** Number of pages of matches that are searched for names, and the length of each. */
const PAGES = 5;
const PAGE = 200;

/** The results for a text that is not the address of a page: names of teams, numbers of matches, hashes. */
export default function SearchPage({ route }: PageProps) {
  useSettings();
  const typed = route.parameters.get('q') ?? '';
  const meant = whatIs(typed);
  return (
    <div class="page">
      <div class="title">
        <h1>Search</h1>
        {typed === '' ? (
          <p class="lead">A team, a match, a market, a transaction, an account, or a hash that is on chain.</p>
        ) : (
          <p class="lead">“{typed}”</p>
        )}
      </div>
      <Found meant={meant} client={serviceClient()} />
    </div>
  );
}

function Found({ meant, client }: { readonly meant: Meant; readonly client: Client | null }) {
  switch (meant.kind) {
    case 'nothing':
      return null;
    case 'transaction':
    case 'account':
      return (
        <p class="actions">
          <a class="button" href={linkTo(`${meant.kind}/${meant.text}`)}>
            See the {meant.kind}
          </a>
        </p>
      );
    case 'root':
      return client ? <Root client={client} root={meant.text} /> : <NoService />;
    case 'match':
    case 'words':
      return client ? <Matches client={client} meant={meant} /> : <NoService />;
  }
}

function Root({ client, root }: { readonly client: Client; readonly root: string }) {
  const { value, error } = usePolled(
    async (signal) => ({ slot: await findRoot(client, root, signal) }),
    LOOK,
    [client, root],
    ({ value }) => (value?.slot ?? null) !== null,
  );
  if (error !== null) return <NotShown error={error} />;
  if (!value) return <p class="quiet">Looking through the hashes of the last {DAYS} days …</p>;
  const { slot } = value;
  if (!slot)
    return (
      <p class="card" role="status">
        No hash of the last {DAYS} days matches. The hashes inside a proof are not on chain: the proof page shows where
        they lead.
      </p>
    );
  return (
    <p class="card" role="status">
      <span>
        The hash of {slot.kind} from <Moment ms={slot.from} /> on, with {slot.updates.toLocaleString('en-GB')} updates
        of {slot.fixtures.toLocaleString('en-GB')} matches.{' '}
        <a href={linkTo(`roots/${epochDayOf(slot.from)}`, { kind: slot.kind, at: slot.from })}>
          See it beside the one on chain
        </a>
      </span>
    </p>
  );
}

type MatchesMeant = Extract<Meant, { readonly kind: 'match' | 'words' }>;

function Matches({ client, meant }: { readonly client: Client; readonly meant: MatchesMeant }) {
  const asked = meant.kind === 'match' ? `${meant.fixtureId}` : meant.text;
  const { value, error } = usePolled((signal) => matchesOf(client, meant, signal), LOOK, [client, asked]);
  if (error !== null) return <NotShown error={error} />;
  if (!value) return <p class="quiet">Looking through the matches …</p>;
  const { matches, isComplete } = value;
  if (matches.length === 0)
    return (
      <p class="card" role="status">
        No match found{!isComplete && ` among the latest ${PAGES * PAGE}`}.
      </p>
    );
  return (
    <section class="card" aria-labelledby="matches">
      <h2 id="matches">
        Matches <span class="badge">{matches.length}</span>
      </h2>
      <ul class="some">
        {matches.map((match) => (
          <li key={match.fixtureId}>
            <span>
              <a href={linkTo(`match/${match.fixtureId}`)}>
                {match.participant1} {match.score ? `${match.score.participant1} : ${match.score.participant2}` : '–'}{' '}
                {match.participant2}
              </a>{' '}
              <span class="quiet">
                {SHOWN_SPORTS[match.sport].title} · {match.competition} · {STATE_WORDS[match.state]}
              </span>
            </span>
            <span class="when">
              <Moment ms={match.startTime} />{' '}
              <a href={linkTo('markets', { fixture: match.fixtureId })} aria-label={`Markets on ${match.fixtureId}`}>
                Markets
              </a>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FoundMatches {
  readonly matches: readonly ShownMatch[];
  /** Whether every match that this visitor may see was looked at. */
  readonly isComplete: boolean;
}

/** Searches the matches that the service lists for this visitor, the latest first. */
async function matchesOf(client: Client, meant: MatchesMeant, signal: AbortSignal): Promise<FoundMatches> {
  if (meant.kind === 'match') {
    const { matches } = await shownMatches(client, { fixtureId: meant.fixtureId, signal });
    return { matches, isComplete: true };
  }
  const { matches, hasMore } = await shownPages(client, { order: 'latest', limit: PAGE, signal }, PAGES);
  return { matches: matches.filter((match) => fitsWords(match, meant.text)), isComplete: !hasMore };
}
