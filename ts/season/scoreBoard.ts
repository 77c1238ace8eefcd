import type { Phase } from './script.js';

export type Side = 1 | 2;

/** Counters shown even when zero. Empty: zeros are left out. */
export type ShownCounters = readonly string[];

export interface Block {
  [name: string]: Block | number;
}

/** The score of both sides by block, as score records show it. `statsOfScore` derives the stats from it. */
export class ScoreBoard {
  private readonly score: Record<`Participant${Side}`, Block> = { Participant1: {}, Participant2: {} };
  private blocks: Phase['blocks'] = [];
  private countsInTotal = true;

  constructor(private readonly shown: ShownCounters = []) {}

  /** Whether events now count into the total. */
  get isInTotal(): boolean {
    return this.countsInTotal;
  }

  /** From now on events count into these blocks, and into the total unless they are a shoot-out's. */
  enter(blocks: Phase['blocks'], countsInTotal: boolean): void {
    this.blocks = blocks;
    this.countsInTotal = countsInTotal;
    if (blocks.length === 0) return;
    for (const side of [1, 2] as const) {
      const score = this.score[`Participant${side}`];
      // In US football every overtime starts a new block.
      if (blocks.some(([name, key]) => name === 'OT' && key === undefined)) delete score.OT;
      for (const path of [...blocks, ['Total']]) this.block(side, path);
    }
  }

  /** Counts into the blocks entered last. Returns a function that takes it back at any time. */
  count(side: Side, counter: string, by = 1): () => void {
    const paths = [...this.blocks, ...(this.countsInTotal ? [['Total']] : [])];
    const blocks = paths.map((path) => this.block(side, path));
    const add = (times: number) => {
      for (const block of blocks) block[counter] = ((block[counter] as number | undefined) ?? 0) + times;
    };
    add(by);
    return () => add(-by);
  }

  /** The current score, confirmed or not. */
  current(): Readonly<Record<`Participant${Side}`, object>> {
    const { Participant1, Participant2 } = this.score;
    const withZeros = this.shown.length > 0;
    return { Participant1: copyOf(Participant1, withZeros), Participant2: copyOf(Participant2, withZeros) };
  }

  private block(side: Side, path: readonly string[]): Block {
    let block = this.score[`Participant${side}`];
    for (const name of path) {
      const found = block[name];
      const next: Block = typeof found === 'object' ? found : {};
      block[name] = next;
      block = next;
    }
    if (Object.keys(block).length === 0) for (const counter of this.shown) block[counter] = 0;
    return block;
  }
}

/** Copies a block. Without zeros, blocks left empty are dropped too. */
export function copyOf(block: Block, withZeros: boolean): Block {
  const copy: Block = {};
  for (const [name, value] of Object.entries(block)) {
    if (typeof value === 'object') {
      const inner = copyOf(value, withZeros);
      if (withZeros || Object.keys(inner).length > 0) copy[name] = inner;
    } else if (withZeros || value !== 0) copy[name] = value;
  }
  return copy;
}
