import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { AnswerFiles } from '../helpers/answerFiles.js';
import { linesman, start } from '../helpers/cli.js';

const files = new AnswerFiles();

const MAIN = 'ts/cli/main.ts';

/** Runs the command line as a process, as a shell would. */
async function run(args: readonly string[], input = '') {
  const child = start(MAIN, args);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const [code, signal] = await once(child, 'close');
  return { code, signal, stdout, stderr };
}

describe('linesman as a process', () => {
  it('returns the verdict as its exit code', async () => {
    const answer = JSON.stringify(files.answers.v2);
    const verdicts = await Promise.all([
      run(['verify', '-', '--where', 'k1 - k2 > 0'], answer),
      run(['verify', '-', '--where', 'k1 - k2 > 1'], answer),
      run(['verify', '-', '--where', 'k1 - k3 > 1'], answer),
    ]);
    expect(verdicts.map(({ code }) => code)).toEqual([0, 1, 2]);
    expect(verdicts.map(({ stderr }) => stderr)).toEqual(['', '', expect.stringContaining('error 7006 ')]);
  });

  it('keeps its exit code if its output is not read', async () => {
    const child = start(MAIN, ['verify', files.path('v2.json'), '--where', 'k1 > 2']);
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const [code] = await once(child, 'close');
    expect([code, stderr]).toEqual([1, '']);
  });

  it('ends at once and quietly on Ctrl-C', async () => {
    const child = start(MAIN, ['decode', '-']);
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdin.write('00');
    // Standard input stays open.
    await once(child, 'spawn');
    child.kill('SIGINT');
    const [code, signal] = await once(child, 'close');
    expect(code === 130 || signal === 'SIGINT').toBe(true);
    expect(stderr).toBe('');
  });
});

describe('usage', () => {
  it.each([
    [['frobnicate'], 'unknown command'],
    [['verify'], "missing required argument 'files'"],
    [['encode', 'a.json', 'b.json'], 'too many arguments'],
    [['verify', 'a.json', '--when', 'k1 > 0'], 'unknown option'],
    [['verify', 'a.json', '--where'], 'argument missing'],
    [['decode'], 'missing required argument'],
    [['error'], 'missing required argument'],
    [[], 'Usage: linesman'],
  ])('refuses %j with exit code 2 and a hint', async (args, text) => {
    const { code, stdout, stderr } = await linesman(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(text);
  });

  it.each(
    [
      ['--help'],
      ['help'],
      ['verify', '--help'],
      ['encode', '--help'],
      ['decode', '--help'],
      ['error', '--help'],
      ['migrate', '--help'],
      ['--version'],
    ].map((args) => [args]),
  )('answers %j with exit code 0', async (args) => {
    const { code, stdout, stderr } = await linesman(args);
    expect([code, stderr]).toEqual([0, '']);
    if (!args.includes('--version')) expect(stdout).toMatch(/Examples:\n {2}\$ linesman /);
  });
});
