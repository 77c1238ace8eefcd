import { base64 } from '@scure/base';
import {
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransaction,
  createTransactionMessage,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction as signWithKit,
} from '@solana/kit';
import { expect, test } from 'vitest';
import { activationMessage } from '../../ts/linesman/client/index.js';
import {
  fromKitTransaction,
  toKitAddress,
  toKitInstruction,
  toKitSigner,
  toKitTransaction,
} from '../../ts/linesman/kit/index.js';
import { OracleKey } from '../../ts/linesman/node/index.js';
import {
  checkPurchaseTransaction,
  encodeTransaction,
  type Instruction,
  KeyPair,
  LOCALNET_PROGRAM_IDS,
  type MessageConfig,
  purchaseInstruction,
  scoreProofOf,
  signatureOf,
  subscribeInstruction,
  type Transaction,
} from '../../ts/linesman/program/index.js';
import { fetchNode } from '../../ts/linesman/rpc/index.js';
import { activate } from '../../ts/service/edge/auth/activation.js';
import { rpcSubscriptionChain } from '../../ts/service/edge/auth/subscriptionChain.js';
import { createQuote } from '../../ts/service/edge/quote/index.js';
import { MADE_UP_TABLES } from '../../ts/service/serve/madeUpTables.js';
import type { Outcome } from '../helpers/localBank.js';
import { ORACLE, ROLES } from '../helpers/oracleBank.js';
import {
  DEPLOYMENT,
  MONEY_PARAMETERS,
  putServiceTokens,
  putStablecoin,
  serviceAccountOf,
  startMoney,
  tokens,
} from '../helpers/oracleMoney.js';
import { MemoryAuthStore } from '../helpers/service/memoryAuthStore.js';
import { ok, TestChain } from '../helpers/settlement/chain.js';
import { FIXTURE, FULL_TIME, KICK_OFF, TestMarket } from '../helpers/settlement/market.js';
import { soccerStats, TestOracle } from '../helpers/settlement/match.js';
import { outcome } from '../helpers/thrown.js';

/** A wallet that sends transactions of version 1: Kit writes and signs them, and the newest runtime executes them. */

/** The runtime takes an absent setting for 0: without these, a transaction may neither compute nor load anything. */
const CONFIG: MessageConfig = { computeUnitLimit: 400_000, loadedAccountsDataSizeLimit: 4_000_000 };
const { user, backendAdmin } = ROLES;

async function written(
  instructions: readonly Instruction[],
  [payer, ...others]: readonly [KeyPair, ...KeyPair[]],
  blockhash: string,
  config: MessageConfig = CONFIG,
): Promise<Transaction> {
  const lifetime = { blockhash: blockhash as Blockhash, lastValidBlockHeight: 150n };
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (one) => setTransactionMessageFeePayer(toKitAddress(payer.address), one),
    (one) => setTransactionMessageLifetimeUsingBlockhash(lifetime, one),
    (one) => appendTransactionMessageInstructions(instructions.map(toKitInstruction), one),
    (one) => setTransactionMessageConfig(config, one),
  );
  const signers = await Promise.all([payer, ...others].map(toKitSigner));
  const keys = signers.map(({ keyPair }) => keyPair);
  return fromKitTransaction(await signWithKit(keys, compileTransaction(message)));
}

/** A node that has this transaction, as it answers for version 1. */
const nodeWith = (transaction: Transaction, { logs, failure }: Outcome) =>
  fetchNode('http://127.0.0.1:1', {
    fetch: async (_, init) => {
      const { method, params } = JSON.parse(String(init?.body));
      const isAsked = params[1]?.maxSupportedTransactionVersion >= 1;
      const found = {
        slot: 1,
        blockTime: 1_700_000_000,
        version: 1,
        transaction: [base64.encode(encodeTransaction(transaction)), 'base64'],
        meta: { err: failure === null ? null : { InstructionError: [0, { Custom: 1 }] }, logMessages: logs },
      };
      const refusal = { code: -32_015, message: 'Transaction version (1) is not supported by the requesting client' };
      expect(method).toBe('getTransaction');
      return new Response(
        JSON.stringify({ jsonrpc: '2.0', id: 1, ...(isAsked ? { result: found } : { error: refusal }) }),
      );
    },
  });

