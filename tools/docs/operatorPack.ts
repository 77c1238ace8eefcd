import { stringify } from 'yaml';
import { KeeperMetrics } from '../../ts/keeper/metrics.js';
import { WatchMetrics } from '../../ts/keeper/watch/watchMetrics.js';
import { ALERTS } from '../../ts/service/metrics/alerts.js';
import { AttestMetrics } from '../../ts/service/metrics/attestMetrics.js';
import { ServiceMetrics } from '../../ts/service/metrics/serviceMetrics.js';
import { table } from './table.js';

/** The generated files of deploy, and the list in docs/runbook.md. */

const PAGE = 'https://linesman.example/repository/blob/main/docs/runbook.md';

/** The heading of an alert's section, as an anchor. */
const anchorOf = (name: string): string => name.toLowerCase();

export const rulesFile = (): string =>
  `# Made from ts/service/metrics/alerts.ts; tests/generatedPages.test.ts writes it.\n${stringify(
    {
      groups: [
        {
          name: 'linesman',
          rules: ALERTS.map(({ name, expr, for: wait, severity, summary }) => ({
            alert: name,
            expr,
            for: wait,
            labels: { severity },
            annotations: { summary, runbook_url: `${PAGE}#${anchorOf(name)}` },
          })),
        },
      ],
    },
    { lineWidth: 110 },
  )}`;

export const alertParts = (): Readonly<Record<string, string>> => ({
  alerts: table(
    ['alert', 'severity', 'fires when', 'for'],
    ALERTS.map(({ name, severity, expr, for: wait }) => [
      `[${name}](#${anchorOf(name)})`,
      severity,
      `\`${expr.replaceAll('|', '\\|')}\``,
      wait,
    ]),
  ),
});

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labels: readonly string[];
}

/** The metrics of every kind of process, in the order of their tables. */
export function allMetrics(): Metric[] {
  const tables = [
    new ServiceMetrics({ defaults: false }),
    new AttestMetrics(),
    new KeeperMetrics(),
    new WatchMetrics(),
  ];
  return tables.flatMap(({ registry }) =>
    registry.getMetricsAsArray().map((metric) => {
      const { name, help, type, labelNames } = metric as unknown as Metric & { readonly labelNames: readonly string[] };
      return { name, help, type, labels: labelNames };
    }),
  );
}

/** What a panel shows: the rate of a counter, the 99th percentile of a histogram, the age of a time, or the value. */
function queryOf({ name, type, labels }: Metric): { readonly expr: string; readonly legend: string } {
  const by = labels.join(', ');
  const shown = type === 'gauge' ? ['instance', ...labels] : labels;
  const legend = [name.replace(/^linesman_/, ''), ...shown.map((label) => `{{${label}}}`)].join(' ');
  if (type === 'counter') return { expr: `sum by (${by}) (rate(${name}[$__rate_interval]))`, legend };
  if (type === 'histogram') {
    const buckets = `sum by (${[...labels, 'le'].join(', ')}) (rate(${name}_bucket[$__rate_interval]))`;
    return { expr: `histogram_quantile(0.99, ${buckets})`, legend: `p99 ${legend}` };
  }
  const value = `max by (${shown.join(', ')}) (${name})`;
  return { expr: /_(timestamp|start)_seconds$/.test(name) ? `time() - ${value}` : value, legend };
}

const UNITS: Readonly<Record<string, string>> = { seconds: 's', lamports: 'short' };

/** The group of a metric: the word after `linesman_`, and its unit if it has one. */
function groupOf({ name }: Metric): string {
  const words = name.split('_').slice(1);
  const unit = words.at(-1) ?? '';
  return unit in UNITS ? `${words[0]}, ${unit}` : `${words[0]}`;
}

/** The alerts, and a panel for each group of metrics. */
export function dashboardFile(): string {
  const metrics = allMetrics();
  const alerts = { id: 1, type: 'alertlist', title: 'alerts', gridPos: { x: 0, y: 0, w: 24, h: 5 } };
  const panels = [...new Set(metrics.map(groupOf))].map((title, i) => ({
    ...{ id: i + 2, type: 'timeseries', title, datasource: { type: 'prometheus', uid: '$source' } },
    fieldConfig: { defaults: { unit: UNITS[title.split(', ')[1] ?? ''] ?? 'short' }, overrides: [] },
    gridPos: { x: 12 * (i % 2), y: 5 + 8 * Math.floor(i / 2), w: 12, h: 8 },
    targets: metrics
      .filter((metric) => groupOf(metric) === title)
      .map((metric, k) => {
        const { expr, legend } = queryOf(metric);
        return { refId: `Q${k}`, expr, legendFormat: legend };
      }),
  }));
  const frame = {
    ...{ uid: 'linesman', title: 'Linesman', schemaVersion: 39, refresh: '30s', time: { from: 'now-3h', to: 'now' } },
    templating: { list: [{ name: 'source', type: 'datasource', query: 'prometheus' }] },
  };
  // A panel in a line: the file is read by Grafana, and by whoever looks at a change.
  const lines = [alerts, ...panels].map((panel) => `    ${JSON.stringify(panel)}`);
  return `${JSON.stringify(frame, null, 2).slice(0, -2)},\n  "panels": [\n${lines.join(',\n')}\n  ]\n}\n`;
}
