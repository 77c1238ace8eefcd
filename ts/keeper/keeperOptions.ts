import type { Timers } from 'linesman/client';
import {
  ADDRESSES,
  BOOLEAN,
  checkOptions,
  DURATION,
  deliberate,
  FUNCTION,
  integerOf,
  OBJECT,
  type OptionRules,
  optional,
  required,
} from 'linesman/internal';
import type { Address, KeyPair, ProgramIds } from 'linesman/program';
import type { KeeperChain } from './keeperChain.js';
import type { Log } from './log.js';
import type { KeeperMetrics } from './metrics.js';
import { PRIORITY_FEE, type PriorityFee } from './priorityFee.js';
import type { ProofSource } from './proofSource.js';

export interface KeeperOptions {
  readonly chain: KeeperChain;
  readonly programs: ProgramIds;
  readonly source: ProofSource;
  /** Pays for the transactions and owns the proof buffers; nothing else is signed with it. Its buffers are taken to be the keeper's. */
  readonly payer: KeyPair;
  readonly timers: Timers;
  readonly log: Log;
  readonly metrics: KeeperMetrics;
  /** Only these markets, and parlays with a leg among them. */
  readonly markets?: readonly Address[];
  /** Only markets that trust one of these oracle programs, and parlays with a leg among them. */
  readonly oracles?: readonly Address[];
  readonly priorityFee?: PriorityFee;
  /** Pays everybody's positions once a market or a parlay is decided. */
  readonly claim?: boolean;
  /** Says what would be sent, and sends nothing. */
  readonly dryRun?: boolean;
  /** Logs the forms that a proof could be sent in, and why one was taken; in a dry run always. */
  readonly explain?: boolean;
  /** ms between two rounds, at most. Default 30,000. */
  readonly interval?: number;
  /**
   * Seconds by which a finalisation or a void is put off while the service fails to say whether there is a (better) proof.
   * Default 900.
   */
  readonly patience?: number;
}

const OPTIONS: OptionRules<KeeperOptions> = {
  chain: required(OBJECT),
  programs: required(OBJECT),
  source: required(OBJECT),
  payer: required(OBJECT),
  timers: required(OBJECT),
  log: required(FUNCTION),
  metrics: required(OBJECT),
  // What narrows it down: misspelt or lost, it would look after every market, and send.
  markets: deliberate(ADDRESSES),
  oracles: deliberate(ADDRESSES),
  priorityFee: deliberate(PRIORITY_FEE),
  claim: optional(BOOLEAN),
  dryRun: deliberate(BOOLEAN),
  explain: optional(BOOLEAN),
  interval: optional(DURATION),
  patience: optional(integerOf(0)),
};

/** Errors: UNKNOWN_OPTION, MISSING_OPTION, WRONG_OPTION. */
export const checkKeeperOptions = (options: KeeperOptions): void => checkOptions('Keeper', options, OPTIONS);
