import type { Sport } from '@linesman/sdk/format';
import { useState } from 'preact/hooks';
import { linkTo } from '../../frame/route.js';
import { Moment } from '../../shared/Moment.js';
import type { Sides } from '../../shared/outcomeWords.js';
import { provenWords } from '../../shared/provenWords.js';
import { TeamMark } from '../../shared/TeamMark.js';
import { clockText, matchClockText, secondText, slotOf } from '../../shared/time.js';
import type { TimelineMoment } from './timeline.js';
import type { Slots } from './useSlots.js';

/** Number of moments shown at first, because a basketball match has hundreds. */
const MOMENTS = 30;

interface TimelineProps {
  readonly fixtureId: number;
  readonly sport: Sport;
  readonly moments: readonly TimelineMoment[];
  readonly names: Sides;
  readonly slots: Slots;
}

/** Goals, cards and periods, the latest first, with the time when each goal was proven. */
export function Timeline({ fixtureId, sport, moments, names, slots }: TimelineProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? moments : moments.slice(-MOMENTS);
  return (
    <section class="card" aria-labelledby="timeline">
      <h2 id="timeline">What happened</h2>
      <ol class="timeline">
        {shown.toReversed().map(({ seq, ts, clock, kind, side, words }) => (
          <li key={`${seq}${kind}${side}`} class={kind}>
            <span class="quiet">{clock ? matchClockText(sport, clock) : secondText(ts)}</span>
            <span>
              {side !== null && <TeamMark names={names} side={side} />}
              <a href={linkTo(`match/${fixtureId}`, { seq })}>{words}</a>
              {side !== null && <span class="quiet"> {names[side]}</span>}
            </span>
            {kind === 'score' && <ProvenAt slots={slots} ts={ts} />}
          </li>
        ))}
      </ol>
      {moments.length > MOMENTS && (
        <button type="button" class="plain" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? `Only the last ${MOMENTS}` : `All ${moments.length}`}
        </button>
      )}
    </section>
  );
}

/** When the root that proves the moment was published. */
function ProvenAt({ slots, ts }: { readonly slots: Slots; readonly ts: number }) {
  const slot = slots.get(slotOf(ts));
  if (!slot) return null;
  const { state, from, until, publishedAt } = slot;
  if (state !== 'published')
    return (
      <span class="badge">
        proof after <Moment ms={until} text={clockText} />
      </span>
    );
  return (
    <span class="badge good" title={provenWords({ slot: from, publishedAt })}>
      ✓ proven{publishedAt !== null && ' at '}
      {publishedAt !== null && <Moment ms={publishedAt} text={secondText} />}
    </span>
  );
}
