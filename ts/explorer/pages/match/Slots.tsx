import type { Client, RootsSlot, ScoresRecord } from 'linesman/client';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { linkTo } from '../../frame/route.js';
import { repeatWhileSeen } from '../../shared/repeatWhileSeen.js';
import { clockText, epochDayOf, slotOf } from '../../shared/time.js';

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

/** States by start; `days` is a list with commas, so that an effect can tell whether it has changed. */
function useStates(client: Client, days: string): ReadonlyMap<number, RootsSlot['state']> {
  const [states, setStates] = useState<ReadonlyMap<number, RootsSlot['state']>>(new Map());
  useEffect(() => {
    if (days === '') return;
    const stop = new AbortController();
    const { signal } = stop;
    const ask = async (): Promise<void> => {
      try {
        const found = await Promise.all(
          days.split(',').map((day) => client.roots.ofDay(Number(day), { kind: 'scores', signal })),
        );
        if (signal.aborted) return;
        setStates(new Map(found.flatMap(({ slots }) => slots.map(({ from, state }) => [from, state] as const))));
      } catch {
        // The stream of the page says that the service is gone; states come back with it.
      }
    };
    void repeatWhileSeen(REFRESH, ask, signal);
    return () => stop.abort();
  }, [client, days]);
  return states;
}
