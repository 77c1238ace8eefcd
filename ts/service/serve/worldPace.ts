import { fail, INVALID_CLOCK } from '@linesman/sdk/error';
import type { MachineTime } from '../clock/clock.js';
import type { SimulatedClock } from '../clock/simulatedClock.js';
import type { SpeedRange } from '../edge/world/world.js';

/**
 * Speeds that may be chosen. Below 1 the chain's clock, which never stands still, would get ahead of the world. Far
 * below 10,000 most machines are at their limit, and the clock waits for the simulated matches (`FeedHold`).
 */
export const RUNNING_SPEEDS: SpeedRange = { minimum: 1, maximum: 10_000 };

/**
 * ms (machine time) by which the stored time is ahead of the clock, so that after a crash it is not behind completed
 * work.
 */
const AHEAD = 1_500;
/** ms (machine time) that a root begun at an earlier speed may still take. */
const PUBLISHING = 60_000;

export interface WorldPaceOptions {
  readonly clock: SimulatedClock;
  /** Stores a time (Unix ms) that the clock does not pass before the next call. */
  readonly store: (time: number) => void;
  readonly machineTime?: () => MachineTime;
}

/** The speed of an embedded world while it runs. */
export class WorldPace {
  private readonly machineTime: () => MachineTime;
  /** A higher speed, and when it ended. */
  private faster: { readonly speed: number; readonly until: MachineTime } | null = null;

  constructor(private readonly options: WorldPaceOptions) {
    this.machineTime = options.machineTime ?? (() => performance.now());
  }

  get speed(): number {
    return this.options.clock.speed;
  }

  /** The highest speed of the last minute of machine time, because pending roots may have begun at that speed. */
  get recentSpeed(): number {
    const { faster, speed } = this;
    return faster !== null && this.machineTime() < faster.until + PUBLISHING ? Math.max(faster.speed, speed) : speed;
  }

  /** Stores a time ahead of the clock. Call it every 500 ms. */
  keep(): void {
    this.storeAhead(this.speed);
  }

  /**
   * Changes the speed; the time continues from its current value. The time to continue from is stored first: at the new
   * speed the clock could pass the stored one before the next call of `keep`. Errors: INVALID_CLOCK; those of `store`,
   * and then the speed stays.
   */
  setSpeed(speed: number): void {
    if (!(speed > 0) || !Number.isFinite(speed)) fail(INVALID_CLOCK, { speed });
    const { recentSpeed } = this;
    if (speed > this.speed) this.storeAhead(speed);
    this.options.clock.setSpeed(speed);
    this.faster = recentSpeed > speed ? { speed: recentSpeed, until: this.machineTime() } : null;
  }

  private storeAhead(speed: number): void {
    const { clock, store } = this.options;
    store(clock.now() + Math.ceil(AHEAD * speed));
  }
}
