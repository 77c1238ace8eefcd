import type { Subscription } from 'linesman/client';
import { type ServiceRow, wholeTokens } from 'linesman/program';
import { useEffect, useState } from 'preact/hooks';
import { serviceClient } from '../../frame/connection.js';
import { useSettings } from '../../frame/settings.js';
import { Field } from '../../shared/Field.js';
import { Problem } from '../../shared/Problem.js';
import { DECIMALS } from '../../wallet/balances.js';
import { chainAccess } from '../../wallet/chain.js';
import { type ShownStep, Steps } from '../../wallet/Steps.js';
import { activate, buyMissing, levelsOf, type Order, orderOf, paid, payFor } from '../../wallet/subscription.js';
import { useTask } from '../../wallet/useTask.js';
import type { Wallet } from '../../wallet/wallet.js';

/** Weeks of one order. */
const WEEKS = 4;

/** A subscription in three clicks: its price, the tokens for it, and the subscription itself. */
export function Subscribe({ wallet }: { readonly wallet: Wallet }) {
  const { apiToken } = useSettings();
  const [levels, setLevels] = useState<readonly ServiceRow[]>([]);
  const [level, setLevel] = useState<number | null>(null);
  const [order, setOrder] = useState<Order | null>(null);
  const [steps, setSteps] = useState<readonly ShownStep[]>([]);
  const [held, setHeld] = useState<Subscription | null>(null);
  const task = useTask();
  const tell = (step: ShownStep): void => setSteps((before) => [...before, step]);

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
          () => {},
        );
    return () => {
      isWanted = false;
    };
  }, [apiToken]);

  const chosen = level ?? levels.at(-1)?.rowId ?? null;
  const before = paid.of(wallet.address);

  const buy = async (wanted: Order): Promise<void> => {
    const signature = await buyMissing(wallet, wanted);
    tell({ what: `Bought ${wanted.missing} service tokens, exactly the purchase that was shown`, signature });
    setOrder({ ...wanted, missing: 0n, cost: 0n });
  };
  const subscribe = async (wanted: Order): Promise<void> => {
    const signature = await payFor(wallet, wanted);
    tell({ what: `Paid for level ${wanted.level}, ${wanted.weeks} weeks`, signature });
    await activate(wallet, signature);
    tell({ what: 'Activated: this tab has the API token' });
    setOrder(null);
  };

  return (
    <section class="card" aria-labelledby="subscription">
      <h2 id="subscription">Subscription</h2>
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
      {order && (
        <p role="status">
          Costs {wholeTokens(order.price, DECIMALS)} service tokens.
          {order.missing > 0n &&
            ` ${order.missing} are missing, for ${wholeTokens(order.cost, DECIMALS)} stablecoins: the transaction of
             the service is compared with this before you sign it.`}
        </p>
      )}
      <p class="actions">
        {order === null ? (
          <button
            type="button"
            disabled={task.isRunning || chosen === null}
            onClick={() => task.run(async () => setOrder(await orderOf(wallet, chosen ?? 0, WEEKS)))}
          >
            1 Show the price
          </button>
        ) : order.missing > 0n ? (
          <button type="button" disabled={task.isRunning} onClick={() => task.run(() => buy(order))}>
            2 Buy the tokens
          </button>
        ) : (
          <button type="button" disabled={task.isRunning} onClick={() => task.run(() => subscribe(order))}>
            3 Subscribe
          </button>
        )}
        {order === null && before !== null && apiToken === null && (
          <button
            type="button"
            class="plain"
            disabled={task.isRunning}
            onClick={() => task.run(() => activate(wallet, before))}
          >
            Activate what is paid
          </button>
        )}
      </p>
      {task.error !== null && <Problem error={task.error} />}
      <Steps steps={steps} label="Steps of the subscription" />
    </section>
  );
}

function levelText({ rowId, pricePerWeekToken, samplingIntervalSec, leagueBundleId }: ServiceRow): string {
  const speed = samplingIntervalSec === 0 ? 'real time' : `odds every ${samplingIntervalSec} s`;
  const price = pricePerWeekToken === 0n ? 'free' : `${pricePerWeekToken} tokens a week`;
  return `${rowId}: ${speed}, ${leagueBundleId === 0 ? 'all leagues' : 'some leagues'}, ${price}`;
}
