import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PACKAGES, packageName } from '../tools/build/packages.js';
import { fileName, installLine, PURPOSES, pageLine, withInstallLines, withOwn } from '../tools/pack/installLine.js';
import { expectFile } from './helpers/generatedParts.js';
import { FILES, textOf } from './helpers/sources.js';

/**
 * Commands that install packages: npm has none of ours yet, and the name without a scope is another project's. Those of
 * pages are run by tests/package/pack.test.ts, tests/package/firstCommands.test.ts and the tests of the guides.
 */

const at = (file: string): URL => new URL(`../${file}`, import.meta.url);
const PAGES = FILES.filter((file) => file.endsWith('.md') && withInstallLines(textOf(file), true) !== textOf(file));

describe('pages', () => {
  it('are found', () => {
    expect(PAGES).toEqual(
      expect.arrayContaining(['README.md', 'docs/first-bet.md', 'docs/deploy.md', 'ts/sdk/README.md']),
    );
  });

  it.each(PAGES)('%s installs files of this version, with all that they need', (page) => {
    expectFile(at(page), withInstallLines(readFileSync(at(page), 'utf8')));
  });
});

/** What may follow `npm install` besides our files: a project's own packages, options, packages of others by hint. */
const OTHERS = [
  /^npm install(?:$|" nothing of it needs a network)/,
  /^npm install --package-lock-only/,
  // Of `init --ci`, before our files: tests/package/init.test.ts runs it.
  /^npm install --save-dev$/,
  // From an image's own folder, and in an action that has packed its checkout: tests run both.
  /^npm install --omit=dev \/tmp\/packed\/\*\.tgz/,
  /^npm install --prefix "\$home" --no-save --no-audit --no-fund "\$clone"\/packed\//,
  // Hints for packages of others: tests/package/install.test.ts runs them.
  /^npm install \$\{packages\.join\(' '\)\}/,
  /^npm install --include=optional \$\{name\}/,
];

describe('every text', () => {
  const TEXTS = FILES.filter((file) =>
    /\.(md|ts|tsx|ya?ml|json|toml|py|go|rs|sh)$|Dockerfile|^\.ci\//.test(file),
  ).filter((file) => !/^(tests|tools|bench|etc)\/|^(package-lock|examples\/anchor)|\.test\.ts$/.test(file));

  it('installs nothing by a name that is not ours', () => {
    const commands = TEXTS.flatMap((file) =>
      [...textOf(file).matchAll(/\b(?:npm (?:i|install|add)\b|npx (?:-p|--package|-y|--yes)\b).*/g)].map(([line]) => ({
        file,
        line: line.split(/`| #|, or |"[.,)]|',/)[0]?.trim() ?? '',
      })),
    );
    expect(commands.length).toBeGreaterThan(15);
    const wrong = commands.filter(
      ({ line }) => withInstallLines(line, true) === line && !OTHERS.some((other) => other.test(line)),
    );
    expect(wrong).toEqual([]);
  });

  it('names our packages with their scope', () => {
    const folders = [...PACKAGES, 'explorer'].join('|');
    // A file of `npm pack` has the scope as its first word.
    const unscoped = new RegExp(
      `(?<![\\w$}/])linesman-(?:${folders})\\b(?!-)|(?:from|import|require)\\(? ?'linesman[/']`,
      'g',
    );
    const found = TEXTS.flatMap((file) => [...textOf(file).matchAll(unscoped)].map(([name]) => `${file}: ${name}`));
    expect(found).toEqual([]);
  });
});

describe('a command', () => {
  it('names every package of ours that is needed, once, lower ones first', () => {
    expect(withOwn(['regress'])).toEqual(['sdk', 'cli', 'regress']);
    expect(withOwn(['service', 'cli'])).toEqual(['sdk', 'cli', 'records', 'season', 'keeper', 'service']);
    expect(installLine(['cli'], '/a b')).toBe(`npm install "/a b/${fileName('sdk')}" "/a b/${fileName('cli')}"`);
    for (const { packages } of PURPOSES) expect(installLine(packages, 'x')).not.toMatch(/["*]/);
  });

  it('is by name once the packages are published, without those that others bring', () => {
    expect(pageLine(['sdk', 'cli', 'regress'], true)).toBe(`npm install ${packageName('regress')}`);
    const page = `# a\n${pageLine(['keeper'], false)}\nnpm install\n`;
    const published = `# a\nnpm install ${packageName('keeper')}\nnpm install\n`;
    expect(withInstallLines(page, true)).toBe(published);
    expect(withInstallLines(published, false)).toBe(page);
  });
});
