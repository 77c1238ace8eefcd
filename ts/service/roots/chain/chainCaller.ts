import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { isLoopbackAddress, isLoopbackHost } from '@linesman/sdk/node';

/** The sender of a request. */
export interface ChainRequest {
  readonly headers: IncomingHttpHeaders;
  /** Address of the remote end of the connection. */
  readonly address: string | undefined;
}

/** Headers by which a proxy or a content network reveals that it forwards a request, beside those of `FAMILIES`. */
const FORWARDED: ReadonlySet<string> = new Set([
  'akamai-origin-hop',
  'cdn-loop',
  'client-ip',
  'do-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded',
  'incap-client-ip',
  'proxy-client-ip',
  'true-client-ip',
  'via',
  'wl-proxy-client-ip',
  'x-appengine-user-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-original-forwarded-for',
  'x-original-host',
  'x-original-url',
  'x-proxyuser-ip',
  'x-real-ip',
]);
/** Beginnings of such headers. */
const FAMILIES = /^(x-forwarded|x-envoy-|cf-|cloudfront-|x-azure-|x-vercel-|x-nf-|x-amz)/;

/**
 * Why a request is refused, or `null`. Blocks pages of other sites by their `Origin`, which browsers send with every
 * request that could change something, and by their `Host`: a foreign name that resolves to this machine (DNS
 * rebinding) is not one of its names.
 */
export function refusalOf({ headers }: ChainRequest): string | null {
  const name = nameOf(headers.host);
  if (name === null || !isOwnName(name)) return 'The Host header does not name this machine.';
  if (headers.origin === undefined) return null;
  const origin = /^https?:\/\/(.+)$/i.exec(headers.origin)?.[1];
  const page = nameOf(origin);
  if (page !== null && (isLoopback(page) || page === name)) return null;
  return 'The Origin header names another site.';
}

/** Whether the sender is a process on this machine that does not act as a proxy. */
export const isInside = (request: ChainRequest): boolean =>
  request.address !== undefined && isLoopbackAddress(request.address) && !isForwarded(request);

/** Whether a proxy reveals that it forwards the request. A proxy that does not looks like a caller. */
export const isForwarded = ({ headers }: Pick<ChainRequest, 'headers'>): boolean =>
  Object.keys(headers).some((name) => FAMILIES.test(name) || FORWARDED.has(name));

/** The name or address in a `Host` header, without port and brackets. */
function nameOf(host: string | undefined): string | null {
  const [, bracketed, plain] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::\d{1,5})?$/i.exec(host ?? '') ?? [];
  const name = bracketed ?? plain;
  if (name === undefined || (bracketed !== undefined && isIP(bracketed) !== 6)) return null;
  return name.toLowerCase().replace(/\.$/, '');
}

/** IP addresses are safe: only names can be rebound. */
const isOwnName = (name: string): boolean => isIP(name) !== 0 || isLoopback(name) || name === hostname().toLowerCase();

/** Browsers resolve names below `localhost` to this machine only, whatever DNS says. */
const isLoopback = (name: string): boolean => name.endsWith('.localhost') || isLoopbackHost(name);
