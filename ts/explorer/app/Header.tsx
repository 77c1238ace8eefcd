import { useEffect, useState } from 'preact/hooks';
import { type ConnectionState, useConnection } from '../frame/connectionState.js';
import { goTo, linkTo, useRoute } from '../frame/route.js';
import { useSettings } from '../frame/settings.js';
import { nextTheme, type Theme, useTheme } from '../frame/theme.js';
import { whatIs } from '../shared/whatIs.js';
import { PAGES, type Page } from './pages.js';

export const Header = ({ current }: { readonly current: Page | undefined }) => (
  <header class="head">
    <a class="brand" href={linkTo('')}>
      <svg viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
        <path class="pole" d="M7 3v26" />
        <path class="flag" d="M7 4h19v14H7z" />
        <path class="field" d="M16.5 4H26v7h-9.500zM7 11h9.500v7H7z" />
      </svg>
      linesman
    </a>
    <nav aria-label="Pages">
      <ul>
        {PAGES.filter(({ isListed }) => isListed).map((page) => (
          <li key={page.name}>
            <a href={linkTo(page.name)} {...(page === current && { 'aria-current': 'page' as const })}>
              {page.title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <Search />
    <div class="tools">
      <Connection />
      <ThemeButton />
    </div>
  </header>
);

/** One search box for everything that has a page. The form of the text decides which page it opens. */
function Search() {
  const route = useRoute();
  const asked = route.page === 'search' ? (route.parameters.get('q') ?? '') : '';
  const [typed, setTyped] = useState(asked);
  useEffect(() => setTyped(asked), [asked]);
  return (
    <search class="search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const meant = whatIs(typed);
          if (meant.kind === 'account' || meant.kind === 'transaction') goTo(`${meant.kind}/${meant.text}`);
          else if (meant.kind === 'match') goTo(`match/${meant.fixtureId}`);
          else goTo('search', { q: typed.trim() || null });
        }}
      >
        <input
          type="search"
          name="q"
          aria-label="Search: team, match, market, transaction, account or hash"
          placeholder="Search"
          autocomplete="off"
          spellcheck={false}
          value={typed}
          onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      </form>
    </search>
  );
}

const CONNECTIONS: Readonly<Record<ConnectionState, string>> = {
  none: 'No service',
  idle: 'Not asked yet',
  connected: 'Connected',
  lost: 'Connection lost',
};

/** Screen readers announce a change. */
function Connection() {
  const state = useConnection();
  const { service } = useSettings();
  return (
    <p class={`connection ${state}`} role="status" title={service ?? 'Proofs from files are verified without one.'}>
      <span class="dot" aria-hidden="true" /> {CONNECTIONS[state]}
    </p>
  );
}

const THEMES: Readonly<Record<Theme, readonly [sign: string, name: string]>> = {
  system: ['◐', 'as the system'],
  light: ['○', 'light'],
  dark: ['●', 'dark'],
};

function ThemeButton() {
  const [sign, name] = THEMES[useTheme()];
  return (
    <button type="button" class="plain" onClick={nextTheme} aria-label={`Colours: ${name}`} title={`Colours: ${name}`}>
      {sign}
    </button>
  );
}
