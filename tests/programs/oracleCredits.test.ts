import { beforeEach, describe, expect, it } from 'vitest';
import { USER } from '../../ts/regress/conform/vectorScene.js';
import { userValidationStateAccount } from '../../ts/sdk/program/account/userValidationState.js';
import { type Address, addressOf } from '../../ts/sdk/program/address/address.js';
import { userValidationStateAddress } from '../../ts/sdk/program/address/oracle.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import {
  giftCreditsInstruction,
  type PurchaseCreditsParameters,
  purchaseCreditsInstruction,
} from '../../ts/sdk/program/oracle/creditsInstructions.js';
import { giftValidationCredits, purchaseValidationCredits } from '../../ts/sdk/program/oracle/instructions.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { CONFIG, ORACLE, putConfig, putCredits, ROLES, startOracle } from '../helpers/oracleBank.js';
import {
  DEPLOYMENT,
  MONEY_PARAMETERS,
  putServiceTokens,
  SERVICE,
  serviceAccountOf,
  startMoney,
  tokens,
} from '../helpers/oracleMoney.js';
import { thrown } from '../helpers/thrown.js';
import { VectorBank } from '../helpers/vectorBank.js';
import { readCorpus } from '../vectors/corpus.js';
import { resultOnChain } from '../vectors/onChain.js';
import type { Result } from '../vectors/vector.js';

const { admin, user, stranger } = ROLES;
const stateOf = (owner: Address) => userValidationStateAddress(owner, ORACLE.programId).address;

let bank: LiteBank;
beforeEach(async () => {
  bank = await startOracle();
  putConfig(bank);
});

const creditsOf = async (owner: Address, on = bank) => {
  const account = await on.account(stateOf(owner));
  return account && account.data.length > 0 ? userValidationStateAccount.decode(account.data).credits : null;
};

const gift = (
  hundreds: number,
  {
    by = admin,
    to = user.address,
    at = stateOf(to),
  }: {
    by?: KeyPair;
    to?: Address;
    at?: Address;
  } = {},
) =>
  bank.send(
    [
      giftValidationCredits.build(
        ORACLE.programId,
        {
          authority: by.address,
          targetUser: to,
          userValidationState: at,
          systemProgram: SYSTEM_PROGRAM_ID,
          config: CONFIG.address,
        },
        { hundreds },
      ),
    ],
    [by],
  );

describe('gift_validation_credits', () => {
  it('creates the account and adds to it', async () => {
    expect(await gift(1)).toMatchObject({ failure: null });
    const account = await bank.account(stateOf(user.address));
    expect(account?.owner).toEqual(ORACLE.programId);
    expect(account?.data).toEqual(userValidationStateAccount.encode({ owner: user.address, credits: 100 }));
    expect(await gift(3)).toMatchObject({ failure: null });
    expect(await creditsOf(user.address)).toBe(400);
    expect(await creditsOf(stranger.address)).toBeNull();
  });

  it('creates the account although somebody sent lamports to the address before', async () => {
    bank.put(stateOf(user.address), SYSTEM_PROGRAM_ID, new Uint8Array(0), 1);
    expect(await gift(2)).toMatchObject({ failure: null });
    expect(await creditsOf(user.address)).toBe(200);
    const account = await bank.account(stateOf(user.address));
    expect(account?.lamports).toBe(await bank.rent(44));
  });

  it('gives at least one pack', async () => {
    expect(await gift(0)).toMatchObject({ error: 6086 });
    expect(await bank.account(stateOf(user.address))).toBeNull();
  });

  it('counts up to the limit of 32 bits', async () => {
    expect(await gift(2 ** 32 - 1)).toMatchObject({ error: 6027 });
    expect(await gift(42_949_673)).toMatchObject({ error: 6027 });
    expect(await gift(42_949_672)).toMatchObject({ failure: null });
    expect(await creditsOf(user.address)).toBe(4_294_967_200);
    expect(await gift(1)).toMatchObject({ error: 6027 });
    expect(await creditsOf(user.address)).toBe(4_294_967_200);
  });

  it('refuses an account of another owner, kind or user', async () => {
    const at = stateOf(user.address);
    const data = userValidationStateAccount.encode({ owner: user.address, credits: 5 });
    bank.put(at, stranger.address, data);
    expect(await gift(1)).toMatchObject({ error: 6018 });
    bank.put(
      at,
      ORACLE.programId,
      data.map((byte, i) => (i === 0 ? byte ^ 1 : byte)),
    );
    expect(await gift(1)).toMatchObject({ error: 3002 });
    bank.put(at, ORACLE.programId, userValidationStateAccount.encode({ owner: stranger.address, credits: 5 }));
    expect(await gift(1)).toMatchObject({ error: 6057 });
  });
});

