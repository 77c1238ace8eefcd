import { isIPv6 } from 'node:net';
import { bareAddress } from './bareAddress.js';

/**
 * Length of the longest address. A proxy may send something else as the caller's address; it is then taken as it is, up
 * to this length.
 */
const LONGEST = 45;

/**
 * The key that limits use for an address: an IPv4 address in canonical spelling, or the /64 network of an IPv6 address,
 * which belongs to one customer as a whole.
 */
export function addressOf(ip: string): string {
  const bare = bareAddress(ip);
  if (!isIPv6(bare)) return bare.slice(0, LONGEST);
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  // An IPv4-mapped IPv6 address.
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight 16-bit groups of an IPv6 address. */
function groupsOf(ip: string): readonly number[] {
  const [address = ''] = ip.split('%', 1);
  const [head = '', tail] = address.split('::', 2);
  const [before, after] = [head, tail ?? ''].map((part) => (part === '' ? [] : part.split(':').flatMap(numbersOf)));
  if (!before || !after || tail === undefined) return before ?? [];
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

/** The number of a group, or the two of an embedded IPv4 address. */
function numbersOf(group: string): readonly number[] {
  if (!group.includes('.')) return [Number.parseInt(group, 16)];
  const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
  return [256 * a + b, 256 * c + d];
}
