import { fieldPath } from '../fieldPath.js';
import { integersIn } from './integersIn.js';

/** Fields that hold the bytes of an account, with the names that nodes, wallets and scripts use. */
const DATA = /^data(_?(base64|base58|hex|bytes))?$/i;
/** Fields in which nodes and command lines wrap an account, the outermost first. */
const WRAPPERS = ['result', 'value', 'account', 'data'];
const DEEPEST = 5;

/** The account that a document contains. */
export type AccountFound =
  | {
      readonly kind: 'account';
      readonly data: unknown;
      readonly fields: object;
      readonly path: string;
      readonly at: string;
    }
  /** A node says `null` for an account that does not exist. */
  | { readonly kind: 'missing'; readonly path: string }
  | { readonly kind: 'several'; readonly path: string; readonly count: number }
  | { readonly kind: 'parsed'; readonly path: string }
  | { readonly kind: 'none' };

/**
 * Finds the account in a document: the one of `getAccountInfo`, the only one of `getMultipleAccounts` or
 * `getProgramAccounts`, that of a wallet's command line, or an object with a field `data`, `data_base64` or `data_hex`.
 */
export function accountIn(value: unknown, path = '$', depth = 0): AccountFound {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return { kind: 'none' };
  if (Array.isArray(value)) return accountInList(value, path, depth);
  const fields = value as Record<string, unknown>;
  const named = Object.keys(fields).find((name) => DATA.test(name) && isData(fields[name]));
  if (named !== undefined) return { kind: 'account', data: fields[named], fields, path, at: fieldPath(path, named) };
  if (isParsed(fields.data)) return { kind: 'parsed', path: fieldPath(path, 'data') };
  const names = WRAPPERS.filter((name) => Object.hasOwn(fields, name));
  const inner = names.find((name) => fields[name] !== null);
  if (inner !== undefined) return accountIn(fields[inner], fieldPath(path, inner), depth + 1);
  const [missing] = names;
  return missing === undefined ? { kind: 'none' } : { kind: 'missing', path: fieldPath(path, missing) };
}

function accountInList(list: readonly unknown[], path: string, depth: number): AccountFound {
  const places = [...list.entries()].filter(([, one]) => one !== null);
  const [first, second] = places;
  if (first === undefined) return list.length === 0 ? { kind: 'none' } : { kind: 'missing', path };
  if (second !== undefined) {
    const count = places.filter(([, one]) => accountIn(one, path, depth + 1).kind === 'account').length;
    return count > 1 ? { kind: 'several', path, count } : { kind: 'none' };
  }
  return accountIn(first[1], `${path}[${first[0]}]`, depth + 1);
}

/** Whether a value is bytes: text, with or without the name of its encoding, or integers. */
export function isData(value: unknown): boolean {
  // Text that is JSON is a wrapped document.
  if (typeof value === 'string') return !/^\s*[[{]/.test(value);
  if (Array.isArray(value))
    return isNamed(value) || (value.length > 0 && value.every((one) => typeof one === 'number'));
  // They may be wrong; their reader reports the fault.
  return integersIn(value) !== undefined;
}

/** `["<text>", "base64"]`, as nodes answer. */
export const isNamed = (value: readonly unknown[]): boolean =>
  value.length === 2 && value.every((one) => typeof one === 'string');

const isParsed = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'parsed');
