import { expect, test } from 'vitest';
import { LinesmanError } from '../../ts/linesman/error/index.js';
import { LONGEST_QUOTE } from '../../ts/linesman/error/quoted.js';

/** What a function takes that decides what it checks or trusts, and how it is called, as plain JavaScript would. */
export interface Deciding {
  readonly call: (given: never) => unknown;
  /** Every option, each with a good value; with `positional` every argument that decides, by its name. */
  readonly full: Readonly<Record<string, unknown>>;
  /**
   * By option: the number of the error, then values that must not pass. `undefined` only where it is not as left out.
   */
  readonly wrong: Readonly<Record<string, readonly [number, ...unknown[]]>>;
  /** Options that cannot be left out, with the number of the error. */
  readonly required?: Readonly<Record<string, number>>;
  /**
   * What comes of `null`, a number or a list in place of the options; 7168 unless they go through other hands first.
   */
  readonly none?: number;
  /** Arguments, not the names of an object: nothing can be misspelt. */
  readonly positional?: true;
}

/** Whatever a caller may pass by mistake where an object of options belongs. */
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

/** Every function that a module exports is in the table, or is listed as one that no option decides for. */
export function everyFunctionIsListed(
  module: object,
  table: Readonly<Record<string, unknown>>,
  others: readonly string[],
) {
  test('every exported function is in the table or in the list of the others', () => {
    const functions = Object.entries(module).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []));
    expect([...Object.keys(table), ...others].sort()).toEqual(functions.sort());
  });
}

/** Missing, misspelt, extra and wrong options of each function are refused by number, and good ones are not. */
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
