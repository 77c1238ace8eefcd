import type { ScoresRecord } from '@linesman/sdk/client';
import type { Sport } from '@linesman/sdk/format';
import { useState } from 'preact/hooks';
import { linkTo } from '../../frame/route.js';
import { capital, type Sides, statWords } from '../../shared/outcomeWords.js';
import { actionWords, periodWords } from '../../shared/periods.js';
import { epochDayOf, secondText, slotOf } from '../../shared/time.js';

/** The maximum number of stats in a proof. */
const MOST = 5;

interface UpdateDetailProps {
  readonly record: ScoresRecord;
  readonly before: ScoresRecord | undefined;
  readonly sport: Sport;
  readonly names: Sides;
}

/** An update with its stats. The page requests a proof of the selected ones. */
export function UpdateDetail({ record, before, sport, names }: UpdateDetailProps) {
  const [keys, setKeys] = useState<readonly number[]>([1, 2]);
  const [isAll, setAll] = useState(false);
  const { FixtureId, Seq, Ts, Action, StatusId, Stats } = record;
  const all = Object.keys(Stats)
    .map(Number)
    .sort((a, b) => a - b);
  // Totals come first, because each part of a match repeats the same stats.
  const shown = isAll ? all : all.filter((key) => key < 1000 || changed(record, before, key));
  const picked = keys.filter((key) => Stats[key] !== undefined);
  const toggle = (key: number): void =>
    setKeys(picked.includes(key) ? picked.filter((one) => one !== key) : [...picked, key].slice(0, MOST));
  return (
    <section class="card" aria-labelledby="update">
      <h2 id="update">Update {Seq}</h2>
      <p>
        <strong>{capital(actionWords(Action))}</strong> at {secondText(Ts)}
        {StatusId !== undefined && <span class="quiet"> · {periodWords(sport, StatusId)}</span>} ·{' '}
        <a href={linkTo(`roots/${epochDayOf(Ts)}`, { kind: 'scores', at: slotOf(Ts) })}>its slot on chain</a>
      </p>
      {all.length === 0 ? (
        <p class="quiet">It has no stats yet: nothing is confirmed.</p>
      ) : (
        <>
          <p class="quiet">
            {picked.length} of at most {MOST} stats picked. Values that changed with this score record are marked.
          </p>
          <ul class="stats">
            {shown.map((key) => (
              <li key={key} class={changed(record, before, key) ? 'changed' : ''}>
                <label class="check">
                  <input
                    type="checkbox"
                    checked={picked.includes(key)}
                    disabled={!picked.includes(key) && picked.length >= MOST}
                    onChange={() => toggle(key)}
                  />
                  <span>
                    <code>k{key}</code> {statWords(sport, key, names)}
                  </span>
                  <strong>
                    {Stats[key]}
                    {changed(record, before, key) && <span class="visually-hidden"> changed</span>}
                  </strong>
                </label>
              </li>
            ))}
          </ul>
          <div class="actions">
            {picked.length > 0 && (
              <a class="button" href={linkTo('proof', { fixture: FixtureId, seq: Seq, keys: picked.join(), sport })}>
                See the proof
              </a>
            )}
            <button type="button" class="plain" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
              {isAll ? 'Only totals' : `All ${all.length} stats`}
            </button>
          </div>
        </>
      )}
    </section>
  );
}

const changed = (record: ScoresRecord, before: ScoresRecord | undefined, key: number): boolean =>
  before !== undefined && record.Stats[key] !== before.Stats[key];
