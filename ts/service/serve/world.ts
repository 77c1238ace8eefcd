import { readFileSync } from 'node:fs';
import { fail, INVALID_DATA_FOLDER } from '@linesman/sdk/error';
import { nameOfScript } from '@linesman/season/calendar';
import { writeWhole } from './writeWhole.js';

/** The initial parameters of a simulated world, the same at every start. */
export interface WorldBeginning {
  readonly seed: string;
  /** Unix time, ms. */
  readonly start: number;
  readonly scripts: readonly string[];
}

/** The requested parameters; missing ones accept the stored values. */
export type WantedWorld = { readonly [Name in keyof WorldBeginning]?: WorldBeginning[Name] | undefined };

/** A world in progress. */
export interface World extends WorldBeginning {
  /** A time that its clock has not passed, Unix ms. */
  readonly time: number;
}

/**
 * Reads a world from a file; `null` if there is none. Errors: INVALID_DATA_FOLDER when it is unreadable, or began with
 * other parameters than `wanted`: its matches would differ from the stored ones.
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

/** The option as typed, for people to compare. */
const textOf = (value: WantedWorld[keyof WorldBeginning]): string | undefined =>
  Array.isArray(value) ? value.map(nameOfScript).join(',') : value === undefined ? undefined : String(value);
