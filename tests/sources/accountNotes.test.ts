import { describe, expect, it } from 'vitest';
import { FILES, textOf } from '../helpers/sources.js';

/**
 * Every account of an instruction that is neither a signer nor a program has a comment that says where it is checked.
 * A developer who copies an `Accounts` struct then sees which checks the new instruction must call. The substitution
 * tests show that the checks are made.
 */
const INSTRUCTIONS = FILES.filter((file) => /^programs\/settlement\/src\/instructions\/(?!mod\.rs)/.test(file));
/** Anchor checks these by their type. */
const CHECKED_BY_TYPE = /^(Signer|Program|Interface)</;

/** An accounts struct without fields. Its comment describes the remaining accounts. */
/** Accounts of an instruction that has none. */
const NONE = /^\/\/\/ .*no accounts\.\n#\[derive\(Accounts\)\]\npub struct \w+ \{\}$/m;
const REMAINING_ONLY = /^\/\/\/ Remaining accounts: .+\n#\[derive\(Accounts\)\]\npub struct \w+ \{\}$/m;

/** The fields of a file's accounts structs: the lines above each, back to the field before it. */
function accountsOf(source: string): { name: string; type: string; above: string }[] {
  const structs = source.matchAll(/#\[derive\(Accounts\)\][\s\S]*?pub struct \w+<'info> \{\n([\s\S]*?)\n\}/g);
  return [...structs].flatMap(([, body = '']) => {
    let above = '';
    return body.split('\n').flatMap((line) => {
      const [, name, type] = /^ {4}pub (\w+): (.+),$/.exec(line) ?? [];
      if (name === undefined || type === undefined) {
        above += `${line}\n`;
        return [];
      }
      const field = { name, type, above };
      above = '';
      return [field];
    });
  });
}

describe.each(INSTRUCTIONS)('the accounts of %s', (file) => {
  const source = textOf(file);
  const accounts = accountsOf(source);

  it('say where they are checked', () => {
    // `propose_void` uses the accounts of `settle`, and `finalise_many` has only those that it takes any number of.
    const hasOthers = source.includes('Context<Settle>') || REMAINING_ONLY.test(source) || NONE.test(source);
    expect(accounts.length > 0 || hasOthers).toBe(true);
    const silent = accounts.filter(({ type, above }) => !CHECKED_BY_TYPE.test(type) && !/^ *\/\/\/ /m.test(above));
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
