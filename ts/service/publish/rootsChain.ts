import type { Root } from '../../format/index.js';
import type { BatchKey } from '../store/index.js';

/** The roots on chain, as far as publishing needs them. The signals end a wait, whatever the chain does; what was sent before may still arrive. */
export interface RootsChain {
  /** The root of a slot, or `null` when none is published. Throws when the chain cannot be asked. */
  readRoot(key: BatchKey, signal?: AbortSignal): Promise<Root | null>;
  /**
   * Publishes a root and waits until it is on chain. That it throws does not mean that it is not. The same root again is no error. When the
   * signal is aborted another process publishes: nothing more is sent, and it throws.
   */
  insertRoot(key: BatchKey, root: Root, signal?: AbortSignal): Promise<void>;
}

/** The same for those who only look. */
export type RootsReader = Pick<RootsChain, 'readRoot'>;
