import * as code from '../codes/requests.js';
import { clipped } from '../quoted.js';
import { text } from './text.js';

/** Texts of ../codes/requests.ts. */
export const REQUESTS_TEXTS = {
  [code.TOO_MANY_CONNECTIONS]: text(
    'The address has reached its limit of open requests and streams.',
    'Close one, or wait until one ends; one stream without a fixture id carries all matches.',
  ),
  [code.REQUEST_INCOMPLETE]: text(
    'The request was incomplete or arrived too slowly.',
    'Send it again, with a body as long as Content-Length says.',
  ),
  [code.METHOD_NOT_ALLOWED]: text(
    'The path does not support this method.',
    'Use a method listed in Allow. Streams do not support HEAD, which would open one.',
    ({ allowed, method }: { readonly allowed: readonly string[]; readonly method: string }) =>
      `Method not allowed: the path has ${allowed.join(', ')}; ${clipped(method)} given`,
  ),
  [code.TOO_MANY_LONG_ANSWERS]: text(
    'Too many long answers are being written.',
    'Read one answer to its end before you request the next, or request one match or a shorter time.',
    ({ limit, isOfAll = false }: { readonly limit: number; readonly isOfAll?: boolean }) =>
      `Too many long answers at once: the limit is ${limit} for ${isOfAll ? 'all callers' : 'one caller'}`,
  ),
} as const;
