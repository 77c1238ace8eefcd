import type { MachineTime, SimulatedClock } from '../clock/index.js';
import type { FeedProgress } from './runFeed.js';

/** World time (ms) that the clock may be ahead of the next record; at high speeds as much machine time. */
const LEAD = { world: 30_000, machine: 1_000 } as const;

export interface FeedHoldOptions {
  readonly clock: SimulatedClock;
  readonly machineTime?: () => MachineTime;
}

/**
 * Holds the clock of a world while its made-up matches fall behind it: at a speed that the machine does not manage,
 * time would otherwise run away from them, and their records would end up in slots of hours later.
 */
export class FeedHold {
  private readonly machineTime: () => MachineTime;
  private limit = Number.NEGATIVE_INFINITY;
  private progressed: MachineTime;

  constructor(private readonly options: FeedHoldOptions) {
    this.machineTime = options.machineTime ?? (() => performance.now());
    this.progressed = this.machineTime();
  }

  /** The feed has come to its next record. */
  onProgress = ({ next }: Pick<FeedProgress, 'next'>): void => {
    const { clock } = this.options;
    this.progressed = this.machineTime();
    const lead = Math.max(LEAD.world, LEAD.machine * clock.speed);
    // Every change wakes all who sleep by the clock. It is always ahead of the record that the feed sleeps for.
    if (next + lead / 2 < this.limit) return;
    this.limit = Math.ceil(next + lead);
    clock.holdAt(this.limit);
  };

  /** ms (machine time) for which a held clock has waited for the feed; 0 if it is not held. */
  get waited(): number {
    return this.options.clock.now() < this.limit ? 0 : this.machineTime() - this.progressed;
  }
}
