import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { isLoopbackAddress, isLoopbackHost } from 'linesman/node';

/** What of a request says who makes it. */
export interface ChainRequest {
  readonly headers: IncomingHttpHeaders;
  /** The address at the other end of the connection. */
  readonly address: string | undefined;
}

/** Headers by which a proxy says that somebody else is behind it. */
const FORWARDED = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip'] as const;

/**
 * Why a request is not answered, or `null`. Pages of other sites are kept out by their `Origin`, which browsers always send with what could change
 * something, and by `Host`: a name that its owner points to this machine (DNS rebinding) is not a name of it.
 */
export function refusalOf({ headers }: ChainRequest): string | null {
  const name = nameOf(headers.host);
  if (name === null || !isOwnName(name)) return 'The Host of the request is no name of this machine.';
  if (headers.origin === undefined) return null;
  const origin = /^https?:\/\/(.+)$/i.exec(headers.origin)?.[1];
  const page = nameOf(origin);
  if (page !== null && (isLoopback(page) || page === name)) return null;
  return 'The Origin of the request is another site.';
}

/** Whether a process of this machine asks, and not for somebody else. */
export const isInside = ({ headers, address }: ChainRequest): boolean =>
  address !== undefined && isLoopbackAddress(address) && FORWARDED.every((name) => headers[name] === undefined);

/** The name or address in a `Host`, without port and brackets. */
function nameOf(host: string | undefined): string | null {
  const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  const name = bracketed ?? plain;
  if (name === undefined || (bracketed !== undefined && isIP(bracketed) !== 6)) return null;
  return name.toLowerCase().replace(/\.$/, '');
}

/** An address as such cannot be pointed elsewhere. */
const isOwnName = (name: string): boolean => isIP(name) !== 0 || isLoopback(name) || name === hostname().toLowerCase();

/** Browsers look for names below `localhost` on this machine only, whatever DNS says of them. */
const isLoopback = (name: string): boolean => name.endsWith('.localhost') || isLoopbackHost(name);
