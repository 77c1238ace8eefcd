import { beforeEach, describe, expect, it } from 'vitest';
import { oracleConfigAccount } from '../../ts/sdk/program/account/oracleConfig.js';
import { type Address, addressBytes } from '../../ts/sdk/program/address/address.js';
import { programDataAddress } from '../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID, UPGRADEABLE_LOADER_ID, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { loggedData } from '../../ts/sdk/program/loggedData.js';
import { acceptAdmin, initializeConfig, proposeAdmin, updateConfig } from '../../ts/sdk/program/oracle/instructions.js';
import { decodeRootEvent } from '../../ts/sdk/program/oracle/rootEvents.js';
import {
  type ConfigParameters,
  type ConfigUpdate,
  UNCHANGED_CONFIG,
} from '../../ts/sdk/program/wire/configParameters.js';
import type { LiteBank } from '../helpers/liteBank.js';
import type { Outcome } from '../helpers/localBank.js';
import { CONFIG, configBytes, ORACLE, PARAMETERS, putConfig, ROLES, startOracle } from '../helpers/oracleBank.js';

const { upgradeAuthority, admin, publisher, backendAdmin, stranger } = ROLES;
const PROGRAM_DATA = programDataAddress(ORACLE.programId).address;
const NOBODY = ZERO_ADDRESS;

/** The loader's account of a program: tag 3, slot, and the upgrade authority if there is one. */
function programData(authority: Address | null): Buffer {
  const data = Buffer.alloc(45);
  data.writeUInt32LE(3, 0);
  data.writeBigUInt64LE(1n, 4);
  data[12] = authority ? 1 : 0;
  if (authority) data.set(addressBytes(authority), 13);
  return data;
}

/** Keys under which anyone can sign: points whose order divides 8. */
const SMALL_ORDER = [
  '0000000000000000000000000000000000000000000000000000000000000080',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
].map((hex) => Buffer.from(hex, 'hex'));

let bank: LiteBank;

beforeEach(async () => {
  bank = await startOracle();
  bank.put(PROGRAM_DATA, UPGRADEABLE_LOADER_ID, programData(upgradeAuthority.address));
});

const config = async () => oracleConfigAccount.decode((await bank.account(CONFIG.address))?.data ?? new Uint8Array());

const initialize = (parameters: Partial<ConfigParameters> = {}, by: KeyPair = upgradeAuthority) =>
  bank.send(
    [
      initializeConfig.build(
        ORACLE.programId,
        {
          authority: by.address,
          config: CONFIG.address,
          programData: PROGRAM_DATA,
          systemProgram: SYSTEM_PROGRAM_ID,
        },
        { parameters: { ...PARAMETERS, ...parameters } },
      ),
    ],
    [by],
  );

const update = (change: Partial<ConfigUpdate>, by: KeyPair = admin) =>
  bank.send(
    [
      updateConfig.build(
        ORACLE.programId,
        { admin: by.address, config: CONFIG.address },
        { update: { ...UNCHANGED_CONFIG, ...change } },
      ),
    ],
    [by],
  );

const propose = (newAdmin: Address, by: KeyPair = admin) =>
  bank.send([proposeAdmin.build(ORACLE.programId, { admin: by.address, config: CONFIG.address }, { newAdmin })], [by]);

const accept = (by: KeyPair) =>
  bank.send([acceptAdmin.build(ORACLE.programId, { newAdmin: by.address, config: CONFIG.address }, {})], [by]);

