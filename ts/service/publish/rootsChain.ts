import type { Root } from 'linesman/format';
import type { BatchKey } from '../store/index.js';

/** The roots on chain, as far as publishing needs them. The signals end a wait, whatever the chain does; what was sent before may still arrive. */
export interface RootsChain {
  /** The root of a slot, or `null` when none is published. Throws when the chain cannot be asked. */
  readRoot(key: BatchKey, signal?: AbortSignal): Promise<Root | null>;
  /** The same of many slots, in their order; the chain is asked once for what it keeps of them together. */
  readRoots(keys: readonly BatchKey[], signal?: AbortSignal): Promise<(Root | null)[]>;
  /**
   * Publishes a root and waits until it is on chain. That it throws does not mean that it is not. The same root again is no error. When the
   * signal is aborted another process publishes: nothing more is sent, and it throws.
   */
  insertRoot(key: BatchKey, root: Root, signal?: AbortSignal): Promise<void>;
  /**
   * Fulfilled when what was inserted before stays, whatever becomes of this process; those who ask at the same time may
   * share the work. Throws when that cannot be said.
   */
  keep(): Promise<void>;
}

/** The same for those who only look. */
export type RootsReader = Pick<RootsChain, 'readRoot'>;
