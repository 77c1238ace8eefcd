/**
 * Formats host and port for a URL, with brackets around an IPv6 address.
 *
 * @example
 * ```ts
 * import { authority } from '@linesman/sdk/node';
 *
 * authority('::1', 8080); // '[::1]:8080'
 * ```
 */
export const authority = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
