import { passedSince } from '@linesman/sdk/internal/program/transaction/passedSince';
import { addressBytes, closeResult, matchResultAccount } from '@linesman/sdk/program';
import type { DailyBudget } from './dailyBudget.js';
import type { KeeperOptions } from './keeperOptions.js';
import type { OwnResult } from './plan.js';
import type { Sender } from './sender.js';

/** Offset of a result's payer: after the discriminator, the version and the bump. */
const PAYER_OFFSET = 10;
const DAY = 86_400;
/** How long a list of them is used, ms. It may be old, because results close half a year later. */
const FRESH = 3_600_000;

/**
 * The results that the keeper's payer has made. The keeper closes them as early as possible, and gets their rent back.
 * A keeper of chosen markets leaves them to another, because its node may be unable to list accounts.
 */
export class OwnResults {
  /** Results that were listed and are not closed yet. */
  all: readonly OwnResult[] = [];
  private listedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param budget Counts the rents that results on chain took in the last day, so that a restart does not reset the
   * budget.
   */
  constructor(
    private readonly options: KeeperOptions,
    private readonly budget: DailyBudget,
  ) {}

  /** Lists them, if the last list is too old. */
  async list(chain: KeeperOptions['chain']): Promise<void> {
    const { programs, payer, oracles, markets, timers } = this.options;
    const isFirst = this.listedAt === Number.NEGATIVE_INFINITY;
    if (markets || passedSince(this.listedAt, timers.now()) < FRESH) return;
    const found = await chain.accountsOf(programs.settlement, [
      { offset: 0, bytes: matchResultAccount.discriminator },
      { offset: PAYER_OFFSET, bytes: addressBytes(payer.address) },
    ]);
    const all = found.map(
      (one): OwnResult => ({ kind: 'result', ...one, result: matchResultAccount.decode(one.data) }),
    );
    if (isFirst) await Promise.all(all.map((one) => this.note(one, chain)));
    this.all = oracles ? all.filter(({ result }) => oracles.includes(result.oracleProgram)) : all;
    this.listedAt = timers.now();
  }

  async close(own: OwnResult, sender: Sender): Promise<void> {
    const { address, data } = own;
    const { programs, payer } = this.options;
    const outcome = await sender.act({
      action: 'close_result',
      subject: own,
      seen: [{ address, data }],
      instructions: [closeResult.build(programs.settlement, { payer: payer.address, result: address }, {})],
      turn: 'later',
      // Limits do not delay a transaction that returns lamports.
      isPaid: true,
      isReturning: true,
    });
    if (outcome === 'landed' || outcome === 'raced') this.all = this.all.filter((one) => one.address !== address);
  }

  /** Counts the rent of facts entered within the last day, as far as this payer may have paid it. */
  private async note({ result, data }: OwnResult, chain: KeeperOptions['chain']): Promise<void> {
    const latest = Math.max(...result.facts.map(({ since }) => since.seconds));
    const older = result.facts.filter(({ since }) => since.seconds <= latest - DAY);
    const before =
      older.length === 0 ? 0 : await chain.rent(matchResultAccount.encode({ ...result, facts: older }).length);
    this.budget.note(BigInt((await chain.rent(data.length)) - before), latest);
  }
}
