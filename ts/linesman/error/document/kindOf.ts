/** The kind of a value for a sentence: `null`, `a number`, `a Uint16Array`. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  const kind = typeof value === 'object' ? Object.prototype.toString.call(value).slice(8, -1) : typeof value;
  if (kind === 'Array') return 'a list';
  if (kind === 'Object') return 'an object';
  return `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`;
}
