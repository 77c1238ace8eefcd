import { inspect } from 'node:util';
import { base58 } from '@scure/base';
import { ACCOUNT_SIZE, MINT_SIZE } from '@solana/spl-token';
import { Transaction as LegacyTransaction, VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { PurchaseQuote } from '../../ts/sdk/client/account.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { type Address, addressBytes, addressOf } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import type { Chain } from '../../ts/sdk/program/chain.js';
import type { Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { purchaseSubscriptionTokenUsdt } from '../../ts/sdk/program/oracle/instructions.js';
import { MAX_PURCHASE, purchasePrice } from '../../ts/sdk/program/oracle/purchaseInstruction.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { budgetInstructions } from '../../ts/sdk/program/transaction/budget.js';
import { compileMessage, encodeMessage, instructionsOf } from '../../ts/sdk/program/transaction/message.js';
import {
  decodeTransaction,
  signTransaction,
  type Transaction,
  unsigned,
} from '../../ts/sdk/program/transaction/transaction.js';
import { checkSignature } from '../../ts/sdk/proof/signature.js';
import {
  fromPublicKey,
  fromTransactionInstruction,
  fromVersionedTransaction,
  toKeypair,
} from '../../ts/sdk/web3/convert.js';
import type { AppOptions } from '../../ts/service/edge/http/appOptions.js';
import { type BackendAdmin, readBackendAdmin } from '../../ts/service/edge/quote/backendAdmin.js';
import type { Quote } from '../../ts/service/edge/quote/createQuote.js';
import { createQuote } from '../../ts/service/edge/quote/createQuote.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { CONFIG, ORACLE, putConfig, ROLES } from '../helpers/oracleBank.js';
import {
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
import { type EdgeScene, edgeScene, traced } from '../helpers/service/edgeScene.js';
import { outcome, thrown } from '../helpers/thrown.js';

const { user, stranger, backendAdmin } = ROLES;
const BUYER = user.address;
const SEED = new Uint8Array(32).fill(104);
const ADMIN: BackendAdmin = new OracleKey(SEED);
const U64_MAX = 2n ** 64n - 1n;
const UNIT = 1_000_000n;
const MOST = Number(MAX_PURCHASE);
const PURSE = stablecoinAccountOf(user.address);
const WALLET = serviceAccountOf(user.address);
const PLACES = [PURSE, STABLECOIN.vault, SERVICE.vault, WALLET];

const chainOf = (bank: LiteBank): Pick<Chain, 'account' | 'latestBlockhash'> => ({
  account: (address) => bank.account(address),
  latestBlockhash: () => bank.latestBlockhash(),
});

const quoteOn = (bank: LiteBank, more: Partial<Parameters<typeof createQuote>[0]> = {}): Quote =>
  createQuote({ oracle: ORACLE.programId, chain: chainOf(bank), backendAdmin: ADMIN, ...more });

async function bankWith(stablecoin: bigint, stock = U64_MAX): Promise<LiteBank> {
  const bank = await startMoney({ stock });
  putStablecoin(bank, stablecoin);
  return bank;
}

const bytesOf = ({ transactionBase64 }: PurchaseQuote) => new Uint8Array(Buffer.from(transactionBase64, 'base64'));
const balances = (bank: LiteBank) =>
  Promise.all(PLACES.map(async (place) => (await tokens(bank, place))?.amount ?? 0n));

/** Like a wallet: reads the transaction, signs, sends. */
function completed(quote: PurchaseQuote, buyer: KeyPair = user): Transaction {
  const transaction = LegacyTransaction.from(bytesOf(quote));
  transaction.partialSign(toKeypair(buyer));
  // Serializing verifies both signatures.
  return decodeTransaction(transaction.serialize());
}

async function bought(bank: LiteBank, ask: () => Promise<PurchaseQuote>) {
  const quote = await ask();
  return { quote, result: await bank.submit(completed(quote)) };
}

/** A quote's decimal number in base units of the stablecoin, digit by digit. */
function unitsIn(stablecoins: number): bigint {
  const found = /^(\d+)(?:\.(\d{1,3}))?$/.exec(JSON.stringify(stablecoins));
  if (!found) throw new Error(`${stablecoins} has binary noise`);
  return BigInt(found[1] ?? '') * UNIT + BigInt((found[2] ?? '').padEnd(6, '0'));
}

/** Whether the backend admin signed exactly this. */
function adminSigned({ message, signatures }: Transaction): boolean {
  const signature = signatures[message.accounts.indexOf(backendAdmin.address)] ?? new Uint8Array(64);
  const bytes = encodeMessage(message);
  return outcome(() => checkSignature(bytes, signature, [addressBytes(backendAdmin.address)])) === true;
}

describe('a quote', () => {
  test.each([1, 50, 1_000, MOST])('for %d tokens matches the effect on chain', async (amount) => {
    const bank = await bankWith(U64_MAX);
    const before = await balances(bank);
    const { quote, result } = await bought(bank, () => quoteOn(bank).purchase(BUYER, amount));
    expect(result).toMatchObject({ failure: null });
    expect(quote).toMatchObject({
      baseStableCost: amount / 1000,
      feeStableAmount: 0,
      totalStableCharged: amount / 1000,
    });
    const paid = unitsIn(quote.totalStableCharged);
    const got = BigInt(amount) * UNIT;
    expect((await balances(bank)).map((after, i) => after - (before[i] ?? 0n))).toEqual([-paid, paid, -got, got]);
    expect(paid).toBe(purchasePrice(BigInt(amount)));
    // The search for an address may take longer for another buyer, 1,500 units per try.
    expect(result.computeUnits).toBeLessThan(100_000);
  });

  test.each([0, -1, 0.5, MOST + 1, Number.NaN])('is not for %d tokens', async (amount) => {
    const quote = quoteOn(await bankWith(U64_MAX));
    await expect(quote.purchase(BUYER, amount)).rejects.toMatchObject({ number: 7062 });
  });

  test('costs a thousandth of the tokens, without binary noise', async () => {
    const bank = await bankWith(U64_MAX);
    const quote = quoteOn(bank);
    expect((await quote.purchase(BUYER, 1_234)).baseStableCost).toBe(1.234);
    expect((await quote.purchase(BUYER, MOST)).baseStableCost).toBe(18_446_744_073.709);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: MOST }), async (amount) => {
        const { baseStableCost, feeStableAmount, totalStableCharged } = await quote.purchase(BUYER, amount);
        expect(unitsIn(baseStableCost)).toBe(purchasePrice(BigInt(amount)));
        expect([feeStableAmount, totalStableCharged]).toEqual([0, baseStableCost]);
      }),
      { seed: 30, numRuns: 200 },
    );
  });

  test('is a legacy transaction of budget and oracle only, paid for by the buyer, who has yet to sign', async () => {
    const bank = await bankWith(1_000n);
    const bytes = bytesOf(await quoteOn(bank).purchase(BUYER, 1));
    const { message, signatures } = VersionedTransaction.deserialize(bytes);
    expect(message.version).toBe('legacy');
    expect(message.staticAccountKeys[0]?.toBase58()).toBe(BUYER);
    expect(message.header.numRequiredSignatures).toBe(2);
    expect(signatures[0]).toEqual(new Uint8Array(64));
    const { instructions } = LegacyTransaction.from(bytes);
    const [limit] = budgetInstructions(1, 0n);
    expect(instructions.map(({ programId }) => fromPublicKey(programId))).toEqual([
      limit?.programAddress,
      ORACLE.programId,
    ]);
    expect(instructions[1]?.data).toEqual(Buffer.from(purchaseSubscriptionTokenUsdt.encode({ txlineAmount: 1n })));
  });

  test('is accepted from wallets that read it as a versioned transaction', async () => {
    const bank = await bankWith(1_000n);
    const transaction = VersionedTransaction.deserialize(bytesOf(await quoteOn(bank).purchase(BUYER, 1)));
    transaction.sign([toKeypair(user)]);
    const sent = fromVersionedTransaction(transaction);
    expect(adminSigned(sent)).toBe(true);
    expect(await bank.submit(sent)).toMatchObject({ failure: null });
    expect((await balances(bank))[3]).toBe(UNIT);
  });

  test('carries a priority fee if the operator sets one', async () => {
    const bank = await bankWith(1_000n);
    const ports = { oracle: ORACLE.programId, chain: chainOf(bank), backendAdmin: ADMIN };
    const quote = createQuote(ports, { microLamportsPerUnit: 7n });
    const { instructions } = LegacyTransaction.from(bytesOf(await quote.purchase(BUYER, 1)));
    expect(instructions.map(fromTransactionInstruction)[1]).toEqual(budgetInstructions(1, 7n)[1]);
    expect((await bought(bank, () => quote.purchase(BUYER, 1))).result).toMatchObject({ failure: null });
  });

  test('is good for one purchase: the next one requires a quote with a new blockhash', async () => {
    const bank = await bankWith(10_000n);
    const quote = quoteOn(bank);
    const { quote: first, result } = await bought(bank, () => quote.purchase(BUYER, 1));
    expect(result).toMatchObject({ failure: null });
    const after = await moneyState(bank);
    expect((await bank.submit(completed(first))).failure).not.toBeNull();
    expect(await moneyState(bank)).toEqual(after);
    // Within one blockhash a second quote is the same transaction.
    const still = {
      ...chainOf(bank),
      latestBlockhash: async () => LegacyTransaction.from(bytesOf(first)).recentBlockhash ?? '',
    };
    expect(await quoteOn(bank, { chain: still }).purchase(BUYER, 1)).toEqual(first);
    bank.nextBlockhash();
    const second = await bought(bank, () => quote.purchase(BUYER, 1));
    expect(second.result).toMatchObject({ failure: null });
    expect(second.quote.transactionBase64).not.toBe(first.transactionBase64);
    expect(await balances(bank)).toEqual([8_000n, 2_000n, U64_MAX - 2n * UNIT, 2n * UNIT]);
  });

  test('follows the configuration', async () => {
    const bank = await bankWith(1_000n);
    const quote = quoteOn(bank);
    await quote.purchase(BUYER, 1);
    putConfig(bank, { ...MONEY_PARAMETERS, backendAdmin: stranger.address });
    await expect(quote.purchase(BUYER, 1)).rejects.toMatchObject({ number: 7070 });
    putConfig(bank, { ...MONEY_PARAMETERS, stablecoinMint: SERVICE.mint });
    await expect(quote.purchase(BUYER, 1)).rejects.toMatchObject({ number: 7084 });
  });
});

