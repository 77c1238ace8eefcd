import type { BatchKey } from './batchStore.js';

/** A name of a batch that no other has: the key of a set or map. */
export const batchName = ({ kind, slotStart }: BatchKey): string => `${kind}/${slotStart}`;
