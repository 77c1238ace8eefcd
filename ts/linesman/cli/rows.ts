/** Two columns of text, the first as wide as its longest entry; every line ends in a line feed. */
export function rows(entries: readonly (readonly [string, string])[]): string {
  const width = Math.max(...entries.map(([name]) => name.length));
  return entries.map(([name, value]) => `${`${name.padEnd(width)}  ${value}`.trimEnd()}\n`).join('');
}
