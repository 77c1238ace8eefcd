import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { ROOT } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { ServeProcess } from '../helpers/service/serveProcess.js';
import { until } from '../helpers/service/until.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('linesman serve that loses its parent: there is no embedded chain on this platform.');
const hasScript = (() => {
  try {
    execFileSync('script', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();
if (!hasScript) console.warn('SKIPPED: linesman serve in a closed terminal; the command `script` is missing.');

describe.runIf(isHere)('linesman serve', () => {
  let folder: string;
  let data: string;
  let started: ChildProcess | null = null;
  beforeEach(() => {
    folder = temporaryFolder('parent');
    data = join(folder, 'data');
  });
  afterEach(async () => {
    await ServeProcess.killAll();
    try {
      // Left over if a test failed.
      if (started?.pid !== undefined) process.kill(-started.pid, 'SIGKILL');
    } catch {
      // Already ended.
    }
    started = null;
  });

  const flags = () => ['--data', data, '--port', '0', '--rpc-port', '0', '--source', 'none'];
  const run = (command: string, args: readonly string[]): ChildProcess & { text: string } => {
    const child = spawn(command, args, { cwd: ROOT, detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
    started = child;
    const said = Object.assign(child, { text: '' });
    child.stdout.on('data', (chunk) => {
      said.text += chunk;
    });
    onTestFailed(() => console.log(`ended: ${child.exitCode ?? child.signalCode}\n${said.text}`));
    return said;
  };
  /** Fails if the process ends first. */
  const listening = (child: ReturnType<typeof run>): Promise<void> =>
    new Promise((resolve, reject) => {
      child.stdout?.on('data', () => child.text.includes('"event":"listening"') && resolve());
      child.once('close', (code, signal) => reject(new Error(`it has ended with ${signal ?? code}: ${child.text}`)));
    });

  it('shuts down cleanly when the npx that started it is killed', async () => {
    const npx = run('npx', ['linesman', 'serve', '--json', ...flags()]);
    await listening(npx);
    expect(existsSync(join(data, 'lock'))).toBe(true);
    npx.kill('SIGKILL');
    // The output closes when the last process that holds it ends.
    await once(npx, 'close');
    expect(npx.text).toContain('"event":"stopping"');
    expect(existsSync(join(data, 'lock'))).toBe(false);
  });

  it.skipIf(!hasScript)('shuts down cleanly when its terminal is closed', async () => {
    const command = `exec ${process.execPath} ts/cli/bin/linesman.js serve --json ${flags().join(' ')}`;
    const terminal = run('script', ['-qfec', command, join(folder, 'typescript')]);
    await listening(terminal);
    terminal.kill('SIGKILL');
    await once(terminal, 'close');
    await until(() => !existsSync(join(data, 'lock')));
  });

  it('continues if a terminal that it does not use is closed', async () => {
    const service = new ServeProcess(flags());
    const { url } = await service.listening();
    service.signal('SIGHUP');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    service.signal('SIGHUP');
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
