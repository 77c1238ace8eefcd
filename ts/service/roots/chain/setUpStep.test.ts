import { compileMessage, encodeTransaction, unsigned } from '@linesman/sdk/program';
import { expect, test } from 'vitest';
import { key } from '../../../../tests/helpers/sampleMarket.js';
import { writeInstruction } from './loader.js';
import { planned } from './setUpStep.js';

test('a transaction without a budget is planned as large as it will be, one with a budget larger', () => {
  const [payer, buffer] = [key(1), key(2)];
  const instructions = [writeInstruction(buffer, payer, 0, new Uint8Array(100))];
  const { size, fee } = planned(0, 'write', payer, instructions, true);
  expect(size).toBe(encodeTransaction(unsigned(compileMessage(payer, instructions, key(3)))).length);
  expect(fee).toBe(5_000n);
  expect(planned(0, 'write', payer, instructions).size).toBeGreaterThan(size);
});
