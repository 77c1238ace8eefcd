import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const text = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const run = promisify(execFile);

/** The fenced blocks of a language, in order. */
function blocks(markdown: string, language: string): string[] {
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, name, body]) =>
    name === language && body !== undefined ? [body] : [],
  );
}

/** One command a line; a comment says what it shows: `# exit 1` is the exit code to expect. */
const commands = blocks(text('README.md'), 'sh').flatMap((block) =>
  block
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [command = '', comment = ''] = line.split(/\s+#\s+/);
      return { command: command.trim(), exit: Number(/exit (\d)/.exec(comment)?.[1] ?? 0) };
    }),
);

/** Commands that the continuous integration runs as steps of its own, for they install, build or run this very suite. */
const STEPS = ['npm ci', 'npm test', 'npm run demo', 'npm run cu', 'npm run check:programs', 'bash .ci/run'];

describe('README.md', () => {
  it('has commands', () => expect(commands.length).toBeGreaterThan(8));

  const steps = commands.filter(({ command }) =>
    command.split(' && ').every((part) => STEPS.some((step) => part.startsWith(step))),
  );
  const here = commands.filter((one) => !steps.includes(one));

  it.each(steps.map(({ command }) => command))('%s is a step of .ci/run', (command) => {
    const ci = text('.ci/run');
    for (const part of command.split(' && ')) {
      if (part !== 'bash .ci/run') expect(ci).toContain(part);
    }
  });

  it.each(here)('$command', async ({ command, exit }) => {
    // `npx linesman` resolves to this very file of the checkout; without the detour several commands can run at once.
    const script = command.replaceAll('npx linesman', `node ${root}dist/cli/main.js`);
    const code = await run('bash', ['-c', script], { cwd: root, maxBuffer: 1 << 26 }).then(
      () => 0,
      (failure: { code?: number }) => failure.code ?? -1,
    );
    expect(code).toBe(exit);
  });

  it.each(blocks(text('README.md'), 'ts').map((code) => [code.split('\n', 1)[0] ?? '', code]))(
    'code: %s',
    (head, code) => {
      const path = /^\/\/ (examples\/[\w./-]+)$/.exec(head)?.[1];
      expect(path, 'the first line of a code block names the file it is').toBeDefined();
      expect(text(path ?? '')).toBe(code.slice(head.length + 1));
    },
  );

  it('links to files that are there', () => {
    const links = [...text('README.md').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, path]) => path ?? '');
    expect(links.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
  });
});
