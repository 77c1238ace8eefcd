import { describe, expect, it } from 'vitest';
import { momentAt } from '../../../../tests/helpers/moments.js';
import { key, TERMS } from '../../../../tests/helpers/sampleMarket.js';
import { outcome, thrown } from '../../../../tests/helpers/thrown.js';
import { MISSING_OPTION, WRONG_OPTION } from '../../error/codes/options.js';
import { INVALID_TERMS, WRONG_RESULT } from '../../error/codes/settlement.js';
import { LinesmanError } from '../../error/linesmanError.js';
import { marketAccount } from '../account/market.js';
import { type MatchResult, matchResultAccount } from '../account/matchResult.js';
import { POOL_VERSION } from '../account/pool.js';
import type { Address } from '../address/address.js';
import { SYSTEM_PROGRAM_ID, ZERO_ADDRESS } from '../address/runtime.js';
import { resultAddress } from '../address/settlement.js';
import { LOCALNET_PROGRAM_IDS as programs } from '../programId.js';
import { fetchResult, type ReadResultParameters, readResult } from './readResult.js';

const { settlement: program, oracle } = programs;
const ABOUT = {
  fixtureId: 12_000_010,
  sport: 'soccer',
  finality: 'regular-time',
  attesters: { set: key(5), least: 2 },
} as const;
const SUBJECT = { ...ABOUT, oracleProgram: oracle };
const { address, bump } = resultAddress(SUBJECT, program);
const NOW = 2_000_000;

const RESULT: MatchResult = {
  ...{
    ...SUBJECT,
    version: POOL_VERSION,
    bump,
    payer: key(1),
    orderKey: 77n,
    minTimestamp: 5_000,
    maxTimestamp: 6_000,
  },
  ...{ eventNode: new Uint8Array(32), period: 5, contradicted: false },
  facts: [
    { key: 1, present: true, value: -3, since: momentAt(NOW - 3_600), current: true },
    { key: 2, present: false, value: 0, since: momentAt(NOW - 10), current: true },
    { key: 3, present: true, value: 4, since: momentAt(NOW - 9_000), current: false },
  ],
};
const account = (change: Partial<MatchResult> = {}, owner: Address = program) => ({
  owner,
  data: matchResultAccount.encode({ ...RESULT, ...change }),
});
const ASKED: ReadResultParameters = {
  ...{ ...ABOUT, account: account(), address, program, oracle },
  ...{ key: 1, notBefore: 5, minimumAge: 3_600, now: momentAt(NOW) },
};
const asked = (change: Partial<ReadResultParameters>) => () => readResult({ ...ASKED, ...change });

