import { errorOf, type LinesmanError, PUBLISHER_FUNDS_LOW } from '@linesman/sdk/error';
import { SLOTS_PER_DAY } from '@linesman/sdk/format';
import { SIGNATURE_FEE } from '@linesman/sdk/internal/program/transaction/budget';
import type { Address, RpcNode } from '@linesman/sdk/program';
import { ROOTS_LAYOUTS } from '@linesman/sdk/proof';
import type { RealClock } from '../../clock/clock.js';

/** Days that the lamports should last: time enough for people to send more. */
export const FEW_DAYS = 3;
/** ms between two looks. */
const LOOK = 600_000;
/** Looks between two warnings: an hour. */
const WARN_EVERY = 6;
/** Transactions of a day, one signature each: roots of scores and odds of each slot, and of fixtures of each hour. */
const ROOTS_PER_DAY = BigInt(2 * SLOTS_PER_DAY + 24);

/** What a publisher holds, and how long it lasts. */
export interface Funds {
  readonly balance: bigint;
  /** Days, if every slot has a root. */
  readonly days: number;
}

type FundsChain = Pick<RpcNode, 'lamports' | 'rent'>;

/** Reads the balance, and the rents of the accounts that a day needs; an account of fixtures lasts for ten days. */
export async function readFunds(chain: FundsChain, publisher: Address): Promise<Funds> {
  const { scores, odds, fixtures } = ROOTS_LAYOUTS;
  const sizes = [scores.size, odds.size, fixtures.size];
  const [balance, ...rents] = await Promise.all([
    chain.lamports(publisher),
    ...sizes.map((size) => chain.rent(size).then(BigInt)),
  ]);
  const [ofScores = 0n, ofOdds = 0n, ofFixtures = 0n] = rents;
  const daily = ofScores + ofOdds + ofFixtures / 10n + ROOTS_PER_DAY * SIGNATURE_FEE;
  return { balance, days: Number((100n * balance) / daily) / 100 };
}

export interface WatchFundsOptions {
  readonly chain: FundsChain;
  readonly publisher: Address;
  readonly realClock: RealClock;
  readonly onFunds: (funds: Funds) => void;
  /** Called at once, then every hour while they last for fewer than `FEW_DAYS`. */
  readonly onLow: (warning: LinesmanError) => void;
}

/**
 * Looks every ten minutes what the publisher holds, until the signal aborts: a root that it cannot pay for is refused
 * without further notice. A node that does not answer is asked again; other checks report it.
 */
export async function watchFunds(options: WatchFundsOptions, signal: AbortSignal): Promise<void> {
  const { chain, publisher, realClock, onFunds, onLow } = options;
  for (let low = 0; !signal.aborted; ) {
    const funds = await readFunds(chain, publisher).catch(() => null);
    if (funds) {
      onFunds(funds);
      if (funds.days >= FEW_DAYS) low = 0;
      else if (low++ % WARN_EVERY === 0)
        onLow(errorOf(PUBLISHER_FUNDS_LOW, { publisher, balance: funds.balance, days: funds.days }));
    }
    await realClock.sleepUntil(realClock.now() + LOOK, signal);
  }
}
