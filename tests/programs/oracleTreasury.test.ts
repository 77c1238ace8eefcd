import { createAssociatedTokenAccountInstruction } from '@solana/spl-token';
import { describe, expect, it } from 'vitest';
import { addressBytes, addressOf } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import { withdrawUsdt } from '../../ts/sdk/program/oracle/instructions.js';
import {
  initializeTreasuryInstructions,
  type WithdrawParameters,
  withdrawInstruction,
} from '../../ts/sdk/program/oracle/treasuryInstructions.js';
import { fromTransactionInstruction, toPublicKey } from '../../ts/sdk/web3/convert.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { putConfig, ROLES } from '../helpers/oracleBank.js';
import {
  DEPLOYMENT,
  ISSUER,
  MONEY_PARAMETERS,
  mintTo,
  moneyState,
  putStablecoin,
  SERVICE,
  STABLECOIN,
  stablecoinAccountOf,
  startMoney,
  startWithMints,
  tokens,
} from '../helpers/oracleMoney.js';
import { tokenAccountData } from '../helpers/settlement/tokens.js';
import { thrown } from '../helpers/thrown.js';

const { admin, user, stranger } = ROLES;
const ELSEWHERE = addressOf(new Uint8Array(32).fill(200));
const FOREIGN_MINT = addressOf(new Uint8Array(32).fill(201));
const U64_MAX = 2n ** 64n - 1n;

const TREASURIES = [
  ['initialize_treasury_v2', 0, SERVICE, TOKEN_2022_PROGRAM_ID],
  ['initialize_usdt_treasury', 1, STABLECOIN, TOKEN_PROGRAM_ID],
] as const;

describe.each(TREASURIES)('%s', (_, index, treasury, program) => {
  const initialize = (bank: LiteBank) => {
    const made = initializeTreasuryInstructions({ ...DEPLOYMENT, admin: admin.address })[index];
    return bank.send(made ? [made] : [], [admin]);
  };
  const EMPTY = { amount: 0n, frozen: false };

  it.each([true, false])('creates the vault, thawed (accounts begin frozen: %s)', async (frozen) => {
    const bank = await startWithMints({ frozen });
    expect(await initialize(bank)).toMatchObject({ failure: null });
    expect(await tokens(bank, treasury.vault)).toEqual(EMPTY);
    expect((await bank.account(treasury.vault))?.owner).toEqual(program);
    expect((await bank.account(treasury.vault))?.data.subarray(32, 64)).toEqual(addressBytes(treasury.authority));
  });

  it('changes nothing the second time', async () => {
    const bank = await startWithMints();
    expect(await initialize(bank)).toMatchObject({ failure: null });
    const before = await moneyState(bank);
    expect(await initialize(bank)).toMatchObject({ failure: null });
    expect(await moneyState(bank)).toEqual(before);
  });

  it('creates it although lamports lie at the address', async () => {
    const bank = await startWithMints();
    bank.put(treasury.vault, SYSTEM_PROGRAM_ID, new Uint8Array(0), 1);
    expect(await initialize(bank)).toMatchObject({ failure: null });
    expect(await tokens(bank, treasury.vault)).toEqual(EMPTY);
  });

  it.each([true, false])('adopts a vault made by somebody else (accounts begin frozen: %s)', async (frozen) => {
    const bank = await startWithMints({ frozen });
    const { vault } = treasury;
    const make = fromTransactionInstruction(
      createAssociatedTokenAccountInstruction(
        toPublicKey(stranger.address),
        toPublicKey(vault),
        toPublicKey(treasury.authority),
        toPublicKey(treasury.mint),
        toPublicKey(program),
      ),
    );
    expect(await bank.send([make], [stranger])).toMatchObject({ failure: null });
    expect((await tokens(bank, vault))?.frozen).toBe(frozen && treasury === SERVICE);
    expect(await initialize(bank)).toMatchObject({ failure: null });
    expect(await tokens(bank, vault)).toEqual(EMPTY);
  });

  it('refuses a vault of another owner', async () => {
    const bank = await startWithMints();
    bank.put(treasury.vault, program, tokenAccountData({ mint: treasury.mint, owner: stranger.address }));
    expect(await initialize(bank)).toMatchObject({ error: 6054 });
  });

  it('works only for the configured mint', async () => {
    const bank = await startWithMints();
    putConfig(bank, { ...MONEY_PARAMETERS, serviceMint: FOREIGN_MINT, stablecoinMint: FOREIGN_MINT });
    expect(await initialize(bank)).toMatchObject({ error: 6020 });
  });
});