describe('initialize_config', () => {
  it('writes exactly its arguments', async () => {
    expect(await initialize()).toMatchObject({ failure: null });
    const account = await bank.account(CONFIG.address);
    expect(account?.owner).toEqual(ORACLE.programId);
    expect(Buffer.from(account?.data ?? [])).toEqual(Buffer.from(configBytes()));
    expect(account?.lamports).toBe(await bank.rent(account?.data.length ?? 0));
  });

  it('sets the bound for late roots, and none where the arguments end before it', async () => {
    const args = { parameters: { ...PARAMETERS, lateAfter: 21_600 } };
    const accounts = {
      authority: upgradeAuthority.address,
      config: CONFIG.address,
      programData: PROGRAM_DATA,
      systemProgram: SYSTEM_PROGRAM_ID,
    };
    const whole = initializeConfig.build(ORACLE.programId, accounts, args);
    const older = { ...whole, data: whole.data.subarray(0, -4) };
    expect(initializeConfig.decode(older.data)).toEqual({ parameters: PARAMETERS });
    for (const [instruction, lateAfter] of [
      [whole, 21_600],
      [older, 0],
    ] as const) {
      bank.remove(CONFIG.address);
      const { failure, logs } = await bank.send([instruction], [upgradeAuthority]);
      expect(failure).toBeNull();
      const events = loggedData(logs, ORACLE.programId, 0).map(decodeRootEvent);
      expect(events).toEqual(lateAfter === 0 ? [] : [{ name: 'LateAfterChanged', before: 0, lateAfter }]);
      expect(await config()).toMatchObject({ lateAfter, before: 0, changed: lateAfter === 0 ? 0 : await bank.time() });
    }
    bank.remove(CONFIG.address);
    expect(await initialize({ lateAfter: 599 })).toMatchObject({ error: 6114 });
  });

  it('works although somebody sent lamports to the address before', async () => {
    bank.put(CONFIG.address, SYSTEM_PROGRAM_ID, new Uint8Array(0), 1);
    expect(await initialize()).toMatchObject({ failure: null });
    expect(await config()).toMatchObject({ admin: admin.address });
  });

  it('works once', async () => {
    await initialize();
    expect(await initialize({ admin: stranger.address })).toMatchObject({ error: 6066 });
    expect(await config()).toMatchObject({ admin: admin.address });
  });

  it('is refused to everybody once the program cannot be upgraded', async () => {
    bank.put(PROGRAM_DATA, UPGRADEABLE_LOADER_ID, programData(null));
    expect(await initialize()).toMatchObject({ error: 6017 });
  });

  it('requires an admin', async () => {
    expect(await initialize({ admin: NOBODY })).toMatchObject({ error: 6057 });
  });

  it.each(SMALL_ORDER.map((key) => [key.toString('hex'), key] as const))(
    'refuses the oracle key %s',
    async (_, key) => {
      expect(await initialize({ oracleKey: key })).toMatchObject({ error: 6057 });
      expect(await initialize({ nextOracleKey: key })).toMatchObject({ error: 6057 });
    },
  );

  it('refuses zeros as the oracle key, and reads them as an absent next key', async () => {
    expect(await initialize({ oracleKey: new Uint8Array(32) })).toMatchObject({ error: 6057 });
    expect(await initialize({ nextOracleKey: new Uint8Array(32) })).toMatchObject({ failure: null });
  });
});

