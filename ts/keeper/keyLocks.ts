/** What is being worked on, so that nothing is worked on twice at once. */
export class KeyLocks {
  private readonly held = new Set<string>();

  isHeld(key: string): boolean {
    return this.held.has(key);
  }

  /** Does the work alone, or not at all: `null` when somebody else is at it. */
  async tryAlone<T>(key: string, work: () => Promise<T>): Promise<T | null> {
    if (this.held.has(key)) return null;
    this.held.add(key);
    try {
      return await work();
    } finally {
      this.held.delete(key);
    }
  }
}
