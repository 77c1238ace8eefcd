import { API_TOKEN_NEEDED, INVALID_API_TOKEN, isError } from '@linesman/sdk/error';
import { linkTo } from '../frame/route.js';
import { Problem } from './Problem.js';
import type { StreamState } from './useRecordStream.js';

const PHASES: Readonly<Record<StreamState['phase'], string>> = {
  off: 'Not live',
  connecting: 'Connecting …',
  live: 'Live',
  lost: 'Connection lost. Trying again; this page may be out of date.',
  refused: 'Not live',
};

/** Says whether a page is live, and which updates were missed. Screen readers announce changes. */
export function StreamNote({ state }: { readonly state: StreamState }) {
  const { phase, losses, gaps, filled, error } = state;
  return (
    <div class="stream">
      <p class={`connection ${phase === 'live' ? 'connected' : phase === 'lost' ? 'lost' : ''}`} role="status">
        <span class="dot" aria-hidden="true" /> {PHASES[phase]}
        {phase === 'live' && losses > 0 && gaps === 0 && ' again; resumed without missing a record'}
        {phase === 'live' && losses > 0 && gaps > 0 && ' again; resumed'}
      </p>
      {gaps > 0 && (
        <p class="gap" role="status">
          Some records were missed{gaps > 1 && `, ${gaps} times`}. They are fetched from history when their slot is over
          {filled > 0 && `; ${filled} have come`}.
        </p>
      )}
      {phase === 'refused' && <NotAnswered error={error} />}
    </div>
  );
}

/** Shown if a page needs a service but none is set. */
export const NoService = () => (
  <p class="card">
    <span>
      This page needs a service, but you have not set one.{' '}
      <a href={linkTo('settings')}>Settings: service, node and token</a>
    </span>
  </p>
);

/**
 * A failed request, and where the visitor can fix its cause. Visitors without a token are not developers, so the text
 * says what a token is for and where to get one.
 */
export const NotAnswered = ({ error }: { readonly error: unknown }) =>
  isError(error, API_TOKEN_NEEDED, INVALID_API_TOKEN) ? (
    <div class="problem" role="alert">
      <p class="sentence">
        {error.number === API_TOKEN_NEEDED ? 'This is for subscribers.' : 'The service does not accept the API token.'}
      </p>
      <p>
        {error.number === API_TOKEN_NEEDED
          ? 'Matches, scores and proofs come with a subscription, some levels of which are free.'
          : 'It is mistyped, another one has replaced it, or its subscription is over.'}{' '}
        <a href={linkTo('wallet')}>Wallet: get a subscription, or activate yours</a>
      </p>
      <p>
        If you have a token, enter it there: <a href={linkTo('settings')}>Settings: service, node and token</a>
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
