import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { thrown } from '../../../tests/helpers/thrown.js';
import { ACCOUNT_DATA_TOO_SMALL, ACCOUNT_DISCRIMINATOR_MISMATCH, SLICE_ERROR } from '../error/codes/oracle.js';
import { bytesToHex } from '../format/hex.js';
import { slotTimeOf } from '../format/slotTime.js';
import { rootsAccount } from '../program/account/rootsAccountBytes.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../program/programId.js';
import { parseProof } from './parse.js';
import { publishedSlots, ROOTS_LAYOUTS } from './rootsAccount.js';
import { readRootsFile } from './rootsFile.js';
import { verify } from './verify.js';

const example = (path: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../../examples/${path}`, import.meta.url)));
const root = (seed: number): Uint8Array => new Uint8Array(32).fill(seed);

describe('publishedSlots', () => {
  test.each([
    ['scores', 20_643, 288, [0, 17, 286, 287]],
    ['odds', 20_643, 288, [0, 287]],
    ['fixtures', 20_640, 240, [0, 1, 239]],
  ] as const)('reads every root of %s, the first and the last among them', (kind, epochDay, count, places) => {
    const given = new Map<number, Uint8Array>(places.map((place, i) => [place, root(i + 1)]));
    const { data } = rootsAccount(kind, epochDay, given, DEFAULT_ORACLE_PROGRAM_ID);
    const slots = publishedSlots(data);
    expect(slots).toMatchObject({ kind, epochDay });
    expect(slots.roots).toHaveLength(count);
    slots.roots.forEach((found, place) => {
      expect([place, found && bytesToHex(found)]).toEqual([place, hexOf(given.get(place))]);
    });
  });

  test('finds the root that the verifier finds', () => {
    const account = readRootsFile(example('roots/scores.json'), 'scores.json');
    const { roots } = publishedSlots(account);
    const proof = parseProof(example('proofs/final-win-v3.json'));
    const result = verify(proof, { sport: 'soccer', rootsAccount: account });
    if (proof.kind !== 'stat') throw new Error('the example is a proof of stats');
    const { slot } = slotTimeOf(proof.summary.updateStats.minTimestamp);
    expect(bytesToHex(roots[slot] ?? root(0))).toBe(bytesToHex(result.mainRoot));
  });

  test('takes no bump and no padding for a root', () => {
    const { data } = rootsAccount('scores', 1, new Map(), DEFAULT_ORACLE_PROGRAM_ID);
    data.fill(255, data.length - 6);
    expect(publishedSlots(data).roots.every((one) => one === null)).toBe(true);
  });

  test('reads accounts that do not start at the beginning of their buffer', () => {
    const { data } = rootsAccount('odds', 77, new Map([[3, root(9)]]), DEFAULT_ORACLE_PROGRAM_ID);
    const padded = new Uint8Array(data.length + 3);
    padded.set(data, 3);
    expect(publishedSlots(padded.subarray(3))).toEqual(publishedSlots(data));
  });

  test('refuses other accounts and other lengths', () => {
    expect(thrown(() => publishedSlots(new Uint8Array(9232)))).toMatchObject({
      number: ACCOUNT_DISCRIMINATOR_MISMATCH,
    });
    expect(thrown(() => publishedSlots(new Uint8Array(0)))).toMatchObject({ number: ACCOUNT_DISCRIMINATOR_MISMATCH });
    for (const kind of ['scores', 'odds', 'fixtures'] as const) {
      const { data } = rootsAccount(kind, 20_640, new Map(), DEFAULT_ORACLE_PROGRAM_ID);
      for (const size of [ROOTS_LAYOUTS[kind].size - 1, 10, 8])
        expect(thrown(() => publishedSlots(data.subarray(0, size)))).toMatchObject({
          number: kind === 'fixtures' ? ACCOUNT_DATA_TOO_SMALL : SLICE_ERROR,
        });
    }
  });
});

const hexOf = (bytes: Uint8Array | undefined): string | null => (bytes ? bytesToHex(bytes) : null);
