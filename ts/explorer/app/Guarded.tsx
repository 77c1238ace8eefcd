import type { ComponentType } from 'preact';
import { useEffect, useErrorBoundary } from 'preact/hooks';
import type { PageProps } from '../frame/pageProps.js';
import { linkTo, type Route } from '../frame/route.js';
import { Problem } from '../shared/Problem.js';

interface GuardedProps {
  readonly route: Route;
  readonly page: ComponentType<PageProps>;
}

/** A page, or the error that it failed with. Its earlier content must not stay, because it may no longer be true. */
export function Guarded({ route, page: Page }: GuardedProps) {
  const [error, again] = useErrorBoundary();
  // A new address is tried again.
  useEffect(() => again(), [route]);
  if (error === undefined) return <Page route={route} />;
  return (
    <div class="page">
      <h1>This page has failed</h1>
      <Problem error={error}>
        <p>
          Reload it, or <a href={linkTo('')}>start again</a>, or check the <a href={linkTo('settings')}>settings</a>.
        </p>
      </Problem>
    </div>
  );
}
