/** A value of unknown type for an error message, at most 60 characters. */
export function displayed(value: unknown): string {
  const text = typeof value === 'string' || isComposite(value) ? composite(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

const isComposite = (value: unknown): boolean => typeof value === 'object' && value !== null;

function composite(value: unknown): string {
  try {
    return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner));
  } catch {
    return Object.prototype.toString.call(value);
  }
}
