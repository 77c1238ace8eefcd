import type { Client } from '@linesman/sdk/client';
import { MS_PER_DAY } from '@linesman/sdk/format';
import { type AccountsChain, fetchOracleConfig } from '@linesman/sdk/program';
import { ROOTS_KINDS } from '@linesman/sdk/proof';
import { useEffect, useMemo } from 'preact/hooks';
import { chainReader, serviceClient } from '../../frame/connection.js';
import { onAnswer } from '../../frame/connectionState.js';
import type { PageProps } from '../../frame/pageProps.js';
import { goTo, linkTo, type Route } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { Problem } from '../../shared/Problem.js';
import { NoService, NotAnswered } from '../../shared/StreamNote.js';
import { utcDay as dayText, epochDayOf, spanText } from '../../shared/time.js';
import { usePolled } from '../../shared/usePolled.js';
import { CellDetail } from './CellDetail.js';
import { CellGrid, SIGNS } from './CellGrid.js';
import { type Cell, type CellState, cellsOf } from './compare.js';
import { type Reading, useDay } from './useDay.js';

/** Roots accounts on chain have no higher number. */
const LAST_DAY = 65_535;

/** The roots of a day, according to the service and to the chain. */
export default function RootsPage({ route }: PageProps) {
  const { oracle } = useSettings();
  const client = serviceClient();
  const [asked] = route.rest;
  const epochDay = asked !== undefined && /^\d{1,5}$/.test(asked) && Number(asked) <= LAST_DAY ? Number(asked) : null;
  const isNoDay = asked !== undefined && epochDay === null;
  return (
    <div class="page">
      <div class="title">
        <h1>Roots</h1>
        <p class="lead">
          Every five minutes have a root on chain (every hour for fixtures). This browser reads each root from the
          chain, and compares it with the service's.
        </p>
      </div>
      {isNoDay ? (
        <p class="card" role="alert">
          <span>
            There is no day “{asked}”: days are counted since 1970, from 0 to {LAST_DAY}.{' '}
            <a href={linkTo('roots')}>Today</a>
          </span>
        </p>
      ) : client ? (
        <OneDay client={client} oracle={oracle} epochDay={epochDay} route={route} />
      ) : (
        <NoService />
      )}
    </div>
  );
}

interface OneDayProps {
  readonly client: Client;
  readonly oracle: Parameters<typeof useDay>[2];
  readonly epochDay: number | null;
  readonly route: Route;
}

function OneDay({ client, oracle, epochDay, route }: OneDayProps) {
  const chain = chainReader();
  const reading = useDay(client, chain, oracle, epochDay);
  const { day, error } = reading;
  const cells = useMemo(
    () => (day ? ROOTS_KINDS.map((kind) => cellsOf(kind, day.said, day.chain[kind], day.later)) : []),
    [day],
  );
  const at = Number(route.parameters.get('at') ?? Number.NaN);
  const kind = ROOTS_KINDS.find((one) => one === route.parameters.get('kind')) ?? null;
  const chosen = cells.flat().find((cell) => cell.kind === kind && cell.from === at);
  useEffect(() => {
    if (day) onAnswer('', 200);
  }, [day]);
  if (!day) return error === null ? <p class="quiet">Asking for the day …</p> : <NotAnswered error={error} />;
  const shown = day.said.epochDay;
  return (
    <>
      <div class="actions days">
        {shown > 0 && <a href={linkTo(`roots/${shown - 1}`)}>Day before</a>}
        <strong>{dayText(shown * MS_PER_DAY)}</strong>
        {shown < epochDayOf(day.said.now) && <a href={linkTo(`roots/${shown + 1}`)}>Day after</a>}
        <a href={linkTo('roots')}>Today</a>
      </div>
      {error !== null && <NotAnswered error={error} />}
      <ChainNote reading={reading} hasChain={chain !== null} />
      {chain && <Bound chain={chain} oracle={oracle} />}
      <Summary cells={cells.flat()} />
      {chosen && <CellDetail key={`${chosen.kind}${chosen.from}`} client={client} cell={chosen} />}
      <div class="kinds">
        {ROOTS_KINDS.map((one, i) => (
          <section key={one} class="card" aria-labelledby={`kind-${one}`}>
            <h2 id={`kind-${one}`}>{one}</h2>
            <CellGrid
              label={`Roots of ${one}`}
              cells={cells[i] ?? []}
              columns={one === 'fixtures' ? 6 : 12}
              chosen={one === kind ? at : null}
              choose={(from) => goTo(`roots/${shown}`, { kind: one, at: from })}
            />
          </section>
        ))}
      </div>
    </>
  );
}

function ChainNote({ reading: { day }, hasChain }: { readonly reading: Reading; readonly hasChain: boolean }) {
  if (!hasChain)
    return (
      <p>
        Not compared with the chain: no node is set. <a href={linkTo('settings')}>Settings</a>
      </p>
    );
  if (!day?.chainError) return null;
  return (
    <Problem error={day.chainError}>
      <p>Nothing here is compared with the chain.</p>
    </Problem>
  );
}

/** ms after which the configuration of the oracle is read again, until it is there. */
const LOOK = 60_000;

/** Until when the publisher alone may publish a root. */
function Bound({ chain, oracle }: { readonly chain: AccountsChain; readonly oracle: OneDayProps['oracle'] }) {
  const { value } = usePolled(
    () => fetchOracleConfig(chain, oracle),
    LOOK,
    [chain, oracle],
    ({ value }) => value !== null,
  );
  if (!value) return null;
  const { lateAfter } = value;
  return (
    <p class="quiet">
      {lateAfter === 0
        ? 'This oracle has no time limit for late roots: its publisher may publish one at any time.'
        : `The publisher alone may publish a root until ${spanText(1_000 * lateAfter)} after its time. A later one needs the admin; the details of a root say whether it was late.`}
    </p>
  );
}

const ORDER: readonly CellState[] = ['alarm', 'unknown', 'missing', 'late', 'pending', 'running', 'published', 'empty'];
const NAMES: Readonly<Record<CellState, string>> = {
  alarm: 'alarm',
  unknown: 'unknown',
  missing: 'missing',
  late: 'late',
  pending: 'pending',
  running: 'running',
  published: 'published',
  empty: 'no records',
};

/** The legend, with the number of cells in each state. */
function Summary({ cells }: { readonly cells: readonly Cell[] }) {
  const compared = cells.filter(({ onChain }) => onChain === 'same').length;
  return (
    <div class="summary">
      <ul class="legend">
        {ORDER.map((state) => (
          <li key={state}>
            <span class={`cell ${state}`} aria-hidden="true">
              {SIGNS[state]}
            </span>
            {NAMES[state]} <strong>{cells.filter((cell) => cell.state === state).length}</strong>
          </li>
        ))}
      </ul>
      <p class="quiet">{compared} roots are the same on chain.</p>
    </div>
  );
}
