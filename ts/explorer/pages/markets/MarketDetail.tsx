import { ACCOUNT_NOT_FOUND, isError } from '@linesman/sdk/error';
import {
  type Address,
  casesOf,
  impliedOdds,
  type Market,
  type MarketTerms,
  outcomesOf,
  type StakeObjection,
  tokenUnits,
} from '@linesman/sdk/program';
import { useEffect, useState } from 'preact/hooks';
import { linkTo } from '../../frame/route.js';
import { Field } from '../../shared/Field.js';
import { namesOf, useMatchBook, versusOf } from '../../shared/matchBook.js';
import { Problem } from '../../shared/Problem.js';
import { tokensText } from '../../shared/tokensText.js';
import { usePolled } from '../../shared/usePolled.js';
import { type ShownStep, Steps } from '../../wallet/Steps.js';
import { type Task, useTask } from '../../wallet/useTask.js';
import { WalletBar } from '../../wallet/WalletBar.js';
import { useWallet, type Wallet } from '../../wallet/wallet.js';
import {
  claim,
  closeBuffer,
  type Deciding,
  decide,
  type MarketOnChain,
  objectionsTo,
  readMarket,
  settle,
  stakeOn,
} from './marketActions.js';
import { Payouts } from './Payouts.js';
import { Why } from './Why.js';
import {
  decidedCases,
  type MatchOfMarket,
  type Next,
  nextWords,
  paidWords,
  stateWords,
  termCases,
  termFacts,
  termOutcomes,
} from './words.js';

/** ms between two reads. */
const LOOK = 3_000;

const DECISION_WORDS: Readonly<Record<Deciding, { readonly button: string; readonly done: string }>> = {
  finalise: { button: 'Make it final', done: 'The result is final' },
  void: { button: 'Void it', done: 'The market is void' },
};

export function MarketDetail({ address }: { readonly address: Address }) {
  const wallet = useWallet();
  const owner = wallet?.address ?? null;
  const { value, error, again } = usePolled(() => readMarket(address, owner), LOOK, [address, owner]);
  const match = useMatchOf(value);
  const task = useTask(`market ${address} for ${owner}`);
  if (isError(error, ACCOUNT_NOT_FOUND) && error.context.address === address) return <NoMarket text={address} />;
  if (!value)
    return (
      <div class="page">
        <h1>Market</h1>
        {error === null ? <p class="quiet">Reading it from the chain …</p> : <Problem error={error} />}
      </div>
    );
  const { market, mint, now, watched } = value;
  const { terms } = market;
  const change: Change = (work) => task.run((tell) => work(tell).finally(again));
  const names = namesOf(match);
  const next = nextWords(market, watched, now, names);
  const outcomes = termOutcomes(terms, names);
  const paid = paidWords(market, names);
  const isDecided = !market.proposal.void && (market.state === 'Proposed' || market.state === 'Final');
  return (
    <div class="page">
      <h1>{versusOf(match ?? undefined, terms.fixtureId)}</h1>
      <p class="kicker">
        <span class="badge" data-state={market.state}>
          {stateWords(market, now.seconds, names)}
        </span>{' '}
        <a href={linkTo(`match/${terms.fixtureId}`)}>Watch the match</a>
      </p>
      <div class="lead">
        <span role="status">{next.text}</span> {next.distance !== null && <span>({next.distance})</span>}
      </div>
      {paid !== null && <p>{paid}</p>}
      {next.watch !== null && <p class="hint">{next.watch}</p>}
      <WalletBar after={task.steps.length} />
      {error !== null && <Problem error={error} />}
      <Pools value={value} outcomes={outcomes} />
      <Payouts {...{ terms, names }} decided={isDecided ? decidedCases(terms, market.proposal.outcome) : []} />
      {next.actions.includes('stake') && wallet && <Objections {...{ terms, match, wallet }} />}
      {next.actions.includes('stake') && (
        <StakeForm
          {...{ value, outcomes, wallet, task }}
          stake={(outcome, amount) =>
            change(async (tell) => {
              if (!wallet) return;
              const signature = await stakeOn(wallet, address, terms, outcome, amount);
              tell({ what: `Staked ${tokensText(amount, mint.decimals)} on: ${outcomes[outcome]}`, signature });
            })
          }
        />
      )}
      {wallet && <MarketActions {...{ address, value, wallet, task, change }} actions={next.actions} />}
      {task.error !== null && <Problem error={task.error} />}
      <Steps steps={task.steps} label="Steps" />
      <Why {...{ address, market, names }} />
      <Terms {...{ address, value, match }} cases={termCases(terms, names)} />
      <p>
        <a href={linkTo('markets')}>All markets</a>
      </p>
    </div>
  );
}

