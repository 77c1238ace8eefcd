import { describe, expect, it } from 'vitest';
import { faucetTrackerAccount } from '../../ts/sdk/program/account/faucetTracker.js';
import { type Address, addressOf } from '../../ts/sdk/program/address/address.js';
import { faucetTrackerAddress } from '../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { faucetInstruction } from '../../ts/sdk/program/oracle/faucetInstruction.js';
import { requestDevnetFaucet } from '../../ts/sdk/program/oracle/instructions.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { ORACLE, putConfig, ROLES } from '../helpers/oracleBank.js';
import {
  DEPLOYMENT,
  MONEY_PARAMETERS,
  putServiceTokens,
  putStablecoin,
  SERVICE,
  STABLECOIN,
  stablecoinAccountOf,
  startWithMints,
  tokens,
} from '../helpers/oracleMoney.js';
import { unsignedBy } from '../helpers/settlement/roles.js';
import { withAddresses } from '../helpers/withAddresses.js';

const FAUCET = { programId: ORACLE.programId, path: 'tests/programs/artifacts/oracle-faucet.so' };
const GIFT = 1_000_000_000n;
const DAY = 24 * 60 * 60;
const NOW = 1_800_000_000;

const { user, stranger } = ROLES;
const PURSE = stablecoinAccountOf(user.address);
const TRACKER = faucetTrackerAddress(user.address, ORACLE.programId).address;
const ELSEWHERE = addressOf(new Uint8Array(32).fill(200));
const FOREIGN_MINT = addressOf(new Uint8Array(32).fill(201));

const start = async (stablecoinIssuer = STABLECOIN.authority, program = FAUCET) => {
  const bank = await startWithMints({ program, stablecoinIssuer });
  await bank.setTime(NOW);
  return bank;
};

const request = (bank: LiteBank, replaced: Record<string, Address> = {}, by = user) => {
  const made = faucetInstruction({ ...DEPLOYMENT, user: by.address });
  return bank.send([withAddresses(made, requestDevnetFaucet, replaced)], [by]);
};
const balance = async (bank: LiteBank, at = PURSE) => (await tokens(bank, at))?.amount ?? null;

describe('request_devnet_faucet', () => {
  it('is not in the deployed program', async () => {
    expect(await request(await start(STABLECOIN.authority, ORACLE))).toMatchObject({ error: 101 });
  });

  it('gives 1,000 stablecoins and creates the account for them', async () => {
    const bank = await start();
    expect(await request(bank)).toMatchObject({ failure: null });
    expect(await balance(bank)).toBe(GIFT);
    const tracker = await bank.account(TRACKER);
    expect(tracker?.owner).toEqual(ORACLE.programId);
    expect(tracker?.data).toEqual(faucetTrackerAccount.encode({ lastRequestTime: NOW }));
  });

  it('gives once per day', async () => {
    const bank = await start();
    expect(await request(bank)).toMatchObject({ failure: null });
    for (const later of [0, 1, DAY - 1]) {
      await bank.setTime(NOW + later);
      expect(await request(bank)).toMatchObject({ error: 6058 });
    }
    expect(await balance(bank)).toBe(GIFT);
    await bank.setTime(NOW + DAY);
    expect(await request(bank)).toMatchObject({ failure: null });
    expect(await balance(bank)).toBe(2n * GIFT);
    expect(await request(bank)).toMatchObject({ error: 6058 });
  });

  it('counts each user separately', async () => {
    const bank = await start();
    expect(await request(bank)).toMatchObject({ failure: null });
    expect(await request(bank, {}, stranger)).toMatchObject({ failure: null });
    expect(await balance(bank, stablecoinAccountOf(stranger.address))).toBe(GIFT);
  });

  it('adds to any account of the user', async () => {
    const bank = await start();
    putStablecoin(bank, 5n, { at: ELSEWHERE });
    expect(await request(bank, { userUsdtAta: ELSEWHERE })).toMatchObject({ failure: null });
    expect(await balance(bank, ELSEWHERE)).toBe(GIFT + 5n);
  });

  it.each([TRACKER, PURSE])('creates %s although lamports lie there', async (address) => {
    const bank = await start();
    bank.put(address, SYSTEM_PROGRAM_ID, new Uint8Array(0), 1);
    expect(await request(bank)).toMatchObject({ failure: null });
    expect(await balance(bank)).toBe(GIFT);
  });

  it('issues what the treasury may issue', async () => {
    const bank = await start(stranger.address);
    expect(await request(bank)).toMatchObject({ error: 6019 });
    expect(await bank.account(TRACKER)).toBeNull();
  });

  it('issues the configured stablecoin', async () => {
    const bank = await start();
    putConfig(bank, { ...MONEY_PARAMETERS, stablecoinMint: FOREIGN_MINT });
    expect(await request(bank)).toMatchObject({ error: 6020 });
  });

  it('refuses a balance beyond u64', async () => {
    const bank = await start();
    putStablecoin(bank, 2n ** 64n - GIFT);
    expect(await request(bank)).toMatchObject({ error: 6027 });
    expect(await bank.account(TRACKER)).toBeNull();
  });

  it.each<[string, number, (bank: LiteBank) => Record<string, Address>]>([
    [
      'the tracker of another user',
      2006,
      () => ({ faucetTracker: faucetTrackerAddress(stranger.address, ORACLE.programId).address }),
    ],
    [
      'an account of another user',
      6012,
      (bank) => ({ userUsdtAta: putStablecoin(bank, 0n, { at: ELSEWHERE, owner: stranger.address }) }),
    ],
    [
      'an account of another mint',
      6020,
      (bank) => ({ userUsdtAta: putStablecoin(bank, 0n, { at: ELSEWHERE, mint: FOREIGN_MINT }) }),
    ],
    [
      'an account of the other token program',
      6066,
      (bank) => ({ userUsdtAta: putServiceTokens(bank, 0n, { at: ELSEWHERE, mint: STABLECOIN.mint }) }),
    ],
    ['a missing account at no associated address', 6066, () => ({ userUsdtAta: ELSEWHERE })],
    ['the treasury of the service token', 2006, () => ({ usdtTreasuryPda: SERVICE.authority })],
    ['the service token', 6020, () => ({ usdtMint: SERVICE.mint })],
    ['another token program', 3008, () => ({ tokenProgram: stranger.address })],
    ['another associated token program', 3008, () => ({ associatedTokenProgram: stranger.address })],
    ['another system program', 3008, () => ({ systemProgram: stranger.address })],
    ['a configuration elsewhere', 3007, () => ({ config: stranger.address })],
  ])('refuses %s: %i', async (_, error, change) => {
    const bank = await start();
    const replaced = change(bank);
    expect(await request(bank, replaced)).toMatchObject({ error });
    expect(await bank.account(TRACKER)).toBeNull();
    expect(await balance(bank)).toBeNull();
  });

  it('refuses a tracker of another owner or kind', async () => {
    const bank = await start();
    const data = faucetTrackerAccount.encode({ lastRequestTime: 0 });
    bank.put(TRACKER, stranger.address, data);
    expect(await request(bank)).toMatchObject({ error: 6018 });
    bank.put(TRACKER, ORACLE.programId, new Uint8Array(16));
    expect(await request(bank)).toMatchObject({ error: 3002 });
    bank.put(TRACKER, ORACLE.programId, data);
    expect(await request(bank)).toMatchObject({ failure: null });
  });

  it("requires the user's signature", async () => {
    const made = faucetInstruction({ ...DEPLOYMENT, user: user.address });
    expect(await (await start()).send([unsignedBy(made, user.address)])).toMatchObject({ error: 3010 });
  });
});
