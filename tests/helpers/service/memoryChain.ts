import { LinesmanError } from '../../../ts/linesman/error/index.js';
import { bytesToHex, equalBytes, hexToBytes, type Root, rootOf } from '../../../ts/linesman/format/index.js';
import type { RootsChain } from '../../../ts/service/publish/index.js';
import type { BatchKey } from '../../../ts/service/store/index.js';

/** Roots as the oracle program keeps them: written once. */
export class MemoryChain implements RootsChain {
  /** Hex, by `kind/slotStart`. */
  readonly roots = new Map<string, string>();
  /** Every insert that changed something. */
  readonly writes: string[] = [];
  inserts = 0;
  /** Replaces the next calls in turn; `null` leaves a call alone. */
  readonly faults: ((() => void) | null)[] = [];

  async readRoot({ kind, slotStart }: BatchKey): Promise<Root | null> {
    const root = this.roots.get(`${kind}/${slotStart}`);
    return root === undefined ? null : rootOf(hexToBytes(root));
  }

  readRoots(keys: readonly BatchKey[]): Promise<(Root | null)[]> {
    return Promise.all(keys.map((key) => this.readRoot(key)));
  }

  async keep(): Promise<void> {}

  async insertRoot({ kind, slotStart }: BatchKey, root: Root): Promise<void> {
    this.inserts++;
    this.faults.shift()?.();
    const name = `${kind}/${slotStart}`;
    const before = this.roots.get(name);
    if (before !== undefined && !equalBytes(hexToBytes(before), root)) throw new LinesmanError(6055);
    if (before === undefined) this.writes.push(name);
    this.roots.set(name, bytesToHex(root));
  }
}
