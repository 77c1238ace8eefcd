import { beforeEach, describe, expect, it } from 'vitest';
import { pricingMatrixAccount } from '../../ts/sdk/program/account/pricingMatrix.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { pricingMatrixAddress } from '../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID, ZERO_ADDRESS } from '../../ts/sdk/program/address/runtime.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { initializePricingMatrix, updatePricingMatrix } from '../../ts/sdk/program/oracle/instructions.js';
import {
  closePricingMatrixInstruction,
  initializePricingMatrixInstruction,
  updatePricingMatrixInstruction,
} from '../../ts/sdk/program/oracle/pricingMatrixInstructions.js';
import type { ServiceRow } from '../../ts/sdk/program/wire/serviceRow.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { CONFIG, ORACLE, putConfig, ROLES, startOracle } from '../helpers/oracleBank.js';
import { ROWS } from '../helpers/oracleMoney.js';
import { thrown } from '../helpers/thrown.js';

const { admin, user } = ROLES;
const MATRIX = pricingMatrixAddress(ORACLE.programId).address;
const row = (rowId: number): ServiceRow => ({
  rowId,
  pricePerWeekToken: BigInt(rowId) ** 3n,
  samplingIntervalSec: 60,
  leagueBundleId: 25 - rowId,
  marketBundleId: rowId,
});
const rowsTo = (length: number) => Array.from({ length }, (_, i) => row(i));

let bank: LiteBank;
beforeEach(async () => {
  bank = await startOracle();
  putConfig(bank);
});

const accounts = (authority: KeyPair) => ({
  authority: authority.address,
  pricingMatrix: MATRIX,
  systemProgram: SYSTEM_PROGRAM_ID,
  config: CONFIG.address,
});
// Bare instructions: the builders themselves refuse what the program must refuse.
const initialize = (rows: ServiceRow[], by = admin) =>
  bank.sendThroughTable([initializePricingMatrix.build(ORACLE.programId, accounts(by), { rows })], [by], TABLE);
const update = (rows: ServiceRow[], by = admin) =>
  bank.sendThroughTable([updatePricingMatrix.build(ORACLE.programId, accounts(by), { rows })], [by], TABLE);
const close = (by = admin) => bank.send([closePricingMatrixInstruction(ORACLE.programId, by.address)], [by]);
/** Only this encoding fits 51 rows into a transaction. */
const TABLE = [MATRIX, SYSTEM_PROGRAM_ID, CONFIG.address];

const rentOf = async (rows: number) => BigInt(await bank.rent(44 + 18 * rows));
const lamportsOf = async (key: Address) => BigInt((await bank.account(key))?.lamports ?? 0);
const matrix = async () => {
  const account = await bank.account(MATRIX);
  if (!account || account.data.length === 0) return null;
  expect(account.owner).toEqual(ORACLE.programId);
  const { admin: by, rows } = pricingMatrixAccount.decode(account.data);
  expect(account.data.length).toBe(44 + 18 * rows.length);
  expect(BigInt(account.lamports)).toBe(await rentOf(rows.length));
  return { admin: by, rows };
};

describe('initialize_pricing_matrix', () => {
  it('writes the rows byte by byte', async () => {
    expect(await initialize(ROWS)).toMatchObject({ failure: null });
    expect((await bank.account(MATRIX))?.data).toEqual(
      pricingMatrixAccount.encode({ admin: admin.address, rows: ROWS }),
    );
    expect((await bank.account(MATRIX))?.data.subarray(0, 8)).toEqual(
      new Uint8Array(Buffer.from('ad0d4016f84d6e6a', 'hex')),
    );
    expect(await matrix()).toEqual({ admin: admin.address, rows: ROWS });
  });

  it.each([0, 1, 50])('accepts %i rows', async (count) => {
    expect(await initialize(rowsTo(count))).toMatchObject({ failure: null });
    expect((await matrix())?.rows).toEqual(rowsTo(count));
  });

  it('accepts at most 50', async () => {
    expect(await initialize(rowsTo(51))).toMatchObject({ error: 6060 });
    expect(await matrix()).toBeNull();
  });

  it('refuses a repeated row id at any position', async () => {
    for (const at of [0, 24, 48]) {
      const rows = [...rowsTo(49), row(at)];
      expect(await initialize(rows)).toMatchObject({ error: 6057 });
    }
    expect(await matrix()).toBeNull();
  });

  it('works once', async () => {
    expect(await initialize(ROWS)).toMatchObject({ failure: null });
    expect(await initialize(rowsTo(3))).toMatchObject({ error: 6066 });
    expect((await matrix())?.rows).toEqual(ROWS);
  });

  it.each([1, 10 ** 9])('creates the account although %i lamports lie at the address', async (lamports) => {
    bank.put(MATRIX, SYSTEM_PROGRAM_ID, new Uint8Array(0), lamports);
    expect(await initialize(rowsTo(2))).toMatchObject({ failure: null });
    expect(pricingMatrixAccount.decode((await bank.account(MATRIX))?.data ?? new Uint8Array(0)).rows).toEqual(
      rowsTo(2),
    );
  });
});

