import type { Route } from './route.js';

/** What every page is given. */
export interface PageProps {
  readonly route: Route;
}
