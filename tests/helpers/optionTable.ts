import { PublicKey } from '@solana/web3.js';
import { expect, test } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { LONGEST_QUOTE } from '../../ts/sdk/error/quoted.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';

/** The options by which a function checks or trusts something, and how to call it as from plain JavaScript. */
export interface Deciding {
  readonly call: (given: never) => unknown;
  /**
   * Every option with a valid value, whose kind says what must be refused; with `positional`, every relevant argument
   * by its name.
   */
  readonly full: Readonly<Record<string, unknown>>;
  /** The names of options that may be left out, with spaces between them. */
  readonly optional?: string;
  /**
   * Values to refuse beside those of other kinds. `undefined` is listed only where it differs from leaving the option
   * out.
   */
  readonly wrong?: Readonly<Record<string, readonly unknown[]>>;
  /** All values to refuse, where some of another kind are accepted, or refused elsewhere. */
  readonly only?: Readonly<Record<string, readonly unknown[]>>;
  /** The error numbers for missing and wrong values that are not 7167 and 7168. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** The same where just a missing value has its own. */
  readonly missing?: Readonly<Record<string, number>>;
  /**
   * The error number for `null`, a number or a list in place of the options: 7168 unless another function checks first.
   */
  readonly none?: number;
  /** Takes arguments, not an object of named options, so no name can be misspelt. */
  readonly positional?: true;
}

const [ADDRESS, OTHER_PACKAGE] = [LOCALNET_PROGRAM_IDS.oracle, new PublicKey(LOCALNET_PROGRAM_IDS.oracle)];
export const NO_OBJECTS: readonly unknown[] = [null, 1, 'x', true, []];
export const NO_ADDRESSES: readonly unknown[] = [...NO_OBJECTS, '', 'constructor', `${ADDRESS}1`, OTHER_PACKAGE, {}];
/** Beside values that are no numbers: what is no integer, no count from 1, no duration of a timer. */
export const NO_INTEGERS: readonly unknown[] = [0.5, -1, 2 ** 53];
export const NO_COUNTS: readonly unknown[] = [...NO_INTEGERS, 0];
export const NO_DURATIONS: readonly unknown[] = [...NO_COUNTS, 2 ** 31];
/** Beside values that are no texts: what is in no list of words. */
export const NO_WORDS: readonly unknown[] = ['', 'x', 'constructor', 'toString'];

/** Values that are not of the kind of this one. */
function otherKinds(value: unknown): readonly unknown[] {
  if (value === null) return [];
  if (typeof value === 'function') return [...NO_OBJECTS, false, {}];
  if (typeof value === 'bigint') return [null, -1n, 1, 5, '1', {}, []];
  if (typeof value === 'number')
    return [null, '1', `${value}`, 1n, Number.NaN, Number.POSITIVE_INFINITY, {}, new Date(value)];
  if (typeof value === 'boolean') return [null, 0, 1, 'true', 'false', {}];
  if (typeof value === 'string')
    return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value) ? NO_ADDRESSES : [null, 0, 1, true, {}, [value], OTHER_PACKAGE];
  if (value instanceof Uint8Array)
    return [...NO_OBJECTS, '', 'ab', '00'.repeat(32), 0, false, {}, [...value], new ArrayBuffer(value.length)];
  if (value instanceof AbortSignal) return [...NO_OBJECTS, {}, new AbortController()];
  if (!Array.isArray(value)) return NO_OBJECTS;
  const lists = ['number', 'string'].includes(typeof value[0]) || value[0] instanceof Uint8Array;
  return [null, 1, 'x', '1,2', {}, ...(lists ? [value[0], [null], ['x'], [OTHER_PACKAGE], [{}]] : [])];
}

/** Values that a caller may pass by mistake in place of an options object. */
const NO_OPTIONS: readonly unknown[] = [null, 1, true, 'soccer', ['soccer'], new Uint8Array(3)];

const words = (text: string): string[] => text.split(/\s+/).filter(Boolean);

async function refusal(run: () => unknown): Promise<LinesmanError | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof LinesmanError) return error;
    throw error;
  }
}

const without = (full: object, name: string) => Object.fromEntries(Object.entries(full).filter(([of]) => of !== name));

/** Every exported function is in the table or among those without such options, whose names have spaces between. */
export function everyFunctionIsListed(module: object, table: Readonly<Record<string, unknown>>, others: string) {
  test('every exported function is in the table or in the list of others', () => {
    const functions = Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
    expect([...Object.keys(table), ...words(others)].sort()).toEqual(functions.sort());
  });
}

/**
 * Checks that missing, misspelt, extra and wrong options of each function are refused by number, and valid ones
 * accepted.
 */
export function optionsAreChecked(table: Readonly<Record<string, Deciding>>) {
  test.each(Object.entries(table))('%s', async (_, { call, full, positional, none = 7168, ...rules }) => {
    const given = (options: unknown) => refusal(() => call(options as never));
    expect(await given(full)).toBeUndefined();
    const { optional = '', numbers = {}, missing = {}, only = {}, wrong = {} } = rules;
    for (const name of [...words(optional), ...Object.keys({ ...numbers, ...missing, ...only, ...wrong })])
      expect(Object.keys(full)).toContain(name);
    for (const [name, valid] of Object.entries(full)) {
      const values = [...(only[name] ?? otherKinds(valid)), ...(wrong[name] ?? [])];
      expect(values, 'an option without wrong values').not.toEqual([]);
      for (const value of values) {
        const error = await given({ ...full, [name]: value });
        expect(error?.number, `${name}: ${String(value)}`).toBe(numbers[name] ?? 7168);
        expect(error?.message.length).toBeLessThan(LONGEST_QUOTE + 100);
        expect(`${error?.message} ${error?.hint}`).toContain(name);
      }
      const needed = words(optional).includes(name) ? undefined : (missing[name] ?? numbers[name] ?? 7167);
      expect((await given(without(full, name)))?.number, `without ${name}`).toBe(needed);
    }
    if (positional) return;
    for (const name of Object.keys(full)) {
      const misspelt = await given({ ...without(full, name), [`${name}s`]: full[name] });
      expect(misspelt?.number, `${name}s`).toBe(7166);
      for (const known of Object.keys(full)) expect(misspelt?.hint).toContain(known);
    }
    const extra = await given({ ...full, ['x'.repeat(500)]: true });
    expect(extra?.number).toBe(7166);
    expect(extra?.message.length).toBeLessThan(LONGEST_QUOTE + 100);
    for (const one of NO_OPTIONS) expect(await given(one), `${String(one)} as options`).toBeDefined();
    expect((await given(null))?.number).toBe(none);
  });
}
