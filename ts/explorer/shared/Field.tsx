import type { ComponentChildren } from 'preact';

interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** A sentence below it. */
  readonly hint?: ComponentChildren;
  /** The fault in the value, if any. */
  readonly fault?: string | undefined;
  readonly children: (control: { readonly id: string; readonly 'aria-describedby'?: string }) => ComponentChildren;
}

/** A control with its label, hint and fault, bound to each other for assistive technology. */
export function Field({ name, label, hint, fault, children }: FieldProps) {
  const about = [...(hint === undefined ? [] : [`${name}-hint`]), ...(fault === undefined ? [] : [`${name}-fault`])];
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {children({ id: name, ...(about.length > 0 && { 'aria-describedby': about.join(' ') }) })}
      {hint !== undefined && (
        <p class="hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p class="fault" id={`${name}-fault`} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
