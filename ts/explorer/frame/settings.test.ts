import { type Address, LOCALNET_PROGRAM_IDS } from '@linesman/sdk/program';
import { describe, expect, it } from 'vitest';
import { trustedAttesters } from './settings.js';

const ONE: Address = LOCALNET_PROGRAM_IDS.oracle;
const OTHER: Address = LOCALNET_PROGRAM_IDS.settlement;

describe('trusted attesters', () => {
  it.each([
    ['', []],
    [' , ', []],
    [`${ONE}:2`, [{ set: ONE, least: 2 }]],
    [
      ` ${ONE}:16,\n${OTHER}:1 `,
      [
        { set: ONE, least: 16 },
        { set: OTHER, least: 1 },
      ],
    ],
  ])('%j names its sets', (text, expected) => {
    expect(trustedAttesters(text)).toEqual(expected);
  });

  it.each([
    'anything',
    ONE,
    `${ONE}:`,
    `${ONE}:0`,
    `${ONE}:17`,
    `${ONE}:02`,
    `${ONE}:1.5`,
    `${ONE}:2:3`,
    `${ONE}x:2`,
    `${ONE}:2, ${OTHER}`,
    `${ONE}: 2`,
  ])('%j is refused as a whole', (text) => {
    expect(trustedAttesters(text)).toBeNull();
  });
});