/** Shown for an address that is not a market's. */
export const NoMarket = ({ text }: { readonly text: string }) => (
  <div class="page">
    <h1>There is no such market</h1>
    <p>
      <code>{text}</code> is not the address of a market on this chain. It may be mistyped, or the market was closed
      after its payout. <a href={linkTo('markets')}>All markets</a>
    </p>
  </div>
);

/** Runs an action that changes the market, and shows its outcome. */
type Change = (work: (tell: (step: ShownStep) => void) => Promise<unknown>) => void;

interface MarketActionsProps {
  readonly address: Address;
  readonly value: MarketOnChain;
  readonly wallet: Wallet;
  readonly task: Task;
  readonly change: Change;
  readonly actions: Next['actions'];
}

/** The actions of the open wallet on the market now, besides a stake. */
function MarketActions({
  address,
  value: { market, mint, positions, hasBuffer },
  wallet,
  task,
  change,
  actions,
}: MarketActionsProps) {
  const button = (words: string, work: Parameters<Change>[0]) => (
    <button key={words} type="button" disabled={task.isRunning} onClick={() => change(work)}>
      {words}
    </button>
  );
  return (
    <p class="actions">
      {actions.includes('settle') &&
        button(market.state === 'Proposed' ? 'Look for a later proof' : 'Settle with a proof', (tell) =>
          settle(wallet, address, tell),
        )}
      {(['finalise', 'void'] as const)
        .filter((action) => actions.includes(action))
        .map((action) =>
          button(DECISION_WORDS[action].button, async (tell) => {
            const signature = await decide(wallet, address, action);
            tell({ what: DECISION_WORDS[action].done, signature });
          }),
        )}
      {actions.includes('claim') &&
        positions.length > 0 &&
        button('Claim', async (tell) => {
          const { signature, paid } = await claim(wallet, address);
          tell({ what: `Claimed ${tokensText(paid, mint.decimals)}`, signature });
        })}
      {hasBuffer && !task.isRunning && (
        <button type="button" class="plain" onClick={() => change((tell) => closeBuffer(wallet, address, tell))}>
          Close my buffer
        </button>
      )}
    </p>
  );
}

interface TermsProps {
  readonly address: Address;
  readonly value: MarketOnChain;
  readonly match: MatchOfMarket | null;
  readonly cases: readonly string[];
}

