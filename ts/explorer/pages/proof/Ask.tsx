import type { LinesmanError } from '@linesman/sdk/error';
import { SPORTS, type Sport } from '@linesman/sdk/format';
import { Field } from '../../shared/Field.js';
import { isHash, type Question, sportIn } from './subject.js';

interface AskProps {
  readonly question: Question;
  readonly conditionFault: LinesmanError | null;
  /** Sport of the match, according to the service; null if no service was asked. */
  readonly said: Sport | null;
  readonly set: (question: Question) => void;
}

/** The question about the proof. The page answers it while the visitor types. */
export function Ask({ question, conditionFault, said, set }: AskProps) {
  const { sport, where, oracleKey } = question;
  const keyFault = oracleKey === '' || isHash(oracleKey) ? undefined : 'A key has 64 hex digits.';
  return (
    <div class="question">
      <Field
        name="where"
        label="Condition"
        hint="k1 and k2 are the points of both sides. + - > < == and distance(k1:2, k2:1)."
        {...(conditionFault && { fault: `${conditionFault.message} ${conditionFault.hint}` })}
      >
        {(bound) => (
          <input
            {...bound}
            value={where}
            placeholder="k1 - k2 > 0"
            autocomplete="off"
            spellcheck={false}
            aria-invalid={conditionFault !== null}
            onInput={({ currentTarget }) => set({ ...question, where: currentTarget.value })}
          />
        )}
      </Field>
      <Field
        name="sport"
        label="Sport"
        hint={
          said === sport
            ? 'According to the service; a proof does not contain it.'
            : 'A proof does not contain it: choose it.'
        }
        fault={said !== null && said !== sport ? `The service says that this match is ${said}.` : undefined}
      >
        {(bound) => (
          <select
            {...bound}
            value={sport}
            onChange={({ currentTarget }) => set({ ...question, sport: sportIn(currentTarget.value) ?? sport })}
          >
            {SPORTS.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field name="oracle-key" label="Key of the oracle" hint="For signed proofs only." fault={keyFault}>
        {(bound) => (
          <input
            {...bound}
            value={oracleKey}
            placeholder="64 hex digits"
            autocomplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => {
              set({ ...question, oracleKey: currentTarget.value.trim().toLowerCase(), isKeyRecorded: false });
            }}
          />
        )}
      </Field>
    </div>
  );
}
