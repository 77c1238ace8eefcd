/** Keeps the values that were asked for last, together at most as heavy as `limit`; the latest one in any case. */
export class LeastRecent<V, K = string> {
  private readonly values = new Map<K, V>();
  private weight = 0;

  /** `weightOf`: the same for a value each time; 1 when left out, so that `limit` is a number of values. */
  constructor(
    private readonly limit: number,
    private readonly weightOf: (value: V) => number = () => 1,
  ) {}

  get(key: K): V | undefined {
    const value = this.values.get(key);
    if (value !== undefined) {
      this.values.delete(key);
      this.values.set(key, value);
    }
    return value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.values.set(key, value);
    this.weight += this.weightOf(value);
    for (const oldest of this.values.keys()) {
      if (this.weight <= this.limit || oldest === key) return;
      this.delete(oldest);
    }
  }

  /** Those that asked longest ago first. */
  entries(): IterableIterator<[K, V]> {
    return this.values.entries();
  }

  delete(key: K): void {
    const value = this.values.get(key);
    if (value === undefined) return;
    this.values.delete(key);
    this.weight -= this.weightOf(value);
  }
}
