import type { Client, RootsOfDay } from '@linesman/sdk/client';
import { epochDayOf } from './time.js';

/** The roots of today by the clock of the service. The clock of a simulated world may be years ahead. */
export async function rootsOfToday(client: Client, signal: AbortSignal): Promise<RootsOfDay> {
  const first = await client.roots.ofDay(epochDayOf(Date.now()), { signal });
  const today = epochDayOf(first.now);
  return today === first.epochDay ? first : client.roots.ofDay(today, { signal });
}
