import type { LayoutByte } from '@linesman/sdk/format';

/** The parts of a corpus entry that `conform` reads; the README of the corpus explains each field. */
export interface Vector {
  readonly name: string;
  readonly class: string;
  readonly about: string;
  readonly instruction: string;
  readonly sport: LayoutByte | null;
  readonly tree: 'current' | 'older';
  /** Null when the instruction cannot be decoded. */
  readonly proof: VectorProof | null;
  readonly strategy: object | null;
  /** The data of the instruction, hex. */
  readonly data: string;
  readonly roots: VectorRoots;
  readonly v4: SignedVector | null;
  readonly expect: { readonly host: Result; readonly bankrun: Result; readonly typescript: Result };
}

export type Result = { readonly verdict: boolean } | { readonly error: number } | { readonly skip: string };

interface Leaf {
  readonly stat: { readonly key: number; readonly value: number; readonly period: number };
  readonly path: readonly string[];
}

/** The stats of a proof of scores; other proofs have none of these. */
export interface VectorProof {
  readonly statA?: Leaf;
  readonly statB?: Leaf | null;
  readonly leaves?: readonly Leaf[];
}

export interface VectorRoots {
  readonly kind: 'scores' | 'odds' | 'fixtures';
  readonly day: number;
  readonly bump: number;
  readonly slots: Readonly<Record<string, string>>;
  readonly tamper: {
    readonly discriminator?: string;
    readonly storedDay?: number;
    readonly length?: number;
    readonly owner?: 'other';
    readonly missing?: true;
  } | null;
}

/** What version 4 adds to a vector. */
export interface SignedVector {
  readonly credits: number;
  readonly keys: readonly [string, string | null];
  readonly before: readonly InstructionBefore[];
  readonly signature: string;
  /** Substitutes for accounts. */
  readonly tamper?: { readonly configOwner?: 'other'; readonly sysvar?: 'copy' };
}

export interface InstructionBefore {
  readonly program: 'ed25519' | 'secp256k1' | 'computeBudget';
  readonly data: string;
}

/** An entry of `answers.json`. */
export interface AnswerVector extends Pick<Vector, 'name' | 'class' | 'about'> {
  /** The entry with the same proof. */
  readonly of: string;
  readonly answer: string;
  readonly expect: Result;
}
