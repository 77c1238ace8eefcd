import { describe, expect, test } from 'vitest';
import { at, historyOf, type Sent } from '../../../tests/helpers/history.js';
import { configBytes, PARAMETERS, ROLES } from '../../../tests/helpers/oracleBank.js';
import { key } from '../../../tests/helpers/sampleMarket.js';
import type { EpochDay, FixturesIndex, FixturesWindow, SlotIndex } from '../format/slotTime.js';
import type { Address } from '../program/address/address.js';
import { configAddress, programDataAddress } from '../program/address/oracle.js';
import { UPGRADEABLE_LOADER_ID } from '../program/address/runtime.js';
import type { Instruction } from '../program/instruction/instruction.js';
import { roleOf } from '../program/instruction/instruction.js';
import {
  insertBatchRootInstruction,
  insertFixturesRootInstruction,
  insertScoresRootInstruction,
} from '../program/oracle/insertRootInstructions.js';
import { acceptAdmin, proposeAdmin, updateConfig } from '../program/oracle/instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../program/programId.js';
import { type ConfigUpdate, UNCHANGED_CONFIG } from '../program/wire/configParameters.js';
import { findLateRoots } from './findLateRoots.js';

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const { admin, publisher } = PARAMETERS;
const [other, third] = [ROLES.user.address, ROLES.stranger.address];
const CONFIG = configAddress(oracle).address;
const BOUND = 21_600;
const DAY = 86_400 * 20_643;
const SLOT = { kind: 'scores', period: 20_643, slot: 12 } as const;

const root = new Uint8Array(32).fill(7) as never;
const time = { epochDay: SLOT.period as EpochDay, slot: SLOT.slot as SlotIndex };
const scores = (by?: Address) => insertScoresRootInstruction(oracle, publisher, time, root, by);
const update = (change: Partial<ConfigUpdate>, by = admin) =>
  updateConfig.build(oracle, { admin: by, config: CONFIG }, { update: { ...UNCHANGED_CONFIG, ...change } });
const propose = (newAdmin: Address, by = admin) =>
  proposeAdmin.build(oracle, { admin: by, config: CONFIG }, { newAdmin });
const accept = (by: Address) => acceptAdmin.build(oracle, { newAdmin: by, config: CONFIG }, {});
/** A call of another program with these accounts. */
const calls = (...named: Address[]): Instruction => ({
  programAddress: settlement,
  accounts: [admin, ...named].map((address) => ({
    address,
    role: roleOf({ signer: address === admin, writable: false }),
  })),
  data: new Uint8Array(8),
});
const upgrade = (program: Address): Instruction => {
  const accounts = [programDataAddress(oracle).address, UPGRADEABLE_LOADER_ID];
  const role = roleOf({ signer: false, writable: true });
  return { programAddress: program, accounts: accounts.map((address) => ({ address, role })), data: new Uint8Array(4) };
};

/** A node with these transactions, oldest first. */
function nodeWith(sent: readonly Sent[], config: Parameters<typeof configBytes>[0] = {}) {
  return {
    // What the node does not show was the admin's.
    ...historyOf(sent, admin),
    account: async (address: Address) =>
      address === CONFIG ? { owner: oracle, data: configBytes({ lateAfter: BOUND, ...config }) } : null,
  };
}

const find = (node: ReturnType<typeof nodeWith>, since = DAY) => findLateRoots({ node, oracle, since });
const late = (second: number, signature: string, place: object = SLOT) => ({ ...place, at: second, signature });

