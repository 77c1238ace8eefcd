/** Wakes all who wait for the next change. */
export class Changes {
  private readonly waiting: (() => void)[] = [];

  /** Resolves at the next change. */
  next(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  tell = (): void => {
    for (const wake of this.waiting.splice(0)) wake();
  };
}
