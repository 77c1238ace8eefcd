/** Groups items by a number, in ascending order of that number. Items keep their order within a group. */
export function grouped<T>(items: readonly T[], numberOf: (item: T) => number): [number, T[]][] {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const number = numberOf(item);
    const group = groups.get(number);
    if (group) group.push(item);
    else groups.set(number, [item]);
  }
  return [...groups].sort(([a], [b]) => a - b);
}
