/** ms by which what a chain shows may be behind its clock: it tells whole seconds, and makes blocks at intervals. */
const RESOLUTION = 2_000;
/** ms after which a clock that never came to where it should be does not get there by itself. */
const WINDOW = 300_000;

/**
 * To which times a clock is moved that follows another one, and goes on by blocks which a timer asks for. A busy chain
 * makes these blocks later, but makes all of them: its clock falls behind, and catches up by itself. If it was moved to
 * the present in between, it would end up ahead by as much, and it cannot go back. A world that is faster than the
 * timer moves it all the time, and has caught up with it soon after.
 */
export class ClockMoves {
  /** A time that the clock shows, or will show with the blocks that were due then. */
  private due: { readonly at: number; readonly time: number };
  private window: { readonly from: number; readonly least: number };

  /** @param time What the clock shows now, ms. `real`: ms of a monotonic clock. */
  constructor(
    time: number,
    private readonly real: () => number = () => performance.now(),
  ) {
    const at = real();
    this.due = { at, time };
    this.window = { from: at, least: Number.POSITIVE_INFINITY };
  }

  /**
   * Where to move the clock, so that it shows `time` once it has caught up; `null` if it does so anyway. All in ms, the
   * result without a fraction.
   *
   * @param shown What it shows.
   */
  towards(time: number, shown: number): number | null {
    const now = this.real();
    const behind = this.behind(now, shown);
    if (time < shown + behind + 1_000) return null;
    this.due = { at: now, time };
    // A monotonic clock has fractions, and the chain refuses them.
    return behind > RESOLUTION ? Math.ceil(time - behind) : time;
  }

  /** ms of blocks that are due. */
  private behind(now: number, shown: number): number {
    const dueNow = (): number => Math.max(0, this.due.time + now - this.due.at - shown);
    const { from } = this.window;
    const least = Math.min(this.window.least, dueNow());
    const isOver = now - from >= WINDOW;
    // Its timer is slower than ours: blocks that are due would have been made in the meantime.
    if (isOver && least > RESOLUTION) this.due = { ...this.due, time: this.due.time - least };
    this.window = isOver ? { from: now, least: Number.POSITIVE_INFINITY } : { from, least };
    return dueNow();
  }
}
