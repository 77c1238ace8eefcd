import { isIP, isIPv6 } from 'node:net';

/**
 * Strips white space, quotation marks, brackets, and the caller's port, which proxies write around an address. With the
 * port, each connection would count as a different caller, and no proxy would match the trusted ones. Leaves anything
 * else unchanged.
 */
export function bareAddress(text: string): string {
  const whole = /^\s*"?(.*?)"?\s*$/s.exec(text)?.[1] ?? text;
  if (isIP(whole) !== 0) return whole;
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(whole)?.[1];
  if (bracketed !== undefined) return isIPv6(bracketed) ? bracketed : text;
  const beforePort = /^(.*):\d{1,5}$/s.exec(whole)?.[1];
  return beforePort !== undefined && isIP(beforePort) !== 0 ? beforePort : text;
}

/**
 * Length of the longest address. A proxy may send something else as the caller's address, which is then used unchanged,
 * up to this length.
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

/**
 * Counts the open connections of each address, or open requests behind a proxy. Forgets addresses without any.
 */
export class AddressPlaces {
  private readonly open = new Map<string, number>();

  /** `most`: places per address. */
  constructor(private readonly most: number) {}

  /** Number of addresses with open connections or requests. */
  get size(): number {
    return this.open.size;
  }

  /** Takes a place and returns a function that gives it back; `null` if the address has no place left. */
  take(ip: string): (() => void) | null {
    const address = addressOf(ip);
    const count = this.open.get(address) ?? 0;
    if (count >= this.most) return null;
    this.open.set(address, count + 1);
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      const left = (this.open.get(address) ?? 1) - 1;
      if (left > 0) this.open.set(address, left);
      else this.open.delete(address);
    };
  }
}
