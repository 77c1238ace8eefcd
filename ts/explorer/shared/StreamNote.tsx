import { linkTo } from '../frame/route.js';
import { Problem } from './Problem.js';
import type { StreamState } from './useRecordStream.js';

const PHASES: Readonly<Record<StreamState['phase'], string>> = {
  off: 'Not live',
  connecting: 'Connecting …',
  live: 'Live',
  lost: 'Connection lost. Trying again; what is shown may be old.',
  refused: 'Not live',
};

/** Whether a page changes live, and what was missed. Said aloud when it changes. */
export function StreamNote({ state }: { readonly state: StreamState }) {
  const { phase, losses, gaps, filled, error } = state;
  return (
    <div class="stream">
      <p class={`connection ${phase === 'live' ? 'connected' : phase === 'lost' ? 'lost' : ''}`} role="status">
        <span class="dot" aria-hidden="true" /> {PHASES[phase]}
        {phase === 'live' && losses > 0 && gaps === 0 && ' again; resumed without missing an update'}
        {phase === 'live' && losses > 0 && gaps > 0 && ' again; resumed'}
      </p>
      {gaps > 0 && (
        <p class="gap" role="status">
          Some updates were missed{gaps > 1 && `, ${gaps} times`}. They are fetched from history when their five minutes
          are over{filled > 0 && `; ${filled} have come`}.
        </p>
      )}
      {phase === 'refused' && <Problem error={error} />}
    </div>
  );
}

/** What to do where a page has nobody to ask. */
export const NoService = () => (
  <p class="card">
    <span>
      This page asks a service, and none is set. <a href={linkTo('settings')}>Settings: service, node and token</a>
    </span>
  </p>
);

/** An answer that did not come, and where its reason may be mended. */
export const NotAnswered = ({ error }: { readonly error: unknown }) => (
  <Problem error={error}>
    <p>
      <a href={linkTo('settings')}>Settings: service, node and token</a>
    </p>
  </Problem>
);
