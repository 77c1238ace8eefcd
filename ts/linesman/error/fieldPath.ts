import { clipped, quoted } from './quoted.js';

/** The place of a field of the object at `path`: `$.payload`, or `$["no word"]` for a name that is none. */
export const fieldPath = (path: string, name: string): string =>
  clipped(/^\w{1,64}$/.test(name) ? `${path}.${name}` : `${path}[${quoted(name)}]`);

/** What an error is about, as context: where it is a place in a document (`$…`), it is the error's `path` as well. */
export const about = (what: string): { readonly what: string; readonly path?: string } =>
  what.startsWith('$') ? { what, path: what } : { what };