describe('late roots', () => {
  test('are those that the admin signed, latest first, as far back as they are asked for', async () => {
    const hour = { window: 20_640 as FixturesWindow, index: 79 as FixturesIndex };
    const node = nodeWith([
      at(DAY - 1, scores(admin)),
      at(DAY + 40_000, scores(admin)),
      at(DAY + 41_000, calls()),
      at(DAY + 50_000, insertFixturesRootInstruction(oracle, publisher, hour, root, admin)),
      at(DAY + 60_000, insertBatchRootInstruction(oracle, publisher, time, root, admin), scores()),
    ]);
    expect(await find(node)).toEqual({
      ...{ lateAfter: BOUND, before: 0, changed: 0 },
      knownSince: DAY,
      gap: null,
      roots: [
        late(DAY + 60_000, '4', { ...SLOT, kind: 'odds' }),
        late(DAY + 50_000, '3', { kind: 'fixtures', period: 20_640, slot: 79 }),
        late(DAY + 40_000, '1'),
      ],
      changes: [],
    });
    // The one before the day is not even read.
    expect(node.asked).toEqual(['4', '3', '2', '1']);
  });

  test('are those of instructions that another program did not get, that succeeded, and that came late', async () => {
    const end = DAY + 13 * 300;
    const node = nodeWith([
      at(DAY, calls()),
      { ...at(DAY + 40_000, scores(admin)), failed: true },
      at(DAY + 40_001, { ...scores(admin), programAddress: settlement }),
      // No bound is below ten minutes.
      at(end + 600, scores(admin)),
    ]);
    expect(await find(node)).toMatchObject({ knownSince: DAY, gap: null, roots: [] });
    expect(await find(nodeWith([at(DAY, calls()), at(end + 601, scores(admin))]))).toMatchObject({
      roots: [late(end + 601, '1')],
    });
  });

  test('are known since the oldest transaction that the node has', async () => {
    expect(await find(nodeWith([at(DAY + 5, calls()), at(DAY + 40_000, scores(admin))]))).toMatchObject({
      ...{ knownSince: DAY + 5, gap: 'history' },
      roots: [{ slot: 12 }],
    });
    expect(await find(nodeWith([]))).toMatchObject({ knownSince: null, gap: 'history', roots: [] });
  });

  test('are looked for in at most 200 transactions', async () => {
    const node = nodeWith(Array.from({ length: 1_500 }, (_, i) => at(DAY + 50_000 + i, scores(admin))));
    const many = await find(node);
    expect([many?.roots.length, many?.knownSince, many?.gap]).toEqual([200, DAY + 51_300, 'many']);
    expect(node.asked.length).toBe(200);
  });

  test('are unknown without a bound, and of a program that is no oracle', async () => {
    const node = nodeWith([at(DAY + 40_000, scores(admin))], { lateAfter: 0 });
    expect(await find(node)).toMatchObject({ lateAfter: 0, knownSince: null, gap: 'bound', roots: [] });
    expect(node.asked).toEqual([]);
    expect(await findLateRoots({ node, oracle: key(9), since: 0 })).toBeNull();
  });
});

