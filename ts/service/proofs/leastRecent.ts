/** Keeps the values that were asked for last, at most `limit`. */
export class LeastRecent<V> {
  private readonly values = new Map<string, V>();

  constructor(private readonly limit: number) {}

  get(key: string): V | undefined {
    const value = this.values.get(key);
    if (value !== undefined) {
      this.values.delete(key);
      this.values.set(key, value);
    }
    return value;
  }

  set(key: string, value: V): void {
    this.values.delete(key);
    this.values.set(key, value);
    if (this.values.size > this.limit) {
      const [oldest] = this.values.keys();
      if (oldest !== undefined) this.values.delete(oldest);
    }
  }
}
