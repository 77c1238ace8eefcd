import type { Client } from '@linesman/sdk/client';
import { useEffect, useRef, useState } from 'preact/hooks';
import { serviceClient } from '../../frame/connection.js';
import { onAnswer } from '../../frame/connectionState.js';
import { linkTo } from '../../frame/route.js';
import { useSettings } from '../../frame/settings.js';
import { NoService, NotAnswered } from '../../shared/StreamNote.js';
import { rootsOfToday } from '../../shared/serviceDay.js';
import { secondText, spanText } from '../../shared/time.js';
import { usePolled } from '../../shared/usePolled.js';
import { samplesOf, sumOf } from './metrics.js';

/** ms between two requests. */
const REFRESH = 5_000;

/** The state of the service: its checks, the delay of its roots, and its load. */
export default function StatusPage() {
  const { service } = useSettings();
  const client = serviceClient();
  return (
    <div class="page">
      <div class="title">
        <h1>Status</h1>
        <p class="lead">What the service reports about itself, refreshed every few seconds.</p>
      </div>
      {client && service !== null ? (
        <>
          <Checks service={service} />
          <Lag client={client} />
          <Latency client={client} />
          <Rates client={client} service={service} />
        </>
      ) : (
        <NoService />
      )}
    </div>
  );
}

interface Report {
  readonly ready: boolean;
  readonly checks: readonly { readonly name: string; readonly ok: boolean; readonly reason?: string }[];
}

