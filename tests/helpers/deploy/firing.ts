import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { stringify } from 'yaml';
import { ALERTS } from '../../../ts/service/metrics/alerts.js';
import { leftOut } from '../leftOut.js';

const FOLDER = fileURLToPath(new URL('../../../deploy/prometheus/', import.meta.url));
/** Minutes for which the series of a test go on: longer than any alert waits. */
const MINUTES = 90;

/** Whether promtool is installed: Debian's package `prometheus` has it. */
export const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool) leftOut('the alerts: promtool, of the package prometheus, is not installed.');

/** Runs promtool in the folder of the rules, and returns what it says if it fails. */
export function promtool(...args: readonly string[]): string | null {
  const { status, stdout, stderr } = spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });
  return status === 0 ? null : `${stdout}${stderr}`;
}

/**
 * Compares the alerts that fire at any time with those that should, given series in promtool's notation with a value
 * for each minute. Returns what promtool says if any is wrong.
 */
export function wrongAlerts(series: readonly string[], firing: readonly string[]): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'linesman-alerts-'));
  const file = join(folder, 'test.yaml');
  const test = {
    interval: '1m',
    input_series: series.map((one) => {
      const [, name, values] = /^(\w+(?:\{.*\})?) (.*)$/.exec(one) ?? [];
      return { series: name, values };
    }),
    promql_expr_test: [
      {
        expr: `max by (alertname) (max_over_time(ALERTS{alertstate="firing"}[${MINUTES}m]))`,
        eval_time: `${MINUTES}m`,
        exp_samples: firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
      },
    ],
  };
  const rules = { rule_files: [join(FOLDER, 'alerts.yaml')], evaluation_interval: '1m', tests: [test] };
  writeFileSync(file, stringify(rules, { lineWidth: 0 }));
  try {
    return promtool('test', 'rules', file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Expects an alert to fire for a process that answers scrapes with this text: gauges stay, what counters have counted
 * happens every minute, and times age. With `before`, it answers with that text for half an hour first.
 */
export function expectFires(name: string, text: string, { before, now = Date.now() }: Scraped = {}): void {
  if (!hasPromtool) return;
  const expr = ALERTS.find((alert) => alert.name === name)?.expr ?? '';
  const counters = new Set([...text.matchAll(/^# TYPE (\w+) counter$/gm)].map(([, metric]) => metric));
  const earlier = new Map(before === undefined ? [] : samplesOf(before));
  const series = samplesOf(text)
    .filter(([labelled]) => expr.includes(labelled.split('{')[0] ?? ''))
    .map(([labelled, value]) => {
      const metric = labelled.split('{')[0] ?? '';
      const place = labelled.includes('{') ? labelled : `${labelled}{}`;
      const first = earlier.get(labelled);
      if (counters.has(metric)) return `${place} 0+${value}x${MINUTES}`;
      // promtool's time begins at 0.
      if (/_timestamp_seconds$/.test(metric)) return `${place} ${value - now / 1_000}x${MINUTES}`;
      return `${place} ${first === undefined ? '' : `${first}x30 `}${value}x${MINUTES}`;
    });
  expect(series.length, `the text has nothing of ${expr}`).toBeGreaterThan(0);
  expect(wrongAlerts(series, [name])).toBeNull();
}

interface Scraped {
  readonly before?: string;
  /** Unix ms. */
  readonly now?: number;
}

/** Name with labels, and value. */
const samplesOf = (text: string): [string, number][] =>
  [...text.matchAll(/^(\w+(?:\{.*\})?) (-?[\d.e+-]+)$/gm)].map(([, labelled = '', value]) => [labelled, Number(value)]);
