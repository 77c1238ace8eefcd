import { describe, expect, it } from 'vitest';
import { addressOf } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { purchaseSubscriptionTokenUsdt } from '../../ts/sdk/program/oracle/instructions.js';
import {
  MAX_PURCHASE,
  type PurchaseParameters,
  purchaseInstruction,
  purchasePrice,
} from '../../ts/sdk/program/oracle/purchaseInstruction.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { putConfig, ROLES } from '../helpers/oracleBank.js';
import {
  DEPLOYMENT,
  MONEY_PARAMETERS,
  moneyState,
  putServiceTokens,
  putStablecoin,
  SERVICE,
  STABLECOIN,
  serviceAccountOf,
  stablecoinAccountOf,
  startMoney,
  tokens,
} from '../helpers/oracleMoney.js';
import { thrown } from '../helpers/thrown.js';

const { user: buyer, backendAdmin, stranger } = ROLES;
const WALLET = serviceAccountOf(buyer.address);
const PURSE = stablecoinAccountOf(buyer.address);
const UNIT = 1_000_000n;
const U64_MAX = 2n ** 64n - 1n;
const ELSEWHERE = addressOf(new Uint8Array(32).fill(200));

const instruction = (amount: bigint, parameters: Partial<PurchaseParameters> = {}) => {
  const made = purchaseInstruction({
    oracle: DEPLOYMENT.oracle,
    config: MONEY_PARAMETERS,
    buyer: buyer.address,
    tokens: 1n,
    ...parameters,
  });
  const data = purchaseSubscriptionTokenUsdt.encode({ txlineAmount: amount });
  return { ...made, data };
};
const purchase = (bank: LiteBank, amount: bigint, parameters: Partial<PurchaseParameters> = {}) =>
  bank.send([instruction(amount, parameters)], [buyer, backendAdmin]);

describe.each([
  ['accounts begin frozen', true],
  ['accounts begin thawed', false],
])('a purchase, where %s', (_, frozen) => {
  it.each([1n, 50n, 1_000n, 123_456_789n])('of %d tokens costs a thousandth of as many stablecoins', async (amount) => {
    const bank = await startMoney({ frozen, stock: 10n ** 15n });
    putStablecoin(bank, 10n ** 12n);
    expect(await purchase(bank, amount)).toMatchObject({ failure: null });
    expect(await tokens(bank, WALLET)).toEqual({ amount: amount * UNIT, frozen: true });
    expect(await tokens(bank, SERVICE.vault)).toEqual({ amount: 10n ** 15n - amount * UNIT, frozen: false });
    expect((await tokens(bank, PURSE))?.amount).toBe(10n ** 12n - amount * 1_000n);
    expect((await tokens(bank, STABLECOIN.vault))?.amount).toBe(amount * 1_000n);
  });

  it('adds to the buyer’s balance, frozen or not, and can be repeated', async () => {
    const bank = await startMoney({ frozen, stock: 100n * UNIT });
    putStablecoin(bank, 100_000n);
    putServiceTokens(bank, 7n, { frozen });
    for (const amount of [30n, 60n]) {
      expect(await purchase(bank, 30n)).toMatchObject({ failure: null });
      expect(await tokens(bank, WALLET)).toEqual({ amount: 7n + amount * UNIT, frozen: true });
    }
    expect((await tokens(bank, STABLECOIN.vault))?.amount).toBe(60_000n);
  });

  it('credits any account of the buyer and is paid from any', async () => {
    const bank = await startMoney({ frozen, stock: 100n * UNIT });
    const other = addressOf(new Uint8Array(32).fill(202));
    putStablecoin(bank, 1_000n, { at: other });
    putServiceTokens(bank, 0n, { at: ELSEWHERE, frozen });
    const places = { source: other, destination: ELSEWHERE };
    expect(await purchase(bank, 1n, places)).toMatchObject({ failure: null });
    expect(await tokens(bank, ELSEWHERE)).toEqual({ amount: UNIT, frozen: true });
    expect((await tokens(bank, other))?.amount).toBe(0n);
  });
});

