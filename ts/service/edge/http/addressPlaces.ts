import { addressOf } from './addressOf.js';

/** What one address has open at a time: connections, or behind a proxy requests. No more is remembered than is open. */
export class AddressPlaces {
  private readonly open = new Map<string, number>();

  /** `most` for each address. */
  constructor(private readonly most: number) {}

  /** Addresses that have something open. */
  get size(): number {
    return this.open.size;
  }

  /** Takes a place, and gives what gives it back; `null` when the address has all that it may have. */
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
