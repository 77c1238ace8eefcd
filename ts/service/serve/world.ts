import { readFileSync } from 'node:fs';
import { fail, INVALID_DATA_FOLDER } from 'linesman/error';
import { nameOfScript } from '../feed/index.js';
import { writeWhole } from './writeWhole.js';

/** What a made-up world began with; it stays the same however often it is started. */
export interface WorldBeginning {
  readonly seed: string;
  /** Unix time, ms. */
  readonly start: number;
  readonly scripts: readonly string[];
}

/** What a caller wants of a world; nothing is as good as what is there. */
export type WantedWorld = { readonly [Name in keyof WorldBeginning]?: WorldBeginning[Name] | undefined };

/** A world that time goes on in. */
export interface World extends WorldBeginning {
  /** A time that its clock has not passed, Unix ms. */
  readonly time: number;
}

/**
 * The world of a file, or `null` when there is none. Errors: INVALID_DATA_FOLDER when it cannot be read, or began
 * otherwise than `wanted` says: its matches would not be those that are stored.
 */
export function readWorld(file: string, wanted: WantedWorld): World | null {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return fail(INVALID_DATA_FOLDER, {
      problem: 'not readable',
      file,
      errno: (error as NodeJS.ErrnoException).code ?? '',
    });
  }
  let world: World;
  try {
    world = JSON.parse(text) as World;
    const { seed, start, time, scripts } = world;
    if (typeof seed !== 'string' || !Number.isSafeInteger(start) || !Number.isSafeInteger(time)) throw new Error();
    if (!Array.isArray(scripts)) throw new Error();
  } catch {
    return fail(INVALID_DATA_FOLDER, { problem: 'not ours', file });
  }
  for (const name of ['seed', 'start', 'scripts'] as const) {
    const [found, asked] = [world, wanted].map((one) => textOf(one[name]));
    if (asked !== undefined && asked !== found)
      fail(INVALID_DATA_FOLDER, { problem: 'other world', file, name, found, asked });
  }
  return world;
}

export const writeWorld = (file: string, world: World): void => writeWhole(file, `${JSON.stringify(world)}\n`);

/** As the option is typed, for people to compare. */
const textOf = (value: WantedWorld[keyof WorldBeginning]): string | undefined =>
  Array.isArray(value) ? value.map(nameOfScript).join(',') : value === undefined ? undefined : String(value);
