import { expect, test } from 'vitest';
import { FILES, textOf } from '../helpers/sources.js';

/**
 * No page, README or document claims more than SECURITY.md promises: a proof shows what the oracle committed to, not
 * that it is true, and everybody trusts somebody (docs/trust.md).
 */

/** Forms of claims that no proof can keep, and a sentence of each that a page has had or might have. */
const CLAIMS: readonly (readonly [form: RegExp, sentence: string])[] = [
  [/trust(s|ing)? (nobody|no[ -]one)\b|\bnot even us\b/i, 'This page checks it: you trust nobody, not even us.'],
  [/\btrustless\b|\bwithout (any )?trust\b|\bzero[ -]trust\b/i, 'Trustless results'],
  [
    /\b(need|have|has) (not|no need) (to )?trust\b|\bno need to trust\b/i,
    'No referee decides, and you need not trust one.',
  ],
  [/\b(nobody|no[ -]one) can (change|alter|forge|fake|manipulate|lie)\b/i, 'Results that nobody can change'],
  [
    /\b(everything|all) (on|of|in) (this|the) (page|site|explorer) is (verified|checked|proven)\b/i,
    'Everything on this page is verified.',
  ],
  [/\bwithout any (service|server|node|oracle)\b/i, 'You can verify it yourself, without any service.'],
  [
    /\b(tamper|fraud|manipulation)[ -]?(proof|free)\b|\b(unforgeable|incorruptible|unhackable)\b/i,
    'Tamper-proof results',
  ],
  [/\b(impossible|cannot be possible) to (cheat|forge|fake|manipulate|lie)\b/i, 'It is impossible to cheat.'],
  [/\b(guaranteed?|certainly|always) (to be )?(true|correct|fair|honest)\b/i, 'Every result is guaranteed to be true.'],
  [/\b(completely|absolutely|perfectly|100 ?%) (safe|secure|fair|trustworthy)\b/i, 'Your money is completely safe.'],
  [
    /\bproves? (that )?(the )?(oracle|report|score|result) (is|was|tells|told) (the )?(true|truth|honest)\b/i,
    'It proves the oracle told the truth.',
  ],
  [/\bmathematical(ly)? (certain|guarantee|proof)/i, 'A mathematical guarantee'],
];

/** What people read: pages, pictures of links, READMEs, documents, examples and packages. */
const READ = FILES.filter(
  (file) =>
    /(^|\/)(README|SECURITY|ARCHITECTURE)\.md$|^docs\/.*\.md$|^examples\/.*\.(md|html|tsx)$/.test(file) ||
    /^ts\/explorer\/.*(?<!\.test)\.(tsx?|html)$/.test(file) ||
    /^ts\/service\/(edge\/(preview|http)|commands)\/.*(?<!\.test)\.ts$/.test(file) ||
    /^ts\/sdk\/page\/.*\.ts$|^ts\/[^/]+\/package\.json$/.test(file),
);

/** In one line, and without the quotes and joins of a source that cuts a sentence. */
const proseOf = (file: string): string =>
  textOf(file)
    .replace(/'\s*\+\s*'|\{' '\}/g, '')
    .replace(/\s+/g, ' ');

test.each(CLAIMS)('%s finds its claim', (form, sentence) => {
  expect(sentence).toMatch(form);
});

test('no text claims more than is promised', () => {
  expect(READ.length).toBeGreaterThan(200);
  for (const one of ['ts/explorer/index.html', 'README.md', 'docs/trust.md', 'ts/service/edge/preview/preview.ts'])
    expect(READ).toContain(one);
  const found = READ.flatMap((file) =>
    CLAIMS.flatMap(([form]) => {
      const claim = form.exec(proseOf(file));
      return claim ? [`${file}: … ${proseOf(file).slice(Math.max(0, claim.index - 40), claim.index + 60)} …`] : [];
    }),
  );
  expect(found).toEqual([]);
});
