import { linkTo } from '../frame/route.js';
import { CopyButton } from '../shared/CopyButton.js';

export interface ShownStep {
  readonly what: string;
  readonly signature?: string;
  readonly proof?: { readonly fixture: number; readonly seq: number; readonly keys: readonly number[] };
  readonly where?: string;
  readonly sport?: string;
}

/**
 * The steps so far, each with its transaction and its proof. The live region exists before the first step, because
 * screen readers do not announce a region that is added together with its content.
 */
export const Steps = ({ steps, label }: { readonly steps: readonly ShownStep[]; readonly label: string }) => (
  <div aria-live="polite">
    {steps.length > 0 && (
      <ol class="steps" aria-label={label}>
        {steps.map(({ what, signature, proof, where, sport }, i) => (
          // Steps are only appended, so their indices can be their keys.
          <li key={i}>
            <span>{what}</span>
            {signature !== undefined && (
              <span class="signature">
                <a href={linkTo(`transaction/${signature}`)}>transaction</a> <code>{signature}</code>{' '}
                <CopyButton text={signature} of="transaction" />
              </span>
            )}
            {proof && <a href={linkTo('proof', { ...proof, keys: proof.keys.join(), where, sport })}>See the proof</a>}
          </li>
        ))}
      </ol>
    )}
  </div>
);
