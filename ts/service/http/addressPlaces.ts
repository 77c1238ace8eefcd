import { addressOf } from './addressOf.js';

/**
 * Counts what each address has open: connections, or requests behind a proxy. Remembers only addresses with something
 * open.
 */
export class AddressPlaces {
  private readonly open = new Map<string, number>();

  /** `most`: places per address. */
  constructor(private readonly most: number) {}

  /** Number of addresses with something open. */
  get size(): number {
    return this.open.size;
  }

  /** Takes a place and returns a function that gives it back; `null` if the address has none left. */
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
