import type { AddressInfo } from 'node:net';
import { sign } from '@noble/ed25519';
import { base58 } from '@scure/base';
import { Transaction } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../ts/sdk/client/client.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { fetchAccount } from '../../ts/sdk/program/account/fetchAccount.js';
import { userValidationStateAccount } from '../../ts/sdk/program/account/userValidationState.js';
import { configAddress, userValidationStateAddress } from '../../ts/sdk/program/address/oracle.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { purchaseCreditsInstruction } from '../../ts/sdk/program/oracle/creditsInstructions.js';
import { updateConfig } from '../../ts/sdk/program/oracle/instructions.js';
import { updatePricingMatrixInstruction } from '../../ts/sdk/program/oracle/pricingMatrixInstructions.js';
import { MAX_PURCHASE, purchaseInstruction, purchasePrice } from '../../ts/sdk/program/oracle/purchaseInstruction.js';
import { subscribeInstruction } from '../../ts/sdk/program/oracle/subscribeInstruction.js';
import { serviceTreasury, stablecoinTreasury } from '../../ts/sdk/program/oracle/treasury.js';
import { DEFAULT_SETTLEMENT_PROGRAM_ID } from '../../ts/sdk/program/programId.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { decodeTransaction } from '../../ts/sdk/program/transaction/transaction.js';
import { UNCHANGED_CONFIG } from '../../ts/sdk/program/wire/configParameters.js';
import type { ServiceRow } from '../../ts/sdk/program/wire/serviceRow.js';
import { openRpcNode } from '../../ts/sdk/rpc/openRpcNode.js';
import { toKeypair } from '../../ts/sdk/web3/convert.js';
import { rpcNode } from '../../ts/sdk/web3/rpcNode.js';
import { LEAGUE_BUNDLES, LEAGUES } from '../../ts/season/leagues.js';
import type { ActivationPorts } from '../../ts/service/edge/auth/activation.js';
import { apiTokenHash } from '../../ts/service/edge/auth/apiToken.js';
import { createAuth } from '../../ts/service/edge/auth/auth.js';
import { MS_PER_WEEK } from '../../ts/service/edge/auth/authStore.js';
import { SessionKeys } from '../../ts/service/edge/auth/sessionKeys.js';
import { SessionTokens } from '../../ts/service/edge/auth/sessionTokens.js';
import { rpcSubscriptionChain } from '../../ts/service/edge/auth/subscriptionChain.js';
import { createQuote } from '../../ts/service/edge/quote/createQuote.js';
import { DEFAULT_PRICING } from '../../ts/service/roots/chain/pricing.js';
import { leftOut } from '../helpers/leftOut.js';
import { ORACLE, ROLES } from '../helpers/oracleBank.js';
import { type EdgeScene, edgeScene } from '../helpers/service/edgeScene.js';
import { MemoryAuthStore } from '../helpers/service/memoryAuthStore.js';
import { OracleChain } from '../helpers/service/oracleChain.js';
import { settled } from '../helpers/service/testClock.js';
import { surfpool } from '../helpers/surfpool.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('subscriptions and purchases on a real chain: @solana/surfpool-linux-x64-gnu is not installed.');

const UNIT = 1_000_000n;
const TABLES = { leagues: LEAGUES, leagueBundles: LEAGUE_BUNDLES, marketBundles: [], freeBundle: 1 };

