import { sha256 } from '@linesman/sdk/internal/format/sha256';
import { LeastRecent } from '@linesman/sdk/node';
import type { ProgramAccount } from '@linesman/sdk/program';
import type { Action } from './metrics.js';

/** After so many failures on chain, a step is left to others. */
const MOST = 3;
const MAX_REMEMBERED = 16_384;

/**
 * Counts the transactions that failed on chain, and so cost their fee, after a simulation without an error: somebody
 * may change what they need each time. The count is of a state of the account that is worked on, which a stranger
 * cannot change at will, not of all accounts of the transaction.
 */
export class ChainFailures {
  private readonly counts = new LeastRecent<{ readonly state: string; readonly count: number }>(MAX_REMEMBERED);

  /** Whether this action has failed too often while the account was like this. */
  isHopeless(action: Action, account: ProgramAccount): boolean {
    return this.countOf(action, account) >= MOST;
  }

  add(action: Action, account: ProgramAccount): void {
    this.counts.set(keyOf(action, account), { state: stateOf(account), count: this.countOf(action, account) + 1 });
  }

  private countOf(action: Action, account: ProgramAccount): number {
    const known = this.counts.get(keyOf(action, account));
    return known?.state === stateOf(account) ? known.count : 0;
  }
}

const keyOf = (action: Action, { address }: ProgramAccount): string => `${action} ${address}`;

const stateOf = ({ data }: ProgramAccount): string => Buffer.from(sha256(data)).toString('base64');
