import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { GROUPS } from '../../ts/cli/option/optionGroup.js';
import { ERRORS } from '../../ts/sdk/error/errors.js';
import { linesman } from '../helpers/cli.js';
import { commandTree } from '../helpers/commandTree.js';
import { PACKAGE_SOURCES, textOf } from '../helpers/sources.js';

const TREE = commandTree();
const named = (words: readonly string[]): string => words.join(' ');
const every = TREE.map((node) => [named(node.words), node] as const);
const isGroup = (words: readonly string[]): boolean =>
  TREE.some((other) => other.words.length > words.length && named(other.words).startsWith(`${named(words)} `));

/** A word with a letter typed twice. */
const mistyped = (option: string): string => `${option}x`;

describe('every command', () => {
  it('is in the tree', () => {
    expect(TREE.length).toBeGreaterThan(30);
    expect(TREE.filter(({ words }) => isGroup(words)).map(({ words }) => named(words))).toEqual([
      'attesters',
      'wallet',
      'credits',
      'market',
      'result',
    ]);
  });

  it.each(every)('%s has help with examples that parse', async (name, { words }) => {
    const { code, stdout, stderr } = await linesman([...words, '--help']);
    expect([code, stderr]).toEqual([0, '']);
    const examples = [...stdout.matchAll(/linesman ((?:[a-z-]+ ?){1,2})/g)].map(([, text = '']) => text);
    expect(stdout).toMatch(/\nExamples?:\n/);
    expect(examples.filter((text) => `${text} `.startsWith(`${name} `)).length).toBeGreaterThan(0);
  });

  it.each(every)('%s lists what is required first, and the wallet last', (_, { command }) => {
    const help = command.helpInformation();
    const headings = [...help.matchAll(/^([A-Z][a-z ]+:)\n {2}-/gm)].map(([, heading = '']) => heading);
    expect(headings).toEqual(GROUPS.filter((group) => headings.includes(group)));
    for (const { long, mandatory, helpGroupHeading, description } of command.options) {
      const isMarked = helpGroupHeading === 'Required:' || description.endsWith('(required)');
      expect([long, isMarked]).toEqual([long, mandatory]);
    }
  });

  it.each(every.filter(([, { words }]) => !isGroup(words)))('%s documents its exit codes', async (_, { words }) => {
    const { stdout } = await linesman([...words, '--help']);
    const [, meanings = ''] = /\nExit code: (.*)$/s.exec(stdout) ?? [];
    // 1 is a negative or incomplete answer; a failure is 2.
    expect(meanings).toMatch(/^0[, ].*\b2\b/s);
    const no = [
      ...['verify', 'inspect', 'roots', 'ingest', 'audit', 'attest', 'market show', 'watch'],
      ...['regress', 'replay', 'conform', 'check-program', 'check-chain'],
    ];
    expect([named(words), /\b1 /.test(meanings)]).toEqual([named(words), no.includes(named(words))]);
  });

  it.each(every.filter(([, { words }]) => !isGroup(words)))('%s suggests the correct option', async (_, node) => {
    for (const { long, hidden } of node.command.options.slice(0, 3)) {
      if (!long || hidden || long === '--help') continue;
      const { code, stdout, stderr } = await linesman([...node.words, mistyped(long)]);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain(`unknown option '${mistyped(long)}'`);
      expect(stderr).toMatch(/\(Did you mean (one of )?--/);
      expect(stderr).toContain(long);
    }
  });

  const withRoot = [...every, ['', { words: [], command: every[0]?.[1].command.parent as Command }] as const];
  it.each(withRoot)('%s --json also answers invalid calls with one document', async (name, node) => {
    const { words, command } = node;
    const refused = async (args: readonly string[], ...numbers: number[]): Promise<string> => {
      const { code, stdout } = await linesman([...words, ...args]);
      const { error, ...more } = JSON.parse(stdout);
      expect([args, code, Object.keys(more)]).toEqual([args, 2, []]);
      expect(numbers).toContain(error.number);
      expect(error).toMatchObject({ name: ERRORS.get(error.number)?.name, hint: expect.stringMatching(/./) });
      return error.message;
    };
    expect(await refused(['--no-such-option', '--json'], 7301)).toContain('--no-such-option');
    if (name === '' || isGroup(words)) {
      expect(await refused(['shew', '--json'], 7300)).toContain('shew');
      return;
    }
    for (const { long, required } of command.options)
      if (required) expect(await refused(['--json', `${long}`], 7304)).toContain(`${long}`);
    const values = command.registeredArguments.map(() => 'bash');
    const needed = command.options.filter(({ mandatory }) => mandatory).flatMap(({ long }) => [`${long}`, 'x']);
    if (!command.registeredArguments.some(({ variadic }) => variadic))
      await refused(['--json', ...needed, ...values, 'one more'], 7305);
    if (command.registeredArguments.some(({ required }) => required)) await refused(['--json', ...needed], 7303);
    if (needed.length > 0) await refused(['--json', ...values], 7302);
  });

  it.each([
    ['market create --fixture 7 --sport soccer --where k1>0 --keypair x --finality never --json', 7310],
    ['serve --wire none --json', 7310],
    ['completions fish --json', 7310],
    ['encode answer.json --as json --sport none', 7007],
    ['encode answer.json --as=json --sport none', 7007],
  ])('a value refused during parsing: linesman %s', async (words, number) => {
    const { code, stdout, stderr } = await linesman(words.split(' '));
    expect([code, JSON.parse(stdout).error.number, stderr]).toEqual([2, number, '']);
  });

  it('does not read --json after --', async () => {
    const { code, stdout } = await linesman(['verify', '--', '--json']);
    expect([code, stdout]).toEqual([2, '']);
  });

  it.each([
    [7300, 'UnknownCommand', 'shew --json'],
    [7302, 'RequiredOptionMissing', 'market show --json'],
    [7303, 'ArgumentMissing', 'verify --json'],
    [7304, 'OptionWithoutValue', 'serve --json --port'],
    [7305, 'TooManyArguments', 'error 6023 6024 --json'],
  ])('%d %s: linesman %s', async (number, name, words) => {
    const { code, stdout } = await linesman(words.split(' '));
    expect([code, JSON.parse(stdout).error]).toMatchObject([2, { number, name }]);
  });
});

/** A command in a text: up to three words after the program's name, and the options that follow directly. */
const MENTION = /\blinesman((?: [a-z][a-z-]+){1,3})((?: --[a-z-]+)*)/g;
/** Phrases about the program that look like a command. */
const VERBS = ['serves', 'that', 'other', 'writes', 'demo'];

interface Mention {
  readonly text: string;
  readonly words: readonly string[];
  readonly options: readonly string[];
}

/** The commands named in a text. */
function mentionsIn(text: string): Mention[] {
  return [...text.matchAll(MENTION)].flatMap(([whole, words = '', options = '']) => {
    const [first = '', second = ''] = words.trim().split(' ');
    if (VERBS.includes(first)) return [];
    // The second word is a subcommand if the first has any, otherwise an argument or the rest of a sentence.
    const called = isGroup([first]) && second !== '' ? [first, second] : [first];
    // Options belong to the command if they follow directly.
    const isDirect = words.trim().split(' ').length === called.length;
    return [{ text: whole, words: called, options: isDirect ? (options.match(/--[a-z-]+/g) ?? []) : [] }];
  });
}

function unknownIn(text: string): string[] {
  return mentionsIn(text).flatMap(({ text: mention, words, options }) => {
    const node = TREE.find((one) => named(one.words) === named(words));
    if (!node) return [mention];
    const known = [...node.command.options.map(({ long }) => long), '--help'];
    return options.filter((option) => !known.includes(option)).map((option) => `${mention} (${option})`);
  });
}

describe('a command named in a text', () => {
  it('is found by this test', () => {
    expect(unknownIn('Run `linesman mend --all`, or linesman market sell, or linesman wallet new --force.')).toEqual([
      'linesman mend --all',
      'linesman market sell',
      'linesman wallet new --force (--force)',
    ]);
    expect(unknownIn('linesman ingest --schema prints it; linesman serves at 8080')).toEqual([]);
  });

  it('exists if an error names it', () => {
    const texts = [...ERRORS.values()].map(({ sentence, hint }) => `${sentence} ${hint}`);
    expect(texts.flatMap(mentionsIn).length).toBeGreaterThan(8);
    expect(texts.flatMap(unknownIn)).toEqual([]);
  });

  const sources = PACKAGE_SOURCES.map((file) => [file, textOf(file)] as const);
  it('exists if another text of the program names it', () => {
    const wrong = sources.flatMap(([file, text]) => unknownIn(text).map((mention) => `${file}: ${mention}`));
    expect(sources.length).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });
});
