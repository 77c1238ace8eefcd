import * as code from '../codes/requests.js';
import { clipped } from '../quoted.js';
import { text } from './text.js';

/** Texts of ../codes/requests.ts. */
export const REQUESTS_TEXTS = {
  [code.TOO_MANY_CONNECTIONS]: text(
    'The address has as many requests and streams open as the limit allows.',
    'Close one, or wait until one has ended; a stream without a fixture carries all fixtures.',
  ),
  [code.REQUEST_INCOMPLETE]: text(
    'The request was broken off, or took too long to come in.',
    'Send it again, with a body as long as Content-Length says.',
  ),
  [code.METHOD_NOT_ALLOWED]: text(
    'The path does not have this method.',
    'Use one that Allow names; a stream has no HEAD, for it would open one.',
    ({ allowed, method }: { readonly allowed: readonly string[]; readonly method: string }) =>
      `Method not allowed: the path has ${allowed.join(', ')}; ${clipped(method)} given`,
  ),
} as const;
