import { crc32 } from 'node:zlib';
import type { NewRecord } from '../../data/store/recordStore.js';

/** Number of sets that hold message ids. */
const SHARES = 256;

/**
 * Detects records that share a value that must be unique in a store, but that roots do not cover: the position in the
 * stream, or message id and time. A set holds at most 2^24 entries, which a day of odds may exceed, so there is one set
 * of indices per stream slot, and message ids are spread over many sets.
 */
export class StreamPlaces {
  private readonly indices = new Map<string, Set<number>>();
  private readonly messages = new Map<number, Set<string>>();

  /** `newSet` creates every set. */
  constructor(private readonly newSet: <T>() => Set<T> = () => new Set()) {}

  /** Returns false if one of them is taken. */
  take({
    kind,
    streamSlot,
    streamIndex,
    messageId,
    ts,
  }: Pick<NewRecord, 'kind' | 'streamSlot' | 'streamIndex' | 'messageId' | 'ts'>): boolean {
    const isNew = this.add(this.indices, `${kind}/${streamSlot}`, streamIndex);
    return (messageId === null || this.add(this.messages, crc32(messageId) % SHARES, `${ts}/${messageId}`)) && isNew;
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
