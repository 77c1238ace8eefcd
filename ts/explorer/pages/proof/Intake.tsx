import { SPORTS, type Sport } from '@linesman/sdk/format';
import { useRef, useState } from 'preact/hooks';
import { goTo, linkTo } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { Field } from '../../shared/Field.js';
import type { ServiceQuestion } from './serviceQuestion.js';
import { type Question, sportIn } from './subject.js';

interface IntakeProps {
  /** The smaller form, shown once there is a proof. */
  readonly isCompact: boolean;
  readonly take: (files: readonly File[]) => void;
  readonly takeText: (text: string) => void;
  readonly takeExample: () => void;
}

/**
 * The input for proofs: dropped, chosen or pasted files, or the example. Drops work on the whole page; this part says
 * so.
 */
export function Intake({ isCompact, take, takeText, takeExample }: IntakeProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [isPasting, setPasting] = useState(false);
  const [text, setText] = useState('');
  return (
    <section class={`intake${isCompact ? ' compact' : ''}`} aria-label="Open a proof">
      {!isCompact && (
        <>
          <svg class="drop-sign" viewBox="0 0 64 64" width="56" height="56" aria-hidden="true">
            <path d="M32 10v30M20 29l12 12 12-12M10 44v8a4 4 0 0 0 4 4h36a4 4 0 0 0 4-4v-8" />
          </svg>
          <p class="big">
            <span class="by-pointer">Drop a proof here</span>
            <span class="by-finger">Choose the file of a proof</span>
          </p>
          <p class="quiet">Add the roots account of its day, if you have it. The proof does not leave this browser.</p>
        </>
      )}
      <p class="actions">
        <button type="button" onClick={() => chooser.current?.click()}>
          {isCompact ? 'Open another file' : 'Choose files'}
        </button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label="Files with a proof, a roots account or a case"
          onChange={({ currentTarget }) => {
            take(Array.from(currentTarget.files ?? []));
            currentTarget.value = '';
          }}
        />
        <button type="button" class="plain" aria-expanded={isPasting} onClick={() => setPasting(!isPasting)}>
          Paste text
        </button>
        <button type="button" class="plain" onClick={takeExample}>
          {isCompact ? 'Example' : 'Show me an example'}
        </button>
      </p>
      {isPasting && (
        <form
          class="paste"
          onSubmit={(event) => {
            event.preventDefault();
            setPasting(false);
            setText('');
            takeText(text);
          }}
        >
          <label for="pasted">Answer of the service, roots account or case, as JSON</label>
          <textarea
            id="pasted"
            rows={5}
            value={text}
            spellcheck={false}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
          <button type="submit" disabled={text.trim() === ''}>
            Verify
          </button>
        </form>
      )}
    </section>
  );
}

interface AskServiceProps {
  readonly asked: ServiceQuestion | null;
  readonly question: Question;
  readonly isBusy: boolean;
  /** Whether there is no proof on the page yet. */
  readonly isAlone: boolean;
}

/** Requests a proof from the service by opening the link with that request. */
export function AskService({ asked, question, isBusy, isAlone }: AskServiceProps) {
  const { service } = useSettings();
  const [fixture, setFixture] = useState(`${asked?.fixture ?? ''}`);
  const [seq, setSeq] = useState(`${asked?.seq ?? ''}`);
  const [keys, setKeys] = useState(asked?.keys.join(', ') ?? '');
  const [sport, setSport] = useState<Sport | null>(asked?.sport ?? null);
  const [own, setOwn] = useState(question.where);
  // With a proof on the page, the condition is tested on that proof; otherwise on the requested one.
  const where = (isAlone ? own : question.where).trim();
  const [fault, setFault] = useState<string>();
  if (service === null)
    return (
      <p class="quiet">
        Or set a service in the <a href={linkTo('settings')}>settings</a>, and request a proof from it.
      </p>
    );
  const submit = (event: Event): void => {
    event.preventDefault();
    const wanted = keysIn(keys);
    const found = faultOf(fixture, seq, wanted, where);
    setFault(found);
    if (found !== undefined) return;
    goTo('proof', {
      fixture,
      seq: seq === '' ? null : seq,
      keys: wanted && wanted.length > 0 ? wanted.join(',') : null,
      where: where === '' ? null : where,
      sport,
    });
  };
  const input = (value: string, set: (text: string) => void, placeholder: string) => (bound: object) => (
    <input
      {...bound}
      inputMode="numeric"
      autocomplete="off"
      placeholder={placeholder}
      value={value}
      onInput={({ currentTarget }) => set(currentTarget.value.trim())}
    />
  );
  return (
    <form class="ask" onSubmit={submit} noValidate aria-label="Ask the service">
      <Field name="fixture" label="Match">
        {input(fixture, setFixture, '18400001')}
      </Field>
      <Field name="seq" label="Record">
        {input(seq, setSeq, 'newest')}
      </Field>
      <Field name="keys" label="Stats">
        {input(keys, setKeys, where === '' ? '1, 2' : 'of the condition')}
      </Field>
      {isAlone && (
        <Field name="asked-where" label="Condition">
          {(bound) => (
            <input
              {...bound}
              autocomplete="off"
              spellcheck={false}
              placeholder="k1 - k2 > 0"
              value={own}
              onInput={({ currentTarget }) => setOwn(currentTarget.value)}
            />
          )}
        </Field>
      )}
      <Field name="asked-sport" label="Sport">
        {(bound) => (
          <select
            {...bound}
            value={sport ?? ''}
            onChange={({ currentTarget }) => setSport(sportIn(currentTarget.value))}
          >
            <option value="">according to the service</option>
            {SPORTS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </Field>
      <button type="submit" disabled={isBusy}>
        {isBusy ? 'Asking …' : 'Ask the service'}
      </button>
      {fault !== undefined && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </form>
  );
}

/** Undefined if the text is not a list of stat keys. */
function keysIn(text: string): readonly number[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  return parts.every((part) => /^\d{1,9}$/.test(part)) ? parts.map(Number) : undefined;
}

function faultOf(fixture: string, seq: string, keys: readonly number[] | undefined, where: string): string | undefined {
  if (!/^\d{1,9}$/.test(fixture)) return 'A match has a number, such as 18400001.';
  if (!/^\d{0,9}$/.test(seq)) return 'Enter the number of a record, or nothing for the newest.';
  if (keys === undefined) return 'Stats have numbers, such as 1, 2.';
  if (keys.length === 0 && where.trim() === '') return 'Enter stats or a condition.';
  return undefined;
}