describe('a purchase', () => {
  it('is exact up to the limit of a u64, and one token more is refused', async () => {
    const bank = await startMoney({ stock: U64_MAX });
    putStablecoin(bank, U64_MAX);
    expect(MAX_PURCHASE).toBe(18_446_744_073_709n);
    for (const amount of [MAX_PURCHASE + 1n, U64_MAX / 1_000n, U64_MAX / 1_000n + 1n, U64_MAX])
      expect(await purchase(bank, amount)).toMatchObject({ error: 6027 });
    expect(await purchase(bank, MAX_PURCHASE)).toMatchObject({ failure: null });
    expect((await tokens(bank, WALLET))?.amount).toBe(MAX_PURCHASE * UNIT);
    expect((await tokens(bank, PURSE))?.amount).toBe(U64_MAX - MAX_PURCHASE * 1_000n);
    expect((await tokens(bank, SERVICE.vault))?.amount).toBe(U64_MAX - MAX_PURCHASE * UNIT);
  });

  it('of zero tokens is refused', async () => {
    const bank = await startMoney({ stock: UNIT });
    putStablecoin(bank, 1_000n);
    expect(await purchase(bank, 0n)).toMatchObject({ error: 6035 });
  });

  it('requires both balances', async () => {
    const bank = await startMoney({ stock: 10n * UNIT - 1n });
    putStablecoin(bank, 9_999n);
    const before = await moneyState(bank);
    expect(await purchase(bank, 10n)).toMatchObject({ error: 6034 });
    putStablecoin(bank, 10_000n);
    const paid = await moneyState(bank);
    expect(await purchase(bank, 10n)).toMatchObject({ error: 6037 });
    expect(await moneyState(bank)).toEqual(paid);
    expect(before.length).toBe(paid.length);
    expect(await purchase(bank, 9n)).toMatchObject({ failure: null });
  });

  it('refuses balances above a u64', async () => {
    const bank = await startMoney({ stock: 10n * UNIT });
    putStablecoin(bank, 10_000n);
    putServiceTokens(bank, U64_MAX - UNIT + 1n);
    expect(await purchase(bank, 1n)).toMatchObject({ error: 6027 });
    putServiceTokens(bank, U64_MAX - UNIT);
    expect(await purchase(bank, 1n)).toMatchObject({ failure: null });
    putStablecoin(bank, U64_MAX - 10n, { at: STABLECOIN.vault, owner: STABLECOIN.authority });
    putServiceTokens(bank, 0n);
    expect(await purchase(bank, 1n)).toMatchObject({ error: 6027 });
  });

  it('follows a change of the backend admin', async () => {
    const bank = await startMoney({ stock: 10n * UNIT });
    putStablecoin(bank, 10_000n);
    putConfig(bank, { ...MONEY_PARAMETERS, backendAdmin: stranger.address });
    expect(await purchase(bank, 1n)).toMatchObject({ error: 6065 });
    const made = instruction(1n, { config: { ...MONEY_PARAMETERS, backendAdmin: stranger.address } });
    expect(await bank.send([made], [buyer, stranger])).toMatchObject({ failure: null });
  });

  it('creates the buyer’s account although lamports lie at the address', async () => {
    const bank = await startMoney({ stock: 10n * UNIT });
    putStablecoin(bank, 10_000n);
    bank.put(WALLET, SYSTEM_PROGRAM_ID, new Uint8Array(0), 1);
    expect(await purchase(bank, 1n)).toMatchObject({ failure: null });
    expect(await tokens(bank, WALLET)).toEqual({ amount: UNIT, frozen: true });
  });

  it('from a frozen purse fails in the token program and changes nothing', async () => {
    const bank = await startMoney({ stock: 10n * UNIT });
    putStablecoin(bank, 10_000n, { frozen: true });
    const before = await moneyState(bank);
    expect(await purchase(bank, 1n)).toMatchObject({ error: 17 });
    expect(await moneyState(bank)).toEqual(before);
  });
});

describe('purchaseInstruction', () => {
  it('refuses what the program would refuse', () => {
    const of = (amount: bigint) =>
      thrown(() =>
        purchaseInstruction({ ...DEPLOYMENT, config: MONEY_PARAMETERS, buyer: buyer.address, tokens: amount }),
      );
    expect(of(0n)).toMatchObject({ number: 6035 });
    expect(of(-1n)).toMatchObject({ number: 6035 });
    expect(of(MAX_PURCHASE + 1n)).toMatchObject({ number: 6027 });
  });

  it('computes the price', () => {
    expect([1n, 50n, 1_000n, MAX_PURCHASE].map(purchasePrice)).toEqual([
      1_000n,
      50_000n,
      1_000_000n,
      18_446_744_073_709_000n,
    ]);
  });
});
