import { isIP, isIPv6 } from 'node:net';

/**
 * An address as proxies write it, without what stands around it: white space, quotation marks, brackets, the port of the
 * caller. With the port every connection would be a caller of its own, and no proxy the one that is believed. What is no
 * address stays as it is.
 */
export function bareAddress(text: string): string {
  const whole = /^\s*"?(.*?)"?\s*$/s.exec(text)?.[1] ?? text;
  if (isIP(whole) !== 0) return whole;
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(whole)?.[1];
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed : text;
  const beforePort = /^(.*):\d{1,5}$/s.exec(whole)?.[1];
  return beforePort !== undefined && isIP(beforePort) !== 0 ? beforePort : text;
}