describe('update_pricing_matrix', () => {
  beforeEach(async () => {
    expect(await initialize(rowsTo(3))).toMatchObject({ failure: null });
  });

  it('replaces all rows and adjusts the rent in both directions', async () => {
    for (const count of [3, 50, 4, 0, 1, 50, 0]) {
      const [before, rent] = [await lamportsOf(admin.address), await lamportsOf(MATRIX)];
      expect(await update(rowsTo(count).reverse())).toMatchObject({ failure: null });
      expect((await matrix())?.rows).toEqual(rowsTo(count).reverse());
      expect((await lamportsOf(admin.address)) - before).toBe(rent - (await rentOf(count)));
    }
  });

  it('leaves no byte of an earlier row', async () => {
    expect(await update(rowsTo(50))).toMatchObject({ failure: null });
    expect(await update([row(9)])).toMatchObject({ failure: null });
    expect(await update([row(9), row(1), row(2)])).toMatchObject({ failure: null });
    expect((await bank.account(MATRIX))?.data).toEqual(
      pricingMatrixAccount.encode({ admin: admin.address, rows: [row(9), row(1), row(2)] }),
    );
  });

  it('returns lamports beyond the rent to the admin', async () => {
    const data = (await bank.account(MATRIX))?.data ?? new Uint8Array(0);
    bank.put(MATRIX, ORACLE.programId, data, 10 ** 9);
    const before = await lamportsOf(admin.address);
    expect(await update(rowsTo(5))).toMatchObject({ failure: null });
    expect((await lamportsOf(admin.address)) - before).toBe(10n ** 9n - (await rentOf(5)));
  });

  it('records the admin who wrote it last', async () => {
    putConfig(bank, { admin: user.address });
    expect(await update(rowsTo(1), user)).toMatchObject({ failure: null });
    expect((await matrix())?.admin).toEqual(user.address);
    expect(await update(rowsTo(1), admin)).toMatchObject({ error: 6017 });
  });

  it('accepts at most 50 rows and no repeated row id', async () => {
    expect(await update(rowsTo(51))).toMatchObject({ error: 6064 });
    expect(await update([row(1), row(2), row(1)])).toMatchObject({ error: 6057 });
    expect((await matrix())?.rows).toEqual(rowsTo(3));
  });

  it('requires a matrix', async () => {
    expect(await close()).toMatchObject({ failure: null });
    expect(await update(ROWS)).toMatchObject({ error: 3012 });
  });
});

describe('close_pricing_matrix', () => {
  beforeEach(async () => {
    expect(await initialize(rowsTo(7))).toMatchObject({ failure: null });
  });

  it('refunds the rent and leaves nothing', async () => {
    const before = await lamportsOf(admin.address);
    expect(await close()).toMatchObject({ failure: null });
    expect(await bank.account(MATRIX)).toBeNull();
    expect((await lamportsOf(admin.address)) - before).toBe(await rentOf(7));
    expect(await close()).toMatchObject({ error: 3012 });
  });

  it('makes room for another', async () => {
    expect(await close()).toMatchObject({ failure: null });
    expect(await initialize(ROWS)).toMatchObject({ failure: null });
    expect((await matrix())?.rows).toEqual(ROWS);
  });

  it('can be followed by another in the same transaction', async () => {
    const instructions = [
      closePricingMatrixInstruction(ORACLE.programId, admin.address),
      initializePricingMatrixInstruction(ORACLE.programId, admin.address, ROWS),
    ];
    expect(await bank.send(instructions, [admin])).toMatchObject({ failure: null });
    expect((await matrix())?.rows).toEqual(ROWS);
  });
});

describe('the builders', () => {
  it('build the instructions', () => {
    expect(initializePricingMatrixInstruction(ORACLE.programId, admin.address, ROWS)).toEqual(
      initializePricingMatrix.build(ORACLE.programId, accounts(admin), { rows: ROWS }),
    );
    expect(updatePricingMatrixInstruction(ORACLE.programId, admin.address, ROWS)).toEqual(
      updatePricingMatrix.build(ORACLE.programId, accounts(admin), { rows: ROWS }),
    );
  });

  it('refuse what the program would refuse', () => {
    const [oracle, by] = [ORACLE.programId, ZERO_ADDRESS];
    expect(thrown(() => initializePricingMatrixInstruction(oracle, by, rowsTo(51)))).toMatchObject({ number: 6060 });
    expect(thrown(() => updatePricingMatrixInstruction(oracle, by, rowsTo(51)))).toMatchObject({ number: 6064 });
    expect(thrown(() => updatePricingMatrixInstruction(oracle, by, [row(4), row(4)]))).toMatchObject({ number: 6057 });
    expect(() => updatePricingMatrixInstruction(oracle, by, rowsTo(50))).not.toThrow();
  });
});
