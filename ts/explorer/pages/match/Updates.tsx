import type { ScoresRecord } from '@linesman/sdk/client';
import type { Sport } from '@linesman/sdk/format';
import type { TargetedKeyboardEvent } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { actionWords } from '../../shared/periods.js';
import { matchClockText, secondText } from '../../shared/time.js';
import { scoreText } from './timeline.js';

/** px; as in the style. */
const ROW = 40;
const HEIGHT = 400;
/** Rows drawn beyond the visible ones, so that scrolling does not show gaps. */
const SPARE = 8;

interface UpdatesProps {
  readonly records: readonly ScoresRecord[];
  readonly sport: Sport;
  /** `Seq` of the chosen update. */
  readonly chosen: number | null;
  readonly choose: (seq: number) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 };

/** Every score record, the newest first; only the visible ones are in the document. Arrow keys choose. */
export function Updates({ records, sport, chosen, choose }: UpdatesProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const count = records.length;
  const at = (row: number): ScoresRecord | undefined => records[count - 1 - row];
  const place = chosen === null ? -1 : records.findIndex(({ Seq }) => Seq === chosen);
  const chosenRow = place < 0 ? -1 : count - 1 - place;
  // The updates on screen stay in place while newer ones arrive above.
  const before = useRef(count);
  useLayoutEffect(() => {
    const more = count - before.current;
    before.current = count;
    if (box.current && box.current.scrollTop > 0 && more > 0) box.current.scrollTop += more * ROW;
  }, [count]);
  // A row out of sight is not in the document, so `scrollIntoView` cannot reach it.
  const isThere = chosenRow >= 0 && chosenRow < count;
  useLayoutEffect(() => {
    const seen = box.current;
    if (!seen || !isThere) return;
    if (chosenRow * ROW < seen.scrollTop) seen.scrollTop = chosenRow * ROW;
    const { clientHeight } = seen;
    if ((chosenRow + 1) * ROW > seen.scrollTop + clientHeight) seen.scrollTop = (chosenRow + 1) * ROW - clientHeight;
    setTop(seen.scrollTop);
    // This runs only when another update is chosen, so that newer updates do not move those on screen.
  }, [chosen, isThere]);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const step = STEPS[event.key];
    const row =
      event.key === 'Home' ? 0 : event.key === 'End' ? count - 1 : step === undefined ? null : chosenRow + step;
    if (row === null || count === 0) return;
    event.preventDefault();
    const next = Math.min(Math.max(row, 0), count - 1);
    const record = at(next);
    if (record) choose(record.Seq);
  };
  const first = Math.max(0, Math.floor(top / ROW) - SPARE);
  const last = Math.min(count, Math.ceil((top + HEIGHT) / ROW) + SPARE);
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i);
  const isDrawn = chosenRow >= first && chosenRow < last;
  return (
    <div
      ref={box}
      class="updates"
      role="listbox"
      aria-label="Score records, newest first"
      tabIndex={0}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      {...(isDrawn && { 'aria-activedescendant': `${id}-${chosen}` })}
    >
      <div role="presentation" style={{ height: `${count * ROW}px` }}>
        <div role="presentation" style={{ transform: `translateY(${first * ROW}px)` }}>
          {rows.map((row) => {
            const record = at(row);
            if (!record) return null;
            const { Seq, Ts, Action, Clock, Stats } = record;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the focus and the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the list box names its active option
              <div
                key={Seq}
                id={`${id}-${Seq}`}
                class="update"
                role="option"
                aria-selected={Seq === chosen}
                aria-posinset={row + 1}
                aria-setsize={count}
                onClick={() => choose(Seq)}
              >
                <span class="quiet">{Seq}</span>
                <span>{secondText(Ts)}</span>
                <span>{Clock && matchClockText(sport, Clock)}</span>
                <span class="action">{actionWords(Action)}</span>
                <span>{scoreText(Stats)}</span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
