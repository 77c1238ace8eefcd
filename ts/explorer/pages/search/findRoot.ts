import type { Client, RootsSlot } from '@linesman/sdk/client';
import { bytesToHex } from '@linesman/sdk/format';
import { rootsOfToday } from '../../shared/serviceDay.js';

/** Days in which a root is looked for. */
export const DAYS = 14;

/** The slot with this root; null if no slot of the last days has it. Searches the latest day first. */
export async function findRoot(client: Client, root: string, signal: AbortSignal): Promise<RootsSlot | null> {
  let day = await rootsOfToday(client, signal);
  for (let back = 0; ; ) {
    const found = day.slots.find((slot) => slot.root !== null && bytesToHex(slot.root) === root);
    if (found) return found;
    if (++back >= DAYS || day.epochDay === 0) return null;
    day = await client.roots.ofDay(day.epochDay - 1, { signal });
  }
}
