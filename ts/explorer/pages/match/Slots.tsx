import type { Client, RootsSlot, ScoresRecord } from 'linesman/client';
import { useMemo } from 'preact/hooks';
import { linkTo } from '../../frame/route.js';
import { clockText, epochDayOf, slotOf } from '../../shared/time.js';
import { usePolled } from '../../shared/usePolled.js';

interface SlotsProps {
  readonly client: Client;
  readonly records: readonly ScoresRecord[];
}

/** ms after which the service is asked again how far the slots of a match have come. */
const REFRESH = 20_000;

/** The 5-minute slots in which the records of a match lie, each with its state and a link to its day. */
export function Slots({ client, records }: SlotsProps) {
  const counts = useMemo(() => {
    const found = new Map<number, number>();
    for (const { Ts } of records) found.set(slotOf(Ts), (found.get(slotOf(Ts)) ?? 0) + 1);
    return [...found].sort(([a], [b]) => a - b);
  }, [records]);
  const states = useStates(client, [...new Set(counts.map(([start]) => epochDayOf(start)))].join());
  return (
    <ul class="slots">
      {counts.map(([start, count]) => (
        <li key={start}>
          <a href={linkTo(`roots/${epochDayOf(start)}`, { kind: 'scores', at: start })}>{clockText(start)}</a>
          <span class="quiet">{count === 1 ? '1 update' : `${count} updates`}</span>
          <span class={`badge ${toneOf(states.get(start))}`}>{states.get(start) ?? '…'}</span>
        </li>
      ))}
    </ul>
  );
}

const toneOf = (state: RootsSlot['state'] | undefined): string =>
  state === 'published' ? 'good' : state === 'missing' || state === 'alarm' ? 'bad' : '';

const NONE: ReadonlyMap<number, RootsSlot['state']> = new Map();

/** States by start; `days` is a list with commas, so that an effect can tell whether it has changed. */
function useStates(client: Client, days: string): ReadonlyMap<number, RootsSlot['state']> {
  // Without an answer, the stream of the page says that the service is gone; states come back with it.
  const { value } = usePolled(
    async (signal) => {
      const asked = days === '' ? [] : days.split(',').map(Number);
      const found = await Promise.all(asked.map((day) => client.roots.ofDay(day, { kind: 'scores', signal })));
      return new Map(found.flatMap(({ slots }) => slots.map(({ from, state }) => [from, state] as const)));
    },
    REFRESH,
    [client, days],
  );
  return value ?? NONE;
}
