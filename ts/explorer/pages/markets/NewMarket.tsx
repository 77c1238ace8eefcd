import type { Match } from 'linesman/client';
import { LinesmanError } from 'linesman/error';
import { statName } from 'linesman/format';
import { keysOfCondition, parseCondition } from 'linesman/proof';
import { useState } from 'preact/hooks';
import { goTo, linkTo } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { Field } from '../../shared/Field.js';
import { Problem } from '../../shared/Problem.js';
import { requireClient } from '../../wallet/chain.js';
import { useTask } from '../../wallet/useTask.js';
import { WalletBar } from '../../wallet/WalletBar.js';
import { useWallet } from '../../wallet/wallet.js';
import { makeMarket } from './marketActions.js';
import { useReading } from './useReading.js';

/** Seconds in which a later proof may correct the result. */
const WINDOWS = [600, 3_600, 86_400] as const;

/** A market from a match that has not begun. */
export function NewMarket({ fixture }: { readonly fixture: string | null }) {
  const wallet = useWallet();
  const { apiToken } = useSettings();
  const { value: matches, error } = useReading(upcoming, [apiToken]);
  const [chosen, setChosen] = useState(fixture === null ? null : Number(fixture));
  const [where, setWhere] = useState('k1 - k2 > 0');
  const [challengeWindow, setWindow] = useState<number>(3_600);
  const task = useTask();
  const found = matches?.find(({ fixtureId }) => fixtureId === chosen);
  // Somebody who came for a match must not bet on another one unawares.
  const isGone = matches !== null && chosen !== null && !found;
  const match = found ?? (isGone ? null : (matches?.[0] ?? null));
  const fault = faultOf(where, match);
  const make = async (): Promise<void> => {
    if (!wallet || !match) return;
    const { address } = await makeMarket(wallet, { match, conditions: [where], challengeWindow });
    goTo(`markets/${address}`);
  };
  return (
    <div class="page narrow">
      <h1>Make a market</h1>
      <WalletBar />
      {error !== null && (
        <Problem error={error}>
          <p>
            Matches come with a subscription: <a href={linkTo('wallet')}>Wallet</a>
          </p>
        </Problem>
      )}
      {isGone && (
        <p role="status" class="card">
          Match {chosen} has begun, or is not among the next matches: choose another one.
        </p>
      )}
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          if (!fault) task.run(make);
        }}
      >
        <Field name="match" label="Match" hint="Stakes close at the kick-off.">
          {(bound) => (
            <select
              {...bound}
              value={match?.fixtureId ?? ''}
              onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            >
              {isGone && <option value="">none</option>}
              {matches?.map(({ fixtureId, sport, participant1, participant2, startTime }) => (
                <option key={fixtureId} value={fixtureId}>
                  {new Date(startTime).toISOString().slice(5, 16).replace('T', ' ')} {sport}: {participant1} –{' '}
                  {participant2}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          name="condition"
          label="Yes if"
          hint="k1 and k2 are the goals, or scores, of both sides. Everything else is no."
          {...(fault !== undefined && { fault })}
        >
          {(bound) => (
            <input
              {...bound}
              value={where}
              autocomplete="off"
              spellcheck={false}
              aria-invalid={fault !== undefined}
              onInput={({ currentTarget }) => setWhere(currentTarget.value)}
            />
          )}
        </Field>
        <Field name="window" label="Challenge window" hint="How long a later proof may correct the result.">
          {(bound) => (
            <select
              {...bound}
              value={challengeWindow}
              onChange={({ currentTarget }) => setWindow(Number(currentTarget.value))}
            >
              {WINDOWS.map((seconds) => (
                <option key={seconds} value={seconds}>
                  {seconds / 60} minutes
                </option>
              ))}
            </select>
          )}
        </Field>
        <p class="actions">
          <button type="submit" disabled={task.isRunning || !wallet || !match || fault !== undefined}>
            Make the market
          </button>
          {!wallet && <span>Open a wallet first.</span>}
        </p>
      </form>
      {task.error !== null && <Problem error={task.error} />}
    </div>
  );
}

/** Matches that have not begun, the next one first. */
async function upcoming(): Promise<readonly Match[]> {
  const { matches, now } = await requireClient().fixtures.matches({ states: ['scheduled'], limit: 200 });
  return matches.filter(({ startTime }) => startTime > now);
}

/** What is wrong with a condition, if anything. */
function faultOf(where: string, match: Match | null): string | undefined {
  try {
    const keys = keysOfCondition(parseCondition(where));
    const unknown = match && keys.find((key) => statName(match.sport, key) === undefined);
    return unknown ? `k${unknown} is no stat of ${match.sport}.` : undefined;
  } catch (error) {
    return error instanceof LinesmanError ? `${error.message} ${error.hint}` : String(error);
  }
}
