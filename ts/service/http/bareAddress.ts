import { isIP, isIPv6 } from 'node:net';

/**
 * Strips what proxies write around an address: white space, quotation marks, brackets, and the caller's port. With the
 * port, each connection would count as another caller, and no proxy would match the trusted ones. Leaves anything else
 * unchanged.
 */
export function bareAddress(text: string): string {
  const whole = /^\s*"?(.*?)"?\s*$/s.exec(text)?.[1] ?? text;
  if (isIP(whole) !== 0) return whole;
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(whole)?.[1];
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed : text;
  const beforePort = /^(.*):\d{1,5}$/s.exec(whole)?.[1];
  return beforePort !== undefined && isIP(beforePort) !== 0 ? beforePort : text;
}
