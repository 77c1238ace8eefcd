import type { WorldTime } from '../../clock/clock.js';

/** Speeds that callers may choose: simulated seconds per second. */
export interface SpeedRange {
  readonly minimum: number;
  readonly maximum: number;
}

/** An amount of test money. */
export interface TestMoney {
  readonly lamports: bigint;
  /** Base units. */
  readonly stablecoin: bigint;
}

/** The embedded world of a service: its own chain, simulated matches and a simulated clock. */
export interface World {
  /** Unix ms. */
  now(): WorldTime;
  /** Simulated seconds per second. */
  readonly speed: number;
  readonly speeds: SpeedRange;
  /** `none`: matches come from outside. */
  readonly source: 'generator' | 'none';
  /** Changes the speed from now on, without a jump. Errors: INVALID_CLOCK outside the range. */
  setSpeed(speed: number): void;
  /** Whether an address can be that of a wallet: neither a program nor an account of a program. */
  isWallet(address: string): Promise<boolean>;
  /** Gives a wallet test money, all of it or none, and returns the signatures (Base58) of the transactions. */
  fund(wallet: string, money: TestMoney): Promise<readonly string[]>;
}
