import { expect, test } from 'vitest';
import { textOf } from '../helpers/sources.js';

/** docs/compatibility.md says which instructions take one account more than the interface describes: `config`. */

/** Only in builds with the feature of this name, which the committed program is not. */
const FAUCET = 'request_devnet_faucet';

interface Idl {
  readonly instructions: readonly { readonly name: string; readonly accounts: readonly { readonly name: string }[] }[];
}

const rows = textOf('docs/compatibility.md')
  .split('\n')
  .flatMap((line): [string[], string][] => {
    const [, names = '', says = ''] = line.split('|');
    const listed = [...names.matchAll(/`([a-z0-9_]+)`/g)].map(([, name = '']) => name);
    return /call them|add `config`|not in the interface/.test(says) ? [[listed, says]] : [];
  });

test('each instruction stands in the row that says what its accounts are', () => {
  const { instructions } = JSON.parse(textOf('programs/artifacts/oracle.json')) as Idl;
  expect(rows.flatMap(([names]) => names).sort()).toEqual([...instructions.map(({ name }) => name), FAUCET].sort());
  for (const { name, accounts } of instructions) {
    const [, says = ''] = rows.find(([names]) => names.includes(name)) ?? [];
    if (/not in the interface/.test(says)) continue;
    expect([name, accounts.at(-1)?.name === 'config'], name).toEqual([name, /add `config`/.test(says)]);
  }
});
