import { SharedAnswer } from '../../cache/sharedAnswer.js';
import type { MachineTime } from '../../clock/index.js';
import type { BatchKey, BatchStore } from '../../data/store/index.js';

/**
 * Whether batches that were published still are: a fork of the chain may take a root away, or leave another one, which the publisher, in
 * whatever process, notes in the database. One short question a second for all batches, however many proofs are asked for.
 */
export class BatchStanding {
  private readonly unproven: SharedAnswer<ReadonlySet<string>>;

  constructor(batches: Pick<BatchStore, 'unproven'>, machineTime?: () => MachineTime) {
    this.unproven = new SharedAnswer(async () => new Set((await batches.unproven()).map(nameOf)), machineTime);
  }

  /** False for one that has no root on chain, or another one; and, for a second, for one that has just got its root. Throws what the database throws. */
  async stands(key: BatchKey): Promise<boolean> {
    return !(await this.unproven.get()).has(nameOf(key));
  }
}

const nameOf = ({ kind, slotStart }: BatchKey): string => `${kind}/${slotStart}`;
