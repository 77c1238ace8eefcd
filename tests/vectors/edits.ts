import { type Draft, sealAll, sealMain } from './draft.js';
import type { Instruction } from './vector.js';

/** Edits of a draft, each one expression. */

export const set = <T extends object>(target: T, values: Partial<T>): void => void Object.assign(target, values);

/** Replaces an entry of a path. */
export function change(path: string[], place: number, by: (entry: string) => string): void {
  path[place] = by(path[place] as string);
}

/** After these edits, gives the draft a sub-tree root and a published root that fit. */
export const sealed = <I extends Instruction>(draft: Draft<I>, ..._edits: readonly unknown[]): void =>
  sealAll(draft as unknown as Draft);

/** After these edits, gives the draft a published root that fits. */
export const sealedMain = <I extends Instruction>(draft: Draft<I>, ..._edits: readonly unknown[]): void =>
  sealMain(draft as unknown as Draft);
