import type { Subscription } from 'linesman/client';
import { type ServiceRow, wholeTokens } from 'linesman/program';
import { useEffect, useState } from 'preact/hooks';
import { serviceClient } from '../../frame/connection.js';
import { useSettings } from '../../frame/settings.js';
import { Field } from '../../shared/Field.js';
import { Problem } from '../../shared/Problem.js';
import { DECIMALS } from '../../wallet/balances.js';
import { chainAccess } from '../../wallet/chain.js';
import { rememberPayment, usePayment } from '../../wallet/payments.js';
import { Steps } from '../../wallet/Steps.js';
import { activate, buyMissing, levelsOf, type Order, orderOf, payFor } from '../../wallet/subscription.js';
import { useActivatedPayment } from '../../wallet/tokens.js';
import { useTask } from '../../wallet/useTask.js';
import type { Wallet } from '../../wallet/wallet.js';

const ACTIVATED = 'Activated: this tab has the API token';

/** Weeks of one order. */
const WEEKS = 4;

/** A subscription in three clicks: its price, the tokens for it, and the subscription itself. */
export function Subscribe({ wallet }: { readonly wallet: Wallet }) {
  const { apiToken } = useSettings();
  const [levels, setLevels] = useState<readonly ServiceRow[]>([]);
  const [level, setLevel] = useState<number | null>(null);
  const [order, setOrder] = useState<Order | null>(null);
  const [held, setHeld] = useState<Subscription | null>(null);
  const task = useTask(`subscription of ${wallet.address}`);
  const payment = usePayment(wallet.address);
  const activated = useActivatedPayment(wallet.address);
  const isUnused = payment !== null && payment !== activated;

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

  const chosen = level ?? levels.at(-1)?.rowId ?? null;

  const buy = (wanted: Order): void =>
    task.run(async (tell) => {
      const signature = await buyMissing(wallet, wanted);
      tell({ what: `Bought ${wanted.missing} service tokens, exactly the purchase that was shown`, signature });
      setOrder({ ...wanted, missing: 0n, cost: 0n });
    });
  const subscribe = (wanted: Order): void =>
    task.run(async (tell) => {
      // Whatever comes of it, the price is looked at again before anything is paid again.
      const signature = await payFor(wallet, wanted).finally(() => setOrder(null));
      tell({ what: `Paid for level ${wanted.level}, ${wanted.weeks} weeks`, signature });
      await activate(wallet, signature);
      tell({ what: ACTIVATED });
    });
  const activatePaid = (paid: string): void =>
    task.run(async (tell) => {
      await activate(wallet, paid);
      tell({ what: ACTIVATED });
    });

  return (
    <section class="card" aria-labelledby="subscription">
      <h2 id="subscription">Subscription</h2>
      {held && held.wallet !== wallet.address && (
        <p>
          The API token in use is that of another wallet, <code>{held.wallet}</code>
        </p>
      )}
      {held && held.wallet === wallet.address && (
        <ul aria-label="Bought">
          {held.periods.map(({ level: bought, from, until }) => (
            <li key={`${bought} ${from}`}>
              Level {bought} until {new Date(until).toISOString().slice(0, 10)}
            </li>
          ))}
        </ul>
      )}
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
        {!isUnused && order && (
          <p>
            Costs {wholeTokens(order.price, DECIMALS)} service tokens.
            {order.missing > 0n &&
              ` ${order.missing} are missing, for ${wholeTokens(order.cost, DECIMALS)} stablecoins: the transaction of
             the service is compared with this before you sign it.`}
          </p>
        )}
        {isUnused && !task.isRunning && (
          <p>A subscription is paid, but this tab has no API token for it: activate it. Nothing is paid again.</p>
        )}
      </div>
      <p class="actions">
        {isUnused ? (
          <button type="button" disabled={task.isRunning} onClick={() => activatePaid(payment)}>
            Activate what is paid
          </button>
        ) : order === null ? (
          <button
            type="button"
            disabled={task.isRunning || chosen === null}
            onClick={() => task.run(async () => setOrder(await orderOf(wallet, chosen ?? 0, WEEKS)))}
          >
            1 Show the price
          </button>
        ) : order.missing > 0n ? (
          <button type="button" disabled={task.isRunning} onClick={() => buy(order)}>
            2 Buy the tokens
          </button>
        ) : (
          <button type="button" disabled={task.isRunning} onClick={() => subscribe(order)}>
            3 Subscribe
          </button>
        )}
        {isUnused && task.error !== null && (
          <button type="button" class="plain" onClick={() => rememberPayment(wallet.address, null)}>
            Give this payment up
          </button>
        )}
      </p>
      {task.error !== null && <Problem error={task.error} />}
      <Steps steps={task.steps} label="Steps of the subscription" />
    </section>
  );
}

function levelText({ rowId, pricePerWeekToken, samplingIntervalSec, leagueBundleId }: ServiceRow): string {
  const speed = samplingIntervalSec === 0 ? 'real time' : `odds every ${samplingIntervalSec} s`;
  const price = pricePerWeekToken === 0n ? 'free' : `${pricePerWeekToken} tokens a week`;
  return `${rowId}: ${speed}, ${leagueBundleId === 0 ? 'all leagues' : 'some leagues'}, ${price}`;
}
