import { SharedAnswer } from '../../cache/sharedAnswer.js';
import type { MachineTime } from '../../clock/clock.js';
import { batchName } from '../../data/store/batchName.js';
import type { BatchKey, BatchStore } from '../../data/store/batchStore.js';

/**
 * Whether published batches still have their root: a fork of the chain may remove or replace it, and the publisher, in
 * any process, records that in the database. One short query a second serves all proofs.
 */
export class BatchStanding {
  private readonly unproven: SharedAnswer<ReadonlySet<string>>;

  constructor(batches: Pick<BatchStore, 'unproven'>, machineTime?: () => MachineTime) {
    this.unproven = new SharedAnswer(async () => new Set((await batches.unproven()).map(batchName)), machineTime);
  }

  /**
   * False if the batch has no root on chain or a different one. The answer may be one second old when a root has just
   * arrived. Rejects with the database's error.
   */
  async stands(key: BatchKey): Promise<boolean> {
    return !(await this.unproven.get()).has(batchName(key));
  }
}