test('subscribes, and activates its subscription', async () => {
  const bank = await startMoney({ frozen: true });
  putServiceTokens(bank, 3n * 10n ** 15n, { frozen: true });
  const terms = { user: user.address, serviceLevelId: 1, weeks: 4 };
  const subscribe = subscribeInstruction({ ...DEPLOYMENT, ...terms });
  const transaction = await written([subscribe], [user], await bank.latestBlockhash());
  expect(transaction.message).toMatchObject({ version: 1, config: CONFIG });
  const landed = ok(await bank.submit(transaction));

  const txSig = signatureOf(transaction);
  const chain = rpcSubscriptionChain(nodeWith(transaction, landed));
  const bought = await chain.find(txSig);
  expect(bought).toMatchObject({
    status: 'confirmed',
    signer: user.address,
    signers: [user.address],
    program: ORACLE.programId,
    level: 1,
    weeks: 4,
    row: { rowId: 1, pricePerWeekToken: 1n },
  });
  const now = bought?.status === 'confirmed' ? bought.time + 1_000 : 0;
  const jwt = 'a.b.c';
  const { token, wallet } = await activate(
    { txSig, leagues: [], jwt, walletSignature: user.sign(activationMessage(txSig, [], jwt)) },
    {
      chain,
      store: new MemoryAuthStore(),
      tables: MADE_UP_TABLES,
      program: ORACLE.programId,
      now: () => now,
      realTime: () => now,
    },
  );
  expect([wallet, token.length > 20]).toEqual([user.address, true]);
});

test('without a limit for loaded data does nothing, and is read as a failure', async () => {
  const bank = await startMoney({ frozen: true });
  putServiceTokens(bank, 3n * 10n ** 15n, { frozen: true });
  const terms = { user: user.address, serviceLevelId: 1, weeks: 4 };
  const subscribe = subscribeInstruction({ ...DEPLOYMENT, ...terms });
  const config = { computeUnitLimit: 400_000 };
  const transaction = await written([subscribe], [user], await bank.latestBlockhash(), config);
  const failed = await bank.submit(transaction);
  expect(failed.failure).not.toBeNull();
  const found = await rpcSubscriptionChain(nodeWith(transaction, failed)).find(signatureOf(transaction));
  expect(found).toEqual({ status: 'failed' });
});

const ADMIN = new OracleKey(new Uint8Array(32).fill(104));

test('completes the transaction of a quote, which is a legacy one', async () => {
  const bank = await startMoney({ stock: 10n ** 15n });
  putStablecoin(bank, 5n * 10n ** 6n);
  const quote = createQuote({ oracle: ORACLE.programId, chain: bank, backendAdmin: ADMIN });
  const { transactionBase64 } = await quote.purchase(user.address, 1_000);
  const expected = { oracle: ORACLE.programId, config: MONEY_PARAMETERS, buyer: user.address, tokens: 1_000n };
  const checked = checkPurchaseTransaction(base64.decode(transactionBase64), expected);
  const { keyPair } = await toKitSigner(user);
  ok(await bank.submit(fromKitTransaction(await signWithKit([keyPair], toKitTransaction(checked)))));
  expect((await tokens(bank, serviceAccountOf(user.address)))?.amount).toBe(1_000n * 10n ** 6n);
});

test('may be quoted a purchase of version 1, whose fee is in front of it', async () => {
  const bank = await startMoney({ stock: 10n ** 15n });
  putStablecoin(bank, 5n * 10n ** 6n);
  const expected = { oracle: ORACLE.programId, config: MONEY_PARAMETERS, buyer: user.address, tokens: 1_000n };
  const quoted = async (priorityFeeLamports?: bigint) => {
    const config = { ...CONFIG, ...(priorityFeeLamports !== undefined && { priorityFeeLamports }) };
    const blockhash = await bank.latestBlockhash();
    return written([purchaseInstruction(expected)], [user, backendAdmin], blockhash, config);
  };
  const transaction = await quoted();
  expect(checkPurchaseTransaction(encodeTransaction(transaction), expected)).toEqual(transaction);
  ok(await bank.submit(transaction));
  // With both signatures, 5,000 lamports each, it costs 10,000 more.
  const check = async (fee: bigint) => {
    const bytes = encodeTransaction(await quoted(fee));
    return outcome(() => checkPurchaseTransaction(bytes, { ...expected, mostFee: 20_000n }));
  };
  expect([await check(10_000n), await check(10_001n)]).toEqual([true, expect.any(Number)]);
});

test('settles a market', async () => {
  const chain = await TestChain.start(KICK_OFF - 86_400);
  const oracle = new TestOracle(chain, LOCALNET_PROGRAM_IDS.oracle);
  const market = await TestMarket.settleable(chain);
  const slot = oracle.publish(FIXTURE, FULL_TIME, [{ status: 100, stats: soccerStats(2, 1) }]);
  const settle = market.settleInstruction(scoreProofOf(slot.v2([1, 2])));
  const payer = KeyPair.fromSeed(new Uint8Array(32).fill(77));
  chain.bank.fund(payer.address);
  const transaction = await written([settle], [payer], await chain.bank.latestBlockhash());
  ok(await chain.bank.submit(transaction));
  expect(await market.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: 0 } });
});
