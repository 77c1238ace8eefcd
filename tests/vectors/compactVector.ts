import type { LayoutByte } from '../../ts/sdk/format/sports/sports.js';
import type { Roots, Stat } from './vector.js';

/** The shape of one entry of `compact.json`; README.md explains each field. */

export interface CompactProof {
  updateCount: number;
  minTimestamp: string;
  maxTimestamp: string;
  updateIndex: number;
  fixtureSiblings: string[];
  mainIndex: number;
  mainSiblings: string[];
  period: number;
  values: number[];
  absent: number;
  zeroMap: string | null;
  witness: { key: number; value: number } | null;
  leafIndices: number[];
  hashes: string[];
  eventStatRoot: string | null;
}

/** The proven stat with its period, or without one where it is absent. */
export type CompactFact = Stat | { key: number; absent: true };

export type CompactResult = { facts: CompactFact[]; witness: Stat | null; updateIndex: number } | { error: number };

export interface CompactVector {
  name: string;
  class: string;
  about: string;
  sport: LayoutByte;
  fixtureId: string;
  keys: number[];
  proof: CompactProof | null;
  data: string;
  roots: Roots;
  expect: {
    host: CompactResult;
    typescript: CompactResult;
    settlement: { outcome: number } | { error: number };
  };
}
