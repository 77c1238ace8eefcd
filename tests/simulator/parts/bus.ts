import { LocalWake } from '../../../ts/service/wake/localWake.js';
import type { Wake } from '../../../ts/service/wake/wake.js';
import type { Faults } from '../faults.js';
import type { Process } from '../process.js';
import { pause } from '../virtualWorld.js';

/** The messages between processes, some of which are lost. */
export class Bus {
  private readonly members = new Map<Process, LocalWake>();

  constructor(private readonly faults: Faults) {}

  /** What a process has of it. */
  join(process: Process): Wake {
    const own = new LocalWake();
    this.members.set(process, own);
    return {
      isConnected: true,
      recordsStored: () => this.tell((wake) => wake.recordsStored()),
      subscriptionChanged: (wallet) => this.tell((wake) => wake.subscriptionChanged(wallet)),
      listen: (listener) => own.listen(listener),
      close: () => own.close(),
    };
  }

  private tell(what: (wake: LocalWake) => void): void {
    for (const [process, wake] of this.members) {
      if (!process.isRunning) this.members.delete(process);
      else if (!this.faults.strikes('lost message', 8)) void pause(1).then(() => process.isRunning && what(wake));
    }
  }
}
