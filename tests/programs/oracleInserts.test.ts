import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { fixturesRootsAddress, oddsRootsAddress, scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { type ProgramAddress, programAddress } from '../../ts/sdk/program/address/programAddress.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { type Instruction, roleOf } from '../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { loggedData } from '../../ts/sdk/program/loggedData.js';
import { insertBatchRoot, insertFixturesRoot, insertScoresRoot } from '../../ts/sdk/program/oracle/instructions.js';
import { decodeRootEvent } from '../../ts/sdk/program/oracle/rootEvents.js';
import { DEFAULT_SETTLEMENT_PROGRAM_ID } from '../../ts/sdk/program/programId.js';
import type { LiteBank } from '../helpers/liteBank.js';
import type { Outcome } from '../helpers/localBank.js';
import { CONFIG, ORACLE, putConfig, ROLES, startOracle } from '../helpers/oracleBank.js';
import { rootsAccount } from '../vectors/rootsAccount.js';
import type { RootsKind } from '../vectors/vector.js';

/** One root to insert. `place` is a slot of the day or an hour of the window. */
interface Insertion {
  day: number;
  place: number;
  root: Uint8Array;
  address?: Address;
  by?: KeyPair;
  bump?: number;
  hour?: number;
  minute?: number;
  /** A further account. It signs if it has a key. */
  admin?: KeyPair | Address | undefined;
}

interface Kind {
  kind: RootsKind;
  /** A new day for each test, so that one chain serves all. */
  days(): number;
  address(day: number): ProgramAddress;
  last: number;
  tooShort: number;
  size: number;
  instruction(insertion: Insertion): Instruction;
}

let day = 20_000;
const accounts = ({ by = ROLES.publisher }: Insertion) => ({
  authority: by.address,
  systemProgram: SYSTEM_PROGRAM_ID,
  config: CONFIG.address,
});
const timeOf = ({ day: epochDay, place, root, hour, minute }: Insertion) => ({
  epochDay,
  hourOfDay: hour ?? Math.floor(place / 12),
  minuteOfHour: minute ?? 5 * (place % 12),
  root,
});

const SCORES: Kind = {
  kind: 'scores',
  days: () => ++day,
  address: (at) => scoresRootsAddress(at, ORACLE.programId),
  last: 287,
  tooShort: 6011,
  size: 9232,
  instruction: (insertion) =>
    insertScoresRoot.build(
      ORACLE.programId,
      { ...accounts(insertion), dailyScoresRoots: insertion.address ?? SCORES.address(insertion.day).address },
      timeOf(insertion),
    ),
};

const ODDS: Kind = {
  kind: 'odds',
  days: () => ++day,
  address: (at) => oddsRootsAddress(at, ORACLE.programId),
  last: 287,
  tooShort: 6011,
  size: 9232,
  instruction: (insertion) =>
    insertBatchRoot.build(
      ORACLE.programId,
      { ...accounts(insertion), dailyBatchRoots: insertion.address ?? ODDS.address(insertion.day).address },
      { ...timeOf(insertion), accountBump: insertion.bump ?? ODDS.address(insertion.day).bump },
    ),
};

const FIXTURES: Kind = {
  kind: 'fixtures',
  days: () => {
    day += 10;
    return day - (day % 10);
  },
  address: (at) => fixturesRootsAddress(at, ORACLE.programId),
  last: 239,
  tooShort: 6044,
  size: 7696,
  instruction: (insertion) =>
    insertFixturesRoot.build(
      ORACLE.programId,
      { ...accounts(insertion), tenDailyFixturesRoots: insertion.address ?? FIXTURES.address(insertion.day).address },
      { epochDay: insertion.day, index: BigInt(insertion.place), root: insertion.root },
    ),
};

const root = (text: string) => Uint8Array.from(createHash('sha256').update(text).digest());
const ROOT = root('one');
const OTHER = root('other');

let bank: LiteBank;
const insert = (kind: Kind, insertion: Insertion) => {
  const { by = ROLES.publisher, admin } = insertion;
  const instruction = kind.instruction(insertion);
  if (admin === undefined) return bank.send([instruction], [by]);
  const signs = typeof admin !== 'string';
  const further = { address: signs ? admin.address : admin, role: roleOf({ signer: signs, writable: false }) };
  const signers = [...new Map([by, ...(signs ? [admin] : [])].map((one) => [one.address, one])).values()];
  return bank.send([{ ...instruction, accounts: [...instruction.accounts, further] }], signers);
};

/** The account as the program must write it. */
function bytesOf(kind: Kind, at: number, roots: Record<number, Uint8Array>): Buffer {
  const slots = Object.fromEntries(
    Object.entries(roots).map(([slot, hash]) => [slot, Buffer.from(hash).toString('hex')]),
  );
  return rootsAccount({ kind: kind.kind, day: at, bump: kind.address(at).bump, slots, tamper: null });
}

const bytesAt = async (kind: Kind, at: number) =>
  Buffer.from((await bank.account(kind.address(at).address))?.data ?? []);

beforeAll(async () => {
  bank = await startOracle();
  putConfig(bank);
});

describe.each([
  ['insert_scores_root', SCORES],
  ['insert_batch_root', ODDS],
  ['insert_fixtures_root', FIXTURES],
])('%s', (_, kind) => {
  it('creates the account with the first root and adds others to it', async () => {
    const at = kind.days();
    expect(await insert(kind, { day: at, place: 0, root: ROOT })).toMatchObject({ failure: null });
    const account = await bank.account(kind.address(at).address);
    expect(account?.owner).toEqual(ORACLE.programId);
    expect(account?.data.length).toBe(kind.size);
    expect(account?.lamports).toBe(await bank.rent(kind.size));
    expect(await bytesAt(kind, at)).toEqual(bytesOf(kind, at, { 0: ROOT }));

    expect(await insert(kind, { day: at, place: kind.last, root: OTHER })).toMatchObject({ failure: null });
    expect(await insert(kind, { day: at, place: 1, root: OTHER })).toMatchObject({ failure: null });
    expect(await bytesAt(kind, at)).toEqual(bytesOf(kind, at, { 0: ROOT, 1: OTHER, [kind.last]: OTHER }));
  });

  it.each([
    ['less than', 1],
    ['more than', 10 ** 9],
  ])('creates the account where somebody sent %s the rent before', async (_amount, lamports) => {
    const at = kind.days();
    bank.put(kind.address(at).address, SYSTEM_PROGRAM_ID, new Uint8Array(0), lamports);
    expect(await insert(kind, { day: at, place: 7, root: ROOT })).toMatchObject({ failure: null });
    expect(await bytesAt(kind, at)).toEqual(bytesOf(kind, at, { 7: ROOT }));
    const account = await bank.account(kind.address(at).address);
    expect(account?.lamports).toBe(Math.max(await bank.rent(kind.size), lamports));
  });

  it('accepts the same root again but no other', async () => {
    const at = kind.days();
    await insert(kind, { day: at, place: 5, root: ROOT });
    expect(await insert(kind, { day: at, place: 5, root: ROOT })).toMatchObject({ failure: null });
    expect(await insert(kind, { day: at, place: 5, root: OTHER })).toMatchObject({ error: 6055 });
    const almost = Uint8Array.from(ROOT);
    almost[31] = (almost[31] ?? 0) ^ 1;
    expect(await insert(kind, { day: at, place: 5, root: almost })).toMatchObject({ error: 6055 });
    expect(await bytesAt(kind, at)).toEqual(bytesOf(kind, at, { 5: ROOT }));
  });

  it('refuses a zero root, also in a filled slot', async () => {
    const at = kind.days();
    const zeros = new Uint8Array(32);
    expect(await insert(kind, { day: at, place: 5, root: zeros })).toMatchObject({ error: 6057 });
    expect(await bank.account(kind.address(at).address)).toBeNull();
    await insert(kind, { day: at, place: 5, root: ROOT });
    expect(await insert(kind, { day: at, place: 5, root: zeros })).toMatchObject({ error: 6057 });
    expect(await bytesAt(kind, at)).toEqual(bytesOf(kind, at, { 5: ROOT }));
  });

  it('checks the signer before the address', async () => {
    const at = kind.days();
    const insertion = { day: at, place: 0, root: ROOT, address: ROLES.user.address, by: ROLES.user };
    expect(await insert(kind, insertion)).toMatchObject({ error: 6017 });
  });

  it('writes only at the address of the day', async () => {
    const at = kind.days();
    const elsewhere = kind.address(kind.days()).address;
    expect(await insert(kind, { day: at, place: 0, root: ROOT, address: elsewhere })).toMatchObject({ error: 2006 });
    // The right bytes and owner at a wrong address.
    bank.put(elsewhere, ORACLE.programId, bytesOf(kind, at, {}));
    expect(await insert(kind, { day: at, place: 0, root: ROOT, address: elsewhere })).toMatchObject({ error: 2006 });
  });

  it('refuses an account of another owner', async () => {
    const at = kind.days();
    bank.put(kind.address(at).address, DEFAULT_SETTLEMENT_PROGRAM_ID, bytesOf(kind, at, {}));
    expect(await insert(kind, { day: at, place: 0, root: ROOT })).toMatchObject({ error: 6018 });
    bank.put(kind.address(at).address, SYSTEM_PROGRAM_ID, bytesOf(kind, at, {}));
    expect(await insert(kind, { day: at, place: 0, root: ROOT })).toMatchObject({ error: 6018 });
  });

  it.each([-1, 1])('refuses an account whose length differs by %i', async (change) => {
    const at = kind.days();
    const data = Buffer.concat([bytesOf(kind, at, {}), Buffer.alloc(1)]).subarray(0, kind.size + change);
    bank.put(kind.address(at).address, ORACLE.programId, data);
    expect(await insert(kind, { day: at, place: 0, root: ROOT })).toMatchObject({ error: kind.tooShort });
  });

  it('refuses an account of another kind', async () => {
    for (const byte of [0, 7]) {
      const at = kind.days();
      const data = bytesOf(kind, at, {});
      data[byte] = (data[byte] ?? 0) ^ 1;
      bank.put(kind.address(at).address, ORACLE.programId, data);
      expect(await insert(kind, { day: at, place: 0, root: ROOT })).toMatchObject({ error: 6008 });
    }
  });

  it('refuses an account with another stored day', async () => {
    const at = kind.days();
    const data = bytesOf(kind, at, {});
    data.writeUInt16LE(at + 10, 8);
    bank.put(kind.address(at).address, ORACLE.programId, data);
    expect(await insert(kind, { day: at, place: 0, root: ROOT })).toMatchObject({ error: 6005 });
  });

  it('changes only the slot in the account', async () => {
    const at = kind.days();
    const data = bytesOf(kind, at, {});
    data.fill(0xaa, 10, kind.size);
    data.fill(0, 10 + 32 * 9, 10 + 32 * 10);
    bank.put(kind.address(at).address, ORACLE.programId, data);
    expect(await insert(kind, { day: at, place: 9, root: ROOT })).toMatchObject({ failure: null });
    data.set(ROOT, 10 + 32 * 9);
    expect(await bytesAt(kind, at)).toEqual(data);
  });

  it('accepts the first and the last possible day', async () => {
    for (const at of [0, kind.kind === 'fixtures' ? 65_530 : 65_535]) {
      expect(await insert(kind, { day: at, place: 3, root: ROOT })).toMatchObject({ failure: null });
      expect(await bytesAt(kind, at)).toEqual(bytesOf(kind, at, { 3: ROOT }));
    }
  });
});

describe.each([
  ['insert_scores_root', SCORES],
  ['insert_batch_root', ODDS],
])('%s: times', (_, kind) => {
  it.each([
    [24, 0, 6006],
    [255, 0, 6006],
    [0, 60, 6006],
    [0, 255, 6006],
    // A time that does not exist gets this error, aligned or not.
    [24, 3, 6006],
    [23, 61, 6006],
    [0, 1, 6042],
    [0, 4, 6042],
    [0, 6, 6042],
    [23, 59, 6042],
  ])('%i:%i is %i', async (hour, minute, error) => {
    const at = kind.days();
    expect(await insert(kind, { day: at, place: 0, root: ROOT, hour, minute })).toMatchObject({ error });
    expect(await bank.account(kind.address(at).address)).toBeNull();
  });

  it('checks the address before the time', async () => {
    const at = kind.days();
    const address = kind.address(at + 1).address;
    expect(await insert(kind, { day: at, place: 0, root: ROOT, hour: 24, address })).toMatchObject({ error: 2006 });
  });

  it.each([
    [0, 0, 0],
    [0, 55, 11],
    [12, 30, 150],
    [23, 55, 287],
  ])('%i:%i is slot %i', async (hour, minute, place) => {
    const at = kind.days();
    expect(await insert(kind, { day: at, place, root: ROOT, hour, minute })).toMatchObject({ failure: null });
    expect(await bytesAt(kind, at)).toEqual(bytesOf(kind, at, { [place]: ROOT }));
  });
});

describe.each([
  ['insert_scores_root', SCORES, 0, 300],
  ['insert_batch_root', ODDS, 1, 300],
  ['insert_fixtures_root', FIXTURES, 2, 3_600],
] as const)('%s: dated', (_, kind, number, seconds) => {
  const LATE_AFTER = 21_600;
  const PLACE = 30;
  const endOf = (at: number) => at * 86_400 + (PLACE + 1) * seconds;
  const eventsOf = ({ logs }: Outcome) =>
    loggedData(logs, ORACLE.programId, 0).flatMap((data) => decodeRootEvent(data) ?? []);
  let at: number;
  const send = (more: Partial<Insertion> = {}) => insert(kind, { day: at, place: PLACE, root: ROOT, ...more });

  beforeEach(() => {
    at = kind.days();
    putConfig(bank, { lateAfter: LATE_AFTER });
  });
  afterAll(() => putConfig(bank));

  it('refuses a root more than 30 s before the end of its slot', async () => {
    for (const early of [1_000_000, 31]) {
      await bank.setTime(endOf(at) - early);
      for (const admin of [undefined, ROLES.admin]) expect(await send({ admin })).toMatchObject({ error: 6104 });
    }
    expect(await bank.account(kind.address(at).address)).toBeNull();
    await bank.setTime(endOf(at) - 30);
    expect(await send()).toMatchObject({ failure: null });
  });

  it('takes a root until the bound, from the publisher alone', async () => {
    await bank.setTime(endOf(at) + LATE_AFTER + 1);
    expect(await send()).toMatchObject({ error: 6105 });
    await bank.setTime(endOf(at) + LATE_AFTER);
    const done = await send();
    expect(done).toMatchObject({ failure: null });
    expect(eventsOf(done)).toEqual([]);
    expect(await bytesAt(kind, at)).toEqual(bytesOf(kind, at, { [PLACE]: ROOT }));
  });

  it("takes a late root with the admin's signature, and says so", async () => {
    const now = endOf(at) + LATE_AFTER + 1;
    await bank.setTime(now);
    for (const admin of [ROLES.publisher, ROLES.stranger, ROLES.upgradeAuthority, ROLES.admin.address])
      expect(await send({ admin })).toMatchObject({ error: 6105 });
    // The admin publishes nothing alone.
    expect(await send({ by: ROLES.admin, admin: ROLES.admin })).toMatchObject({ error: 6017 });
    expect(await bank.account(kind.address(at).address)).toBeNull();
    const done = await send({ admin: ROLES.admin });
    expect(done).toMatchObject({ failure: null });
    expect(eventsOf(done)).toEqual([{ name: 'LateRoot', kind: number, period: at, slot: PLACE, at: now }]);
    expect(await bytesAt(kind, at)).toEqual(bytesOf(kind, at, { [PLACE]: ROOT }));
  });

  it('says nothing of a root in time that the admin has signed as well', async () => {
    await bank.setTime(endOf(at));
    const done = await send({ admin: ROLES.admin });
    expect(done).toMatchObject({ failure: null });
    expect(eventsOf(done)).toEqual([]);
  });

  it('judges a filled slot first, at any time', async () => {
    await bank.setTime(endOf(at));
    await send();
    for (const time of [0, endOf(at) - 31, endOf(at) + LATE_AFTER + 1]) {
      await bank.setTime(time);
      const again = await send();
      expect(again).toMatchObject({ failure: null });
      expect(eventsOf(again)).toEqual([]);
      for (const admin of [undefined, ROLES.admin])
        expect(await send({ root: OTHER, admin })).toMatchObject({ error: 6055 });
    }
    expect(await bytesAt(kind, at)).toEqual(bytesOf(kind, at, { [PLACE]: ROOT }));
  });

  it('takes any root at any time without a bound', async () => {
    putConfig(bank);
    await bank.setTime(0);
    expect(await send()).toMatchObject({ failure: null });
    await bank.setTime(endOf(at) + 10 ** 9);
    expect(await send({ place: PLACE + 1 })).toMatchObject({ failure: null });
  });

  it('costs at most 200 units more', async () => {
    await bank.setTime(endOf(at) + LATE_AFTER);
    await send({ place: 0, admin: ROLES.admin });
    putConfig(bank);
    const { computeUnits: without } = await send();
    putConfig(bank, { lateAfter: LATE_AFTER });
    await bank.setTime(endOf(at) + 2 * seconds);
    const { computeUnits: bounded, failure } = await send({ place: PLACE + 1 });
    expect(failure).toBeNull();
    expect(bounded - without).toBeLessThanOrEqual(200);
  });
});

describe('insert_batch_root', () => {
  it('requires the canonical bump', async () => {
    const at = ODDS.days();
    const { bump } = ODDS.address(at);
    for (const other of [bump - 1, bump + 1, 0, 255].filter((one) => one !== bump && one < 256))
      expect(await insert(ODDS, { day: at, place: 0, root: ROOT, bump: other })).toMatchObject({ error: 2006 });
    expect(await bank.account(ODDS.address(at).address)).toBeNull();
  });
});

describe('insert_fixtures_root', () => {
  it.each([240n, 255n, 256n, 2n ** 32n, 2n ** 64n - 1n])('refuses hour index %i', async (index) => {
    const at = FIXTURES.days();
    const instruction = insertFixturesRoot.build(
      ORACLE.programId,
      {
        authority: ROLES.publisher.address,
        tenDailyFixturesRoots: FIXTURES.address(at).address,
        systemProgram: SYSTEM_PROGRAM_ID,
        config: CONFIG.address,
      },
      { epochDay: at, index, root: ROOT },
    );
    expect(await bank.send([instruction], [ROLES.publisher])).toMatchObject({ error: 6013 });
  });

  it('requires the first day of a window', async () => {
    const at = FIXTURES.days() + 3;
    const seeds = [Buffer.from('ten_daily_fixtures_roots'), Buffer.from([at & 0xff, at >> 8])];
    const { address } = programAddress(ORACLE.programId, ...seeds);
    expect(await insert(FIXTURES, { day: at, place: 0, root: ROOT, address })).toMatchObject({ error: 6043 });
    // The window's address differs from the argument's.
    expect(await insert(FIXTURES, { day: at, place: 0, root: ROOT })).toMatchObject({ error: 2006 });
  });
});
