export interface GroupLimits<T> {
  /** Items of one group. */
  readonly most: number;
  /** A group also ends when its weights add up to this. */
  readonly heaviest: number;
  readonly weigh: (item: T) => number;
  /** Fulfilled when the group before is dealt with, if one is not: until then a group that is not full waits for more. */
  readonly busy?: () => Promise<unknown> | undefined;
  /** Ends the reading; what was read by then is still given. */
  readonly signal?: AbortSignal | undefined;
}

/** Items in their order, as many together as are there: a source that pauses does not keep back what it has given. */
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
      // It may fail while nobody waits for it; who asks is told below.
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
    // Closing may wait for the item that is still awaited, so nobody waits for that.
    if (!isOver) void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

const settled = (): 'settled' => 'settled';

/** Turns of the queue of promises in which a source gives what it has at hand. */
const AT_HAND = 4;

/** True when it is not there by the next turn of the event loop, which is waited for only where it is not at hand. */
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
