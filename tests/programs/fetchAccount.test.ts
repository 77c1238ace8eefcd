import { describe, expect, it } from 'vitest';
import { fetchAccount } from '../../ts/sdk/program/account/fetchAccount.js';
import { pricingMatrixAccount } from '../../ts/sdk/program/account/pricingMatrix.js';
import { userValidationStateAccount } from '../../ts/sdk/program/account/userValidationState.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { LiteBank } from '../helpers/liteBank.js';

describe('fetchAccount', () => {
  const owner = KeyPair.fromSeed(new Uint8Array(32).fill(1)).address;
  const address = KeyPair.fromSeed(new Uint8Array(32).fill(2)).address;
  const { oracle } = LOCALNET_PROGRAM_IDS;
  const data = userValidationStateAccount.encode({ owner, credits: 300 });
  const bank = new LiteBank([]);
  const fetch = () => fetchAccount(bank, userValidationStateAccount, address, oracle);

  it('reads an account of the program', async () => {
    bank.put(address, oracle, data);
    expect(await fetch()).toEqual({ owner, credits: 300 });
  });

  it('refuses the same bytes under another owner', async () => {
    bank.put(address, SYSTEM_PROGRAM_ID, data);
    await expect(fetch()).rejects.toMatchObject({ number: 7023, message: expect.stringContaining(oracle) });
  });

  it('refuses an account of another kind', async () => {
    bank.put(address, oracle, pricingMatrixAccount.encode({ admin: owner, rows: [] }));
    await expect(fetch()).rejects.toMatchObject({ number: 7023 });
  });

  it('names a missing account', async () => {
    const missing = KeyPair.fromSeed(new Uint8Array(32).fill(3)).address;
    const result = fetchAccount(bank, userValidationStateAccount, missing, oracle);
    await expect(result).rejects.toMatchObject({ number: 7022, message: expect.stringContaining(missing) });
  });
});
