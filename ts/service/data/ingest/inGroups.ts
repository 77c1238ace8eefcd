export interface GroupLimits<T> {
  /** Items per group. */
  readonly most: number;
  /** A group also ends when its weights add up to this. */
  readonly heaviest: number;
  readonly weigh: (item: T) => number;
  /**
   * Pending while the previous group is being processed; until it fulfils, a group that is not full waits for more
   * items.
   */
  readonly busy?: () => Promise<unknown> | undefined;
  /** Stops reading; items already read are still yielded. */
  readonly signal?: AbortSignal | undefined;
}

/** Groups items in order, as many as are available, so that a pause of the source does not delay earlier items. */
export async function* inGroups<T>(
  items: AsyncIterable<T> | Iterable<T>,
  { most, heaviest, weigh, busy, signal }: GroupLimits<T>,
): AsyncGenerator<readonly T[]> {
  let group: T[] = [];
  let weight = 0;
  let isOver = false;
  const whole = (): readonly T[] => {
    const all = group;
    group = [];
    weight = 0;
    return all;
  };
  let onAbort = () => {};
  const aborted = new Promise<'aborted'>((resolve) => {
    onAbort = () => resolve('aborted');
    if (signal?.aborted) onAbort();
    signal?.addEventListener('abort', onAbort, { once: true });
  });
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  try {
    while (signal?.aborted !== true) {
      const next = Promise.resolve(iterator.next());
      // Avoids an unhandled rejection; the caller gets the error below.
      next.catch(() => {});
      if (group.length > 0 && (await isSlow(next))) {
        const free = busy?.();
        const isThere = next.then(settled, settled);
        if (!free || (await Promise.race([isThere, free, aborted])) !== 'settled') yield whole();
      }
      const item = await Promise.race([next, aborted]);
      if (item === 'aborted') break;
      if (item.done) {
        isOver = true;
        break;
      }
      group.push(item.value);
      weight += weigh(item.value);
      if (group.length >= most || weight >= heaviest) yield whole();
    }
    if (group.length > 0) yield whole();
  } finally {
    signal?.removeEventListener('abort', onAbort);
    // This is not awaited, because closing may wait for the pending item.
    if (!isOver) void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

const settled = (): 'settled' => 'settled';

/** Number of microtask turns within which a source yields items that it already has. */
const AT_HAND = 4;

/**
 * Whether the item is still missing in the next turn of the event loop. Waits for that turn only if the item is not at
 * hand.
 */
async function isSlow(next: Promise<unknown>): Promise<boolean> {
  let isThere = false;
  const note = () => {
    isThere = true;
  };
  next.then(note, note);
  for (let turn = 0; turn < AT_HAND && !isThere; turn++) await undefined;
  if (!isThere) await new Promise((resolve) => setImmediate(resolve));
  return !isThere;
}
