import { Random } from '../../ts/season/random.js';
import type { Folder } from './folders.js';
import { type Edit, type Mutant, mutantOf } from './mutant.js';
import { rustEdits } from './rustEdits.js';
import { typescriptEdits } from './typescriptEdits.js';

/** A folder to draw mutants from. */
export interface DrawnFolder extends Pick<Folder, 'weight'> {
  /** The texts of its sources, by path. */
  readonly sources: ReadonlyMap<string, string>;
}

/**
 * Draws about `count` mutants: from folders and files in proportion to the square root of their lines, so that small
 * ones get some and large ones do not get all; and within a file equally from each kind of change. The same sources and
 * seed give the same mutants.
 */
export function drawMutants(folders: readonly DrawnFolder[], seed: string, count: number): Mutant[] {
  const shares = folders.map(({ weight, sources }) => weight * Math.sqrt(linesOf([...sources.values()].join('\n'))));
  const all = shares.reduce((sum, share) => sum + share, 0);
  return folders.flatMap((folder, i) => drawFrom(folder, seed, Math.round((count * (shares[i] ?? 0)) / all)));
}

const linesOf = (source: string): number => source.split('\n').length;

function drawFrom({ sources }: DrawnFolder, seed: string, count: number): Mutant[] {
  const files = [...sources].map(([file, source]) => new FileOfEdits(file, source, seed));
  const drawn: Mutant[] = [];
  while (drawn.length < count) {
    // Each mutant goes to the file that has the fewest mutants for its size.
    const open = files.filter((file) => file.hasMore).sort((one, other) => other.claim - one.claim);
    const [next] = open;
    if (!next) break;
    drawn.push(next.draw());
  }
  return drawn;
}

/** The faults of one file that have not been drawn yet. */
class FileOfEdits {
  private drawn = 0;
  private edits: readonly Edit[];
  private readonly random: Random;
  private readonly size: number;

  constructor(
    private readonly file: string,
    private readonly source: string,
    seed: string,
  ) {
    this.edits = file.endsWith('.rs') ? rustEdits(source) : typescriptEdits(source);
    this.random = new Random(`${seed} ${file}`);
    // The seed decides the order of files of the same size.
    this.size = Math.sqrt(linesOf(source)) * (1 + this.random.below(1000) / 2000);
  }

  get hasMore(): boolean {
    return this.edits.length > 0;
  }

  /** The larger the value, the more mutants the file still deserves. */
  get claim(): number {
    return this.size / (this.drawn + 1);
  }

  draw(): Mutant {
    const operator = this.random.pick([...new Set(this.edits.map((edit) => edit.operator))]);
    const edit = this.random.pick(this.edits.filter((each) => each.operator === operator));
    const mutant = mutantOf(this.file, this.source, edit);
    this.drawn++;
    // The next mutant of this file is drawn from another place.
    this.edits = this.edits.filter(({ start, end }) => end <= edit.start || start >= edit.end);
    return mutant;
  }
}
