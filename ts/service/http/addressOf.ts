import { isIPv4, isIPv6 } from 'node:net';

/** What stands for the caller at an address: an IPv4 address, or the /64 network of an IPv6 address, which one customer has as a whole. */
export function addressOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined && isIPv4(mapped)) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%', 1)[0] as string).split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  // An IPv4 address at the end stands for two groups.
  const missing = 8 - groups.length - after.length - (after.at(-1)?.includes('.') ? 1 : 0);
  const all = tail === undefined ? groups : [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
