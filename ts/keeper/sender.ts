import { LinesmanError } from 'linesman/error';
import { equalBytes } from 'linesman/format';
import {
  type BuiltTransaction,
  type Instruction,
  isWritable,
  type ProgramAccount,
  sendTransaction,
} from 'linesman/program';
import type { KeeperOptions } from './keeperOptions.js';
import type { Action, ActionOutcome } from './metrics.js';
import { currentFee } from './priorityFee.js';
import { named, type Reporter, type Subject } from './reporter.js';

/** Sends the keeper's transactions, and logs and counts their outcomes. */
export class Sender {
  /** Transactions that landed, or in a dry run would have been sent, since the counter was last reset. */
  sent = 0;

  constructor(
    private readonly options: KeeperOptions,
    private readonly reporter: Reporter,
  ) {}

  /**
   * Sends one transaction.
   *
   * @param seen The account that the decision was based on: if it has changed, a failure means that somebody else was
   * faster.
   */
  async act(
    action: Action,
    subject: Subject,
    seen: ProgramAccount,
    instructions: readonly Instruction[],
    fields: Readonly<Record<string, unknown>> = {},
  ): Promise<ActionOutcome> {
    const { chain, programs, payer, timers, metrics, log, dryRun } = this.options;
    const about = { ...named(subject), ...fields };
    const count = (outcome: ActionOutcome): ActionOutcome => {
      metrics.transactions.inc({ action, outcome });
      return outcome;
    };
    try {
      const microLamportsPerUnit = await this.fee(instructions);
      const { signature, size, computeUnitLimit } = await sendTransaction({
        chain,
        programs,
        payer,
        instructions,
        sleep: timers.sleep,
        microLamportsPerUnit,
        beforeSend: (built: BuiltTransaction) => {
          log('debug', `${dryRun ? 'would send' : 'sends'} ${action}`, { ...about, bytes: built.size });
          return !dryRun;
        },
        onExpired: () => {
          metrics.expired.inc();
          log('warn', `${action}: the blockhash expired`, about);
        },
      });
      this.sent++;
      this.reporter.forget(subject);
      const cost = { bytes: size, computeUnits: computeUnitLimit, microLamportsPerUnit };
      log('info', dryRun ? `would ${action}` : action, { ...about, ...cost, ...(signature && { signature }) });
      return count(dryRun ? 'dry_run' : 'landed');
    } catch (error) {
      const after = await chain.account(seen.address).catch(() => seen);
      if (after === null || !equalBytes(after.data.subarray(0, seen.data.length), seen.data)) {
        log('info', `${action}: somebody else was faster`, about);
        return count('raced');
      }
      this.reporter.failed(subject, action, error);
      return count(error instanceof LinesmanError && error.isOfProgram ? 'refused' : 'failed');
    }
  }

  private async fee(instructions: readonly Instruction[]): Promise<bigint> {
    const { priorityFee, chain } = this.options;
    if (!priorityFee) return 0n;
    const writable = instructions.flatMap(({ accounts }) => accounts.filter(isWritable));
    return currentFee(
      priorityFee,
      chain,
      writable.map(({ address }) => address),
    );
  }
}
