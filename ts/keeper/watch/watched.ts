import type { Address } from '@linesman/sdk/program';
import type { Opinion } from './opinion.js';
import type { WatchNode } from './watchNode.js';

export interface Watched {
  readonly node: WatchNode;
  readonly oracle: Address;
  readonly settlement: Address;
  /** What results and proposals are compared with. */
  readonly opinions: readonly Opinion[];
}
