import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ended, runIn } from '../package/packed.js';
import { writeExampleCases } from './exampleCases.js';

const COMMAND = fileURLToPath(new URL('../../../ts/cli/bin/linesman.js', import.meta.url));

/** Variables by which a CI system makes itself known; each test sets those that it needs. */
const CI_VARIABLES = ['CI', 'GITHUB_ACTIONS', 'GITHUB_STEP_SUMMARY'];

/** A project with the example cases in `cases`, and the command as the build makes it. */
export class RegressProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'linesman-regress-'));

  constructor() {
    writeExampleCases(join(this.folder, 'cases'));
    mkdirSync(join(this.folder, 'empty'));
  }

  /** Runs `linesman` in the project, with these variables of a CI system. */
  run(args: readonly string[], ci: Readonly<Record<string, string>> = {}): Ended {
    const none = Object.fromEntries(CI_VARIABLES.map((name) => [name, undefined]));
    return runIn(this.folder, process.execPath, [COMMAND, ...args], { ...none, ...ci });
  }

  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  write(file: string, content: string | Uint8Array): void {
    writeFileSync(join(this.folder, file), content);
  }

  /** Replaces a part of a file, which must be there. */
  edit(file: string, part: string | RegExp, by: string | ((whole: string, group: string) => string)): void {
    const text = this.read(file);
    const edited = text.replace(part, by as string);
    if (edited === text) throw new Error(`${file} does not have ${part}`);
    this.write(file, edited);
  }

  remove(file: string): void {
    rmSync(join(this.folder, file));
  }

  end(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
