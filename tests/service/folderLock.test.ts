import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FOLDER_NOT_LOCKABLE } from '../../ts/sdk/error/codes/folders.js';
import { FOLDER_IN_USE } from '../../ts/sdk/error/codes/operation.js';
import { lockFolder } from '../../ts/sdk/node/folderLock.js';
import { leftOut } from '../helpers/leftOut.js';
import type { LockHolderSaid } from '../helpers/service/lockHolder.js';
import { ScriptProcess } from '../helpers/service/scriptProcess.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';
import { thrown } from '../helpers/thrown.js';

/** A separate process id namespace, as in a container. The program is process 1 there. */
const UNSHARE = ['unshare', ...(process.geteuid?.() === 0 ? [] : ['-Ur']), '-pf', '--mount-proc', '--kill-child'];

/** What to put in front of a command; `null` where this user may not make such a namespace. */
function pidNamespace(): readonly string[] | null {
  try {
    const [program = '', ...args] = UNSHARE;
    execFileSync(program, [...args, 'true'], { stdio: 'ignore' });
    return UNSHARE;
  } catch {
    return null;
  }
}

/** The id, out here, of the program that runs in a namespace. */
function programIn(unshare: number): number {
  return Number.parseInt(readFileSync(`/proc/${unshare}/task/${unshare}/children`, 'utf8'), 10);
}

const namespace = pidNamespace();
if (!namespace) leftOut('two processes with one id: this user may make no process namespace (unshare).');

let home: string;
let folder: string;
const holders: ScriptProcess<LockHolderSaid>[] = [];
beforeEach(() => {
  home = temporaryFolder('lock');
  folder = join(home, 'folder');
});
afterEach(async () => {
  for (const one of holders.splice(0)) {
    one.kill();
    await one.ended;
  }
});

/** A process that locks the folder, and what it says about that. */
async function holder(under: readonly string[] = []) {
  let onSaid: (said: LockHolderSaid) => void = () => {};
  const said = new Promise<LockHolderSaid>((resolve) => {
    onSaid = resolve;
  });
  const process = new ScriptProcess<LockHolderSaid>('lockHolder.ts', { folder }, (line) => onSaid(line), under);
  holders.push(process);
  const isOver = process.ended.then(({ errors }): never => {
    throw new Error(errors);
  });
  return { process, said: await Promise.race([said, isOver]) };
}

describe('the lock of a folder', () => {
  it.skipIf(!namespace)('is held against a process with the same id in another container, until its end', async () => {
    const under = namespace ?? [];
    const first = await holder(under);
    expect(first.said).toEqual({ pid: 1, refused: null });
    for (let i = 0; i < 2; i++) expect((await holder(under)).said).toEqual({ pid: 1, refused: FOLDER_IN_USE });
    expect(thrown(() => lockFolder(folder))).toMatchObject({ number: FOLDER_IN_USE });

    process.kill(programIn(first.process.pid), 'SIGKILL');
    await first.process.ended;
    expect((await holder(under)).said).toEqual({ pid: 1, refused: null });
  });

  it('is held against this process, too, and names it', () => {
    const unlock = lockFolder(folder);
    expect(thrown(() => lockFolder(folder))).toMatchObject({
      number: FOLDER_IN_USE,
      message: expect.stringContaining(`process ${process.pid}`),
    });
    unlock();
    unlock();
    lockFolder(folder)();
    expect(readdirSync(home)).toEqual(['folder']);
  });

  it('stays with its holder when an earlier one unlocks again', () => {
    const unlockFirst = lockFolder(folder);
    unlockFirst();
    const unlock = lockFolder(folder);
    unlockFirst();
    expect(thrown(() => lockFolder(folder))).toMatchObject({ number: FOLDER_IN_USE });
    unlock();
  });

  it('leaves a file alone that somebody else has put in its place', () => {
    const file = `${folder}.lock`;
    const unlock = lockFolder(folder);
    rmSync(file);
    const unlockOther = lockFolder(folder);
    unlock();
    expect(existsSync(file)).toBe(true);
    expect(thrown(() => lockFolder(folder))).toMatchObject({ number: FOLDER_IN_USE });
    unlockOther();
  });

  it('that a killed process has left behind is free, whoever has its id now', () => {
    for (const text of ['', `${process.pid}\n`, '1\nsome-host\n', 'nonsense']) {
      writeFileSync(`${folder}.lock`, text);
      lockFolder(folder)();
    }
  });

  it('of a running process of an earlier version counts', () => {
    writeFileSync(`${folder}.lock`, `${process.ppid}\n`);
    expect(thrown(() => lockFolder(folder))).toMatchObject({
      number: FOLDER_IN_USE,
      message: expect.stringContaining(`process ${process.ppid}`),
    });
  });

  it.runIf(process.platform === 'linux')('is refused, never assumed, where nothing can take it', () => {
    const before = process.env.PATH;
    mkdirSync(join(home, 'bin'));
    process.env.PATH = join(home, 'bin');
    try {
      expect(thrown(() => lockFolder(folder))).toMatchObject({ number: FOLDER_NOT_LOCKABLE });
    } finally {
      process.env.PATH = before;
    }
    lockFolder(folder)();
  });
});
