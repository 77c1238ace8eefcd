import { type Keypair, type PublicKey, SystemProgram } from '@solana/web3.js';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  giftValidationCredits,
  userValidationStateAccount,
  userValidationStateAddress,
} from '../../ts/program/index.js';
import type { Bank } from '../helpers/bank.js';
import { CONFIG, ORACLE, putConfig, putCredits, ROLES, startOracle } from '../helpers/oracleBank.js';
import { USER, VectorBank } from '../helpers/vectorBank.js';
import { readCorpus } from '../vectors/corpus.js';
import type { Result } from '../vectors/vector.js';

const { admin, user, stranger } = ROLES;
const stateOf = (owner: PublicKey) => userValidationStateAddress(owner, ORACLE.programId).address;

let bank: Bank;
beforeEach(async () => {
  bank = await startOracle();
  putConfig(bank);
});

const creditsOf = async (owner: PublicKey, on = bank) => {
  const account = await on.account(stateOf(owner));
  return account && account.data.length > 0 ? userValidationStateAccount.decode(account.data).credits : null;
};

const gift = (
  hundreds: number,
  {
    by = admin,
    to = user.publicKey,
    at = stateOf(to),
  }: {
    by?: Keypair;
    to?: PublicKey;
    at?: PublicKey;
  } = {},
) =>
  bank.send(
    [
      giftValidationCredits.build(
        ORACLE.programId,
        {
          authority: by.publicKey,
          targetUser: to,
          userValidationState: at,
          systemProgram: SystemProgram.programId,
          config: CONFIG.address,
        },
        { hundreds },
      ),
    ],
    [by],
  );

describe('gift_validation_credits', () => {
  it('creates the account, and adds to it', async () => {
    expect(await gift(1)).toMatchObject({ failure: null });
    const account = await bank.account(stateOf(user.publicKey));
    expect(account?.owner).toEqual(ORACLE.programId);
    expect(account?.data).toEqual(userValidationStateAccount.encode({ owner: user.publicKey, credits: 100 }));
    expect(await gift(3)).toMatchObject({ failure: null });
    expect(await creditsOf(user.publicKey)).toBe(400);
    expect(await creditsOf(stranger.publicKey)).toBeNull();
  });

  it('creates the account although somebody sent lamports to the address before', async () => {
    bank.put(stateOf(user.publicKey), SystemProgram.programId, new Uint8Array(0), 1);
    expect(await gift(2)).toMatchObject({ failure: null });
    expect(await creditsOf(user.publicKey)).toBe(200);
    const rent = await bank.context.banksClient.getRent();
    const account = await bank.account(stateOf(user.publicKey));
    expect(BigInt(account?.lamports ?? 0)).toBe(rent.minimumBalance(44n));
  });

  it('gives no less than one pack', async () => {
    expect(await gift(0)).toMatchObject({ error: 6086 });
    expect(await bank.account(stateOf(user.publicKey))).toBeNull();
  });

  it('counts up to what 32 bits hold', async () => {
    expect(await gift(2 ** 32 - 1)).toMatchObject({ error: 6027 });
    expect(await gift(42_949_673)).toMatchObject({ error: 6027 });
    expect(await gift(42_949_672)).toMatchObject({ failure: null });
    expect(await creditsOf(user.publicKey)).toBe(4_294_967_200);
    expect(await gift(1)).toMatchObject({ error: 6027 });
    expect(await creditsOf(user.publicKey)).toBe(4_294_967_200);
  });

  it.each([
    ['publisher', ROLES.publisher],
    ['backend admin', ROLES.backendAdmin],
    ['upgrade authority', ROLES.upgradeAuthority],
    ['user', user],
  ])('is the admin’s alone: not for the %s', async (_, by) => {
    expect(await gift(1, { by })).toMatchObject({ error: 6017 });
  });

  it('writes at the address of the user and nowhere else', async () => {
    putCredits(bank, stranger.publicKey, 5);
    expect(await gift(1, { at: stateOf(stranger.publicKey) })).toMatchObject({ error: 2006 });
    bank.put(
      stranger.publicKey,
      ORACLE.programId,
      userValidationStateAccount.encode({ owner: user.publicKey, credits: 5 }),
    );
    expect(await gift(1, { at: stranger.publicKey })).toMatchObject({ error: 2006 });
  });

  it('refuses an account of another owner, of another kind, or of another user', async () => {
    const at = stateOf(user.publicKey);
    const data = userValidationStateAccount.encode({ owner: user.publicKey, credits: 5 });
    bank.put(at, stranger.publicKey, data);
    expect(await gift(1)).toMatchObject({ error: 6018 });
    bank.put(
      at,
      ORACLE.programId,
      data.map((byte, i) => (i === 0 ? byte ^ 1 : byte)),
    );
    expect(await gift(1)).toMatchObject({ error: 3002 });
    bank.put(at, ORACLE.programId, userValidationStateAccount.encode({ owner: stranger.publicKey, credits: 5 }));
    expect(await gift(1)).toMatchObject({ error: 6057 });
  });
});

describe.each(['validate_stat_v4', 'validate_odds_v4'])('%s', (instruction) => {
  /** A vector of this instruction with that result, and so many credits. */
  const vectorOf = (wanted: (result: Result) => boolean, credits: number) => {
    const vector = readCorpus().find(
      ({ instruction: name, v4, expect: { bankrun } }) => name === instruction && v4?.credits === 1 && wanted(bankrun),
    );
    if (!vector?.v4) throw new Error(`no such vector of ${instruction}`);
    return { ...vector, v4: { ...vector.v4, credits } };
  };

  it.each(instruction === 'validate_stat_v4' ? [true, false] : [true])(
    'spends one credit for the verdict %s, until none is left',
    async (verdict) => {
      const vectors = await VectorBank.start();
      const wanted = (result: Result) => 'verdict' in result && result.verdict === verdict;
      for (const credits of [2, 1]) {
        expect(await vectors.run(vectorOf(wanted, credits))).toMatchObject({ failure: null });
        expect(await creditsOf(USER.publicKey, vectors.bank)).toBe(credits - 1);
      }
      expect(await vectors.run(vectorOf(wanted, 0))).toMatchObject({ error: 6079 });
      expect(await creditsOf(USER.publicKey, vectors.bank)).toBe(0);
    },
  );

  it('spends nothing on an error', async () => {
    const vectors = await VectorBank.start();
    const { error } = await vectors.run(vectorOf((result) => 'error' in result && result.error === 6004, 2));
    expect(error).toBe(6004);
    expect(await creditsOf(USER.publicKey, vectors.bank)).toBe(2);
  });
});
