import {
  AccountState,
  createInitializeDefaultAccountStateInstruction,
  createInitializeMint2Instruction,
  createInitializeMintCloseAuthorityInstruction,
  createInitializeTransferFeeConfigInstruction,
  ExtensionType,
  getMintLen,
} from '@solana/spl-token';
import { describe, expect, it } from 'vitest';
import { type Address, addressOf } from '../../ts/sdk/program/address/address.js';
import { pricingMatrixAddress } from '../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { associatedTokenAddress, TOKEN_2022_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { purchaseCreditsInstruction } from '../../ts/sdk/program/oracle/creditsInstructions.js';
import { subscribe } from '../../ts/sdk/program/oracle/instructions.js';
import { updatePricingMatrixInstruction } from '../../ts/sdk/program/oracle/pricingMatrixInstructions.js';
import { purchaseInstruction } from '../../ts/sdk/program/oracle/purchaseInstruction.js';
import { decodeSubscribed } from '../../ts/sdk/program/oracle/subscribedEvent.js';
import { type SubscribeParameters, subscribeInstruction } from '../../ts/sdk/program/oracle/subscribeInstruction.js';
import { serviceTreasury } from '../../ts/sdk/program/oracle/treasury.js';
import { initializeTreasuryInstructions } from '../../ts/sdk/program/oracle/treasuryInstructions.js';
import { createAccountInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { fromTransactionInstruction, toPublicKey } from '../../ts/sdk/web3/convert.js';
import type { LiteBank } from '../helpers/liteBank.js';
import type { Outcome } from '../helpers/localBank.js';
import { CONFIG, ORACLE, putConfig, ROLES } from '../helpers/oracleBank.js';
import {
  DEPLOYMENT,
  ISSUER,
  MONEY_PARAMETERS,
  putServiceTokens,
  putStablecoin,
  ROWS,
  SERVICE,
  serviceAccountOf,
  startMoney,
  tokens,
} from '../helpers/oracleMoney.js';
import { tokenAccountData } from '../helpers/settlement/tokens.js';
import { thrown } from '../helpers/thrown.js';

const { user, stranger } = ROLES;
const WALLET = serviceAccountOf(user.address);
const UNIT = 1_000_000n;
const U64_MAX = 2n ** 64n - 1n;
const ELSEWHERE = addressOf(new Uint8Array(32).fill(200));
const WEEK = 7 * 24 * 60 * 60;

const send = (bank: LiteBank, parameters: Partial<SubscribeParameters> = {}) =>
  bank.send(
    [subscribeInstruction({ ...DEPLOYMENT, user: user.address, serviceLevelId: 2, weeks: 4, ...parameters })],
    [user],
  );

/** The instruction with any weeks and level. */
const raw = (args: { serviceLevelId: number; weeks: number }) => {
  const instruction = subscribeInstruction({ ...DEPLOYMENT, user: user.address, serviceLevelId: 0, weeks: 4 });
  return { ...instruction, data: subscribe.encode(args) };
};

const programLogs = ({ logs }: Outcome) => logs.flatMap((line) => /^Program log: (.*)$/.exec(line)?.[1] ?? []);
const eventsOf = ({ logs }: Outcome) =>
  logs
    .flatMap((line) => /^Program data: (.*)$/.exec(line)?.[1] ?? [])
    .map((data) => decodeSubscribed(Buffer.from(data, 'base64')));

describe.each([
  ['accounts begin frozen', true],
  ['accounts begin thawed', false],
])('subscribe, where %s', (_, frozen) => {
  it.each([
    ['nothing', 0, 4, 0n],
    ['1 token a week', 1, 4, 4n],
    ['1 token for the longest time', 1, 252, 252n],
    ['125,000 tokens a week', 2, 8, 1_000_000n],
    ['187,500 tokens a week', 21, 4, 750_000n],
  ])('charges exactly: %s', async (_, serviceLevelId, weeks, price) => {
    const bank = await startMoney({ frozen });
    putServiceTokens(bank, 3n * 10n ** 15n, { frozen });
    expect(await send(bank, { serviceLevelId, weeks })).toMatchObject({ failure: null });
    expect(await tokens(bank, WALLET)).toEqual({ amount: 3n * 10n ** 15n - price * UNIT, frozen: true });
    expect(await tokens(bank, SERVICE.vault)).toEqual({ amount: price * UNIT, frozen: false });
  });

  it('creates the account of a new user for the free level', async () => {
    const bank = await startMoney({ frozen });
    expect(await tokens(bank, WALLET)).toBeNull();
    expect(await send(bank, { serviceLevelId: 0 })).toMatchObject({ failure: null });
    expect(await tokens(bank, WALLET)).toEqual({ amount: 0n, frozen: true });
    expect(await tokens(bank, SERVICE.vault)).toEqual({ amount: 0n, frozen: false });
  });

  it('creates it although lamports lie at the address', async () => {
    const bank = await startMoney({ frozen });
    bank.put(WALLET, SYSTEM_PROGRAM_ID, new Uint8Array(0), 1);
    expect(await send(bank, { serviceLevelId: 0 })).toMatchObject({ failure: null });
    expect(await tokens(bank, WALLET)).toEqual({ amount: 0n, frozen: true });
  });

  it('charges the whole balance, and again for every repetition', async () => {
    const bank = await startMoney({ frozen });
    putServiceTokens(bank, 9n * UNIT, { frozen });
    for (const left of [5n, 1n]) {
      expect(await send(bank, { serviceLevelId: 1 })).toMatchObject({ failure: null });
      expect((await tokens(bank, WALLET))?.amount).toBe(left * UNIT);
    }
    expect(await send(bank, { serviceLevelId: 1 })).toMatchObject({ error: 6034 });
    expect(await tokens(bank, WALLET)).toEqual({ amount: UNIT, frozen: true });
    expect((await tokens(bank, SERVICE.vault))?.amount).toBe(8n * UNIT);
  });

  it('takes from any account of the user', async () => {
    const bank = await startMoney({ frozen });
    const source = putServiceTokens(bank, 4n * UNIT, { at: ELSEWHERE, frozen });
    expect(await send(bank, { serviceLevelId: 1, source })).toMatchObject({ failure: null });
    expect(await tokens(bank, source)).toEqual({ amount: 0n, frozen: true });
  });
});

describe('subscribe', () => {
  it('charges up to the limit of a u64 and refuses more', async () => {
    const bank = await startMoney();
    putServiceTokens(bank, U64_MAX);
    expect(await send(bank, { serviceLevelId: 101 })).toMatchObject({ error: 6027 });
    expect(await send(bank, { serviceLevelId: 65_535 })).toMatchObject({ error: 6027 });
    expect(await send(bank, { serviceLevelId: 100, weeks: 8 })).toMatchObject({ error: 6027 });
    expect(await send(bank, { serviceLevelId: 100 })).toMatchObject({ failure: null });
    const charge = 4n * 4_611_686_018_427n * UNIT;
    expect((await tokens(bank, WALLET))?.amount).toBe(U64_MAX - charge);
    expect((await tokens(bank, SERVICE.vault))?.amount).toBe(charge);
  });

  it('refuses when the vault would exceed a u64', async () => {
    const bank = await startMoney();
    bank.put(
      SERVICE.vault,
      TOKEN_2022_PROGRAM_ID,
      tokenAccountData({ mint: SERVICE.mint, owner: SERVICE.authority, amount: U64_MAX - 3n * UNIT }),
    );
    putServiceTokens(bank, 4n * UNIT);
    expect(await send(bank, { serviceLevelId: 1 })).toMatchObject({ error: 6027 });
  });

  it('requires a positive multiple of 4 weeks', async () => {
    const bank = await startMoney();
    for (const weeks of [0, 1, 2, 3, 5, 6, 7, 254, 255])
      expect(await bank.send([raw({ serviceLevelId: 0, weeks })], [user])).toMatchObject({ error: 6041 });
    for (const weeks of [4, 12, 252])
      expect(await bank.send([raw({ serviceLevelId: 0, weeks })], [user])).toMatchObject({ failure: null });
  });

  it('requires a row of the matrix', async () => {
    const bank = await startMoney();
    for (const serviceLevelId of [3, 4, 20, 22, 65_534])
      expect(await send(bank, { serviceLevelId })).toMatchObject({ error: 6059 });
    // The weeks are checked first.
    expect(await bank.send([raw({ serviceLevelId: 3, weeks: 1 })], [user])).toMatchObject({ error: 6041 });
  });

  it('reports the purchase in two log lines and an event', async () => {
    const bank = await startMoney();
    putServiceTokens(bank, 10n ** 15n);
    const now = await bank.time();
    const outcome = await send(bank, { serviceLevelId: 21, weeks: 12 });
    expect(outcome).toMatchObject({ failure: null });
    const [event, ...more] = eventsOf(outcome);
    expect(more).toEqual([]);
    if (!event) throw new Error('no event');
    const { startTs } = event;
    expect(event).toEqual({
      user: user.address,
      serviceLevelId: 21,
      weeks: 12,
      startTs,
      endTs: startTs + 12 * WEEK,
      row: ROWS.find(({ rowId }) => rowId === 21),
    });
    expect(Math.abs(startTs - now)).toBeLessThan(3600);
    const own = programLogs(outcome).filter((line) => /Service Row|New subscription/.test(line));
    expect(own).toEqual([
      'Service Row: 21',
      `New subscription from user=[${user.address}] with start_ts=[${startTs}] and end_ts=[${startTs + 12 * WEEK}].`,
    ]);
  });

  it('reports the whole row as of this moment', async () => {
    const bank = await startMoney();
    const extreme = {
      pricePerWeekToken: 0n,
      samplingIntervalSec: 2 ** 32 - 1,
      leagueBundleId: -(2 ** 15),
      marketBundleId: 2 ** 15 - 1,
    };
    for (const rows of [ROWS, ROWS.map(({ rowId }) => ({ rowId, ...extreme })), ROWS.toReversed()]) {
      const update = updatePricingMatrixInstruction(ORACLE.programId, ROLES.admin.address, rows);
      expect(await bank.send([update], [ROLES.admin])).toMatchObject({ failure: null });
      for (const row of rows.filter(({ pricePerWeekToken }) => pricePerWeekToken < 10n ** 6n)) {
        putServiceTokens(bank, 10n ** 15n);
        expect(eventsOf(await send(bank, { serviceLevelId: row.rowId }))).toEqual([expect.objectContaining({ row })]);
      }
    }
  });

  it('reports nothing when it fails', async () => {
    const bank = await startMoney();
    const outcome = await send(bank);
    expect(outcome).toMatchObject({ error: 6034 });
    expect(eventsOf(outcome)).toEqual([]);
  });

  it('requires a vault and a price list', async () => {
    const bank = await startMoney();
    bank.remove(SERVICE.vault);
    expect(await send(bank, { serviceLevelId: 0 })).toMatchObject({ error: 6054 });
    bank.remove(pricingMatrixAddress(ORACLE.programId).address);
    expect(await send(bank, { serviceLevelId: 0 })).toMatchObject({ error: 3012 });
  });
});

describe('the service token’s mint', () => {
  const MINT = KeyPair.fromSeed(new Uint8Array(32).fill(130));
  const mint = MINT.address;
  const [KEY, ISSUER_KEY, PROGRAM_KEY] = [
    toPublicKey(mint),
    toPublicKey(ISSUER.address),
    toPublicKey(TOKEN_2022_PROGRAM_ID),
  ];
  const config = { ...MONEY_PARAMETERS, serviceMint: mint };
  const deployment = { ...DEPLOYMENT, config };
  const treasury = serviceTreasury(deployment);

  /** A configured Token-2022 mint, with a vault and an account of the user. */
  async function withMint(
    extensions: [ExtensionType, Instruction][],
    { decimals = 6, freeze = treasury.authority as Address | null } = {},
  ): Promise<LiteBank> {
    const bank = await startMoney();
    const created = await bank.send(
      [
        createAccountInstruction({
          payer: ISSUER.address,
          account: mint,
          lamports: 10n ** 8n,
          space: getMintLen(extensions.map(([type]) => type)),
          owner: TOKEN_2022_PROGRAM_ID,
        }),
        ...extensions.map(([, instruction]) => instruction),
        fromTransactionInstruction(
          createInitializeMint2Instruction(KEY, decimals, ISSUER_KEY, freeze && toPublicKey(freeze), PROGRAM_KEY),
        ),
      ],
      [ISSUER, MINT],
    );
    expect(created).toMatchObject({ failure: null });
    putConfig(bank, config);
    const vault = tokenAccountData({ mint, owner: treasury.authority, amount: UNIT });
    bank.put(treasury.vault, TOKEN_2022_PROGRAM_ID, vault);
    const wallet = associatedTokenAddress(mint, user.address, TOKEN_2022_PROGRAM_ID);
    bank.put(wallet, TOKEN_2022_PROGRAM_ID, tokenAccountData({ mint, owner: user.address, amount: 10n ** 9n }));
    return bank;
  }
  const subscribed = (bank: LiteBank) => send(bank, { ...deployment, serviceLevelId: 1 });
  const bought = (bank: LiteBank) => {
    putStablecoin(bank, 1_000n);
    const purchase = purchaseInstruction({ ...deployment, buyer: user.address, tokens: 1n });
    return bank.send([purchase], [user, ROLES.backendAdmin]);
  };
  const initialized = (bank: LiteBank) => {
    const [service] = initializeTreasuryInstructions({ ...deployment, admin: ROLES.admin.address });
    return bank.send(service ? [service] : [], [ROLES.admin]);
  };

  it('may have accounts that begin frozen, or no extension', async () => {
    const state: [ExtensionType, Instruction] = [
      ExtensionType.DefaultAccountState,
      fromTransactionInstruction(createInitializeDefaultAccountStateInstruction(KEY, AccountState.Frozen)),
    ];
    expect(await subscribed(await withMint([state]))).toMatchObject({ failure: null });
    expect(await subscribed(await withMint([]))).toMatchObject({ failure: null });
  });

  it.each([
    [
      'a transfer fee',
      ExtensionType.TransferFeeConfig,
      createInitializeTransferFeeConfigInstruction(KEY, null, null, 100, 10n ** 6n, PROGRAM_KEY),
    ],
    [
      'a close authority',
      ExtensionType.MintCloseAuthority,
      createInitializeMintCloseAuthorityInstruction(KEY, ISSUER_KEY, PROGRAM_KEY),
    ],
  ])('with %s is not sold and gets no treasury', async (_, type, instruction) => {
    const bank = await withMint([[type, fromTransactionInstruction(instruction)]]);
    for (const outcome of [await bought(bank), await initialized(bank)]) {
      expect(outcome).toMatchObject({ error: 6020 });
      expect(programLogs(outcome)).toContain(`the mint has the extension ${type}`);
    }
  });

  it('can be spent whatever its extensions: holders have no other way out', async () => {
    const close = createInitializeMintCloseAuthorityInstruction(KEY, ISSUER_KEY, PROGRAM_KEY);
    const bank = await withMint([[ExtensionType.MintCloseAuthority, fromTransactionInstruction(close)]]);
    expect(await subscribed(bank)).toMatchObject({ failure: null });
    const credits = purchaseCreditsInstruction({ ...deployment, user: user.address, packs: 1 });
    expect(await bank.send([credits], [user])).toMatchObject({ failure: null });
  });

  it('is sold and gets its treasury when nothing is wrong with it', async () => {
    const bank = await withMint([]);
    expect(await bought(bank)).toMatchObject({ failure: null });
    expect(await initialized(bank)).toMatchObject({ failure: null });
  });

  it.each([
    ['a stranger', stranger.address],
    ['nobody', null],
  ])('is not frozen by %s', async (_, freeze) => {
    expect(await subscribed(await withMint([], { freeze }))).toMatchObject({ error: 6020 });
  });

  it.each([0, 5, 7, 9])('has 6 decimals, not %i', async (decimals) => {
    expect(await subscribed(await withMint([], { decimals }))).toMatchObject({ error: 6020 });
  });

  it('is the configured one, not another of the same kind', async () => {
    const bank = await withMint([]);
    putConfig(bank, MONEY_PARAMETERS);
    expect(await subscribed(bank)).toMatchObject({ error: 6020 });
    putConfig(bank, config);
    expect(await subscribed(bank)).toMatchObject({ failure: null });
    expect(await send(bank, { serviceLevelId: 0 })).toMatchObject({ error: 6020 });
  });

  it('is a mint', async () => {
    const bank = await withMint([]);
    bank.put(mint, TOKEN_2022_PROGRAM_ID, tokenAccountData({ mint: SERVICE.mint, owner: user.address }));
    expect(await subscribed(bank)).toMatchObject({ error: 6020 });
    bank.put(mint, TOKEN_2022_PROGRAM_ID, new Uint8Array(82));
    expect(await subscribed(bank)).toMatchObject({ error: 6020 });
  });
});

describe('subscribeInstruction', () => {
  it('refuses weeks that the program would refuse', () => {
    for (const weeks of [0, -4, 3, 4.5])
      expect(
        thrown(() => subscribeInstruction({ ...DEPLOYMENT, user: user.address, serviceLevelId: 0, weeks })),
      ).toMatchObject({ number: 6041 });
  });

  it('names the configuration last', () => {
    const { accounts } = subscribeInstruction({ ...DEPLOYMENT, user: user.address, serviceLevelId: 0, weeks: 4 });
    expect(accounts.at(-1)?.address).toEqual(CONFIG.address);
    expect(accounts.length).toBe(10);
  });
});
