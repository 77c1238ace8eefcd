import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { allMetrics } from '../../tools/docs/operatorPack.js';
import { ALERTS } from '../../ts/service/metrics/alerts.js';
import { hasPromtool, promtool, wrongAlerts } from '../helpers/deploy/firing.js';
import { FILES, PACKAGE_SOURCES, textOf } from '../helpers/sources.js';

/** Series in which each alert fires, and some in which it does not, in promtool's notation. */
const SERIES: Readonly<Record<string, Readonly<Record<'fires' | 'quiet', readonly string[]>>>> = parse(
  readFileSync(new URL('alertSeries.yaml', import.meta.url), 'utf8'),
);

describe('every alert', () => {
  it('has series in which it fires and in which it does not', () => {
    expect(Object.keys(SERIES).sort()).toEqual(ALERTS.map(({ name }) => name).sort());
  });

  it('is about metrics that exist', () => {
    const names = allMetrics().map(({ name }) => name);
    const named = ALERTS.flatMap(({ expr }) => expr.match(/linesman_\w+/g) ?? []);
    expect(named.filter((name) => !names.includes(name))).toEqual([]);
    expect(named.length).toBeGreaterThanOrEqual(ALERTS.length);
  });

  it('could be about any metric of the sources', () => {
    const declared = PACKAGE_SOURCES.flatMap((file) => [...textOf(file).matchAll(/ name: '(linesman_\w+)',$/gm)]);
    expect(
      allMetrics()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(declared.map(([, name]) => name).sort());
  });

  it('fires in the test that it names', () => {
    const without = ALERTS.filter(({ name, test }) => !FILES.includes(test) || !textOf(test).includes(`'${name}'`));
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it('has a section in the runbook: what it means, where to look, what to do, when to wake somebody', () => {
    const sections = textOf('docs/runbook.md').split(/^### /m).slice(1);
    const about = new Map(sections.map((text) => [text.split('\n', 1)[0], text]));
    expect([...about.keys()].filter((name) => name?.startsWith('Linesman')).sort()).toEqual(
      ALERTS.map(({ name }) => name).sort(),
    );
    for (const { name, severity } of ALERTS) {
      const labels = [...(about.get(name) ?? '').matchAll(/^\*\*(.*?)\*\*/gm)].map(([, label]) => label);
      expect([name, ...labels]).toEqual([name, 'Means.', 'Look at.', 'Do.', 'Wake.']);
      // A ticket does not wake.
      if (severity === 'ticket') expect(about.get(name)).toMatch(/\*\*Wake\.\*\* No one\b/);
    }
  });
});

describe.runIf(hasPromtool)('promtool', () => {
  it('accepts the rules and the configuration', () => {
    expect(promtool('check', 'rules', 'alerts.yaml')).toBeNull();
    expect(promtool('check', 'config', 'prometheus.yaml')).toBeNull();
  });

  it('sees each alert fire, and not fire', () => {
    const all = (of: 'fires' | 'quiet') => Object.values(SERIES).flatMap((series) => series[of]);
    expect(wrongAlerts(all('fires'), Object.keys(SERIES))).toBeNull();
    expect(wrongAlerts(all('quiet'), [])).toBeNull();
  });
});
