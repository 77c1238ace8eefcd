import { expect, test } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { LONGEST_QUOTE } from '../../ts/sdk/error/quoted.js';

/** The options by which a function checks or trusts something, and how to call it as from plain JavaScript. */
export interface Deciding {
  readonly call: (given: never) => unknown;
  /** Every option with a valid value; with `positional`, every relevant argument by its name. */
  readonly full: Readonly<Record<string, unknown>>;
  /**
   * By option: the error number, then values that must be refused. `undefined` is listed only where it differs from
   * leaving the option out.
   */
  readonly wrong: Readonly<Record<string, readonly [number, ...unknown[]]>>;
  /** Required options with their error numbers. */
  readonly required?: Readonly<Record<string, number>>;
  /**
   * The error number for `null`, a number or a list in place of the options: 7168 unless another function checks first.
   */
  readonly none?: number;
  /** Takes arguments, not an object of named options, so no name can be misspelt. */
  readonly positional?: true;
}

/** Values that a caller may pass by mistake in place of an options object. */
const NO_OPTIONS: readonly unknown[] = [null, 1, true, 'soccer', ['soccer'], new Uint8Array(3)];

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

/** Every exported function is in the table or in the list of functions without such options. */
export function everyFunctionIsListed(
  module: object,
  table: Readonly<Record<string, unknown>>,
  others: readonly string[],
) {
  test('every exported function is in the table or in the list of others', () => {
    const functions = Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
    expect([...Object.keys(table), ...others].sort()).toEqual(functions.sort());
  });
}

/**
 * Checks that missing, misspelt, extra and wrong options of each function are refused by number, and valid ones
 * accepted.
 */
export function optionsAreChecked(table: Readonly<Record<string, Deciding>>) {
  test.each(Object.entries(table))('%s', async (_, { call, full, wrong, required = {}, none = 7168, positional }) => {
    const given = (options: unknown) => refusal(() => call(options as never));
    expect(await given(full)).toBeUndefined();
    expect(Object.keys(wrong).sort(), 'an option without wrong values').toEqual(Object.keys(full).sort());
    for (const [name, [number, ...values]] of Object.entries(wrong))
      for (const value of values) {
        const error = await given({ ...full, [name]: value });
        expect(error?.number, `${name}: ${String(value)}`).toBe(number);
        expect(error?.message.length).toBeLessThan(LONGEST_QUOTE + 100);
        expect(`${error?.message} ${error?.hint}`).toContain(name);
      }
    for (const [name, number] of Object.entries(required))
      expect((await given(without(full, name)))?.number, `without ${name}`).toBe(number);
    if (positional) return;
    for (const name of Object.keys(full)) {
      if (!(name in required)) expect(await given(without(full, name)), `without ${name}`).toBeUndefined();
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