describe('readResult', () => {
  it('gives the fact, its age and the update', () => {
    expect(readResult(ASKED)).toEqual({
      ...{ key: 1, present: true, value: -3, since: momentAt(NOW - 3_600), current: true },
      ...{ age: 3_600, period: 5, orderKey: 77n },
    });
    expect(readResult({ ...ASKED, key: 2, minimumAge: 10 })).toMatchObject({ present: false, value: 0, age: 10 });
  });

  const other = { ...SUBJECT, fixtureId: 12_000_011 };
  const elsewhere = resultAddress(other, program);
  const data = account().data;
  it.each<[string, number, Partial<ReadResultParameters>]>([
    ['an account of another program', 7023, { account: account({}, oracle) }],
    ['an account of nobody', 7023, { account: account({}, SYSTEM_PROGRAM_ID) }],
    ['no data', 7023, { account: { owner: program, data: new Uint8Array() } }],
    ['data that are cut off', 7023, { account: { owner: program, data: data.subarray(0, -1) } }],
    ['data with padding', 7023, { account: { owner: program, data: Uint8Array.of(...data, 0) } }],
    ['another kind of account', 7023, { account: { owner: program, data: marketBytes() } }],
    ['another layout', 6251, { account: account({ version: 1 }) }],
    ['a result of another oracle', 6252, { account: account({ oracleProgram: key(9) }) }],
    ['a result of another fixture', 6252, { account: account({ fixtureId: other.fixtureId }) }],
    ['a result of another sport', 6252, { account: account({ sport: 'basketball' }) }],
    ['a result of another policy', 6252, { account: account({ finality: 'finalised' }) }],
    ['the content at another address', 6252, { address: elsewhere.address }],
    ['a bump that is not canonical', 6252, { account: account({ bump: bump - 1 }) }],
    ['another fixture than the one at the address', 6252, { fixtureId: other.fixtureId }],
    ['another oracle than the one at the address', 6252, { oracle: key(9) }],
    ['another settlement program', 7023, { program: key(9) }],
    ['a contradicted result', 6255, { account: account({ contradicted: true }) }],
    ['an update before the match can be over', 7034, { account: account({ minTimestamp: 4_999 }) }],
    ['that one before any fact', 7034, { notBefore: 6, key: 4 }],
    ['a stat without a fact', 6257, { key: 4 }],
    ['a fact of an earlier update', 6261, { key: 3, minimumAge: 0 }],
    ['a fact that is too recent', 7032, { minimumAge: 3_601 }],
    ['a fact whose age is only time', 7032, { now: { seconds: NOW + 86_400, slot: NOW - 1 } }],
    ['a fact whose age is only slots', 7032, { now: { seconds: NOW - 1, slot: NOW + 86_400 } }],
    ['a fact of the future', 7032, { now: momentAt(NOW - 3_601), minimumAge: 0 }],
  ])('refuses %s (%i)', (_, number, change) => {
    expect(outcome(asked(change))).toBe(number);
  });

  it.each([
    ['none on purpose', null],
    ['another set', { set: key(6), least: 2 }],
    ['fewer keys', { set: key(5), least: 1 }],
    ['more keys', { set: key(5), least: 3 }],
  ])('believes no result of %s', (_, attesters) => {
    expect(outcome(asked({ attesters }))).toBe(WRONG_RESULT);
    const of = { ...SUBJECT, attesters };
    const there = { ...resultAddress(of, program) };
    const other = account({ attesters, bump: there.bump });
    expect(outcome(asked({ account: other, address: there.address }))).toBe(WRONG_RESULT);
    expect(readResult({ ...ASKED, attesters, account: other, address: there.address }).value).toBe(-3);
  });

  it.each([
    ['no key', { set: key(5), least: 0 }, INVALID_TERMS],
    ['no set', { set: ZERO_ADDRESS, least: 2 }, INVALID_TERMS],
    ['a set without a number', { set: key(5) }, WRONG_OPTION],
    ['a number without a set', { least: 2 }, WRONG_OPTION],
    ['nothing', undefined, MISSING_OPTION],
  ])('refuses to ask for %s', (_, attesters, number) => {
    expect(outcome(asked({ attesters: attesters as never }))).toBe(number);
  });

  it('names the bump when that is what differs, not the address', () => {
    const { message } = thrown(asked({ account: account({ bump: bump - 1 }) }));
    expect(message).toBe(`The bump of the result is ${bump - 1}, not ${bump}.`);
  });

  it('has no results of signed-final to read', () => {
    const finality = 'signed-final';
    expect(outcome(asked({ finality, account: account({ finality }) }))).toBe(6203);
  });

  it('says how long to wait', () => {
    const error = thrown(asked({ minimumAge: 4_000 }));
    expect(error.message).toBe('The fact about k1 is 3600 s old; the reader requires 4000 s.');
  });

  it('reads nothing else after any byte of the head or the fact has changed', () => {
    const [first] = RESULT.facts;
    for (let at = 0; at < data.length; at++) {
      const changed = Uint8Array.from(data);
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      let read: ReturnType<typeof readResult>;
      try {
        read = readResult({ ...ASKED, account: { owner: program, data: changed } });
      } catch (error) {
        expect(error).toBeInstanceOf(LinesmanError);
        continue;
      }
      // Fields that do not affect whether to believe the fact, other facts, and the value of the fact itself.
      const free = (at >= 10 && at < 42) || (at >= 117 && at < 177) || at >= 186;
      expect([at, free, read.key]).toEqual([at, true, first?.key]);
    }
  });
});

function marketBytes(): Uint8Array {
  return marketAccount.encode({
    ...{
      version: POOL_VERSION,
      bump,
      vaultBump: 1,
      creator: key(1),
      id: 1n,
      termsHash: new Uint8Array(32),
      state: 'Open',
    },
    ...{ totals: Array<bigint>(8).fill(0n), owed: 0n, openPositions: 0n, fee: 0n, paying: 0n, refund: false },
    ...{ proposal: { outcome: 0, orderKey: 0n, since: momentAt(0), void: false }, parlays: 0, terms: TERMS },
  });
}

describe('fetchResult', () => {
  const fetched = (found: { owner: Address; data: Uint8Array } | null) =>
    fetchResult({ account: async (of) => (of === address ? found : null) }, programs, SUBJECT);
  const refused = (found: { owner: Address; data: Uint8Array }) =>
    fetched(found).then(undefined, ({ number }) => number);

  it('gives the result, contradicted or not', async () => {
    expect(await fetched(account())).toEqual(RESULT);
    expect(await fetched(account({ contradicted: true }))).toMatchObject({ contradicted: true });
  });

  it('is null where nothing was posted, even if somebody sent lamports there', async () => {
    expect(await fetched(null)).toBeNull();
    expect(await fetched({ owner: SYSTEM_PROGRAM_ID, data: new Uint8Array() })).toBeNull();
  });

  it('refuses what is not the result of this program', async () => {
    expect(await refused(account({}, oracle))).toBe(7023);
    expect(await refused(account({ version: 1 }))).toBe(6251);
    expect(await refused(account({ fixtureId: 1 }))).toBe(6252);
    expect(await refused(account({ bump: bump - 1 }))).toBe(6252);
  });
});
