import type { RootsSlot, ScoresRecord } from '@linesman/sdk/client';
import { useMemo } from 'preact/hooks';
import { linkTo } from '../../frame/route.js';
import { clockText, epochDayOf, slotOf } from '../../shared/time.js';
import type { Slots } from './useSlots.js';

interface SlotListProps {
  readonly slots: Slots;
  readonly records: readonly ScoresRecord[];
}

/** The 5-minute slots with records of a match, each with its state and a link to its day. */
export function SlotList({ slots, records }: SlotListProps) {
  const counts = useMemo(() => {
    const found = new Map<number, number>();
    for (const { Ts } of records) found.set(slotOf(Ts), (found.get(slotOf(Ts)) ?? 0) + 1);
    return [...found].sort(([a], [b]) => a - b);
  }, [records]);
  return (
    <ul class="slots">
      {counts.map(([start, count]) => {
        const state = slots.get(start)?.state;
        return (
          <li key={start}>
            <a href={linkTo(`roots/${epochDayOf(start)}`, { kind: 'scores', at: start })}>{clockText(start)}</a>
            <span class="quiet">{count === 1 ? '1 score record' : `${count} score records`}</span>
            <span class={`badge ${toneOf(state)}`}>{state ?? '…'}</span>
          </li>
        );
      })}
    </ul>
  );
}

const toneOf = (state: RootsSlot['state'] | undefined): string =>
  state === 'published' ? 'good' : state === 'missing' || state === 'alarm' ? 'bad' : '';
