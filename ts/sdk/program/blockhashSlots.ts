/** The maximum number of remembered blockhashes; more than are valid at once. */
const REMEMBERED = 512;

/**
 * The slots at which blockhashes were read. A node that lags behind that slot calls the blockhash invalid because it
 * does not know it yet. A sender would take that for expired and send again, so that both transactions may land.
 */
export class BlockhashSlots {
  private readonly slots = new Map<string, number>();

  note(blockhash: string, slot: number | bigint | undefined): void {
    if (slot === undefined) return;
    this.slots.set(blockhash, Number(slot));
    for (const oldest of this.slots.keys()) {
      if (this.slots.size <= REMEMBERED) break;
      this.slots.delete(oldest);
    }
  }

  /** The option of a request that only a node of that slot or later may answer; empty for an unknown blockhash. */
  reached(blockhash: string): { readonly minContextSlot?: number } {
    const minContextSlot = this.slots.get(blockhash);
    return minContextSlot === undefined ? {} : { minContextSlot };
  }
}
