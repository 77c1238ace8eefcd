import { LinesmanError } from '@linesman/sdk/error';
import type { ComponentChildren } from 'preact';

/** An error with its number, sentence and hint. */
export const Problem = ({ error, children }: { readonly error: unknown; readonly children?: ComponentChildren }) => (
  <div class="problem" role="alert">
    {error instanceof LinesmanError ? (
      <>
        <p class="code">
          error {error.number} {error.name}
        </p>
        <p class="sentence">{error.message}</p>
        <p>{error.hint}</p>
      </>
    ) : (
      <p class="sentence">{error instanceof Error ? error.message : String(error)}</p>
    )}
    {children}
  </div>
);
