/**
 * An LRU cache whose values weigh at most `limit` together. It keeps the latest value even if that alone is heavier.
 */
export class LeastRecent<V, K = string> {
  private readonly values = new Map<K, V>();
  private weight = 0;
  /** The key that was used last; moving it again would only cost time. */
  private latest: K | undefined;

  /**
   * @param weightOf Must return the same weight for a value each time. By default every value weighs 1, and `limit`
   * counts values.
   */
  constructor(
    private readonly limit: number,
    private readonly weightOf: (value: V) => number = () => 1,
  ) {}

  get(key: K): V | undefined {
    const value = this.values.get(key);
    if (value !== undefined && key !== this.latest) {
      this.values.delete(key);
      this.values.set(key, value);
      this.latest = key;
    }
    return value;
  }

  set(key: K, value: V): void {
    this.delete(key);
    this.values.set(key, value);
    this.latest = key;
    this.weight += this.weightOf(value);
    for (const oldest of this.values.keys()) {
      if (this.weight <= this.limit || oldest === key) return;
      this.delete(oldest);
    }
  }

  /** Least recently used first. */
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
