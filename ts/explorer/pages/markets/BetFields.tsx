import { SHOWN_SPORTS, SPORT_LINES } from '@linesman/sdk/format';
import { Field } from '../../shared/Field.js';
import { namesOf } from '../../shared/matchBook.js';
import { outcomesInWords } from '../../shared/outcomeWords.js';
import { type Bet, COMMON, DRAW, totalText } from './bet.js';
import type { MatchOfMarket } from './words.js';

interface BetFieldsProps {
  readonly match: MatchOfMarket | null;
  readonly bet: Bet;
  readonly setBet: (bet: Bet) => void;
  readonly fault: string | undefined;
}

/** The bet: one of the most common conditions, home, draw or away, a line, or an expression. */
export function BetFields({ match, bet, setBet, fault }: BetFieldsProps) {
  const { kind } = bet;
  const change = (changed: Partial<Bet>): void => setBet({ ...bet, ...changed });
  return (
    <>
      <KindField {...{ match, bet, change }} fault={kind === 'threeWay' ? fault : undefined} />
      {kind === 'line' && <LineField {...{ match, bet, change, fault }} />}
      {kind === 'total' && <TotalField {...{ match, bet, change, fault }} />}
      {(kind === 'common' || kind === 'expression') && <ConditionField {...{ match, bet, change, fault }} />}
    </>
  );
}

interface OneFieldProps extends Pick<BetFieldsProps, 'match' | 'bet' | 'fault'> {
  readonly change: (changed: Partial<Bet>) => void;
}

function KindField({ match, bet, change, fault }: OneFieldProps) {
  const { kind, where } = bet;
  const names = namesOf(match);
  // A choice that the visitor has seen stays, also on a match that cannot be drawn.
  const hasDraws =
    !match || SPORT_LINES[match.sport].draws || kind === 'threeWay' || (kind === 'common' && where === DRAW);
  return (
    <Field name="outcome" label="Bet on" fault={fault}>
      {(bound) => (
        <select
          {...bound}
          value={kind === 'common' ? where : kind}
          aria-invalid={fault !== undefined}
          onChange={({ currentTarget: { value } }) =>
            change(COMMON.includes(value) ? { kind: 'common', where: value } : { kind: value as Bet['kind'] })
          }
        >
          {COMMON.filter((one) => hasDraws || one !== DRAW).map((one) => (
            <option key={one} value={one}>
              {match ? outcomesInWords([one, null], match.sport, names)[0] : one}
            </option>
          ))}
          {hasDraws && (
            <option value="threeWay">
              {names[0]}, draw or {names[1]}
            </option>
          )}
          <option value="line">A handicap</option>
          <option value="total">Over or under a number of {countedIn(match)}</option>
          <option value="expression">Something else, as an expression</option>
        </select>
      )}
    </Field>
  );
}

const countedIn = (match: MatchOfMarket | null): string => (match ? SHOWN_SPORTS[match.sport].counted : 'goals');

const stepIn = (match: MatchOfMarket | null): string => (match && !SPORT_LINES[match.sport].quarters ? '0.5' : '0.25');

function LineField({ match, bet, change, fault }: OneFieldProps) {
  const [one, other] = namesOf(match);
  return (
    <NumberField
      name="line"
      label={`Handicap of ${one}`}
      hint={`Added to the score of ${one} before it is compared with that of ${other}, in steps of ${stepIn(match)}.`}
      value={bet.line}
      setValue={(line) => change({ line })}
      {...{ match, fault }}
    />
  );
}

const TotalField = ({ match, bet, change, fault }: OneFieldProps) => (
  <NumberField
    name="total"
    label={`Number of ${countedIn(match)}`}
    hint={`Of both teams, in steps of ${stepIn(match)}.`}
    value={totalText(bet, match?.sport)}
    setValue={(total) => change({ total })}
    {...{ match, fault }}
  />
);

interface NumberFieldProps extends Pick<BetFieldsProps, 'match' | 'fault'> {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string;
  readonly setValue: (value: string) => void;
}

const NumberField = ({ name, label, hint, match, fault, value, setValue }: NumberFieldProps) => (
  <Field {...{ name, label, hint, fault }}>
    {(bound) => (
      <input
        {...bound}
        type="number"
        step={stepIn(match)}
        autocomplete="off"
        value={value}
        aria-invalid={fault !== undefined}
        onInput={({ currentTarget }) => setValue(currentTarget.value)}
      />
    )}
  </Field>
);

function ConditionField({ match, bet, change, fault }: OneFieldProps) {
  const names = namesOf(match);
  return (
    <Field
      name="condition"
      label="Yes if"
      hint={`The same as an expression: k1 is the score of ${names[0]}, k2 that of ${names[1]}.`}
      fault={fault}
    >
      {(bound) => (
        <input
          {...bound}
          value={bet.where}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={fault !== undefined}
          onInput={({ currentTarget }) => change({ kind: 'expression', where: currentTarget.value })}
        />
      )}
    </Field>
  );
}