const Terms = ({ address, value: { market, mint, now }, match, cases }: TermsProps) => (
  <section class="card" aria-labelledby="terms">
    <h2 id="terms">Terms</h2>
    <dl class="terms">
      {termFacts(market.terms, mint.decimals, match, now.seconds).map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
    <p class="hint">
      Written on chain once, at <code>{address}</code>
    </p>
    <details>
      <summary>{market.terms.splits ? 'The results' : 'The outcomes'} as expressions</summary>
      <ul>
        {casesOf(market.terms).map(({ index, condition }) => (
          <li key={index}>
            {cases[index]}: {condition === null ? 'everything else' : <code>{condition}</code>}
          </li>
        ))}
      </ul>
    </details>
    <p class="hint">k1, k2 and so on are stats: k1 is the score of the first team, k2 that of the second.</p>
  </section>
);

/** The match according to the service; null until it has answered, or without a service. */
function useMatchOf(value: MarketOnChain | null): MatchOfMarket | null {
  const fixtureId = value?.market.terms.fixtureId;
  const match = useMatchBook(fixtureId === undefined ? [] : [fixtureId]).get(fixtureId ?? Number.NaN) ?? null;
  useEffect(() => {
    if (match) document.title = `${versusOf(match, match.fixtureId)} · market · linesman`;
  }, [match]);
  return match;
}

function Pools({ value, outcomes }: { readonly value: MarketOnChain; readonly outcomes: readonly string[] }) {
  const { market, mint, positions } = value;
  const { terms, totals } = market;
  const all = totals.reduce((a, b) => a + b, 0n);
  return (
    <table class="pools cards">
      <caption>What is staked on each outcome</caption>
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">Pool</th>
          <th scope="col">Share</th>
          <th scope="col">Pays for 1</th>
          <th scope="col">Yours</th>
        </tr>
      </thead>
      <tbody>
        {outcomesOf(terms).map(({ index }) => {
          const pool = totals[index] ?? 0n;
          const own = positions.find(({ outcome }) => outcome === index);
          return (
            <tr key={index}>
              <th scope="row">{outcomes[index]}</th>
              <td data-label="Pool">{tokensText(pool, mint.decimals)}</td>
              <td data-label="Share">{all === 0n ? '–' : `${Number((pool * 1_000n) / all) / 10} %`}</td>
              <td data-label="Pays for 1">{oddsText(market, index)}</td>
              <td data-label="Yours">{own ? tokensText(own.amount, mint.decimals) : '–'}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** What a stake of 1 would be paid; with splits, more of it in some results than in others. */
function oddsText(market: Market, outcome: number): string {
  const odds = impliedOdds(market, outcome)?.toLocaleString('en-GB');
  if (odds === undefined) return '–';
  return market.terms.splits ? `up to ${odds}` : odds;
}

interface ObjectionsProps {
  readonly terms: MarketTerms;
  readonly match: MatchOfMarket | null;
  readonly wallet: Wallet;
}

/** Why this page will refuse a stake, before somebody has filled in the form. */
function Objections({ terms, match, wallet }: ObjectionsProps) {
  const [objections, setObjections] = useState<readonly StakeObjection[]>([]);
  const { startTime, sport } = match ?? {};
  useEffect(() => {
    let isHere = true;
    // A failure to read them shows when somebody stakes.
    objectionsTo(terms, match, wallet).then(
      (found) => isHere && setObjections(found),
      () => {},
    );
    return () => {
      isHere = false;
    };
  }, [wallet, startTime, sport]);
  if (objections.length === 0) return null;
  return (
    <section class="card" aria-labelledby="objections">
      <h2 id="objections">Why this page refuses a stake</h2>
      <ul>
        {objections.map(({ number, message, hint }) => (
          <li key={number}>
            {message} {hint}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface StakeFormProps {
  readonly value: MarketOnChain;
  readonly outcomes: readonly string[];
  readonly wallet: Wallet | null;
  readonly task: Task;
  readonly stake: (outcome: number, amount: bigint) => void;
}

function StakeForm({ value, outcomes, wallet, task, stake }: StakeFormProps) {
  const { mint } = value;
  const [outcome, setOutcome] = useState(0);
  const [text, setText] = useState('10');
  const amount = tokenUnits(text, mint.decimals);
  const isAmount = amount !== null && amount > 0n;
  return (
    <form
      class="card"
      aria-label="Stake"
      onSubmit={(event) => {
        event.preventDefault();
        if (isAmount && wallet) stake(outcome, amount);
      }}
    >
      <Field name="outcome" label="Outcome">
        {(bound) => (
          <select {...bound} value={outcome} onChange={({ currentTarget }) => setOutcome(Number(currentTarget.value))}>
            {outcomes.map((words, index) => (
              <option key={words} value={index}>
                {words}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        name="amount"
        label="Amount"
        {...(!isAmount && { fault: `A number above 0 with up to ${mint.decimals} decimals.` })}
      >
        {(bound) => (
          <input
            {...bound}
            inputMode="decimal"
            autocomplete="off"
            value={text}
            aria-invalid={!isAmount}
            onInput={({ currentTarget }) => setText(currentTarget.value.trim())}
          />
        )}
      </Field>
      <p class="actions">
        <button type="submit" disabled={task.isRunning || !isAmount || !wallet}>
          Stake
        </button>
        {!wallet && <span>Open a wallet first.</span>}
      </p>
    </form>
  );
}
