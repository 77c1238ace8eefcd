import { bytesToHex } from '@linesman/sdk/format';
import { CHECK_MARKS, type InspectedCheck, type InspectedNode } from '@linesman/sdk/proof';
import type { TargetedClipboardEvent, TargetedInputEvent } from 'preact';
import { CopyButton } from '../../shared/CopyButton.js';
import { isHash } from './subject.js';

const KINDS: Readonly<Record<InspectedNode['kind'], string>> = {
  leaf: 'A leaf: hashed from data of the proof, or the root of the tree below.',
  'zero map': 'The zero map of the score record: a bit for every stat that is 0.',
  sibling: 'A hash in the proof: it covers everything on that side of the tree, which did not have to be sent.',
  inner: 'Computed here, from the two nodes below it.',
  root: 'Computed here, from the two nodes below it: it covers every leaf of the tree.',
  published: 'Read from the roots account on chain.',
};

interface NodePanelProps {
  readonly node: InspectedNode;
  readonly checks: readonly InspectedCheck[];
  /** Null for a hash that is not in the document. */
  readonly change: ((hex: string) => void) | null;
  readonly close: () => void;
}

/** One node: its whole hash, which visitors can change, and the content that the hash commits to. */
export function NodePanel({ node, checks, change, close }: NodePanelProps) {
  const hex = bytesToHex(node.hash);
  const bound = checks.filter((check) => check.node === node.id);
  return (
    <section class="node-panel" aria-label="The chosen node">
      <header>
        <h3>{node.text}</h3>
        <button type="button" class="plain" onClick={close} aria-label="Close the node">
          ✕
        </button>
      </header>
      <p>
        {KINDS[node.kind]}
        {node.side !== null && ` It is hashed on the ${node.side}.`}
      </p>
      <HashField hex={hex} change={change} />
      <p class="actions">
        {change && (
          <button type="button" class="danger" onClick={() => change(flipped(hex))}>
            Change one digit
          </button>
        )}
        <CopyButton text={hex} of="hash" />
        {!change && (
          <span class="quiet">
            You cannot change this hash, because it is computed; you can change those it is computed from.
          </span>
        )}
      </p>
      {bound.length > 0 && (
        <ul class="checks">
          {bound.map(({ id, state, binds }) => (
            <li key={id} class={state.replace(' ', '-')}>
              <span class="mark" aria-hidden="true">
                {CHECK_MARKS[state]}
              </span>
              <span>
                {binds} <span class="quiet">({state})</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The hash with its first digit counted up. */
const flipped = (hex: string): string => ((Number.parseInt(hex.charAt(0), 16) + 1) % 16).toString(16) + hex.slice(1);

interface HashFieldProps {
  readonly hex: string;
  readonly change: ((hex: string) => void) | null;
}

/** 64 digits. Typing overwrites the digit after the caret, so that the value is a hash at any time. */
function HashField({ hex, change }: HashFieldProps) {
  const replaceAt = (field: HTMLTextAreaElement, digits: string, at = field.selectionStart): void => {
    if (!change) return;
    const next = hex.slice(0, at) + digits + hex.slice(at + digits.length);
    if (!isHash(next) || at >= hex.length) return;
    change(next);
    // This runs after the new value is drawn, because drawing moves the caret to the end.
    requestAnimationFrame(() => field.setSelectionRange(at + digits.length, at + digits.length));
  };
  const onBeforeInput = (event: TargetedInputEvent<HTMLTextAreaElement>): void => {
    event.preventDefault();
    const typed = (event.data ?? '').toLowerCase();
    if (/^[0-9a-f]{1,64}$/.test(typed)) replaceAt(event.currentTarget, typed);
  };
  /** Composed input, which phones use, cannot be prevented, so it is read and then undone. */
  const onInput = ({ currentTarget: field }: TargetedInputEvent<HTMLTextAreaElement>): void => {
    const { value, selectionStart: end } = field;
    const start = end - Math.max(0, value.length - hex.length);
    const typed = value.slice(start, end).toLowerCase();
    field.value = hex;
    field.setSelectionRange(start, start);
    if (/^[0-9a-f]{1,64}$/.test(typed)) replaceAt(field, typed, start);
  };
  const onPaste = (event: TargetedClipboardEvent<HTMLTextAreaElement>): void => {
    event.preventDefault();
    const pasted = event.clipboardData?.getData('text').trim().toLowerCase() ?? '';
    if (change && isHash(pasted)) change(pasted);
  };
  return (
    <label class="hash-field">
      <span>{change ? 'Hash, 64 hex digits: type to overwrite' : 'Hash'}</span>
      <textarea
        rows={2}
        value={hex}
        readOnly={change === null}
        spellcheck={false}
        autocomplete="off"
        onBeforeInput={onBeforeInput}
        onInput={onInput}
        onPaste={onPaste}
      />
    </label>
  );
}
