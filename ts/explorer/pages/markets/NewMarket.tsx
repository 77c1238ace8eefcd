import { SHOWN_SPORTS } from '@linesman/sdk/format';
import type { MarketTerms } from '@linesman/sdk/program';
import { useEffect, useRef, useState } from 'preact/hooks';
import { goTo } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { Field } from '../../shared/Field.js';
import { namesOf } from '../../shared/matchBook.js';
import { Problem } from '../../shared/Problem.js';
import { NotAnswered } from '../../shared/StreamNote.js';
import { shownMatches } from '../../shared/shownMatches.js';
import { dayAndTime } from '../../shared/time.js';
import { usePolled } from '../../shared/usePolled.js';
import { requireClient } from '../../wallet/chain.js';
import { useTask } from '../../wallet/useTask.js';
import { WalletBar } from '../../wallet/WalletBar.js';
import { useWallet } from '../../wallet/wallet.js';
import { BetFields } from './BetFields.js';
import { askedOf, type Bet, betFault, FIRST_BET } from './bet.js';
import { makeMarket, readMoney, termsOf } from './marketActions.js';
import { Payouts } from './Payouts.js';
import { type MatchOfMarket, termFacts, termOutcomes } from './words.js';

/** ms between two reads of the matches and of the chain's clock. */
const LOOK = 5_000;

/** Seconds in which a later proof may correct the result. */
const WINDOWS = [600, 3_600, 86_400] as const;

/** Creates a market on a match that has not begun. */
export function NewMarket({ fixture }: { readonly fixture: string | null }) {
  const wallet = useWallet();
  const { matches, error, match, isGone, chosen, choose } = useChosenMatch(fixture);
  const { value: money } = usePolled(readMoney, LOOK, []);
  const [bet, setBet] = useState<Bet>(FIRST_BET);
  const [challengeWindow, setWindow] = useState<number>(3_600);
  const task = useTask(`new market for ${wallet?.address}`);
  const isShown = useShown();
  const fault = betFault(bet, match);
  const wish = match && fault === undefined ? { match, bet: askedOf(bet, match.sport), challengeWindow } : null;
  const terms = wallet && wish && money ? termsOf(wish, money.access, money.mint, wallet.address) : null;
  const make = async (): Promise<void> => {
    if (!wallet || !terms) return;
    const { address } = await makeMarket(wallet, terms);
    // A visitor who has opened another page in the meantime stays there.
    if (isShown.current) goTo(`markets/${address}`);
  };
  return (
    <div class="page narrow">
      <h1>Make a market</h1>
      <WalletBar />
      {error !== null && <NotAnswered error={error} />}
      {isGone && (
        <p role="status" class="card">
          Match {chosen} begins too soon, or is not among the next matches: choose another one.
        </p>
      )}
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          if (terms) task.run(make);
        }}
      >
        <MatchField {...{ matches, match, isGone, choose }} />
        <BetFields {...{ match, bet, setBet, fault }} />
        <WindowField seconds={challengeWindow} setSeconds={setWindow} />
        {match && terms && money && <Signed {...{ match, terms, money }} />}
        <p class="actions">
          <button type="submit" disabled={task.isRunning || !terms}>
            Make the market
          </button>
          {!wallet && <span>Open a wallet first.</span>}
        </p>
      </form>
      {task.error !== null && <Problem error={task.error} />}
    </div>
  );
}

interface ChosenMatch {
  readonly matches: readonly MatchOfMarket[] | null;
  readonly error: unknown;
  /** The number that was chosen, and its match if it is among the next ones. */
  readonly chosen: number | null;
  readonly match: MatchOfMarket | null;
  /** A visitor who came for a match must not bet on another one by mistake. */
  readonly isGone: boolean;
  readonly choose: (fixtureId: number) => void;
}

/** The next matches, and the chosen one. At first this is the match in the address, or else the next match. */
function useChosenMatch(fixture: string | null): ChosenMatch {
  const { apiToken } = useSettings();
  const { value: matches, error } = usePolled(upcoming, LOOK, [apiToken]);
  const [chosen, setChosen] = useState(fixture === null ? null : Number(fixture));
  // A match leaves the list when stakes would close. A choice that the visitor has seen must not change to another match.
  const first = matches?.[0]?.fixtureId ?? null;
  useEffect(() => {
    if (first !== null) setChosen((before) => before ?? first);
  }, [first]);
  const match = matches?.find(({ fixtureId }) => fixtureId === chosen) ?? null;
  return { matches, error, chosen, match, isGone: matches !== null && chosen !== null && !match, choose: setChosen };
}

const MatchField = ({ matches, match, isGone, choose }: Omit<ChosenMatch, 'error' | 'chosen'>) => (
  <Field name="match" label="Match" hint="Stakes close five minutes before the match starts.">
    {(bound) => (
      <select
        {...bound}
        value={match?.fixtureId ?? ''}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {isGone && <option value="">none</option>}
        {matches?.map(({ fixtureId, sport, participant1, participant2, startTime }) => (
          <option key={fixtureId} value={fixtureId}>
            {participant1} – {participant2}, {SHOWN_SPORTS[sport].title}, {dayAndTime(startTime)}
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface WindowFieldProps {
  readonly seconds: number;
  readonly setSeconds: (seconds: number) => void;
}

const WindowField = ({ seconds: chosen, setSeconds }: WindowFieldProps) => (
  <Field name="window" label="Challenge window" hint="How long a later proof may correct the result.">
    {(bound) => (
      <select {...bound} value={chosen} onChange={({ currentTarget }) => setSeconds(Number(currentTarget.value))}>
        {WINDOWS.map((seconds) => (
          <option key={seconds} value={seconds}>
            {seconds / 60} minutes
          </option>
        ))}
      </select>
    )}
  </Field>
);

interface SignedProps {
  readonly match: MatchOfMarket;
  readonly terms: MarketTerms;
  readonly money: Awaited<ReturnType<typeof readMoney>>;
}

/** The terms, before they are signed. */
function Signed({ match, terms, money: { mint, now } }: SignedProps) {
  const names = namesOf(match);
  return (
    <details open>
      <summary>What is signed</summary>
      <dl class="terms">
        <div>
          <dt>Outcomes</dt>
          <dd>{termOutcomes(terms, names).join(' / ')}</dd>
        </div>
        {termFacts(terms, mint.decimals, match, now).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Payouts terms={terms} names={names} />
    </details>
  );
}

/** Whether the component is still on the page. */
function useShown(): { readonly current: boolean } {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** Before a match begins, stakes are closed for so long, ms. */
const CLOSED = 300_000;

/** Matches on which stakes can still be taken, the next one first. */
async function upcoming(signal: AbortSignal): Promise<readonly MatchOfMarket[]> {
  const { matches, now } = await shownMatches(requireClient(), { stage: 'coming', limit: 200, signal });
  return matches.filter(({ startTime }) => startTime > now + CLOSED);
}
