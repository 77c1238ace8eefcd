import { clipped, quoted } from './quoted.js';

/**
 * Path of a field of the object at `path`. A name that is not a plain word is quoted.
 *
 * @example
 * ```ts
 * import { fieldPath } from '@linesman/sdk/error';
 *
 * fieldPath('$', 'payload'); // '$.payload'
 * fieldPath('$', 'two words'); // '$["two words"]'
 * ```
 */
export function fieldPath(path: string, name: string): string {
  return clipped(/^\w{1,64}$/.test(name) ? `${path}.${name}` : `${path}[${quoted(name)}]`);
}

/**
 * Error context that names the subject of a failure. A place in a document (`$…`) also becomes the `path`.
 *
 * @example
 * ```ts
 * import { about } from '@linesman/sdk/error';
 *
 * about('$.payload'); // { what: '$.payload', path: '$.payload' }
 * ```
 */
export function about(what: string): { readonly what: string; readonly path?: string } {
  return what.startsWith('$') ? { what, path: what } : { what };
}
