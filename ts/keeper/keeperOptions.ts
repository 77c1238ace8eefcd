import type { Timers } from '@linesman/sdk/client';
import {
  checkOptions,
  deliberate,
  type OptionRules,
  optional,
  required,
} from '@linesman/sdk/internal/format/checkOptions';
import {
  AMOUNT,
  BOOLEAN,
  DURATION,
  FUNCTION,
  integerOf,
  OBJECT,
  oneOf,
} from '@linesman/sdk/internal/format/optionKinds';
import { ADDRESSES } from '@linesman/sdk/internal/program/address/addressOption';
import type { Address, KeyPair, ProgramIds } from '@linesman/sdk/program';
import type { ProofSource } from '@linesman/sdk/prove';
import type { KeeperChain } from './keeperChain.js';
import type { Log } from './log.js';
import type { KeeperMetrics } from './metrics.js';
import { PRIORITY_FEE, type PriorityFee } from './priorityFee.js';

/** Default of `payResults`. */
export const PAY_RESULTS = 10_000_000n;

/** Default of `payFees`: 10,000 transactions without a priority fee. */
export const PAY_FEES = 50_000_000n;

export interface KeeperOptions {
  readonly chain: KeeperChain;
  readonly programs: ProgramIds;
  readonly source: ProofSource;
  /**
   * Pays for the transactions, and owns the proof buffers and results that it makes; it signs nothing else. The keeper
   * treats every proof buffer and every result of this account as its own.
   */
  readonly payer: KeyPair;
  readonly timers: Timers;
  readonly log: Log;
  readonly metrics: KeeperMetrics;
  /** Only these markets, staked or not, and parlays with a leg among them. Default: all of `oracles` with a stake. */
  readonly markets?: readonly Address[];
  /**
   * Only markets that trust one of these oracle programs, and parlays with a leg among them. An oracle of a stranger
   * can make transactions fail on chain. Default: that of `programs`, or with `markets` any.
   */
  readonly oracles?: readonly Address[];
  /**
   * Attester sets whose results the keeper posts and settles with; a market of another set it settles by itself.
   * Default: none.
   */
  readonly attesters?: readonly Address[];
  readonly priorityFee?: PriorityFee;
  /**
   * When to post the result of a match and settle its markets with it, many in a transaction: `auto` where two or more
   * open markets share policy, sport and attesters, `always` also for one, `never`. Default `auto`.
   */
  readonly results?: 'auto' | 'always' | 'never';
  /**
   * Pays the positions of a decided market or parlay: those of owners with a token account for it, and those of others
   * as far as `payAccounts` allows. Default false.
   */
  readonly claim?: boolean;
  /**
   * Lamports a day for token accounts of others. Their owners may close these accounts and keep the rent. A day is any
   * 24 hours of the chain's clock; payments before the start of the keeper do not count. Default 0: owners without a
   * token account claim themselves.
   */
  readonly payAccounts?: bigint;
  /**
   * Lamports a day for the fees of its transactions. When they are used up, it sends only what returns more than its
   * fee: it closes its proof buffers and results. A restart begins a new day. Default 50,000,000.
   */
  readonly payFees?: bigint;
  /**
   * Lamports a day for results that the keeper makes or lets grow. The rent of results that it made comes back when it
   * closes them. At the start, existing results of its payer count. Default 10,000,000.
   */
  readonly payResults?: bigint;
  /** Logs the transactions instead of sending them. Default false. */
  readonly dryRun?: boolean;
  /**
   * Logs the forms in which a proof could be sent and why one was chosen, and why a result was or was not used. Always
   * on in a dry run.
   */
  readonly explain?: boolean;
  /** The longest pause between two rounds, in ms. Default 30,000. */
  readonly interval?: number;
  /** The most transactions in flight at once. Default 64. */
  readonly inFlight?: number;
  /**
   * The most lamports that fees and rents of transactions in flight and of standing proof buffers may add up to.
   * Default 1,000,000,000, which is 1 SOL.
   */
  readonly lamportsInFlight?: bigint;
  /** Lookup tables on chain that transactions may use where they save bytes. */
  readonly lookupTables?: readonly Address[];
  /**
   * How long to postpone a finalisation or a void while the service cannot say whether there is a (better) proof, in
   * seconds. Default 900.
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
  // These options limit the keeper's work. If one got lost, the keeper would look after every market and send
  // transactions.
  markets: deliberate(ADDRESSES),
  oracles: deliberate(ADDRESSES),
  attesters: deliberate(ADDRESSES),
  priorityFee: deliberate(PRIORITY_FEE),
  results: optional(oneOf('auto', 'always', 'never')),
  claim: optional(BOOLEAN),
  // If one got lost, the keeper would give away more than it may.
  payAccounts: deliberate(AMOUNT),
  payResults: deliberate(AMOUNT),
  payFees: deliberate(AMOUNT),
  dryRun: deliberate(BOOLEAN),
  explain: optional(BOOLEAN),
  interval: optional(DURATION),
  // If a limit got lost, the keeper would risk more than it may.
  inFlight: deliberate(integerOf(1)),
  lamportsInFlight: deliberate(AMOUNT),
  lookupTables: optional(ADDRESSES),
  patience: optional(integerOf(0)),
};

/** The oracle programs whose markets the keeper looks after; `null`: it looks at the chosen markets, of any. */
export const oraclesOf = ({ oracles, markets, programs }: KeeperOptions): readonly Address[] | null =>
  oracles ?? (markets ? null : [programs.oracle]);

/** Errors: UNKNOWN_OPTION, MISSING_OPTION and WRONG_OPTION. */
export const checkKeeperOptions = (options: KeeperOptions): void => checkOptions('Keeper', options, OPTIONS);
