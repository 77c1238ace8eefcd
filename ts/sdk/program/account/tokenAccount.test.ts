import { expect, test } from 'vitest';
import { type Address, addressBytes } from '../address/address.js';
import { SYSTEM_PROGRAM_ID } from '../address/runtime.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../address/token.js';
import { KeyPair } from '../keyPair.js';
import { tokenAccountOf, tokenBalance } from './tokenAccount.js';

const [mint, owner] = [1, 2].map((n) => KeyPair.fromSeed(new Uint8Array(32).fill(n)).address) as [Address, Address];

/** `state`: 0 uninitialized, 1 initialized, 2 frozen. `more`: the bytes after the base account. */
function data({ amount = 7n, state = 1, more = [] as number[] } = {}): Uint8Array {
  // A view into a larger buffer, like the data of RPC answers.
  const whole = Buffer.alloc(5 + 165 + more.length);
  const bytes = whole.subarray(5);
  bytes.set(addressBytes(mint));
  bytes.set(addressBytes(owner), 32);
  bytes.writeBigUInt64LE(amount, 64);
  bytes[108] = state;
  bytes.set(more, 165);
  return bytes;
}

test('a token account decodes to mint, owner, amount and whether it is frozen', () => {
  const amount = 2n ** 64n - 1n;
  const found = tokenAccountOf(TOKEN_PROGRAM_ID, data({ amount }));
  expect(found).toEqual({ mint, owner, amount, isFrozen: false, tokenProgram: TOKEN_PROGRAM_ID });
  expect(tokenAccountOf(TOKEN_PROGRAM_ID, data({ state: 2 }))?.isFrozen).toBe(true);
  // With extensions: account type 2.
  expect(tokenAccountOf(TOKEN_2022_PROGRAM_ID, data({ more: [2, 7, 0, 0, 0] }))?.amount).toBe(7n);
});

test('other data decodes to null', () => {
  const none = [
    new Uint8Array(),
    data().subarray(0, 164),
    data({ state: 0 }),
    data({ more: [1, 7, 0, 0, 0] }),
    data({ more: [0] }),
  ];
  for (const bytes of none) expect(tokenAccountOf(TOKEN_2022_PROGRAM_ID, bytes)).toBeNull();
});

test('only an account of a token program has a balance; any other has 0', async () => {
  const of = (account: { owner: Address; data: Uint8Array } | null) =>
    tokenBalance({ account: async () => account && { ...account, lamports: 1, executable: false } } as never, owner);
  expect(await of({ owner: TOKEN_PROGRAM_ID, data: data() })).toBe(7n);
  expect(await of({ owner: TOKEN_2022_PROGRAM_ID, data: data({ state: 2 }) })).toBe(7n);
  expect(await of(null)).toBe(0n);
  expect(await of({ owner: SYSTEM_PROGRAM_ID, data: data() })).toBe(0n);
  expect(await of({ owner: TOKEN_PROGRAM_ID, data: new Uint8Array(70) })).toBe(0n);
});
