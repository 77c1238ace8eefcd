import type { Root } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';

/**
 * The operations on chain that publishing needs. The signals end a wait whatever the chain does; transactions already
 * sent may still land.
 */
export interface RootsChain {
  /** The root of a slot, or `null` if none is published. Throws if the chain does not answer. */
  readRoot(key: BatchKey, signal?: AbortSignal): Promise<Root | null>;
  /** The roots of many slots, in order. Roots stored together are read together. */
  readRoots(keys: readonly BatchKey[], signal?: AbortSignal): Promise<(Root | null)[]>;
  /**
   * Publishes a root and waits until it is on chain. If it throws, the root may still be there. Repeating the same root
   * is no error. An aborted signal means that another process publishes: sends nothing more, and throws.
   */
  insertRoot(key: BatchKey, root: Root, signal?: AbortSignal): Promise<void>;
  /**
   * Resolves when everything inserted before survives a crash of this process. Concurrent callers may share the work.
   * Throws if that cannot be ensured.
   */
  keep(): Promise<void>;
}

/** The read-only part. */
export type RootsReader = Pick<RootsChain, 'readRoot'>;