describe('purchase_validation_credits', () => {
  const WALLET = serviceAccountOf(user.address);
  const U64_MAX = 2n ** 64n - 1n;
  const ELSEWHERE = addressOf(new Uint8Array(32).fill(200));
  /** 5 service tokens. */
  const PRICE = MONEY_PARAMETERS.creditPackPrice;

  const purchase = (chain: LiteBank, hundreds: number, parameters: Partial<PurchaseCreditsParameters> = {}) => {
    const made = purchaseCreditsInstruction({ ...DEPLOYMENT, user: user.address, packs: 1, ...parameters });
    const data = purchaseValidationCredits.encode({ hundreds });
    return chain.send([{ ...made, data }], [user]);
  };
  const ours = (chain: LiteBank) => creditsOf(user.address, chain);

  it.each([true, false])('charges the price of every pack and adds up (accounts begin frozen: %s)', async (frozen) => {
    const chain = await startMoney({ frozen });
    putServiceTokens(chain, 2_000n * PRICE, { frozen });
    let packs = 0;
    for (const hundreds of [1, 50, 1_000]) {
      packs += hundreds;
      expect(await purchase(chain, hundreds)).toMatchObject({ failure: null });
      expect(await ours(chain)).toBe(100 * packs);
      expect(await tokens(chain, WALLET)).toEqual({ amount: (2_000n - BigInt(packs)) * PRICE, frozen: true });
      expect(await tokens(chain, SERVICE.vault)).toEqual({ amount: BigInt(packs) * PRICE, frozen: false });
    }
    const state = await chain.account(stateOf(user.address));
    expect(state?.owner).toEqual(ORACLE.programId);
    expect(state?.data).toEqual(userValidationStateAccount.encode({ owner: user.address, credits: 105_100 }));
  });

  it('adds to gifted credits', async () => {
    const chain = await startMoney();
    putServiceTokens(chain, PRICE);
    putCredits(chain, user.address, 7);
    expect(await purchase(chain, 1)).toMatchObject({ failure: null });
    expect(await ours(chain)).toBe(107);
  });

  it('creates the account although lamports lie at the address', async () => {
    const chain = await startMoney();
    putServiceTokens(chain, PRICE);
    chain.put(stateOf(user.address), SYSTEM_PROGRAM_ID, new Uint8Array(0), 1);
    expect(await purchase(chain, 1)).toMatchObject({ failure: null });
    expect(await ours(chain)).toBe(100);
  });

  it('follows the price in the configuration, which may be zero', async () => {
    const chain = await startMoney();
    putConfig(chain, { ...MONEY_PARAMETERS, creditPackPrice: 0n });
    expect(await purchase(chain, 42_949_672)).toMatchObject({ failure: null });
    expect(await ours(chain)).toBe(4_294_967_200);
    expect(await tokens(chain, WALLET)).toEqual({ amount: 0n, frozen: true });
  });

  it('charges up to the limit of a u64 and refuses more', async () => {
    const chain = await startMoney();
    putServiceTokens(chain, U64_MAX);
    putConfig(chain, { ...MONEY_PARAMETERS, creditPackPrice: U64_MAX });
    expect(await purchase(chain, 2)).toMatchObject({ error: 6027 });
    expect(await ours(chain)).toBeNull();
    expect(await purchase(chain, 1)).toMatchObject({ failure: null });
    expect((await tokens(chain, SERVICE.vault))?.amount).toBe(U64_MAX);
    expect(await ours(chain)).toBe(100);
  });

  it('sells at least one pack and at most what 32 bits hold', async () => {
    const chain = await startMoney();
    putServiceTokens(chain, U64_MAX);
    for (const hundreds of [2 ** 32 - 1, 42_949_673])
      expect(await purchase(chain, hundreds)).toMatchObject({ error: 6027 });
    expect(await purchase(chain, 0)).toMatchObject({ error: 6086 });
    expect(await ours(chain)).toBeNull();
    expect(await purchase(chain, 42_949_672)).toMatchObject({ failure: null });
    expect((await tokens(chain, WALLET))?.amount).toBe(U64_MAX - 42_949_672n * PRICE);
    expect(await purchase(chain, 1)).toMatchObject({ error: 6027 });
  });

  it('gives no credits without tokens', async () => {
    const chain = await startMoney();
    expect(await purchase(chain, 1)).toMatchObject({ error: 6034 });
    putServiceTokens(chain, 2n * PRICE - 1n);
    expect(await purchase(chain, 2)).toMatchObject({ error: 6034 });
    expect(await ours(chain)).toBeNull();
    expect(await tokens(chain, WALLET)).toEqual({ amount: 2n * PRICE - 1n, frozen: true });
  });

  it('accepts payment from any account of the user', async () => {
    const chain = await startMoney();
    const source = putServiceTokens(chain, PRICE, { at: ELSEWHERE });
    expect(await purchase(chain, 1, { source })).toMatchObject({ failure: null });
    expect(await tokens(chain, ELSEWHERE)).toEqual({ amount: 0n, frozen: true });
  });

  it('its builders refuse a purchase of no packs', () => {
    const [oracle, key] = [ORACLE.programId, user.address];
    for (const packs of [0, -1]) {
      expect(thrown(() => purchaseCreditsInstruction({ ...DEPLOYMENT, user: key, packs }))).toMatchObject({
        number: 6086,
      });
      expect(thrown(() => giftCreditsInstruction(oracle, admin.address, key, packs))).toMatchObject({ number: 6086 });
    }
  });

  it('the gift builder builds the same instruction as by hand', async () => {
    const made = giftCreditsInstruction(ORACLE.programId, admin.address, user.address, 3);
    expect(await bank.send([made], [admin])).toMatchObject({ failure: null });
    expect(await creditsOf(user.address)).toBe(300);
  });
});

