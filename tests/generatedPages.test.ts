import { describe, expect, it } from 'vitest';
import { costsParts } from '../tools/docs/costsPage.js';
import { errorParts } from '../tools/docs/errorPage.js';
import { llmsDocuments, llmsFull, llmsPage } from '../tools/docs/llmsPages.js';
import { LITERALS, networkParts } from '../tools/docs/networkPage.js';
import { alertParts, dashboardFile, rulesFile } from '../tools/docs/operatorPack.js';
import { runbookParts } from '../tools/docs/runbookPage.js';
import { statsParts } from '../tools/docs/statsPage.js';
import { trustParts } from '../tools/docs/trustPage.js';
import { CHANGES } from '../ts/sdk/program/network/changes.js';
import { commandTree } from './helpers/commandTree.js';
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
  ['llms.txt', llmsPage],
] as const)('%s is made from the tables', (file, made) => {
  expectFile(new URL(`../${file}`, import.meta.url), made());
});

describe('the texts for language models', () => {
  it('are one screen, and all documents, each once and whole', () => {
    expect(llmsPage().split('\n').length).toBeLessThan(60);
    const documents = llmsDocuments();
    expect(documents).toEqual(expect.arrayContaining(['README.md', 'docs/trust.md', 'ts/sdk/README.md']));
    const parts = llmsFull()
      .split(/^<!-- ([\w/.-]+\.md) -->\n\n/m)
      .slice(1);
    expect(parts.filter((_, i) => i % 2 === 0)).toEqual(documents);
    for (const [i, document] of documents.entries()) expect(parts[2 * i + 1]?.trim()).toBe(textOf(document).trim());
    for (const page of FILES.filter((file) => /^docs\/[^/]+\.md$/.test(file)))
      expect(llmsPage()).toContain(`(${page})`);
  });

  it('have commands that exist', () => {
    const commands = [...llmsPage().matchAll(/^ {4}npx linesman (.+)$/gm)].map(([, words = '']) => words);
    expect(commands.length).toBeGreaterThan(6);
    const tree = commandTree();
    for (const words of commands) {
      const node = tree.findLast((one) => `${words} `.startsWith(`${one.words.join(' ')} `));
      const options = [...words.replaceAll(/'[^']*'/g, '').matchAll(/--[a-z-]+/g)].map(([option]) => option);
      expect([words, node?.command.options.map(({ long }) => long)]).toEqual([words, expect.arrayContaining(options)]);
    }
  });
});

it('what the page about the network says of files is so', () => {
  const wrong = LITERALS.flatMap(({ where }) => where).filter(([file, text]) => !textOf(file).includes(text));
  expect(wrong).toEqual([]);
  expect(CHANGES.flatMap(({ test }) => (test === null || FILES.includes(test) ? [] : [test]))).toEqual([]);
  const ids = CHANGES.flatMap(({ id }) => id ?? []);
  expect(new Set(ids).size).toBe(ids.length);
});
