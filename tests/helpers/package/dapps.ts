import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Project } from './packed.js';

/** The sources of projects as users begin them. */
export const projectSource = (file: string): string =>
  readFileSync(fileURLToPath(new URL(`../../package/projects/${file}`, import.meta.url)), 'utf8');

/**
 * Writes a page for Vite, with its script and what it shares with other dapps, and builds it. Returns the folder of the
 * built files.
 */
export function builtPage(project: Project, script: string, answer: string): string {
  const body = `<div id="root"></div><script type="module" src="/${script}"></script>`;
  project.write('index.html', `<!doctype html><title>A dapp</title>${body}\n`);
  // Asked for by browsers.
  project.write('public/favicon.ico', '');
  for (const file of [script, 'settleMarket.js']) project.write(file, projectSource(file));
  project.write('public/answer.json', answer);
  const { code, stdout, stderr } = project.run('node_modules/.bin/vite', 'build');
  if (code !== 0) throw new Error(`${stdout}\n${stderr}`);
  return `${project.folder}/dist/`;
}

/** A server of a project in a separate process. */
export async function startServer(
  project: Project,
  script: string,
  args: readonly string[],
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  project.write(script, projectSource(script));
  // Node 20 warns that require(esm) is experimental.
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, ...args], {
    cwd: project.folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { done, value: url } = await lines.next();
  if (done) throw new Error(`${script} ended before it listened`);
  return {
    url,
    stop: async () => {
      child.kill();
      await closed;
    },
  };
}
