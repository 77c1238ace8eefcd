import { describe, expect, it, vi } from 'vitest';
import { run } from '../../ts/cli/run.js';
import { coloursOf } from '../../ts/cli/terminal/colour.js';
import { progressTo, whileWaiting } from '../../ts/cli/terminal/progress.js';
import { showTable } from '../../ts/cli/terminal/table.js';
import type { Terminal } from '../../ts/cli/terminal/terminal.js';
import { AnswerFiles } from '../helpers/answerFiles.js';
import { linesman } from '../helpers/cli.js';

const ESCAPE = '\u001b[';

/** The output of a command on a terminal with colours. */
async function onTerminal(...args: string[]) {
  const said = { out: '', err: '' };
  const terminal: Terminal = {
    stdin: (async function* () {})(),
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    colours: { out: true, err: true },
    isWatched: true,
  };
  const code = await run(args, '0.0.0', terminal);
  return { code, ...said };
}
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control characters.
const plain = (text: string): string => text.replaceAll(/\u001b\[\d+m/g, '');

describe('colours', () => {
  const tty = { isTTY: true };
  const pipe = {};
  it.each([
    [tty, tty, {}, true, true],
    [pipe, tty, {}, false, true],
    [tty, pipe, {}, true, false],
    [tty, tty, { NO_COLOR: '1' }, false, false],
    [tty, tty, { NO_COLOR: '' }, true, true],
    [tty, tty, { TERM: 'dumb' }, false, false],
    [tty, tty, { TERM: 'xterm-256color' }, true, true],
  ])('of %j and %j with %j', (stdout, stderr, environment, out, err) => {
    expect(coloursOf({ stdout, stderr }, environment)).toEqual({ out, err });
  });

  it('mark headings, verdicts and errors without changing their text', async () => {
    const files = new AnswerFiles();
    try {
      const answer = files.path('v2.json');
      const calls = [
        ['error', '6023'],
        ['config'],
        ['verify', answer, '--where', 'k1 - k2 > 0'],
        ['verify', answer, '--where', 'k1 - k2 < -90'],
        ['verify', '/nowhere'],
        ['verify', '--no-such-option'],
        ['shew'],
      ];
      for (const call of calls) {
        const coloured = await onTerminal(...call);
        const { code, stdout, stderr } = await linesman(call);
        expect(coloured.out + coloured.err).toContain(ESCAPE);
        expect([coloured.code, plain(coloured.out), plain(coloured.err)]).toEqual([code, stdout, stderr]);
        expect(stdout + stderr).not.toContain(ESCAPE);
      }
      expect((await onTerminal(...(calls[2] ?? []))).out).toContain(`${ESCAPE}32mtrue${ESCAPE}39m`);
      expect((await onTerminal(...(calls[3] ?? []))).out).toContain(`${ESCAPE}31mfalse${ESCAPE}39m`);
    } finally {
    }
  });

  it.each([
    ['error', '6023', '--json'],
    ['config', '--json'],
    ['verify', '/nowhere', '--json'],
    ['encode', '/nowhere', '--as', 'json'],
    ['verify', '--json', '--no-such-option'],
  ])('are never in JSON or data: %s %s', async (...call) => {
    const { out, err } = await onTerminal(...call);
    expect(out + err).not.toContain(ESCAPE);
  });

  it('are in tables only if enabled', () => {
    let out = '';
    const terminal: Terminal = {
      stdin: (async function* () {})(),
      out: (text) => {
        out += text;
      },
      err: () => {},
    };
    showTable(terminal, [
      ['one', '1'],
      ['longer', ''],
    ]);
    expect(out).toBe('one     1\nlonger\n');
  });
});

describe('progress', () => {
  const terminalWith = (isWatched: boolean) => {
    const lines: string[] = [];
    const terminal: Terminal = {
      stdin: (async function* () {})(),
      out: () => {},
      err: (text) => lines.push(text),
      isWatched,
    };
    return { lines, terminal };
  };

  it.each([
    [false, false, []],
    [true, false, ['3\n', '6\n']],
    [false, true, ['3\n', '6\n', '7\n']],
  ])('is printed on a terminal (%s) or on request (%s)', (isWatched, isAsked, expected) => {
    const { lines, terminal } = terminalWith(isWatched);
    let time = 0;
    const tell = progressTo(terminal, { isAsked, now: () => time });
    for (let done = 1; done <= 7; done++) {
      time += 700;
      tell(() => `${done}`, done === 7);
    }
    expect(lines).toEqual(expected);
  });

  it('of work without a count shows the elapsed time', async () => {
    vi.useFakeTimers();
    try {
      for (const [isWatched, expected] of [
        [true, ['waiting for it: 2 s\n', 'waiting for it: 4 s\n']],
        [false, []],
      ] as const) {
        const { lines, terminal } = terminalWith(isWatched);
        let end: (value: string) => void = () => {};
        const work = whileWaiting(terminal, 'it', () => new Promise<string>((resolve) => (end = resolve)));
        vi.advanceTimersByTime(5_000);
        end('done');
        expect(await work).toBe('done');
        vi.advanceTimersByTime(5_000);
        expect(lines).toEqual(expected);
      }
    } finally {
      vi.useRealTimers();
    }
  });
});
