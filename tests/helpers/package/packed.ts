import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PACKAGES, packageName } from '../../../tools/build/packages.js';
import { fileName, withOwn } from '../../../tools/pack/installLine.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The published packages, by name. */
export const OWN = PACKAGES.map(packageName);

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command there, with this process's Node first on the path. `changes` replaces or removes variables. */
export function runIn(
  folder: string,
  command: string,
  args: readonly string[],
  changes: Readonly<Record<string, string | undefined>> = {},
): Ended {
  // Without the test runner's variables: commands behave differently under npm and vitest.
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST)/.test(name));
  const path = `${dirname(process.execPath)}:${process.env.PATH ?? ''}`;
  const env = { ...Object.fromEntries(inherited), PATH: path, ...changes };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
  return { code: status ?? 1, stdout, stderr };
}

/** The packages as `npm run pack` writes them in a clone, with empty folders beside it, as the pages say. */
export class Packed {
  readonly #place = mkdtempSync(join(tmpdir(), 'linesman-packed-'));
  /** A clone of the repository, of which a user needs only this folder. */
  readonly clone = join(this.#place, 'linesman');
  readonly folder = join(this.clone, 'packed');

  constructor() {
    const { code, stderr } = runIn(ROOT, 'npm', ['run', 'pack', '--', '--no-build', '--to', this.folder]);
    if (code !== 0) throw new Error(stderr);
  }

  /** An empty folder beside the clone. */
  beside(name: string): string {
    const folder = join(this.#place, name);
    mkdirSync(folder);
    return folder;
  }

  /** The archive of a package. */
  archive(name: string): string {
    const folder = PACKAGES.find((one) => packageName(one) === name);
    if (folder === undefined) throw new Error(`no package ${name}`);
    return join(this.folder, fileName(folder));
  }

  /** The environment of another user: no settings of the caller. */
  environment(): NodeJS.ProcessEnv {
    const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST|LINESMAN_|CI$)/.test(name));
    const npm = { npm_config_audit: 'false', npm_config_fund: 'false', npm_config_prefer_offline: 'true' };
    return { ...Object.fromEntries(inherited), ...npm };
  }

  /** The archives of a package and of ours that it depends on. */
  withOwn(name: string): string[] {
    return withOwn(PACKAGES.filter((folder) => packageName(folder) === name)).map((folder) =>
      join(this.folder, fileName(folder)),
    );
  }

  /** The files in the archive of a package. */
  files(name: string): string[] {
    const list = execFileSync('tar', ['tzf', this.archive(name)], { encoding: 'utf8' });
    return list
      .split('\n')
      .filter((file) => file !== '')
      .map((file) => file.replace(/^package\//, ''));
  }

  end(): void {
    rmSync(this.#place, { recursive: true, force: true });
  }
}

/** An empty project, as a user starts with. */
export class Project {
  readonly folder = mkdtempSync(join(tmpdir(), 'linesman-project-'));

  constructor(manifest: object = {}) {
    this.write('package.json', JSON.stringify({ name: 'project', version: '1.0.0', private: true, ...manifest }));
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(join(this.folder, file)), { recursive: true });
    writeFileSync(join(this.folder, file), text);
  }

  run(command: string, ...args: readonly string[]): Ended {
    return runIn(this.folder, command, args);
  }

  install(...what: readonly string[]): Ended {
    return this.run('npm', 'install', '--no-audit', '--no-fund', '--prefer-offline', ...what);
  }

  /** The installed packages with their sizes in bytes. */
  installed(): ReadonlyMap<string, number> {
    const found = new Map<string, number>();
    const modules = join(this.folder, 'node_modules');
    for (const name of readdirSync(modules))
      if (name.startsWith('@')) {
        for (const inner of readdirSync(join(modules, name)))
          found.set(`${name}/${inner}`, bytesOf(join(modules, name, inner)));
      } else if (!name.startsWith('.')) found.set(name, bytesOf(join(modules, name)));
    return found;
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

const bytesOf = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