describe('the signature of the backend admin', () => {
  /** The parts from which a message is compiled. */
  interface Draft {
    readonly payer: Address;
    readonly blockhash: string;
    readonly instructions: readonly Instruction[];
  }
  const other = transferInstruction({ from: user.address, to: stranger.address, lamports: 1n });
  /** The purchase, modified. It follows the budget. */
  const repurchased =
    (change: (purchase: Instruction) => Partial<Instruction>) =>
    ({ instructions }: Draft): Partial<Draft> => ({
      instructions: instructions.map((one, i) => (i === 1 ? { ...one, ...change(one) } : one)),
    });
  const alterations: readonly [string, (draft: Draft) => Partial<Draft>][] = [
    ['another amount', repurchased(() => ({ data: purchaseSubscriptionTokenUsdt.encode({ txlineAmount: 2n }) }))],
    ['an instruction appended', ({ instructions }) => ({ instructions: [...instructions, other] })],
    ['an instruction in front', ({ instructions }) => ({ instructions: [other, ...instructions] })],
    ['an instruction less', ({ instructions }) => ({ instructions: instructions.slice(1) })],
    ['the purchase twice', ({ instructions }) => ({ instructions: [...instructions, ...instructions.slice(1)] })],
    [
      'another buyer',
      ({ instructions }) => ({
        payer: stranger.address,
        instructions: instructions.map(({ accounts, ...rest }) => ({
          ...rest,
          accounts: accounts.map((account) =>
            account.address === user.address ? { ...account, address: stranger.address } : account,
          ),
        })),
      }),
    ],
    ['another payer', () => ({ payer: stranger.address })],
    ['another blockhash', () => ({ blockhash: base58.encode(SEED) })],
    [
      'tokens for somebody else',
      repurchased(({ accounts }) => {
        const at = purchaseSubscriptionTokenUsdt.accounts.findIndex(([name]) => name === 'buyerTokenAccount');
        const theirs = serviceAccountOf(stranger.address);
        return { accounts: accounts.map((account, i) => (i === at ? { ...account, address: theirs } : account)) };
      }),
    ],
  ];

  test.each(alterations)('does not cover %s', async (what, alter) => {
    const bank = await bankWith(10_000n);
    const quoted = decodeTransaction(bytesOf(await quoteOn(bank).purchase(BUYER, 1)));
    const { blockhash } = quoted.message;
    const draft: Draft = { payer: BUYER, blockhash, instructions: instructionsOf(quoted.message) };
    expect(adminSigned(resigned(draft, quoted))).toBe(true);
    // Checked here, because the runtime in this process does not verify signatures.
    expect([what, adminSigned(resigned({ ...draft, ...alter(draft) }, quoted))]).toEqual([what, false]);
  });

  /** Everything that an attacker with a quote can do: sign again with their own key and keep the admin's signature. */
  function resigned({ payer, blockhash, instructions }: Draft, quoted: Transaction): Transaction {
    const message = compileMessage(payer, instructions, blockhash);
    const signers = message.accounts.slice(0, message.header.signers);
    expect(signers).toContain(backendAdmin.address);
    const able = [user, stranger].filter(({ address }) => signers.includes(address));
    const { signatures } = signTransaction(unsigned(message), able);
    const kept = quoted.signatures[1] ?? new Uint8Array(64);
    return { message, signatures: signatures.map((one, i) => (signers[i] === backendAdmin.address ? kept : one)) };
  }

  test('covers every byte of the message', async () => {
    const bank = await bankWith(10_000n);
    const bytes = bytesOf(await quoteOn(bank).purchase(BUYER, 1));
    // A count, then two signatures.
    const [at, signature] = [1 + 2 * 64, bytes.slice(1 + 64, 1 + 2 * 64)];
    const verifies = (message: Uint8Array) =>
      outcome(() => checkSignature(message, signature, [addressBytes(backendAdmin.address)]));
    expect(verifies(bytes.slice(at))).toBe(true);
    for (let i = at; i < bytes.length; i++) {
      const altered = bytes.slice(at);
      altered[i - at] = (altered[i - at] ?? 0) ^ (1 << (i % 8));
      expect([i, verifies(altered)]).not.toEqual([i, true]);
    }
  });

  test('is never sufficient for a transaction: the admin does not buy', async () => {
    const bank = await bankWith(10_000n);
    putStablecoin(bank, 10_000n, { owner: backendAdmin.address });
    let signed = 0;
    const counting = {
      publicKey: ADMIN.publicKey,
      sign: (message: Uint8Array) => {
        signed++;
        return ADMIN.sign(message);
      },
    };
    const quote = quoteOn(bank, { backendAdmin: counting });
    await expect(quote.purchase(backendAdmin.address, 1)).rejects.toMatchObject({ number: 7062 });
    await expect(quote.purchase(BUYER, 11)).rejects.toMatchObject({ number: 7085 });
    expect(signed).toBe(0);
    await quote.purchase(BUYER, 10);
    expect(signed).toBe(1);
  });

  test('is verified before it is returned', async () => {
    const bank = await bankWith(10_000n);
    const wrong = { publicKey: ADMIN.publicKey, sign: async () => new Uint8Array(64).fill(1) };
    await expect(quoteOn(bank, { backendAdmin: wrong }).purchase(BUYER, 1)).rejects.toMatchObject({ number: 6083 });
  });
});

