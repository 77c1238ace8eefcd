import type { MachineTime } from '../clock/clock.js';
import type { SimulatedClock } from '../clock/simulatedClock.js';
import type { FeedProgress } from './runFeed.js';

/**
 * World time (ms) by which the clock may be ahead of the next record; at high speeds the same amount of machine time.
 */
const LEAD = { world: 30_000, machine: 1_000 } as const;

export interface FeedHoldOptions {
  readonly clock: SimulatedClock;
  readonly machineTime?: () => MachineTime;
}

/**
 * Holds the clock of a world while its simulated matches fall behind. Otherwise, if the speed is too high for the
 * machine, their records would be accepted hours later, in the wrong slots.
 */
export class FeedHold {
  private readonly machineTime: () => MachineTime;
  private limit = Number.NEGATIVE_INFINITY;
  private progressed: MachineTime;

  constructor(private readonly options: FeedHoldOptions) {
    this.machineTime = options.machineTime ?? (() => performance.now());
    this.progressed = this.machineTime();
  }

  /** Called when the feed has reached its next record. */
  onProgress = ({ next }: Pick<FeedProgress, 'next'>): void => {
    const { clock } = this.options;
    this.progressed = this.machineTime();
    const lead = Math.max(LEAD.world, LEAD.machine * clock.speed);
    // Every change wakes all sleepers of the clock, so the limit is always set ahead of the record that the feed waits
    // for.
    if (next + lead / 2 < this.limit) return;
    this.limit = Math.ceil(next + lead);
    clock.holdAt(this.limit);
  };

  /** ms (machine time) for which a held clock has waited for the feed; 0 if it is not held. */
  get waited(): number {
    return this.options.clock.now() < this.limit ? 0 : this.machineTime() - this.progressed;
  }
}
