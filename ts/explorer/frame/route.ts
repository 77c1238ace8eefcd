import { Store, useStore } from './store.js';

/** The current place in the app: `#/match/18400001?seq=4` is page `match` with one argument. */
export interface Route {
  /** Name of a page; empty for the first one. */
  readonly page: string;
  readonly rest: readonly string[];
  readonly parameters: URLSearchParams;
}

/** Routes are in the hash, so that static files work under any path, and no server learns which page is open. */
function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [page = '', ...rest] = path.split('/').map(decoded);
  return { page, rest: rest.filter((part) => part !== ''), parameters: new URLSearchParams(query) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const route = new Store<Route>(routeOf(location.hash));
addEventListener('hashchange', () => route.set(routeOf(location.hash)));

export const useRoute = (): Route => useStore(route);

type Parameters = Readonly<Record<string, string | number | null | undefined>>;

/** A link into the page. Parameters that are null or undefined are left out. */
export function linkTo(path: string, parameters: Parameters = {}): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, `${value}`]],
  );
  const query = new URLSearchParams(given).toString();
  return `#/${path}${query === '' ? '' : `?${query}`}`;
}

/** The same link as a full address that can be shared. */
export const addressTo = (path: string, parameters: Parameters = {}): string =>
  new URL(linkTo(path, parameters), location.href).href;

/** Replaces the current address, so that Back skips choices within a page. */
export function replaceWith(path: string, parameters: Parameters = {}): void {
  const link = linkTo(path, parameters);
  // The rest of the entry's state, such as the scroll position, stays.
  history.replaceState(history.state, '', link);
  route.set(routeOf(link));
}

/** Goes to an address. For the current address, the page asks its question again. */
export function goTo(path: string, parameters: Parameters = {}): void {
  const link = linkTo(path, parameters);
  if (location.hash === link) route.set(routeOf(link));
  else location.hash = link;
}