describe('the key of the backend admin', () => {
  const hex = Buffer.from(SEED).toString('hex');
  const shows = (text: string) =>
    [hex, base58.encode(SEED), Buffer.from(SEED).toString('base64')].some((one) => text.includes(one));

  test('is read from its source and never printed', () => {
    const admin = readBackendAdmin({ environment: 'ADMIN' }, { ADMIN: hex });
    expect(admin.publicKey).toEqual(addressBytes(backendAdmin.address));
    expect(shows(inspect(admin, { depth: null, showHidden: true }) + JSON.stringify(admin))).toBe(false);
    const wrong = thrown(() => readBackendAdmin({ environment: 'ADMIN' }, { ADMIN: `${hex}00` }));
    expect(wrong.number).toBe(7070);
    expect(shows(inspect(wrong, { depth: null }))).toBe(false);
    expect(outcome(() => readBackendAdmin({ environment: 'ADMIN' }, {}))).toBe(7070);
  });
});

describe('endpoint 3', () => {
  let scene: EdgeScene | undefined;
  afterEach(() => scene?.app.close());

  const start = async (quote: Quote, log: AppOptions['log'] = false) => {
    scene = await edgeScene({ ports: { quote }, log });
    const { app, jwt } = scene;
    const post = async (payload: object, headers: Record<string, string> = { authorization: `Bearer ${jwt}` }) => {
      const response = await app.inject({
        method: 'POST',
        url: '/api/guest/purchase/quote',
        headers: { ...headers, 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      });
      return { status: response.statusCode, type: response.headers['content-type'], text: response.body };
    };
    const guest = async () => {
      const { token } = (await app.inject({ method: 'POST', url: '/auth/guest/start' })).json();
      return { authorization: `Bearer ${token}` };
    };
    return { post, guest };
  };

  test.each(['serviceAmount', 'txlineAmount'])('sells to a guest session, under the name %s', async (spelling) => {
    const bank = await bankWith(50_000n, 50n * UNIT);
    const { post, guest } = await start(quoteOn(bank));
    const session = await guest();
    const { quote, result } = await bought(bank, async () => {
      const { status, text } = await post({ buyerPubkey: BUYER, [spelling]: 50 }, session);
      expect(status).toBe(200);
      expect(text).toContain('"baseStableCost":0.05,"feeStableAmount":0,"totalStableCharged":0.05');
      expect(text).toContain('"baseUsdtCost":0.05,"feeUsdtAmount":0,"totalUsdtCharged":0.05');
      return JSON.parse(text);
    });
    expect(result).toMatchObject({ failure: null });
    expect(unitsIn(quote.totalStableCharged)).toBe(50_000n);
    expect(await balances(bank)).toEqual([0n, 50_000n, 0n, 50n * UNIT]);
  });

  const KEY = 'Invalid value for: body field buyerPubkey';
  const AMOUNT = 'Invalid value for: body field serviceAmount';
  const one = { buyerPubkey: BUYER, serviceAmount: 1 };
  const down = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:8899'));
  interface Refused {
    readonly what: string;
    readonly expected: readonly [status: number, code: number, text: string];
    readonly payload?: object;
    readonly change?: (bank: LiteBank) => unknown;
    readonly ports?: (bank: LiteBank) => Parameters<typeof quoteOn>[1];
    readonly headers?: Record<string, string>;
  }
  const frozen = { frozen: true };
  const given = { at: PURSE, owner: stranger.address };
  const anotherMint = { mint: SERVICE.mint };
  const noAccount = `${BUYER} has no associated token account for the stablecoin ${STABLECOIN.mint}`;
  const notOwn =
    `The account at the address for ${BUYER} does not belong to this wallet or to the stablecoin ` +
    `${STABLECOIN.mint}`;
  const UNREACHABLE = [504, 7068, 'The chain cannot be asked'] as const;
  const INTERNAL = [500, 7069, 'Internal server error'] as const;
  const cases: readonly Refused[] = [
    {
      what: 'no session',
      expected: [401, 7060, 'Authorization failed: Invalid or expired guest JWT'],
      headers: {},
    },
    { what: 'no key', expected: [400, 7062, KEY], payload: { buyerPubkey: 'x', serviceAmount: 1 } },
    {
      what: 'an address that nobody signs for',
      expected: [400, 7062, KEY],
      payload: { buyerPubkey: CONFIG.address, serviceAmount: 1 },
    },
    {
      what: 'the backend admin as the buyer',
      expected: [400, 7062, KEY],
      payload: { buyerPubkey: backendAdmin.address, serviceAmount: 1 },
    },
    ...[0, -1, 1.5, '1', null, 1e300].map((serviceAmount) => ({
      what: `the amount ${JSON.stringify(serviceAmount)}`,
      expected: [400, 7062, AMOUNT] as const,
      payload: { buyerPubkey: BUYER, serviceAmount },
    })),
    {
      what: 'both spellings with different amounts',
      expected: [400, 7062, AMOUNT],
      payload: { ...one, txlineAmount: 2 },
    },
    {
      what: 'more than the program counts',
      expected: [400, 7062, AMOUNT],
      payload: { buyerPubkey: BUYER, serviceAmount: MOST + 1 },
    },
    {
      what: 'both fields wrong for the chain',
      expected: [400, 7062, `${KEY}, body field serviceAmount`],
      payload: { buyerPubkey: CONFIG.address, serviceAmount: MOST + 1 },
    },
    { what: 'no stablecoin account', expected: [400, 7084, noAccount], change: (bank) => bank.remove(PURSE) },
    {
      what: 'lamports where the account would be',
      expected: [400, 7084, noAccount],
      change: (bank) => bank.put(PURSE, SYSTEM_PROGRAM_ID, new Uint8Array(0), 1),
    },
    {
      what: 'an account of another program',
      expected: [400, 7084, noAccount],
      change: (bank) => putStablecoin(bank, 10_000n, { program: stranger.address }),
    },
    {
      what: 'an account that is no token account',
      expected: [400, 7084, noAccount],
      change: (bank) => bank.put(PURSE, TOKEN_PROGRAM_ID, new Uint8Array(MINT_SIZE)),
    },
    {
      what: 'an account that was begun and not made',
      expected: [400, 7084, noAccount],
      change: (bank) => bank.put(PURSE, TOKEN_PROGRAM_ID, new Uint8Array(ACCOUNT_SIZE)),
    },
    {
      what: 'an account that was given away',
      expected: [400, 7084, notOwn],
      change: (bank) => putStablecoin(bank, 10_000n, given),
    },
    {
      what: 'an account of another mint',
      expected: [400, 7084, notOwn],
      change: (bank) => putStablecoin(bank, 10_000n, anotherMint),
    },
    {
      what: 'a frozen account',
      expected: [400, 7084, `The stablecoin account of ${BUYER} is frozen`],
      change: (bank) => putStablecoin(bank, 10_000n, frozen),
    },
    {
      what: 'one unit too little',
      expected: [400, 7085, `The balance of ${BUYER} is 0.000999 of the stablecoin; the total is 0.001000`],
      change: (bank) => putStablecoin(bank, 999n),
    },
    {
      what: 'no chain for accounts',
      expected: UNREACHABLE,
      ports: (bank) => ({ chain: { ...chainOf(bank), account: down } }),
    },
    {
      what: 'no chain for blockhashes',
      expected: UNREACHABLE,
      ports: (bank) => ({ chain: { ...chainOf(bank), latestBlockhash: down } }),
    },
    { what: 'no configuration', expected: INTERNAL, change: (bank) => bank.remove(CONFIG.address) },
    {
      what: 'a configuration of another program',
      expected: INTERNAL,
      ports: () => ({ oracle: addressOf(SEED) }),
    },
    {
      what: 'a key that is not the backend admin',
      expected: INTERNAL,
      ports: () => ({ backendAdmin: new OracleKey(new Uint8Array(32).fill(1)) }),
    },
  ];

  test.each(cases)('refuses $what, in text and as problem details', async (refused) => {
    const { expected, payload = one, change, ports, headers } = refused;
    const bank = await bankWith(10_000n, UNIT);
    putServiceTokens(bank, 0n);
    change?.(bank);
    const { post, guest } = await start(quoteOn(bank, ports?.(bank)));
    const session = headers ?? (await guest());
    const [status, code, text] = expected;
    const said = await post(payload, session);
    // The rules follow the names of the faults.
    expect([said.status, said.type, said.text.split('. ', 1)]).toEqual([status, 'text/plain; charset=utf-8', [text]]);
    const problem = await post(payload, { ...session, accept: 'application/problem+json' });
    expect([problem.status, problem.type]).toEqual([status, 'application/problem+json; charset=utf-8']);
    expect(JSON.parse(problem.text)).toMatchObject({
      status,
      code,
      detail: said.text,
      type: `urn:linesman:error:${code}`,
    });
  });

  test('the log says why a quote failed, without the key', async () => {
    const bank = await bankWith(10_000n);
    const lines: string[] = [];
    putConfig(bank, { ...MONEY_PARAMETERS, backendAdmin: stranger.address });
    const { post } = await start(
      quoteOn(bank),
      traced((line) => lines.push(line)),
    );
    expect((await post(one)).status).toBe(500);
    const log = lines.join('');
    expect(log).toContain(stranger.address);
    expect(log).not.toContain(Buffer.from(SEED).toString('hex'));
    expect(log).not.toContain(base58.encode(SEED));
  });
});
