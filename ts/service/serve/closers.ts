/** Clean-up functions, run in reverse order. */
export class Closers {
  private readonly all: (() => unknown)[] = [];

  /**
   * Runs work that registers what it starts. If it fails, everything that was started is closed, and the error is
   * rethrown.
   */
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

  /** Closes everything, even if a part fails; then rejects with the first failure. */
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
