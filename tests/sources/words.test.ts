import ts from 'typescript';
import { expect, it, test } from 'vitest';
import '#texts';
import { ERRORS } from '../../ts/sdk/error/errors.js';
import { FILES, PACKAGE_SOURCES, textOf } from '../helpers/sources.js';

/** One word for one thing, and plain verbs, wherever users read: pages, READMEs, errors, help and the explorer. */

/** What may not be written, the word to use, and a sentence that had it. */
type Row = readonly [form: RegExp, instead: string, had: string];

/** Other words for what the glossary has a word for. */
const SYNONYMS: readonly Row[] = [
  [/\b(?<!fixture )batch(es)?\b(?! of (a|the) JSON)/i, 'slot', 'the batch of the update is not over'],
  [/\b(five-minute|sealed) intervals?\b|\binterval of (a|each|the) root/i, 'slot', 'the interval of a root ended'],
  [/\b(an?|the|this|later|earlier|latest|same|score|newest|proven) updates?\b/i, 'score record', 'a later update'],
  [/\bvouchers?\b/i, 'attestation, confirmation', 'without enough vouchers the program refuses'],
  [/\bbounds? for late\b/i, 'time limit for late roots', 'the bound for late roots'],
  [/\bchallenge period\b/i, 'challenge window', 'once the challenge period ends'],
  [/\bplayers (stake|bet)\b/i, 'stakers', 'Players stake until stakes close.'],
  [/\b(nobody|somebody|anybody|everybody|whoever)\b/i, 'a role, no one, someone, anyone', 'Nobody decides.'],
  // Basketball has a tip-off instead.
  [/\b(kick|tip)(s|ped|ed|ing)?[- ]off\b/i, 'start', 'Stakes close at kick-off.'],
];

/** Words of those who change this repository. Their own pages may have them. */
const PRIVATE: readonly Row[] = [
  [/\blanes?\b/i, 'the command that runs the tests', 'in the nightly lane'],
  [/\b(?<!the )floors?\b(?!\()/i, 'layer', 'the lower floors'],
  [/\bjourneys?\b/i, 'test', 'a journey of a customer'],
  [/\btwins?\b/i, 'counterpart', 'the twin in Rust'],
  [/(?<![-:/`\w])wires?\b(?!-|::)/i, 'format', 'Answers come in two wires.'],
  [
    /\b(compact|cheapest|fitting|which|documented|observed|described) forms?\b/i,
    'encoding, format',
    'the compact form',
  ],
];

/** Verbs that stand for any other, and turns of phrase that English does not have. */
const VERBS: readonly Row[] = [
  [/\basks? for\b/i, 'requires, requests', 'markets that ask for a signature'],
  [/\bsays (so|what|which|whether|how|why|who|until)\b/i, 'shows, reports, defines', 'the log says so'],
  [
    /\bnames (the|an?|no|its?|them|another|what|which|who|whom|where|one)\b/i,
    'lists, contains',
    'the message names it',
  ],
  [/\b(takes|gives) (the|an?|no|only|any|its?|them|what|another)\b/i, 'accepts, returns', 'it takes a file'],
  [/\bstands? (in|beside|as|at|there)\b/i, 'is, remains', 'it stands in the file'],
  [/\b(goes|go) on\b/i, 'continues', 'the others go on'],
  [/\ball the same\b/i, 'nevertheless', 'stores it all the same'],
  [/\b(leave|leaves|left) (it |them |one |the \w+ )?out\b/i, 'omit', 'Leave the condition out.'],
  [/\b(mend(s|ed)?|made-up)\b/i, 'fix, simulated', 'a made-up match'],
];

/** Labels in the place of a sentence. */
const LABELS: readonly Row[] = [[/\b(Before|After): |^For (whom|\w+ authors)\b/m, 'a sentence', 'Before: a clone.']];

const ROWS: readonly Row[] = [...SYNONYMS, ...PRIVATE, ...VERBS, ...LABELS];

/** Pages for contributors, and the norm, whose names are those of the format. */
const FOR_CONTRIBUTORS =
  /^(ARCHITECTURE|CONTRIBUTING|RELEASING|STYLE)\.md$|^docs\/internals\/|^(bench|fuzz|tools|tests)\//;
const APART = /^(CHANGELOG\.md|etc\/|\.github\/|docs\/(format|rules)\.md)/;
const PAGES = FILES.filter((file) => file.endsWith('.md') && !APART.test(file) && !FOR_CONTRIBUTORS.test(file));

/** What a reader reads, without code. */
const proseOf = (text: string): string =>
  text
    .replace(/^```[\s\S]*?^```$/gm, '')
    .replace(/`[^`\n]*`|\]\([^)]*\)|<!--[\s\S]*?-->/g, '')
    .replace(/(?<=\S)\n(?=\S)/g, ' ');

const found = (rows: readonly Row[], text: string): string[] =>
  rows.flatMap(([form, instead]) =>
    [...text.matchAll(new RegExp(form, `g${form.flags}`))].map(
      ({ index }) => `${text.slice(Math.max(0, index - 40), index + 40).trim()} (${instead})`,
    ),
  );

test.each(ROWS)('%s finds what it is for', (form, _instead, had) => {
  expect(had).toMatch(form);
});

it.each(PAGES)('%s', (page) => {
  expect(found(ROWS, proseOf(textOf(page)))).toEqual([]);
});

test('no page opens with labels', () => {
  const all = FILES.filter((file) => file.endsWith('.md') && !file.startsWith('etc/'));
  expect(all.filter((file) => found(LABELS, textOf(file).split('\n\n').slice(0, 3).join('\n')).length > 0)).toEqual([]);
});

/** The texts in a source that have several words. */
function textsOf(file: string): string[] {
  const source = ts.createSourceFile(file, textOf(file), ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) texts.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts.filter((text) => /\w \w/.test(text)).map((text) => text.replace(/\s+/g, ' '));
}

test('errors', () => {
  const texts = [...ERRORS].map(([number, { sentence = '', hint = '' }]) => `${number}: ${sentence} ${hint}`);
  expect(texts.flatMap((text) => found(ROWS, proseOf(text)))).toEqual([]);
});

test.each([
  ['help', /^ts\/(cli|(keeper|service|regress)\/commands)\//, 100],
  ['pages of the explorer', /^ts\/explorer\//, 100],
] as const)('%s', (_what, place, least) => {
  const files = PACKAGE_SOURCES.filter((file) => place.test(file));
  expect(files.length).toBeGreaterThan(least);
  // The code calls a slot's records a batch, also in the labels of `audit` and in paths.
  const rows = ROWS.filter(([form]) => !form.test('batch'));
  expect(files.flatMap((file) => textsOf(file).flatMap((text) => found(rows, text)))).toEqual([]);
});
