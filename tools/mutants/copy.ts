import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PACKAGES } from '../build/packages.js';
import { repositoryFiles } from '../build/repositoryFiles.js';

/** The folder of the copy of a repository, for a part of the list. */
export function copyFolder(root: string, part: string): string {
  const hash = createHash('sha256').update(`${root} ${part}`).digest('hex').slice(0, 8);
  return join(tmpdir(), `linesman-mutants-${hash}`, 'copy');
}

/**
 * A copy of the repository in the folder for temporary files. Mutants are planted there, so the repository never
 * changes, however the run ends. The next run makes a new copy, and keeps only cargo's output.
 */
export class Copy {
  /** The original texts of the files that are changed at the moment. */
  private readonly kept = new Map<string, Buffer>();

  constructor(
    root: string,
    readonly folder: string,
  ) {
    mkdirSync(this.folder, { recursive: true });
    for (const entry of readdirSync(this.folder))
      if (entry !== 'target') rmSync(join(this.folder, entry), { recursive: true });
    this.fill(root);
  }

  private fill(root: string): void {
    const built = PACKAGES.map((name) => `ts/${name}/dist`).filter((path) => existsSync(join(root, path)));
    for (const path of [...repositoryFiles(root), ...built])
      cpSync(join(root, path), join(this.folder, path), { recursive: true });
    // Each package is linked, and the repository's own packages are linked to those of the copy.
    for (const path of this.packages(join(root, 'node_modules'), 'node_modules')) {
      mkdirSync(dirname(join(this.folder, path.to)), { recursive: true });
      symlinkSync(path.from, join(this.folder, path.to));
    }
  }

  private packages(from: string, to: string): { from: string; to: string }[] {
    const entries = readdirSync(from, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.vite'));
    return entries.flatMap((entry) => {
      const place = { from: join(from, entry.name), to: join(to, entry.name) };
      if (entry.isSymbolicLink()) return { from: readlinkSync(place.from), to: place.to };
      return entry.name.startsWith('@') ? this.packages(place.from, place.to) : place;
    });
  }

  /** The text of a file. */
  read(file: string): string {
    return readFileSync(join(this.folder, file), 'utf8');
  }

  /** Changes a file until {@link restore}. */
  change(file: string, text: string): void {
    this.keep(file);
    writeFileSync(join(this.folder, file), text);
  }

  /** Notes the text of a file for {@link restore}, before something else changes the file. */
  keep(file: string): void {
    if (!this.kept.has(file)) this.kept.set(file, readFileSync(join(this.folder, file)));
  }

  /** Does something while every file has its original text. */
  async unchanged<T>(work: () => Promise<T>): Promise<T> {
    const changed = new Map([...this.kept.keys()].map((file) => [file, readFileSync(join(this.folder, file))]));
    this.write(this.kept);
    try {
      return await work();
    } finally {
      this.write(changed);
    }
  }

  /** Gives every changed file its original text, and returns the paths. */
  restore(): string[] {
    const files = [...this.kept.keys()];
    this.write(this.kept);
    this.kept.clear();
    return files;
  }

  private write(files: ReadonlyMap<string, Buffer>): void {
    for (const [file, bytes] of files) writeFileSync(join(this.folder, file), bytes);
  }
}
