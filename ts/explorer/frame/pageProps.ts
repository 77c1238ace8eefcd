import type { Route } from './route.js';

/** The properties of every page. */
export interface PageProps {
  readonly route: Route;
}
