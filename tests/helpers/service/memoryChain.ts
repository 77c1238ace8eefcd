import { LinesmanError } from '../../../ts/sdk/error/linesmanError.js';
import { equalBytes, type Root, rootOf } from '../../../ts/sdk/format/hash.js';
import { bytesToHex, hexToBytes } from '../../../ts/sdk/format/hex.js';
import type { BatchKey } from '../../../ts/service/data/store/batchStore.js';
import type { RootsChain } from '../../../ts/service/roots/publish/rootsChain.js';

/** Roots as the oracle program keeps them: written once. */
export class MemoryChain implements RootsChain {
  /** Hex, by `kind/slotStart`. */
  readonly roots = new Map<string, string>();
  /** Every insert that changed something. */
  readonly writes: string[] = [];
  inserts = 0;
  /** Replaces the next calls in turn; `null` leaves a call alone. */
  readonly faults: ((() => void) | null)[] = [];
  private refused: { readonly number: number; readonly names: readonly string[] } | undefined;

  async readRoot({ kind, slotStart }: BatchKey): Promise<Root | null> {
    const root = this.roots.get(`${kind}/${slotStart}`);
    return root === undefined ? null : rootOf(hexToBytes(root));
  }

  readRoots(keys: readonly BatchKey[]): Promise<(Root | null)[]> {
    return Promise.all(keys.map((key) => this.readRoot(key)));
  }

  async keep(): Promise<void> {}

  /** From now on refuses these slots, by `kind/slotStart`, with the error of the program. */
  refuse(number: number, names: readonly string[]): void {
    this.refused = { number, names };
  }

  async insertRoot({ kind, slotStart }: BatchKey, root: Root): Promise<void> {
    this.inserts++;
    this.faults.shift()?.();
    const name = `${kind}/${slotStart}`;
    if (this.refused?.names.includes(name)) throw new LinesmanError(this.refused.number as never);
    const before = this.roots.get(name);
    if (before !== undefined && !equalBytes(hexToBytes(before), root)) throw new LinesmanError(6055);
    if (before === undefined) this.writes.push(name);
    this.roots.set(name, bytesToHex(root));
  }
}