describe('the treasury of the stablecoin', () => {
  it('requires a mint of classic SPL Token with 6 decimals', async () => {
    const bank = await startWithMints();
    const initialize = () => {
      const [, usdt] = initializeTreasuryInstructions({ ...DEPLOYMENT, admin: admin.address });
      return bank.send(usdt ? [usdt] : [], [admin]);
    };
    const mint = (await bank.account(STABLECOIN.mint))?.data ?? new Uint8Array(0);
    bank.put(STABLECOIN.mint, TOKEN_2022_PROGRAM_ID, mint);
    expect(await initialize()).toMatchObject({ error: 6020 });
    for (const decimals of [0, 5, 9]) {
      bank.put(
        STABLECOIN.mint,
        TOKEN_PROGRAM_ID,
        mint.map((byte, i) => (i === 44 ? decimals : byte)),
      );
      expect(await initialize()).toMatchObject({ error: 6020 });
    }
    bank.put(STABLECOIN.mint, TOKEN_PROGRAM_ID, mint);
    expect(await initialize()).toMatchObject({ failure: null });
  });
});

describe('withdraw_usdt', () => {
  const DESTINATION = stablecoinAccountOf(admin.address);
  const withdraw = (bank: LiteBank, amount: bigint, parameters: Partial<WithdrawParameters> = {}) => {
    const made = withdrawInstruction({ ...DEPLOYMENT, admin: admin.address, amount: 1n, ...parameters });
    return bank.send([{ ...made, data: withdrawUsdt.encode({ amount }) }], [admin]);
  };

  async function start(stock: bigint): Promise<LiteBank> {
    const bank = await startMoney();
    if (stock === U64_MAX) putStablecoin(bank, stock, { at: STABLECOIN.vault, owner: STABLECOIN.authority });
    else {
      const issue = mintTo(STABLECOIN.mint, STABLECOIN.vault, stock, TOKEN_PROGRAM_ID);
      expect(await bank.send([issue], [ISSUER])).toMatchObject({ failure: null });
    }
    return bank;
  }

  it('withdraws exactly the amount and creates the admin’s account', async () => {
    const bank = await start(1_000n);
    expect(await withdraw(bank, 1n)).toMatchObject({ failure: null });
    expect(await tokens(bank, DESTINATION)).toEqual({ amount: 1n, frozen: false });
    expect(await withdraw(bank, 999n)).toMatchObject({ failure: null });
    expect(await tokens(bank, DESTINATION)).toEqual({ amount: 1_000n, frozen: false });
    expect((await tokens(bank, STABLECOIN.vault))?.amount).toBe(0n);
    expect(await withdraw(bank, 1n)).toMatchObject({ error: 6037 });
  });

  it('withdraws up to the limit of a u64', async () => {
    const bank = await start(U64_MAX);
    putStablecoin(bank, 1n, { owner: admin.address });
    expect(await withdraw(bank, U64_MAX)).toMatchObject({ error: 6027 });
    putStablecoin(bank, 0n, { owner: admin.address });
    expect(await withdraw(bank, U64_MAX)).toMatchObject({ failure: null });
    expect((await tokens(bank, DESTINATION))?.amount).toBe(U64_MAX);
  });

  it('requires an amount above zero', async () => {
    expect(await withdraw(await start(5n), 0n)).toMatchObject({ error: 6035 });
  });

  it('pays into any account of the admin', async () => {
    const bank = await start(5n);
    const destination = putStablecoin(bank, 2n, { at: ELSEWHERE, owner: admin.address });
    expect(await withdraw(bank, 5n, { destination })).toMatchObject({ failure: null });
    expect((await tokens(bank, ELSEWHERE))?.amount).toBe(7n);
  });

  it('follows a change of admin', async () => {
    const bank = await start(5n);
    putConfig(bank, { ...MONEY_PARAMETERS, admin: user.address });
    expect(await withdraw(bank, 1n)).toMatchObject({ error: 6017 });
    const made = withdrawInstruction({ ...DEPLOYMENT, admin: user.address, amount: 1n });
    expect(await bank.send([made], [user])).toMatchObject({ failure: null });
  });

  it('its builder refuses an amount of zero', () => {
    for (const amount of [0n, -1n])
      expect(thrown(() => withdrawInstruction({ ...DEPLOYMENT, admin: admin.address, amount }))).toMatchObject({
        number: 6035,
      });
  });
});
