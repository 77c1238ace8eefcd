/** What has to be taken down, the latest first. */
export class Closers {
  private readonly all: (() => unknown)[] = [];

  /** Does work that adds what it begins; when it fails, what it had begun is taken down, and it rejects with its own failure. */
  static async downOnFailure<T>(work: (closers: Closers) => Promise<T>): Promise<T> {
    const closers = new Closers();
    try {
      return await work(closers);
    } catch (error) {
      await closers.close().catch(() => {});
      throw error;
    }
  }

  add(close: () => unknown): void {
    this.all.push(close);
  }

  /** Takes everything down, also when a part of it fails; rejects with the first failure then. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.all.pop(); close; close = this.all.pop()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
