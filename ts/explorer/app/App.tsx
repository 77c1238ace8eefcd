import { loadErrorTexts } from '@linesman/sdk/error';
import type { ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { PageProps } from '../frame/pageProps.js';
import { linkTo, type Route, useRoute } from '../frame/route.js';
import { comeToPlace } from '../frame/scrollPlace.js';
import { Problem } from '../shared/Problem.js';
import { Guarded } from './Guarded.js';
import { Header } from './Header.js';
import { PAGES, type Page } from './pages.js';

/** The code of a page, or why it could not be loaded. */
type Shown = { readonly of: Page; readonly content: ComponentType<PageProps> | null; readonly error: unknown };

/** The frame around all pages: navigation, landmarks, and the page that the address names. */
export function App() {
  const route = useRoute();
  const page = pageOf(route);
  const shown = useLoaded(page);
  const main = useRef<HTMLElement>(null);
  const view = viewOf(page, route);
  useEffect(() => {
    document.title = `${view} · linesman`;
  }, [view]);
  useFocusOnArrival(view, main);
  const Content = shown?.content;
  return (
    <>
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <Header current={page} />
      <main id="content" ref={main} tabIndex={-1}>
        {!page && <NotFound name={route.page} />}
        {page && !shown && <p class="quiet loading">Loading {page.title} …</p>}
        {shown?.error !== undefined && shown?.error !== null && <Problem error={shown.error} />}
        {Content && <Guarded key={page?.name} route={route} page={Content} />}
      </main>
      <footer class="foot">
        <p>
          Your browser verifies proofs; names, times and lists are as the service and the node in the{' '}
          <a href={linkTo('settings')}>settings</a> report them. The page connects to no other address.
        </p>
      </footer>
    </>
  );
}

const pageOf = ({ page }: Route): Page | undefined =>
  page === '' ? PAGES[0] : PAGES.find(({ name }) => name === page);

/** The title of the page, or of its view. */
function viewOf(page: Page | undefined, { rest: [part] }: Route): string {
  if (!page) return 'Not found';
  return part === undefined || !page.viewOf ? page.title : page.viewOf(part);
}

function useLoaded(page: Page | undefined): Shown | undefined {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    if (!page) return;
    let isWanted = true;
    // The first page is shown before the texts of errors have loaded, because they are as large as everything else. It
    // loads them itself.
    const texts = page === PAGES[0] ? undefined : loadErrorTexts();
    Promise.all([page.load(), texts]).then(
      ([loaded]) => isWanted && setShown({ of: page, content: loaded.default, error: null }),
      (error: unknown) => isWanted && setShown({ of: page, content: null, error }),
    );
    return () => {
      isWanted = false;
    };
  }, [page]);
  return shown && shown.of === page ? shown : undefined;
}

/** A screen reader must notice that the view has changed. The browser announces the first view itself. */
function useFocusOnArrival(view: string, main: { readonly current: HTMLElement | null }): void {
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    main.current?.focus({ preventScroll: true });
    comeToPlace();
  }, [view, main]);
}

const NotFound = ({ name }: { readonly name: string }) => (
  <div class="page">
    <h1>No such page</h1>
    <p>
      There is no page “{name}”. <a href={linkTo('')}>Start</a>
    </p>
  </div>
);
