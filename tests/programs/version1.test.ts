import { beforeAll, describe, expect, it } from 'vitest';
import { USER } from '../../ts/regress/conform/vectorScene.js';
import { TOO_MANY_ACCOUNTS } from '../../ts/sdk/error/codes/arguments.js';
import { TRANSACTION_TOO_LARGE } from '../../ts/sdk/error/codes/library.js';
import { OUTSIDE_TIME_BOUNDS } from '../../ts/sdk/error/codes/settlement.js';
import { type Address, addressOf } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import type { Chain } from '../../ts/sdk/program/chain.js';
import { ACCOUNT_ROLE } from '../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { buildTransaction } from '../../ts/sdk/program/transaction/build.js';
import type { Message } from '../../ts/sdk/program/transaction/messageForm.js';
import { TRANSACTION_LIMIT } from '../../ts/sdk/program/transaction/size.js';
import { signTransaction } from '../../ts/sdk/program/transaction/transaction.js';
import { LiteBank } from '../helpers/liteBank.js';
import { prepare, resultOf, VectorBank } from '../helpers/vectorBank.js';
import { readCompactCorpus, readCorpus } from '../vectors/corpus.js';
import { judgeCompact, settlementBank } from './compactJudge.js';

/** Transactions of version 1 hold every proof of the ledger, and are built where the chain takes them. */

describe('one transaction of version 1', () => {
  it('holds every valid proof of the corpus, with the same result', async () => {
    const bank = await VectorBank.start();
    let beyond = 0;
    for (const vector of readCorpus().filter((one) => one.class === 'valid')) {
      const outcome = await bank.runInVersion1(vector);
      expect([vector.name, resultOf(outcome)]).toEqual([vector.name, vector.expect.bankrun]);
      if (prepare(vector).transactionBytes > TRANSACTION_LIMIT) beyond++;
    }
    expect(beyond).toBeGreaterThan(20);
  });

  it('settles a market with every compact proof', async () => {
    const bank = settlementBank();
    for (const vector of readCompactCorpus()) {
      const found = await judgeCompact(bank, vector, (instruction) => bank.sendInVersion1([instruction]));
      const isBefore1970 = vector.name === 'compact-compact-time-negative';
      const expected = isBefore1970 ? { error: OUTSIDE_TIME_BOUNDS } : vector.expect.settlement;
      expect([vector.name, found]).toEqual([vector.name, expected]);
    }
  });
});

describe('buildTransaction', () => {
  const payer = USER;
  let bank: LiteBank;
  beforeAll(() => {
    bank = new LiteBank([]);
    bank.fund(payer.address);
  });
  const transfers = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      transferInstruction({ from: payer.address, to: somebody(i), lamports: 1_000_000n }),
    );
  const somebody = (i: number): Address => addressOf(new Uint8Array(32).fill(i + 100));
  const chainWith = (takes: boolean | undefined, loadedBytes?: number): Chain => ({
    ...bank.chain,
    simulate: async (transaction) => ({
      ...(await bank.chain.simulate(transaction)),
      ...(loadedBytes !== undefined && { loadedBytes }),
    }),
    ...(takes !== undefined && { takesVersion1: async () => takes }),
  });
  const built = (chain: Chain, count: number, more: Partial<Parameters<typeof buildTransaction>[0]> = {}) =>
    buildTransaction({
      chain,
      programs: LOCALNET_PROGRAM_IDS,
      payer: payer.address,
      instructions: transfers(count),
      ...more,
    });
  const versionOf = async (transaction: ReturnType<typeof built>): Promise<Message['version']> =>
    (await transaction).transaction.message.version;

  it('writes version 1 where the chain takes it, or as it is told', async () => {
    expect(await versionOf(built(chainWith(undefined), 1))).toBe('legacy');
    expect(await versionOf(built(chainWith(false), 1))).toBe('legacy');
    expect(await versionOf(built(chainWith(true), 1))).toBe(1);
    expect(await versionOf(built(chainWith(true), 1, { version: 0 }))).toBe('legacy');
    expect(await versionOf(built(chainWith(false), 1, { version: 1 }))).toBe(1);
  });

  it('sets every limit in it, and the fee as a whole', async () => {
    const how = { microLamportsPerUnit: 1_000_001n };
    const { transaction, computeUnitLimit, unitsConsumed } = await built(chainWith(true, 12_345), 2, how);
    expect(computeUnitLimit).toBe(Math.ceil(unitsConsumed * 1.1));
    expect(transaction.message.config).toEqual({
      computeUnitLimit,
      loadedAccountsDataSizeLimit: 12_345 + 1024 * 1024,
      priorityFeeLamports: BigInt(computeUnitLimit) + 1n,
    });
    // No instruction but its own.
    expect(transaction.message.instructions).toHaveLength(2);
    const unknown = await built(chainWith(true), 1);
    expect(unknown.transaction.message.config?.loadedAccountsDataSizeLimit).toBe(64 * 1024 * 1024);
    const granted = await built(chainWith(true), 3, { withoutBudget: true });
    expect(granted.transaction.message.config).toEqual({
      computeUnitLimit: 9_000,
      loadedAccountsDataSizeLimit: 64 * 1024 * 1024,
    });
    for (const one of [unknown, granted])
      expect((await bank.submit(signTransaction(one.transaction, [payer]))).failure).toBeNull();
  });

  it('falls back to an earlier version for what has no room in it, unless it is told not to', async () => {
    const data = (bytes: number, accounts: number) => ({
      instructions: [
        {
          programAddress: SYSTEM_PROGRAM_ID,
          accounts: Array.from({ length: accounts }, (_, i) => ({
            address: KeyPair.fromSeed(new Uint8Array(32).fill(i)).address,
            role: ACCOUNT_ROLE.readonly,
          })),
          data: new Uint8Array(bytes),
        },
      ],
      withoutBudget: true,
    });
    const chain = chainWith(true);
    const table = {
      address: somebody(0),
      addresses: data(0, 80).instructions[0]?.accounts.map((one) => one.address) ?? [],
    };
    expect(await versionOf(built(chain, 0, { ...data(3_800, 2), version: 1 }))).toBe(1);
    expect(await versionOf(built(chain, 0, { ...data(0, 80), lookupTables: [table] }))).toBe(0);
    await expect(built(chain, 0, { ...data(0, 80), version: 1 })).rejects.toMatchObject({
      number: TOO_MANY_ACCOUNTS,
      context: { what: 'accounts', accounts: 81, most: 64 },
    });
    await expect(built(chain, 0, { ...data(4_000, 2), version: 1 })).rejects.toMatchObject({
      number: TRANSACTION_TOO_LARGE,
      context: { limit: 4_096 },
    });
    await expect(built(chain, 0, data(4_000, 2))).rejects.toMatchObject({
      number: TRANSACTION_TOO_LARGE,
      context: { limit: TRANSACTION_LIMIT },
    });
  });
});
