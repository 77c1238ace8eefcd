import { API_TOKEN_NEEDED, INVALID_API_TOKEN, isError } from 'linesman/error';
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

/**
 * An answer that did not come, and where its reason may be mended. Who has no token is no developer: they are told what
 * it is for, and where it comes from.
 */
export const NotAnswered = ({ error }: { readonly error: unknown }) =>
  isError(error, API_TOKEN_NEEDED, INVALID_API_TOKEN) ? (
    <div class="problem" role="alert">
      <p class="sentence">
        {error.number === API_TOKEN_NEEDED
          ? 'This is for subscribers.'
          : 'The service does not accept the API token any longer.'}
      </p>
      <p>
        {error.number === API_TOKEN_NEEDED
          ? 'Matches, scores and proofs come with a subscription, some levels of which are free.'
          : 'Its subscription is over, or another token has replaced it.'}{' '}
        <a href={linkTo('wallet')}>Wallet: get a subscription, or activate yours</a>
      </p>
      <p>
        Who has a token enters it there: <a href={linkTo('settings')}>Settings: service, node and token</a>
      </p>
      <p class="code">
        error {error.number} {error.name}
      </p>
    </div>
  ) : (
    <Problem error={error}>
      <p>
        <a href={linkTo('settings')}>Settings: service, node and token</a>
      </p>
    </Problem>
  );
