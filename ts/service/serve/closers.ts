/** What has to be taken down, the latest first. */
export class Closers {
  private readonly all: (() => unknown)[] = [];

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