describe('update_config', () => {
  beforeEach(() => putConfig(bank));

  const changes: [string, Partial<ConfigUpdate>][] = [
    ['publisher', { publisher: stranger.address }],
    ['backendAdmin', { backendAdmin: stranger.address }],
    ['oracleKey', { oracleKey: new Uint8Array(32).fill(21) }],
    ['nextOracleKey', { nextOracleKey: new Uint8Array(32).fill(22) }],
    ['serviceMint', { serviceMint: stranger.address }],
    ['stablecoinMint', { stablecoinMint: stranger.address }],
    ['creditPackPrice', { creditPackPrice: 2n ** 64n - 1n }],
  ];

  it.each(changes)('changes %s and nothing else', async (_, change) => {
    const before = await config();
    expect(await update(change)).toMatchObject({ failure: null });
    expect(await config()).toEqual({ ...before, ...change });
  });

  const eventsOf = ({ logs }: Outcome) =>
    loggedData(logs, ORACLE.programId, 0).flatMap((data) => decodeRootEvent(data) ?? []);

  it('sets and changes the bound for late roots, and logs each change', async () => {
    let before = 0;
    for (const lateAfter of [600, 604_800, 21_600]) {
      const done = await update({ lateAfter });
      expect(done).toMatchObject({ failure: null });
      expect(eventsOf(done)).toEqual([{ name: 'LateAfterChanged', before, lateAfter }]);
      expect(await config()).toMatchObject({ lateAfter, changed: await bank.time() });
      before = lateAfter;
    }
    // The same again is no change.
    const content = await config();
    await bank.setTime((await bank.time()) + 10);
    const again = await update({ lateAfter: before });
    expect(again).toMatchObject({ failure: null });
    expect(eventsOf(again)).toEqual([]);
    expect(await config()).toEqual(content);
  });

  it('refuses a bound out of range, and never takes it back', async () => {
    expect(await update({ lateAfter: 0 })).toMatchObject({ failure: null });
    for (const lateAfter of [1, 599, 604_801, 2 ** 32 - 1])
      expect(await update({ lateAfter })).toMatchObject({ error: 6114 });
    expect(await config()).toMatchObject({ lateAfter: 0 });
    await update({ lateAfter: 600 });
    for (const lateAfter of [0, 599, 604_801]) expect(await update({ lateAfter })).toMatchObject({ error: 6114 });
    expect(await config()).toMatchObject({ lateAfter: 600 });
  });

  it('keeps the bound where the arguments end before it, and refuses half of it', async () => {
    putConfig(bank, { lateAfter: 700 });
    const accounts = { admin: admin.address, config: CONFIG.address };
    const args = { update: { ...UNCHANGED_CONFIG, creditPackPrice: 3n, lateAfter: 600 } };
    const whole = updateConfig.build(ORACLE.programId, accounts, args);
    const sent = (bytes: number) => bank.send([{ ...whole, data: whole.data.subarray(0, bytes) }], [admin]);
    for (const missing of [1, 4]) expect(await sent(whole.data.length - missing)).toMatchObject({ error: 102 });
    expect(await sent(whole.data.length - 5)).toMatchObject({ failure: null });
    expect(await config()).toMatchObject({ lateAfter: 700, creditPackPrice: 3n });
    expect(await sent(whole.data.length)).toMatchObject({ failure: null });
    expect(await config()).toMatchObject({ lateAfter: 600 });
  });

  it('rotates the oracle key in one step', async () => {
    const next = new Uint8Array(32).fill(22);
    await update({ nextOracleKey: next });
    expect(await update({ oracleKey: next, nextOracleKey: new Uint8Array(32) })).toMatchObject({ failure: null });
    expect(await config()).toMatchObject({ oracleKey: next, nextOracleKey: new Uint8Array(32) });
  });

  it.each(SMALL_ORDER.map((key) => [key.toString('hex'), key] as const))(
    'refuses the oracle key %s',
    async (_, key) => {
      expect(await update({ oracleKey: key })).toMatchObject({ error: 6057 });
      expect(await update({ nextOracleKey: key })).toMatchObject({ error: 6057 });
      expect((await bank.account(CONFIG.address))?.data).toEqual(configBytes());
    },
  );
});

describe('the change of admin', () => {
  beforeEach(() => putConfig(bank));

  it('takes two steps, and the old admin stays in power until the second', async () => {
    expect(await propose(stranger.address)).toMatchObject({ failure: null });
    expect(await config()).toMatchObject({ admin: admin.address, pendingAdmin: stranger.address });
    expect(await update({ creditPackPrice: 1n }, stranger)).toMatchObject({ error: 6017 });
    expect(await update({ creditPackPrice: 1n })).toMatchObject({ failure: null });

    expect(await accept(stranger)).toMatchObject({ failure: null });
    expect(await config()).toMatchObject({ admin: stranger.address, pendingAdmin: NOBODY });
    expect(await update({ creditPackPrice: 2n })).toMatchObject({ error: 6017 });
    expect(await update({ creditPackPrice: 2n }, stranger)).toMatchObject({ failure: null });
  });

  it('can be accepted only by the proposed key, and once', async () => {
    await propose(stranger.address);
    for (const other of [admin, publisher, backendAdmin, upgradeAuthority])
      expect(await accept(other)).toMatchObject({ error: 6017 });
    await accept(stranger);
    expect(await accept(stranger)).toMatchObject({ error: 6017 });
  });

  it('can be proposed again or withdrawn', async () => {
    await propose(stranger.address);
    await propose(publisher.address);
    expect(await accept(stranger)).toMatchObject({ error: 6017 });
    await propose(NOBODY);
    expect(await accept(publisher)).toMatchObject({ error: 6017 });
    expect(await config()).toMatchObject({ admin: admin.address, pendingAdmin: NOBODY });
  });

  it('requires a proposal', async () => {
    expect(await accept(stranger)).toMatchObject({ error: 6017 });
  });
});
