import { bytesToHex } from '@linesman/sdk/internal/format/hex';

/**
 * A value as JSON can hold it: bytes as hex, integers beyond 2^53 (amounts) as decimal strings, so that no
 * reader loses digits.
 */
export function jsonValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();
  if (value instanceof Uint8Array) return bytesToHex(value);
  if (Array.isArray(value)) return value.map(jsonValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonValue(inner)]));
}
