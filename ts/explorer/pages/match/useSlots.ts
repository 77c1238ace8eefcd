import type { Client, RootsSlot, ScoresRecord } from '@linesman/sdk/client';
import { epochDayOf } from '../../shared/time.js';
import { usePolled } from '../../shared/usePolled.js';

/** Slots by their start. */
export type Slots = ReadonlyMap<number, RootsSlot>;

/** ms between requests for the state of a match's slots. */
const REFRESH = 20_000;
const NONE: Slots = new Map();

/** The state of the slots of the days in which a match has records. */
export function useSlots(client: Client, records: readonly ScoresRecord[]): Slots {
  // A list joined by commas, so that an effect can detect a change.
  const days = [...new Set(records.map(({ Ts }) => epochDayOf(Ts)))].join();
  // If there is no answer, the page's stream reports the lost connection. States return with the connection.
  const { value } = usePolled(
    async (signal) => {
      const asked = days === '' ? [] : days.split(',').map(Number);
      const found = await Promise.all(asked.map((day) => client.roots.ofDay(day, { kind: 'scores', signal })));
      return new Map(found.flatMap(({ slots }) => slots.map((slot) => [slot.from, slot] as const)));
    },
    REFRESH,
    [client, days],
  );
  return value ?? NONE;
}
