import { crc32 } from 'node:zlib';
import type { NewRecord } from '../../data/store/index.js';

/** Sets that message ids are spread over. */
const SHARES = 256;

/**
 * What no two records of a store have in common, and no root covers. A set holds 2^24 entries at most, and a day of odds may have more: so there is one of
 * indices for each slot of the stream, and message ids are spread over many.
 */
export class StreamPlaces {
  private readonly indices = new Map<string, Set<number>>();
  private readonly messageIds = new Map<number, Set<string>>();

  /** `newSet` makes every set that is kept. */
  constructor(private readonly newSet: <T>() => Set<T> = () => new Set()) {}

  /** False: somebody has it already. */
  take({
    kind,
    streamSlot,
    streamIndex,
    messageId,
  }: Pick<NewRecord, 'kind' | 'streamSlot' | 'streamIndex' | 'messageId'>): boolean {
    const isNew = this.add(this.indices, `${kind}/${streamSlot}`, streamIndex);
    return (messageId === null || this.add(this.messageIds, crc32(messageId) % SHARES, messageId)) && isNew;
  }

  private add<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): boolean {
    let set = sets.get(key);
    if (set === undefined) {
      set = this.newSet<Value>();
      sets.set(key, set);
    }
    const before = set.size;
    return set.add(value).size > before;
  }
}
