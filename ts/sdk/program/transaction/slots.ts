/** The priority of a task when not all can run at once: `urgent` before `later`, otherwise in order of arrival. */
export type Turn = 'urgent' | 'later';

/** A limited number of places. A task that finds no free place waits for one. */
export class Slots {
  private readonly waiting: Readonly<Record<Turn, Set<() => void>>> = { urgent: new Set(), later: new Set() };
  private taken = 0;

  constructor(private readonly most: number) {}

  /** Takes a place, and returns a function that gives it back. Errors: the signal's reason when it is aborted first. */
  async take(turn: Turn, signal: AbortSignal | undefined): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.taken >= this.most) await this.place(turn, signal);
    else this.taken++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.giveBack();
    };
  }

  private place(turn: Turn, signal: AbortSignal | undefined): Promise<void> {
    const queue = this.waiting[turn];
    return new Promise((resolve, reject) => {
      const go = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        queue.delete(go);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      queue.add(go);
    });
  }

  /** The place goes to the next task in line, so a task that arrives now cannot overtake it. */
  private giveBack(): void {
    for (const queue of [this.waiting.urgent, this.waiting.later])
      for (const go of queue) {
        queue.delete(go);
        go();
        return;
      }
    this.taken--;
  }
}
