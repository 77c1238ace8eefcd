import { HASH_SCHEMA, type Schema } from './borsh.js';
import type { Hash } from './hash.js';

/** One step of a path: the sibling and its side. */
export interface ProofNode {
  readonly hash: Hash;
  readonly isRightSibling: boolean;
}

/** Siblings from the leaf up. */
export type Path = readonly ProofNode[];

export const PROOF_NODE_SCHEMA: Schema = { struct: { hash: HASH_SCHEMA, isRightSibling: 'bool' } };
export const PATH_SCHEMA: Schema = { array: { type: PROOF_NODE_SCHEMA } };