describe.skipIf(!isThere)('on a real chain, over RPC and HTTP', () => {
  let chain: OracleChain;
  let scene: EdgeScene;
  let client: Client;
  let ports: ActivationPorts;
  let now: number;
  const store = new MemoryAuthStore();
  const url = () => `http://127.0.0.1:${(scene.app.server.address() as AddressInfo).port}`;
  const timers = { now: () => 0, random: () => 1, after: () => () => {}, sleep: async () => settled() };

  beforeAll(async () => {
    chain = await OracleChain.start(new Uint8Array(32).fill(11));
    const { surf, deployment } = chain;
    // The world is slightly ahead of the chain, whose clock runs by itself.
    now = Date.now() + 3_600_000;
    const sessions = new SessionTokens({
      keys: new SessionKeys(new Uint8Array(32).fill(1)),
      issuer: 'https://oracle.test',
      audience: 'linesman',
      now: () => now,
    });
    ports = {
      store,
      tables: TABLES,
      program: deployment.oracle,
      now: () => now,
      realTime: () => now,
      chain: rpcSubscriptionChain(rpcNode(surf.connection)),
    };
    const quote = createQuote({
      oracle: deployment.oracle,
      chain: chain.chain,
      backendAdmin: new OracleKey(ROLES.backendAdmin.secretKey.slice(0, 32)),
    });
    scene = await edgeScene({
      ports: { auth: createAuth({ ...ports, sessions }), quote },
      requestsPerSecond: 1_000_000,
    });
    await scene.app.listen({ port: 0, host: '127.0.0.1' });
    client = createClient({ baseUrl: url(), timers });
  });
  afterAll(async () => {
    await scene?.app.close();
    chain?.stop();
  });

  const subscribe = (user: KeyPair, serviceLevelId = 0, weeks = 4) =>
    subscribeInstruction({ ...chain.deployment, user: user.address, serviceLevelId, weeks });
  const subscribed = async (user: KeyPair, level = 0, weeks = 4): Promise<string> =>
    (await chain.send([subscribe(user, level, weeks)], [user])).signature;
  const activated = (txSig: string, wallet: KeyPair, leagues: readonly number[] = []): Promise<string> =>
    createClient({ baseUrl: url(), timers }).account.activate({
      txSig,
      leagues,
      sign: (message) => sign(message, wallet.secretKey.slice(0, 32)),
    });
  const refusal = async (promise: Promise<unknown>): Promise<[number, unknown]> => {
    try {
      await promise;
    } catch (error) {
      if (error instanceof LinesmanError) return [error.number, error.context.status];
      throw error;
    }
    throw new Error('it was activated');
  };
  const subscriptionOf = (wallet: KeyPair) => store.bought(wallet.address).at(-1);
  const isOf = async (token: string) => (await store.token(apiTokenHash(token) ?? new Uint8Array(), now))?.wallet;
  /** Buys service tokens as a customer does: signs and sends a quote of the service. */
  const buy = async (buyer: KeyPair, amount: number) => {
    const quote = await client.account.quote(buyer.address, amount);
    const transaction = Transaction.from(Buffer.from(quote.transactionBase64, 'base64'));
    transaction.partialSign(toKeypair(buyer));
    return { quote, outcome: await chain.surf.submit(decodeTransaction(transaction.serialize())) };
  };

  describe('a quote completed by the wallet', () => {
    test.each([1, 50, 1_000, Number(MAX_PURCHASE)])(
      'is accepted for %d tokens and moves exactly that amount',
      async (amount) => {
        const price = purchasePrice(BigInt(amount));
        const wallet = await chain.wallet(price + 7n);
        const vaults = [serviceTreasury(chain.deployment).vault, stablecoinTreasury(chain.deployment).vault] as const;
        const stock = await chain.rpc.accounts();
        const before = await Promise.all(vaults.map((vault) => chain.balance(vault)));
        const { quote, outcome } = await buy(wallet, amount);
        expect(outcome).toMatchObject({ failure: null });
        expect(quote).toMatchObject({
          baseStableCost: amount / 1000,
          feeStableAmount: 0,
          totalStableCharged: amount / 1000,
        });
        expect(BigInt(amount) * 1000n).toBe(price);
        expect(await chain.balances(wallet.address)).toEqual({ service: BigInt(amount) * UNIT, stablecoin: 7n });
        const after = await Promise.all(vaults.map((vault) => chain.balance(vault)));
        expect(after.map((one, i) => one - (before[i] ?? 0n))).toEqual([-BigInt(amount) * UNIT, price]);
        // Restores the balance for the next case: a u64 limits the number of service tokens.
        for (const vault of vaults) {
          const account = stock[vault];
          if (account) await chain.rpc.setAccount(vault, account);
        }
      },
    );

    test('cannot be changed by the buyer', async () => {
      const wallet = await chain.wallet(10n * UNIT);
      const quote = await client.account.quote(wallet.address, 1);
      const transaction = Transaction.from(Buffer.from(quote.transactionBase64, 'base64'));
      const dearer = purchaseInstruction({ ...chain.deployment, buyer: wallet.address, tokens: 2n });
      const last = transaction.instructions.at(-1);
      if (!last) throw new Error('no instruction');
      last.data = Buffer.from(dearer.data);
      transaction.partialSign(toKeypair(wallet));
      await expect(
        chain.surf.connection.sendRawTransaction(transaction.serialize({ verifySignatures: false }), {
          skipPreflight: true,
        }),
      ).rejects.toThrow(/signature/i);
      expect(await chain.balances(wallet.address)).toEqual({ service: 0n, stablecoin: 10n * UNIT });
    });

    test('is refused for wallets that cannot pay', async () => {
      const poor = await chain.wallet(999n);
      expect(await refusal(client.account.quote(poor.address, 1))).toEqual([7085, 400]);
      const none = await chain.wallet();
      expect(await refusal(client.account.quote(none.address, 1))).toEqual([7084, 400]);
    });
  });

  describe('activation', () => {
    test('of the legacy row, which is free', async () => {
      const wallet = await chain.wallet();
      const token = await activated(await subscribed(wallet), wallet);
      expect(await isOf(token)).toBe(wallet.address);
      expect(subscriptionOf(wallet)).toEqual({
        startsAt: now,
        endsAt: now + 4 * MS_PER_WEEK,
        ...{ level: 0, samplingSeconds: 60, leagueBundle: 1, leagues: [], marketBundle: 0 },
      });
      // The token is valid: it is refused only for the league.
      const jwt = await client.account.sessionToken();
      const own = createClient({ baseUrl: url(), apiToken: token, jwt, timers });
      expect((await own.odds.updates(1)).length).toBe(0);
    });

    test('of a standard row, paid with purchased service tokens', async () => {
      const wallet = await chain.wallet(1_000n * UNIT);
      expect((await buy(wallet, 500_001)).outcome).toMatchObject({ failure: null });
      const txSig = await subscribed(wallet, 2);
      // 125,000 a week, four weeks.
      expect(await chain.balances(wallet.address)).toEqual({ service: UNIT, stablecoin: 499_999_000n });
      await activated(txSig, wallet);
      expect(subscriptionOf(wallet)).toMatchObject({
        level: 2,
        samplingSeconds: 60,
        leagueBundle: 2,
        leagues: [],
        marketBundle: 0,
      });
    });

    test('of a custom row with the signed leagues', async () => {
      const wallet = await chain.wallet(1_000n * UNIT);
      expect((await buy(wallet, 500_000)).outcome).toMatchObject({ failure: null });
      const txSig = await subscribed(wallet, 21);
      const ids = LEAGUES.map(({ id }) => id);
      const unknown = Math.max(...ids) + 1;
      const [a = 0, b = 0] = ids;
      // In the order of the specification: none, one twice, an unknown one, too many.
      expect(await refusal(activated(txSig, wallet))).toEqual([7079, 403]);
      expect(await refusal(activated(txSig, wallet, [a, b, a]))).toEqual([7080, 403]);
      expect(await refusal(activated(txSig, wallet, [a, unknown]))).toEqual([7081, 403]);
      expect(await refusal(activated(txSig, wallet, ids.slice(0, 6)))).toEqual([7082, 403]);
      await activated(txSig, wallet, [b, a]);
      expect(subscriptionOf(wallet)).toMatchObject({ level: 21, leagueBundle: null, leagues: [b, a] });
    });

    test('is refused with leagues for a subscription without a selection', async () => {
      const wallet = await chain.wallet();
      for (const level of [0, 1]) {
        const txSig = await subscribed(wallet, level);
        expect(await refusal(activated(txSig, wallet, [LEAGUES[0]?.id ?? 0]))).toEqual([7078, 403]);
      }
    });

    test('is refused for an unknown, failed or used transaction', async () => {
      const wallet = await chain.wallet();
      expect(await refusal(activated(base58.encode(new Uint8Array(64).fill(9)), wallet))).toEqual([7072, 403]);
      const failed = await chain.surf.send([subscribe(wallet, 2)], [wallet]);
      expect(failed.failure).not.toBeNull();
      expect(await refusal(activated(failed.signature, wallet))).toEqual([7073, 403]);
      const txSig = await subscribed(wallet);
      await activated(txSig, wallet);
      const before = subscriptionOf(wallet);
      expect(await refusal(activated(txSig, wallet))).toEqual([7074, 403]);
      expect(subscriptionOf(wallet)).toEqual(before);
    });

    test('is refused for another wallet or another message', async () => {
      const [wallet, helper, stranger] = [await chain.wallet(), await chain.wallet(), await chain.wallet()];
      // Also a co-signer of the transaction.
      const tip = transferInstruction({ from: helper.address, to: wallet.address, lamports: 1n });
      const { signature } = await chain.send([tip, subscribe(wallet)], [wallet, helper]);
      expect(await refusal(activated(signature, helper))).toEqual([7075, 403]);
      expect(await refusal(activated(signature, stranger))).toEqual([7071, 403]);
      const other = client.account.activate({
        txSig: signature,
        sign: (message) => sign(Uint8Array.of(...message, 0), wallet.secretKey.slice(0, 32)),
      });
      expect(await refusal(other)).toEqual([7071, 403]);
      await activated(signature, wallet);
    });

    test('is refused for anything but a single subscribe of this program', async () => {
      const wallet = await chain.wallet(1_000n * UNIT);
      const transfer = transferInstruction({
        from: wallet.address,
        to: ROLES.user.address,
        lamports: 1_000_000n,
      });
      const paid = await chain.send([transfer], [wallet]);
      expect(await refusal(activated(paid.signature, wallet))).toEqual([7076, 403]);
      const { outcome } = await buy(wallet, 1);
      expect(await refusal(activated(outcome.signature, wallet))).toEqual([7076, 403]);
      const twice = await chain.send([subscribe(wallet), subscribe(wallet, 1)], [wallet]);
      expect(await refusal(activated(twice.signature, wallet))).toEqual([7076, 403]);
      // The same transaction, with another program as the oracle.
      const txSig = await subscribed(wallet);
      const elsewhere = { ...ports, program: DEFAULT_SETTLEMENT_PROGRAM_ID };
      const found = await elsewhere.chain.find(txSig);
      expect(found).toMatchObject({ status: 'confirmed', program: ORACLE.programId });
      const service = await edgeScene({
        ports: { auth: createAuth({ ...elsewhere, sessions: sessionsOf() }) },
      });
      await service.app.listen({ port: 0, host: '127.0.0.1' });
      const baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
      const asked = createClient({ baseUrl, timers }).account.activate({
        txSig,
        sign: (message) => sign(message, wallet.secretKey.slice(0, 32)),
      });
      expect(await refusal(asked)).toEqual([7076, 403]);
      await service.app.close();
    });

    describe('uses the row of the purchase', () => {
      const { admin } = ROLES;
      const change = (to: readonly ServiceRow[]) =>
        chain.send([updatePricingMatrixInstruction(ORACLE.programId, admin.address, [...to])], [admin]);
      const redefined = (level: number, row: Partial<ServiceRow>) =>
        DEFAULT_PRICING.map((one) => (one.rowId === level ? { ...one, ...row } : one));
      const dearest = { pricePerWeekToken: 6_250_000n, samplingIntervalSec: 0, leagueBundleId: 0, marketBundleId: 0 };
      const access = (token: string) => createAuth({ ...ports, sessions: sessionsOf() }).access(token);
      const visible = async (token: string) => {
        const { changesAt, sampling } = await access(token);
        const ids = LEAGUES.map(({ id }) => id);
        return { changesAt, sampled: ['1X2', 'AH'].map((market) => ids.map((id) => sampling(id, market))) };
      };
      afterEach(async () => {
        await change(DEFAULT_PRICING);
      });

      test.each<[string, readonly ServiceRow[]]>([
        ['into the dearest', redefined(1, dearest)],
        ['to a selection of leagues', redefined(1, { leagueBundleId: -20 })],
        ['to a bundle and markets that nobody has', redefined(1, { leagueBundleId: 99, marketBundleId: 99 })],
        ['to slower samples', redefined(1, { samplingIntervalSec: 3_600 })],
        ['to nothing', DEFAULT_PRICING.filter(({ rowId }) => rowId !== 1)],
        ['to nothing, with all other levels', []],
      ])('a level that is redefined %s in the meantime', async (_, to) => {
        const wallet = await chain.wallet();
        const txSig = await subscribed(wallet, 1);
        await change(to);
        await activated(txSig, wallet);
        expect(subscriptionOf(wallet)).toMatchObject({
          level: 1,
          samplingSeconds: 60,
          leagueBundle: 1,
          leagues: [],
          marketBundle: 0,
        });
      });

      test('and also its limit on selected leagues', async () => {
        const ids = LEAGUES.map(({ id }) => id);
        const wallet = await chain.wallet(2_000n * UNIT);
        expect((await buy(wallet, 1_000_000)).outcome).toMatchObject({ failure: null });
        const [first, second] = [await subscribed(wallet, 21), await subscribed(wallet, 21)];
        await change(redefined(21, { leagueBundleId: -20 }));
        expect(await refusal(activated(first, wallet, ids.slice(0, 6)))).toEqual([7082, 403]);
        await activated(first, wallet, ids.slice(0, 5));
        await change(redefined(21, { leagueBundleId: -1 }));
        await activated(second, wallet, ids.slice(1, 6));
        expect(subscriptionOf(wallet)).toMatchObject({ leagueBundle: null, leagues: ids.slice(1, 6) });
      });

      test('nothing that an admin redefines afterwards changes what was bought', async () => {
        const wallet = await chain.wallet(1_000n * UNIT);
        const quote = await client.account.quote(wallet.address, 500_100);
        const txSig = await subscribed(wallet, 1);
        const token = await activated(txSig, wallet);
        const before = await visible(token);
        const credits = { ...chain.deployment, user: wallet.address, packs: 2 };
        const config = { admin: admin.address, config: configAddress(ORACLE.programId).address };
        const price = (creditPackPrice: bigint) => {
          const update = { ...UNCHANGED_CONFIG, creditPackPrice };
          return chain.send([updateConfig.build(ORACLE.programId, config, { update })], [admin]);
        };
        await price(0n);
        await chain.send([purchaseCreditsInstruction(credits)], [wallet]);
        try {
          await change(DEFAULT_PRICING.map((row) => ({ ...row, ...dearest, rowId: row.rowId })));
          await price(10n ** 12n);
          expect(await visible(token)).toEqual(before);
          const { address } = userValidationStateAddress(wallet.address, ORACLE.programId);
          const state = await fetchAccount(chain.chain, userValidationStateAccount, address, ORACLE.programId);
          expect(state.credits).toBe(200);
          // An earlier quote is paid and delivered as quoted.
          const transaction = Transaction.from(Buffer.from(quote.transactionBase64, 'base64'));
          transaction.partialSign(toKeypair(wallet));
          expect(await chain.surf.submit(decodeTransaction(transaction.serialize()))).toMatchObject({ failure: null });
          const held = { service: 500_100n * UNIT, stablecoin: 1_000n * UNIT - purchasePrice(500_100n) };
          expect(await chain.balances(wallet.address)).toEqual(held);
          await change([]);
          expect(await visible(token)).toEqual(before);
        } finally {
          await price(5_000_000n);
        }
      });
    });

    test('is 504 while the chain is unreachable, and succeeds later', async () => {
      const wallet = await chain.wallet();
      const txSig = await subscribed(wallet);
      // Nothing listens there any more.
      const gone = await edgeScene();
      await gone.app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = gone.app.server.address() as AddressInfo;
      await gone.app.close();
      const dead = rpcSubscriptionChain(openRpcNode(`http://127.0.0.1:${port}`));
      const service = await edgeScene({
        ports: { auth: createAuth({ ...ports, chain: dead, sessions: sessionsOf() }) },
      });
      await service.app.listen({ port: 0, host: '127.0.0.1' });
      const baseUrl = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
      const asked = createClient({ baseUrl, timers, attempts: 2 }).account.activate({
        txSig,
        sign: (message) => sign(message, wallet.secretKey.slice(0, 32)),
      });
      await expect(asked).rejects.toMatchObject({ number: 7026, context: { code: 7068, status: 504, attempts: 2 } });
      await service.app.close();
      await activated(txSig, wallet);
    });
  });

  // Last, because the chain's clock cannot go back.
  test('a subscription is extended before its end and restarts after it', async () => {
    const wallet = await chain.wallet();
    const [first, second] = [await subscribed(wallet), await subscribed(wallet, 1, 8)];
    const token = await activated(first, wallet);
    const firstEnd = now + 4 * MS_PER_WEEK;
    now += 2 * MS_PER_WEEK;
    const newer = await activated(second, wallet);
    // They are of two levels: neither extends the other.
    expect(store.bought(wallet.address)).toMatchObject([
      { level: 0, endsAt: firstEnd },
      { level: 1, endsAt: now + 8 * MS_PER_WEEK },
    ]);
    // Both tokens follow the subscription.
    expect([await isOf(token), await isOf(newer)]).toEqual(Array(2).fill(wallet.address));
    // A period that was not activated in time is over, by the chain's clock.
    const late = await chain.wallet();
    const forgotten = await subscribed(late);
    const began = await ports.chain.find(forgotten);
    if (began?.status !== 'confirmed') throw new Error('not found');
    expect(Math.abs(began.time - Date.now())).toBeLessThan(MS_PER_WEEK);
    now = began.time + 4 * MS_PER_WEEK - 1;
    const inTime = await subscribed(late, 0, 8);
    now += 1;
    expect(await refusal(activated(forgotten, late))).toEqual([7077, 403]);
    await activated(inTime, late);
    // After everything has ended, a period starts at its activation.
    now += 52 * MS_PER_WEEK;
    await chain.surf.travel(Math.floor(now / 1000));
    const again = await subscribed(wallet);
    expect(await ports.chain.find(again)).toMatchObject({ status: 'confirmed', time: expect.any(Number) });
    const found = await ports.chain.find(again);
    expect(found?.status === 'confirmed' && Math.abs(found.time - now)).toBeLessThan(3_600_000);
    await activated(again, wallet);
    expect(subscriptionOf(wallet)).toMatchObject({ startsAt: now, endsAt: now + 4 * MS_PER_WEEK, level: 0 });
  });

  const sessionsOf = () =>
    new SessionTokens({
      keys: new SessionKeys(new Uint8Array(32).fill(1)),
      issuer: 'https://oracle.test',
      audience: 'linesman',
      now: () => now,
    });
});
