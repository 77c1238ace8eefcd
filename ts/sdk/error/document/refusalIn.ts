import { clipped } from '../quoted.js';

/** Maximum number of characters of a message that are read. */
const LONGEST = 1000;

/**
 * The refusal of a node or a service: an error of JSON-RPC, problem details, or an object with a field
 * `error`. Undefined for anything else.
 */
export function refusalIn(document: unknown): string | undefined {
  if (typeof document !== 'object' || document === null) return undefined;
  const { error, detail, title, status, code, message } = document as Record<string, unknown>;
  const inner = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : { code, message };
  const text = [error, inner.message, detail, title, message].find((one) => typeof one === 'string');
  const isRefusal =
    (error ?? null) !== null || (text !== undefined && (typeof status === 'number' || code !== undefined));
  if (!isRefusal) return undefined;
  const said = typeof text === 'string' ? text.slice(0, LONGEST).replace(/\s+/g, ' ').trim() : '';
  const number = typeof inner.code === 'number' ? ` (${inner.code})` : '';
  return `${clipped(said) || 'an error without a message'}${number}`;
}
