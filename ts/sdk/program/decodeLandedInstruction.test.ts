import { base58 } from '@scure/base';
import { expect, test } from 'vitest';
import { addressOf } from './address/address.js';
import { decodeLandedInstruction } from './decodeLandedInstruction.js';
import { INSTRUCTIONS } from './instructions.js';

const place = (byte: number) => addressOf(new Uint8Array(32).fill(byte));

test('an instruction on chain is decoded with the names of its accounts; further ones have none', () => {
  const { insertScoresRoot } = INSTRUCTIONS;
  const args = { epochDay: 20_833, hourOfDay: 8, minuteOfHour: 5, root: new Uint8Array(32).fill(7) };
  const addresses = { authority: place(1), dailyScoresRoots: place(2), systemProgram: place(3), config: place(4) };
  const { programAddress, accounts, data } = insertScoresRoot.build(place(9), addresses, args as never);
  const landed = {
    programAddress,
    accounts: [...accounts.map(({ address }) => address), null, place(5)],
    data: base58.encode(data),
  };
  expect(decodeLandedInstruction(landed)).toEqual({
    program: 'oracle',
    name: 'insert_scores_root',
    args,
    accounts: [
      ...Object.entries(addresses).map(([name, address]) => ({ name, address })),
      { name: null, address: null },
      { name: null, address: place(5) },
    ],
  });
});

test.each([null, '', '1111', 'not base 58: 0OIl', base58.encode(new Uint8Array(40).fill(9))])(
  'data %s belongs to neither program',
  (data) => {
    expect(decodeLandedInstruction({ programAddress: place(9), accounts: [], data })).toBeNull();
  },
);
