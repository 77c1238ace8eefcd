import type { Subscription } from '@linesman/sdk/client';
import type { ServiceRow } from '@linesman/sdk/program';
import { useEffect, useState } from 'preact/hooks';
import { serviceClient } from '../../frame/connection.js';
import { useSettings } from '../../frame/settings.js';
import { Field } from '../../shared/Field.js';
import { Problem } from '../../shared/Problem.js';
import { tokensText } from '../../shared/tokensText.js';
import { DECIMALS } from '../../wallet/balances.js';
import { chainAccess } from '../../wallet/chain.js';
import { rememberPayment, usePayment } from '../../wallet/payments.js';
import { Steps } from '../../wallet/Steps.js';
import { activate, buyMissing, levelsOf, type Order, orderOf, payFor } from '../../wallet/subscription.js';
import { useActivatedPayment } from '../../wallet/tokens.js';
import { type Task, useTask } from '../../wallet/useTask.js';
import type { Wallet } from '../../wallet/wallet.js';

const ACTIVATED = 'Activated: this tab has the API token';

/** Weeks of one order. */
const WEEKS = 4;

/** A subscription in three clicks: its price, the tokens for it, and the subscription itself. */
export function Subscribe({ wallet }: { readonly wallet: Wallet }) {
  const levels = useLevels();
  const [level, setLevel] = useState<number | null>(null);
  const [order, setOrder] = useState<Order | null>(null);
  const task = useTask(`subscription of ${wallet.address}`);
  const payment = usePayment(wallet.address);
  const activated = useActivatedPayment(wallet.address);
  const unused = payment === activated ? null : payment;
  const chosen = level ?? levels.at(-1)?.rowId ?? null;
  return (
    <section class="card" aria-labelledby="subscription">
      <h2 id="subscription">Subscription</h2>
      <Held wallet={wallet} />
      <Field name="level" label="Level" hint={`For ${WEEKS} weeks. The price list is the one on chain.`}>
        {(bound) => (
          <select
            {...bound}
            value={chosen ?? ''}
            onChange={({ currentTarget }) => {
              setLevel(Number(currentTarget.value));
              setOrder(null);
            }}
          >
            {levels.map((row) => (
              <option key={row.rowId} value={row.rowId}>
                {levelText(row)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <div role="status">
        {unused === null && order && <Price order={order} />}
        {unused !== null && !task.isRunning && (
          <p>A subscription is paid, but this tab has no API token for it: activate it. Nothing is paid again.</p>
        )}
      </div>
      <p class="actions">
        <NextStep {...{ wallet, task, unused, order, setOrder, chosen }} />
        {unused !== null && task.error !== null && (
          <button type="button" class="plain" onClick={() => rememberPayment(wallet.address, null)}>
            Give up this payment
          </button>
        )}
      </p>
      {task.error !== null && <Problem error={task.error} />}
      <Steps steps={task.steps} label="Steps of the subscription" />
    </section>
  );
}

/** The price list on chain; empty until it is read. */
function useLevels(): readonly ServiceRow[] {
  const [levels, setLevels] = useState<readonly ServiceRow[]>([]);
  useEffect(() => {
    let isWanted = true;
    chainAccess()
      ?.then(levelsOf)
      .then(
        (rows) => isWanted && setLevels(rows),
        () => {},
      );
    return () => {
      isWanted = false;
    };
  }, []);
  return levels;
}

/** The subscription of the token in use; null without one. */
function useHeld(): Subscription | null {
  const { apiToken } = useSettings();
  const [held, setHeld] = useState<Subscription | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (apiToken === null) setHeld(null);
    else
      serviceClient()
        ?.account.subscription()
        .then(
          (found) => isWanted && setHeld(found),
          () => isWanted && setHeld(null),
        );
    return () => {
      isWanted = false;
    };
  }, [apiToken]);
  return held;
}

/** The subscription of the token in use, and its wallet. */
function Held({ wallet }: { readonly wallet: Wallet }) {
  const held = useHeld();
  if (!held) return null;
  if (held.wallet !== wallet.address)
    return (
      <p>
        The API token in use is that of another wallet, <code>{held.wallet}</code>
      </p>
    );
  return (
    <ul aria-label="Bought">
      {held.periods.map(({ level: bought, from, until }) => (
        <li key={`${bought} ${from}`}>
          Level {bought} until {new Date(until).toISOString().slice(0, 10)}
        </li>
      ))}
    </ul>
  );
}

const Price = ({ order: { price, missing, cost } }: { readonly order: Order }) => (
  <p>
    Costs {tokensText(price, DECIMALS)} service tokens.
    {missing > 0n &&
      ` ${tokensText(missing, 0)} are missing, for ${tokensText(cost, DECIMALS)} stablecoins: the page compares the service's transaction with this before you sign it.`}
  </p>
);

interface NextStepProps {
  readonly wallet: Wallet;
  readonly task: Task;
  /** Signature of a payment that has not led to a token yet. */
  readonly unused: string | null;
  readonly order: Order | null;
  readonly setOrder: (order: Order | null) => void;
  /** The level. */
  readonly chosen: number | null;
}

/** The button for the next step. */
function NextStep({ wallet, task, unused, order, setOrder, chosen }: NextStepProps) {
  const button = (words: string, work: Parameters<Task['run']>[0], isReady = true) => (
    <button type="button" disabled={task.isRunning || !isReady} onClick={() => task.run(work)}>
      {words}
    </button>
  );
  if (unused !== null)
    return button('Activate what is paid', async (tell) => {
      await activate(wallet, unused);
      tell({ what: ACTIVATED });
    });
  if (order === null)
    return button('1 Show the price', async () => setOrder(await orderOf(wallet, chosen ?? 0, WEEKS)), chosen !== null);
  if (order.missing > 0n)
    return button('2 Buy the tokens', async (tell) => {
      const signature = await buyMissing(wallet, order);
      tell({
        what: `Bought ${tokensText(order.missing, 0)} service tokens, exactly the purchase that was shown`,
        signature,
      });
      setOrder({ ...order, missing: 0n, cost: 0n });
    });
  return button('3 Subscribe', async (tell) => {
    // Whatever the outcome, the price is read again before another payment.
    const signature = await payFor(wallet, order).finally(() => setOrder(null));
    tell({ what: `Paid for level ${order.level}, ${order.weeks} weeks`, signature });
    await activate(wallet, signature);
    tell({ what: ACTIVATED });
  });
}

function levelText({ rowId, pricePerWeekToken, samplingIntervalSec, leagueBundleId }: ServiceRow): string {
  const speed = samplingIntervalSec === 0 ? 'real time' : `odds every ${samplingIntervalSec} s`;
  const price = pricePerWeekToken === 0n ? 'free' : `${tokensText(pricePerWeekToken, 0)} tokens a week`;
  return `${rowId}: ${speed}, ${leagueBundleId === 0 ? 'all leagues' : 'some leagues'}, ${price}`;
}