describe('what stands between makes late roots unknown, never none', () => {
  const first = at(DAY - 5, calls());

  test.each<[string, Sent, string, number | null]>([
    ['a transaction that the node does not show', { at: DAY + 10, sent: null }, 'transaction', DAY + 10],
    ['a transaction of an unknown time', at(null, calls()), 'transaction', DAY + 20],
    [
      'an instruction that cannot be read',
      at(DAY + 10, { ...accept(admin), data: new Uint8Array(9) }),
      'transaction',
      DAY + 10,
    ],
    ['a call with the oracle program', at(DAY + 10, calls(oracle)), 'program', DAY + 10],
    ['an upgrade', at(DAY + 10, upgrade(UPGRADEABLE_LOADER_ID)), 'upgrade', DAY + 10],
    ['an upgrade through another program', at(DAY + 10, upgrade(settlement)), 'upgrade', DAY + 10],
    ['a new admin whose proposal is nowhere', at(DAY + 10, accept(admin)), 'admin', DAY + 10],
  ])('%s', async (_, sent, gap, knownSince) => {
    const node = nodeWith([first, sent, at(DAY + 20, calls())]);
    expect(await find(node)).toMatchObject({ gap, knownSince, roots: [] });
    // Before the time that is asked for it does not count.
    expect(await find(nodeWith([sent, at(DAY + 100, calls())]), DAY + 50)).toMatchObject(
      sent.at === null ? { gap: 'transaction' } : { gap: null, knownSince: DAY + 50 },
    );
  });

  test('but not what a stranger sends who names the admin', async () => {
    const { accounts, ...rest } = calls(oracle);
    const role = roleOf({ signer: false, writable: false });
    const named = { ...rest, accounts: accounts.map(({ address }) => ({ address, role })) };
    expect(await find(nodeWith([first, at(DAY + 10, named)]))).toMatchObject({ gap: null, knownSince: DAY });
    // An admin that is no key signs within programs.
    const vault = configAddress(settlement).address;
    const held = at(DAY + 10, { ...named, accounts: [...named.accounts, { address: vault, role }] });
    expect(await find(nodeWith([first, held], { admin: vault }))).toMatchObject({ gap: 'program' });
  });

  test('a bound that is younger', async () => {
    const bound = { changed: DAY + 300 * 86_400 };
    expect(await find(nodeWith([first], bound))).toMatchObject({ gap: 'bound', knownSince: bound.changed, roots: [] });
    expect(await find(nodeWith([first], { changed: DAY }))).toMatchObject({ gap: null, knownSince: DAY });
  });

  test('a bound that was raised and lowered again around a root; both changes are named', async () => {
    const t = DAY + 5 * 86_400;
    const node = nodeWith([first, at(t, update({ lateAfter: 604_800 }), scores(), update({ lateAfter: BOUND }))], {
      ...{ changed: t, before: BOUND },
    });
    const change = (to: number) => ({ what: 'lateAfter', to, at: t, signature: '1' });
    expect(await find(node)).toMatchObject({
      ...{ gap: 'bound', knownSince: t },
      changes: [change(604_800), change(BOUND)],
    });
  });
});

describe('admins', () => {
  const t = DAY + 3 * 86_400;

  test('that were admin in between are followed', async () => {
    const node = nodeWith([
      at(DAY - 1, calls()),
      at(t, propose(other)),
      at(t + 1, accept(other)),
      at(t + 2, scores(other), update({ publisher: third }, other)),
      at(t + 3, propose(admin, other)),
      at(t + 4, accept(admin)),
    ]);
    expect(await find(node)).toMatchObject({
      ...{ gap: null, knownSince: DAY },
      roots: [late(t + 2, '3')],
      changes: [
        { what: 'admin', to: admin, at: t + 4 },
        { what: 'publisher', to: third, at: t + 2 },
        { what: 'admin', to: other, at: t + 1 },
      ],
    });
  });

  test('of before are found by who proposed the next, in a chain', async () => {
    const node = nodeWith([
      at(DAY - 1, update({ nextOracleKey: new Uint8Array(32) }, third)),
      at(DAY + 40_000, scores(third)),
      at(t, propose(other, third)),
      at(t + 1, scores()),
      at(t + 2, accept(other)),
      at(t + 3, scores(other)),
      at(t + 4, propose(admin, other), accept(admin)),
    ]);
    expect(await find(node)).toMatchObject({
      ...{ gap: null, knownSince: DAY },
      roots: [late(t + 3, '5'), late(DAY + 40_000, '1')],
    });
  });

  test('do not become known by an old proposal', async () => {
    // Somebody else was admin between the first proposal and the second acceptance.
    const node = nodeWith([
      at(DAY - 1, calls()),
      at(t, propose(other)),
      at(t + 1, accept(other)),
      at(t + 2, propose(admin, other)),
      at(t + 3, accept(admin)),
      at(t + 9, accept(other)),
      at(t + 10, propose(admin, other), accept(admin)),
    ]);
    expect(await find(node)).toMatchObject({ gap: 'admin', knownSince: t + 9 });
  });

  test('and keys that were set are named', async () => {
    const changed = { oracleKey: new Uint8Array(32).fill(4), nextOracleKey: new Uint8Array(32), creditPackPrice: 3n };
    expect((await find(nodeWith([at(DAY, update(changed))])))?.changes).toEqual([
      { what: 'oracleKey', to: key(4), at: DAY, signature: '0' },
      { what: 'nextOracleKey', to: '11111111111111111111111111111111', at: DAY, signature: '0' },
    ]);
  });
});