describe.each(['validate_stat_v4', 'validate_odds_v4'])('%s', (instruction) => {
  /** A vector of this instruction with that result, and that many credits. */
  const vectorOf = (wanted: (result: Result) => boolean, credits: number) => {
    const vector = readCorpus().find(
      (one) => one.instruction === instruction && one.v4?.credits === 1 && wanted(resultOnChain(one)),
    );
    if (!vector?.v4) throw new Error(`no such vector of ${instruction}`);
    return { ...vector, v4: { ...vector.v4, credits } };
  };

  it.each(instruction === 'validate_stat_v4' ? [true, false] : [true])(
    'spends one credit for the verdict %s until none is left',
    async (verdict) => {
      const vectors = await VectorBank.start();
      const wanted = (result: Result) => 'verdict' in result && result.verdict === verdict;
      for (const credits of [2, 1]) {
        expect(await vectors.run(vectorOf(wanted, credits))).toMatchObject({ failure: null });
        expect(await creditsOf(USER.address, vectors.bank)).toBe(credits - 1);
      }
      expect(await vectors.run(vectorOf(wanted, 0))).toMatchObject({ error: 6079 });
      expect(await creditsOf(USER.address, vectors.bank)).toBe(0);
    },
  );

  it('spends nothing on an error', async () => {
    const vectors = await VectorBank.start();
    const { error } = await vectors.run(vectorOf((result) => 'error' in result && result.error === 6004, 2));
    expect(error).toBe(6004);
    expect(await creditsOf(USER.address, vectors.bank)).toBe(2);
  });
});
