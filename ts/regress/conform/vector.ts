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
  readonly roots: VectorRoots;
  readonly v4: { readonly keys: readonly [string, string | null]; readonly signature: string } | null;
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
  } | null;
}

/** An entry of `answers.json`. */
export interface AnswerVector extends Pick<Vector, 'name' | 'class' | 'about'> {
  /** The entry with the same proof. */
  readonly of: string;
  readonly answer: string;
  readonly expect: Result;
}
