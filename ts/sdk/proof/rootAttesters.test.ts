import { describe, expect, test } from 'vitest';
import {
  FINAL,
  FIXTURES,
  FIXTURES_ACCOUNT,
  ODDS,
  ODDS_ACCOUNT,
  ORACLE_KEY,
  proofOf,
  SCORES_ACCOUNT,
} from '../../../tests/helpers/sampleSlot.js';
import { outcome, thrown } from '../../../tests/helpers/thrown.js';
import { vouching } from '../../../tests/helpers/vouching.js';
import { bytesToHex } from '../format/hex.js';
import { inspectProof } from './inspect/inspectProof.js';
import { parseProof } from './parse.js';
import { type AttesterAccounts, RootAttesters } from './rootAttesters.js';
import { type RootsPlace, rootsPlaceOf } from './rootsPlace.js';
import { verify } from './verify.js';

const KINDS = [
  ['stats', proofOf(4, FINAL), SCORES_ACCOUNT],
  ['odds', parseProof(ODDS.answer), ODDS_ACCOUNT],
  ['a fixture', parseProof(FIXTURES.fixture), FIXTURES_ACCOUNT],
  ['a fixture batch', parseProof(FIXTURES.batch), FIXTURES_ACCOUNT],
] as const;

describe.each(KINDS)('attesters of the root of %s', (_, proof, rootsAccount) => {
  const place = rootsPlaceOf(proof);
  const judged = (accounts: AttesterAccounts) =>
    verify(proof, { sport: 'soccer', rootsAccount, attesters: new RootAttesters(accounts) });
  const refused = (accounts: AttesterAccounts) => outcome(() => judged(accounts));

  test.each([1, 2, 3, 4])('%i of four that vouch are enough when as many are asked for', (count) => {
    const { attested } = judged(vouching(place, count));
    expect(attested && { ...attested, set: bytesToHex(attested.set) }).toEqual({
      set: bytesToHex(vouching(place, count).set.address),
      count,
      keys: 4,
    });
  });

  test('fewer than asked for are refused, and so is a day for which nobody has vouched', () => {
    for (const count of [0, 1, 2, 3])
      expect(thrown(() => judged(vouching(place, count, count + 1)))).toMatchObject({
        number: 6263,
        context: { found: count, least: count + 1, epochDay: place.epochDay, slot: place.index },
      });
    const { attestation, ...rest } = vouching(place, 4, 1);
    expect(refused({ ...rest, attestation: { ...attestation, data: new Uint8Array() } })).toBe(6263);
  });

  test.each<[string, RootsPlace, number]>([
    ['another slot', { ...place, index: place.index === 0 ? 1 : place.index - 1 }, 6263],
    ['another day', { ...place, epochDay: place.epochDay + 10 }, 6107],
    ['another kind of roots', { ...place, kind: place.kind === 'scores' ? 'odds' : 'scores' }, 6107],
  ])('vouchers for %s do not count', (_, other, number) => {
    expect(refused(vouching(other, 4))).toBe(number);
  });

  test('accounts that are not the oracle program’s, or not of the set, are refused', () => {
    const right = vouching(place, 4);
    const { set, attestation } = right;
    const stranger = new Uint8Array(32).fill(7);
    expect(refused({ ...right, set: { ...set, owner: stranger } })).toBe(6106);
    expect(refused({ ...right, set: { ...set, address: stranger } })).toBe(6106);
    expect(refused({ ...right, set: attestation })).toBe(6106);
    expect(refused({ ...right, attestation: { ...attestation, owner: stranger } })).toBe(6107);
    expect(refused({ ...right, attestation: { ...attestation, address: stranger } })).toBe(6107);
    expect(refused({ ...right, attestation: set })).toBe(6107);
    expect(refused({ ...right, oracle: stranger })).toBe(6106);
  });

  test('a root that was not compared with the chain cannot be vouched for', () => {
    const attesters = new RootAttesters(vouching(place, 4));
    expect(outcome(() => verify(proof, { sport: 'soccer', attesters }))).toBe(7167);
    expect(verify(proof, { sport: 'soccer', rootsAccount }).attested).toBeNull();
  });

  test('an inspection shows how many vouch, and too few as a check that breaks', () => {
    const inspected = (accounts: AttesterAccounts) =>
      inspectProof(proof, { sport: 'soccer', rootsAccount, attesters: new RootAttesters(accounts) });
    const { levels, checks, breaks, result } = inspected(vouching(place, 3));
    expect(breaks).toBeNull();
    expect(result?.attested).toMatchObject({ count: 3, keys: 4 });
    expect(levels[0]?.trees[0]?.text).toBe('published root, vouched for by 3 of 4 attesters');
    const attested = { id: 'account-attested', level: 'account', errorName: 'NotAttested' };
    expect(checks.find(({ id }) => id === attested.id)).toMatchObject({ ...attested, state: 'holds' });
    expect(inspected(vouching(place, 2, 3)).breaks).toMatchObject({
      error: { number: 6263 },
      check: { ...attested, state: 'broken', found: '2 of 4 attesters', expected: 'at least 3' },
    });
    for (const [number, account] of [
      [6106, 'set'],
      [6107, 'attestation'],
    ] as const) {
      const right = vouching(place, 3);
      const { breaks: at } = inspected({ ...right, [account]: { ...right[account], owner: ORACLE_KEY } });
      expect(at).toMatchObject({ error: { number }, check: { id: attested.id, state: 'broken', found: null } });
    }
  });
});
