/** ms after which collected values are handed on where no frame is drawn, as in a hidden tab. */
const WITHOUT_FRAMES = 1_000;

/**
 * Collects values and hands them on together, at most once per frame, so that the page is drawn once, however many
 * arrive. `stop` drops the waiting values.
 */
export class PerFrame<T> {
  private waiting: T[] = [];
  private frame = 0;
  private timer = 0;

  constructor(private readonly take: (values: readonly T[]) => void) {}

  push(value: T): void {
    this.waiting.push(value);
    if (this.waiting.length > 1) return;
    this.frame = requestAnimationFrame(this.flush);
    this.timer = window.setTimeout(this.flush, WITHOUT_FRAMES);
  }

  stop(): void {
    this.unplan();
    this.waiting = [];
  }

  private unplan(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  private readonly flush = (): void => {
    this.unplan();
    const values = this.waiting;
    this.waiting = [];
    if (values.length > 0) this.take(values);
  };
}
