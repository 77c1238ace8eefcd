import type { TargetedKeyboardEvent } from 'preact';
import { utcClock as clockText } from '../../shared/time.js';
import { type Cell, type CellState, STATE_WORDS } from './compare.js';

/** Symbols, so that colour is not the only sign of a state. */
export const SIGNS: Readonly<Record<CellState, string>> = {
  empty: '',
  running: '▸',
  pending: '·',
  late: '…',
  published: '✓',
  missing: '?',
  alarm: '!',
  unknown: '+',
};

interface CellGridProps {
  readonly label: string;
  readonly cells: readonly Cell[];
  /** Cells in a row. */
  readonly columns: number;
  /** Start of the chosen cell. */
  readonly chosen: number | null;
  readonly choose: (from: number) => void;
}

/**
 * The cells of a day, one hour in each row. One cell has the focus; arrow keys, Home and End move the focus, Enter
 * chooses.
 */
export function CellGrid({ label, cells, columns, chosen, choose }: CellGridProps) {
  const focusable = Math.max(
    0,
    cells.findIndex(({ from }) => from === chosen),
  );
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
    Home: -cells.length,
    End: cells.length,
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTableElement>): void => {
    const step = steps[event.key];
    const buttons = Array.from(event.currentTarget.querySelectorAll<HTMLElement>('.cell'));
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    const next = event.key === 'Home' ? 0 : event.key === 'End' ? buttons.length - 1 : at + step;
    const target = buttons[next];
    if (!target) return;
    for (const button of buttons) button.tabIndex = button === target ? 0 : -1;
    target.focus();
  };
  const rows = Array.from({ length: Math.ceil(cells.length / columns) }, (_, row) =>
    cells.slice(row * columns, (row + 1) * columns),
  );
  return (
    <table class={`cells cells-${columns}`} aria-label={label} onKeyDown={onKeyDown}>
      <tbody>
        {rows.map((row, r) => (
          <tr key={row[0]?.from} class="cell-row">
            <th class="cell-hour" scope="row">
              {row[0] && clockText(row[0].from)}
            </th>
            {row.map(({ from, state }, c) => (
              <td key={from}>
                <button
                  type="button"
                  class={`cell ${state}`}
                  data-from={from}
                  tabIndex={r * columns + c === focusable ? 0 : -1}
                  aria-pressed={from === chosen}
                  aria-label={`${clockText(from)} ${STATE_WORDS[state]}`}
                  title={`${clockText(from)} ${STATE_WORDS[state]}`}
                  onClick={() => choose(from)}
                >
                  {SIGNS[state]}
                </button>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
