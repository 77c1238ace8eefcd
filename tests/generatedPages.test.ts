import { describe, expect, it } from 'vitest';
import { costsParts } from '../tools/docs/costsPage.js';
import { errorParts } from '../tools/docs/errorPage.js';
import { LITERALS, networkParts } from '../tools/docs/networkPage.js';
import { alertParts, dashboardFile, rulesFile } from '../tools/docs/operatorPack.js';
import { runbookParts } from '../tools/docs/runbookPage.js';
import { statsParts } from '../tools/docs/statsPage.js';
import { trustParts } from '../tools/docs/trustPage.js';
import { CHANGES } from '../ts/sdk/program/network/changes.js';
import { expectFile, expectGenerated } from './helpers/generatedParts.js';
import { FILES, textOf } from './helpers/sources.js';

/** Pages whose tables come from the code. `LINESMAN_WRITE=1` writes them. */

const PAGES = [
  ['docs/stats.md', statsParts],
  ['docs/errors.md', errorParts],
  ['docs/costs.md', costsParts],
  ['docs/runbook-money.md', runbookParts],
  ['docs/trust.md', trustParts],
  ['docs/runbook.md', alertParts],
  ['docs/internals/network.md', networkParts],
] as const;

describe.each(PAGES)('%s', (page, parts) => {
  it('has the tables of the code', () => {
    expectGenerated(new URL(`../${page}`, import.meta.url), parts());
  });
});

it.each([
  ['deploy/prometheus/alerts.yaml', rulesFile],
  ['deploy/grafana/linesman.json', dashboardFile],
] as const)('%s is made from the tables', (file, made) => {
  expectFile(new URL(`../${file}`, import.meta.url), made());
});

it('what the page about the network says of files is so', () => {
  const wrong = LITERALS.flatMap(({ where }) => where).filter(([file, text]) => !textOf(file).includes(text));
  expect(wrong).toEqual([]);
  expect(CHANGES.flatMap(({ test }) => (test === null || FILES.includes(test) ? [] : [test]))).toEqual([]);
  const ids = CHANGES.flatMap(({ id }) => id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
});
