import { describe, expect, it } from 'vitest';
import { address } from './address.js';
import { fixturesRootsAddress, fixturesWindow, oddsRootsAddress, scoresRootsAddress } from './oracle.js';
import type { ProgramAddress } from './programAddress.js';

// The program id of the reference deployment. The addresses below are its accounts.
const REFERENCE = address('6pW64gN1s2uqjHkn1unFeEjAwJkPGHoppGvS715wyP2J');

describe('roots addresses', () => {
  it('equal those of the reference deployment', () => {
    const of = ({ address, bump }: ProgramAddress) => [address, bump];
    expect(of(scoresRootsAddress(20600, REFERENCE))).toEqual(['5Yvcw9R7wq2tqUjDRLkPiAWMkRmAihQbCEqUyA9UGPgG', 252]);
    expect(of(oddsRootsAddress(20600, REFERENCE))).toEqual(['77TXMGuAbuWgLxzh6oM4qVyCmNi5a83Y4CzSkg8iziQj', 254]);
    expect(of(fixturesRootsAddress(20620, REFERENCE))).toEqual(['2ATJ2TkoB1c2PfTUqfDun1SwvnRNTTyGBt7D9h9Vkccd', 255]);
  });

  it('of fixtures are the same for the ten days of a window', () => {
    expect(fixturesWindow(20629)).toBe(20620);
    expect(fixturesRootsAddress(20629, REFERENCE)).toEqual(fixturesRootsAddress(20620, REFERENCE));
    expect(fixturesRootsAddress(20630, REFERENCE)).not.toEqual(fixturesRootsAddress(20620, REFERENCE));
  });
});