function Checks({ service }: { readonly service: string }) {
  const { value, error } = usePolled((signal) => readyzOf(service, signal), REFRESH, [service]);
  return (
    <section class="card" aria-labelledby="checks">
      <h2 id="checks">
        Readiness{' '}
        {value && <span class={`badge ${value.ready ? 'good' : 'bad'}`}>{value.ready ? 'ready' : 'not ready'}</span>}
      </h2>
      {error !== null && <NotAnswered error={error} />}
      {!value && error === null && <p class="quiet">Asking …</p>}
      {value?.checks.length === 0 && <p class="quiet">The service lists no checks.</p>}
      <ul class="checks">
        {value?.checks.map(({ name, ok, reason }) => (
          <li key={name} class={ok ? 'holds' : 'broken'}>
            <span class="mark" aria-hidden="true">
              {ok ? '✓' : '✗'}
            </span>
            <span>
              <strong>{name}</strong> {ok ? 'ok' : (reason ?? 'failed')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

async function readyzOf(service: string, signal: AbortSignal): Promise<Report> {
  const response = await fetch(`${service}/readyz`, {
    headers: { accept: 'application/json' },
    credentials: 'omit',
    cache: 'no-store',
    signal,
  }).catch((cause: unknown) => {
    throw new Error('The service does not answer.', { cause });
  });
  // A response with status 503 also contains a report, which says what is not ready.
  const said = (await response.json()) as Partial<Report> | null;
  onAnswer('', 200);
  if (typeof said?.ready !== 'boolean' || !Array.isArray(said.checks))
    throw new Error("The service's answer does not report its readiness.");
  return said as Report;
}

function Lag({ client }: { readonly client: Client }) {
  const { value, error } = usePolled((signal) => rootsOfToday(client, signal), REFRESH, [client]);
  const published = value?.slots.filter(({ state }) => state === 'published') ?? [];
  const last = published.reduce((until, slot) => (slot.kind === 'scores' ? Math.max(until, slot.until) : until), 0);
  const count = (state: string): number => value?.slots.filter((slot) => slot.state === state).length ?? 0;
  return (
    <section class="card" aria-labelledby="lag">
      <h2 id="lag">Roots of today</h2>
      {error !== null && <NotAnswered error={error} />}
      {value && (
        <dl class="measures">
          <Measure name="Clock of the service, UTC" value={secondText(value.now)} />
          <Measure
            name="Scores are proven until"
            value={last === 0 ? 'nothing today' : `${secondText(last)}, ${spanText(value.now - last)} ago`}
          />
          <Measure name="Published" value={published.length} />
          <Measure name="Late" value={count('late')} />
          <Measure name="Missing" value={count('missing')} />
          <Measure name="Alarms" value={count('alarm')} />
        </dl>
      )}
      <p>
        <a href={linkTo('roots')}>Every root of the day, compared with the chain</a>
      </p>
    </section>
  );
}

/** ms between two requests for the last month. */
const MONTHLY = 60_000;

/** How fast roots were published in the last month. This shows how long a proof may take. */
function Latency({ client }: { readonly client: Client }) {
  const { value, error } = usePolled((signal) => client.roots.latency({ signal }), MONTHLY, [client]);
  // Services of other projects do not measure this.
  if (error !== null && !value) return null;
  return (
    <section class="card" aria-labelledby="latency">
      <h2 id="latency">How long until a root is on chain</h2>
      {!value && <p class="quiet">Asking …</p>}
      {value && (
        <table class="latency cards">
          <caption>Of the last {value.days} days</caption>
          <thead>
            <tr>
              <th scope="col">Kind</th>
              <th scope="col">Median</th>
              <th scope="col">99 of 100 within</th>
              <th scope="col">Roots</th>
            </tr>
          </thead>
          <tbody>
            {value.kinds.map(({ kind, roots, median, p99 }) => (
              <tr key={kind}>
                <th scope="row">{kind}</th>
                <td data-label="Median">{median === null ? '–' : exactSpan(median)}</td>
                <td data-label="99 of 100 within">{p99 === null ? '–' : exactSpan(p99)}</td>
                <td data-label="Roots">{roots.toLocaleString('en-GB')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** With a decimal, if the unit is seconds. */
const exactSpan = (ms: number): string => (ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : spanText(ms));

interface Metered {
  readonly at: number;
  readonly samples: ReturnType<typeof samplesOf>;
}

const RATES = [
  ['Requests per second', 'linesman_http_requests_total'],
  ['Records accepted per second', 'linesman_ingest_records_total'],
  ['Stream deliveries a second', 'linesman_stream_deliveries_total'],
] as const;

/**
 * An embedded service shows its metrics to its own machine. Other services have them on a port for operators. Most
 * visitors cannot reach that port, so metrics are requested on demand.
 */
function Rates({ client, service }: { readonly client: Client; readonly service: string }) {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    client.world.deployment({ signal }).then(
      ({ chain }) => !signal.aborted && chain === 'embedded' && setAsked(true),
      // A service without this answer does not simulate a world.
      () => {},
    );
    return () => stop.abort();
  }, [client]);
  return (
    <section class="card" aria-labelledby="rates">
      <h2 id="rates">Streams and rates</h2>
      {isAsked ? (
        <AskedRates service={service} />
      ) : (
        <>
          <p class="quiet">They are in the metrics of the service, which are often only for its operators.</p>
          <div class="actions">
            <button type="button" class="plain" onClick={() => setAsked(true)}>
              Request metrics
            </button>
          </div>
        </>
      )}
    </section>
  );
}

function AskedRates({ service }: { readonly service: string }) {
  const latest = useRef<Metered | null>(null);
  const { value, error } = usePolled(
    async (signal) => {
      const before = latest.current;
      latest.current = await metricsOf(service, signal);
      return { ...latest.current, before };
    },
    REFRESH,
    [service],
  );
  if (error !== null)
    return <p role="status">The metrics are not reachable from here: they are served on a separate port.</p>;
  if (!value) return <p class="quiet">Asking …</p>;
  const { before } = value;
  const rateOf = (name: string): string => {
    const [now, then] = [sumOf(value.samples, name), before && sumOf(before.samples, name)];
    if (now === null) return 'not reported';
    if (then === null || !before) return '…';
    return (Math.max(0, now - then) / ((value.at - before.at) / 1000)).toFixed(1);
  };
  return (
    <dl class="measures">
      <Measure name="Open streams" value={sumOf(value.samples, 'linesman_streams_open') ?? 'not reported'} />
      {RATES.map(([name, metric]) => (
        <Measure key={metric} name={name} value={rateOf(metric)} />
      ))}
    </dl>
  );
}

async function metricsOf(service: string, signal: AbortSignal): Promise<Metered> {
  const response = await fetch(`${service}/metrics`, { credentials: 'omit', cache: 'no-store', signal });
  if (!response.ok) throw new Error('no metrics');
  return { at: performance.now(), samples: samplesOf(await response.text()) };
}

const Measure = ({ name, value }: { readonly name: string; readonly value: string | number }) => (
  <div>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
