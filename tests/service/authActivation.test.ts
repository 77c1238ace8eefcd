import { createHash } from 'node:crypto';
import { sign } from '@noble/ed25519';
import { base58 } from '@scure/base';
import type { Connection, ParsedTransactionWithMeta } from '@solana/web3.js';
import { beforeEach, describe, expect, test } from 'vitest';
import { activationMessage } from '../../ts/sdk/client/activationMessage.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { addressBytes } from '../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../ts/sdk/program/address/runtime.js';
import { eventDiscriminator } from '../../ts/sdk/program/discriminator.js';
import { type Instruction, isWritable, roleOf } from '../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { subscribe } from '../../ts/sdk/program/oracle/instructions.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../../ts/sdk/program/programId.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import type { ServiceRow } from '../../ts/sdk/program/wire/serviceRow.js';
import { rpcNode } from '../../ts/sdk/web3/rpcNode.js';
import { type ActivationPorts, type ActivationRequest, activate } from '../../ts/service/edge/auth/activation.js';
import { newApiToken } from '../../ts/service/edge/auth/apiToken.js';
import { type Auth, createAuth } from '../../ts/service/edge/auth/auth.js';
import { MS_PER_WEEK, nextPeriod } from '../../ts/service/edge/auth/authStore.js';
import { decodeSubscription, type SubscriptionTransaction } from '../../ts/service/edge/auth/decodeSubscription.js';
import { checkOperatorTables, type OperatorTables } from '../../ts/service/edge/auth/operatorTables.js';
import { SessionKeys } from '../../ts/service/edge/auth/sessionKeys.js';
import { SessionTokens } from '../../ts/service/edge/auth/sessionTokens.js';
import { rpcSubscriptionChain } from '../../ts/service/edge/auth/subscriptionChain.js';
import { MemoryAuthStore } from '../helpers/service/memoryAuthStore.js';
import { nodeAnswer, parsedTransaction } from '../helpers/service/parsedTransaction.js';
import { outcome } from '../helpers/thrown.js';

const NOW = 1_782_958_200_000;
const PROGRAM = DEFAULT_ORACLE_PROGRAM_ID;
const wallet = KeyPair.fromSeed(new Uint8Array(32).fill(7));
const other = KeyPair.fromSeed(new Uint8Array(32).fill(8));
const TX = base58.encode(new Uint8Array(64).fill(9));
const TABLES: OperatorTables = {
  leagues: [901, 902, 903, 904].map((id) => ({ id, name: `League ${id}` })),
  leagueBundles: [
    { id: 1, leagues: [901] },
    { id: 2, leagues: [901, 902] },
  ],
  marketBundles: [{ id: 3, markets: ['1X2'] }],
  freeBundle: 1,
};
const row = (rowId: number, leagueBundleId: number, samplingIntervalSec = 60, marketBundleId = 0): ServiceRow => ({
  rowId,
  pricePerWeekToken: 0n,
  samplingIntervalSec,
  leagueBundleId,
  marketBundleId,
});
const ROWS = [
  row(0, 1),
  row(1, 1),
  row(2, 2),
  row(6, 0, 0),
  row(21, -2),
  row(30, 9),
  row(31, 0, 0, 3),
  row(32, 0, 0, 4),
];

const subscribeInstruction = (user: KeyPair, level = 1, weeks = 4, program = PROGRAM) => {
  const any = SYSTEM_PROGRAM_ID;
  return subscribe.build(
    program,
    {
      user: user.address,
      pricingMatrix: any,
      tokenMint: any,
      userTokenAccount: other.address,
      tokenTreasuryVault: other.address,
      tokenTreasuryPda: any,
      tokenProgram: any,
      systemProgram: any,
      associatedTokenProgram: any,
      config: any,
    },
    { serviceLevelId: level, weeks },
  );
};

const bought = ({
  level = 1,
  ...more
}: Partial<Extract<SubscriptionTransaction, { status: 'confirmed' }>> = {}): SubscriptionTransaction => ({
  status: 'confirmed',
  signer: wallet.address,
  signers: [wallet.address],
  program: PROGRAM,
  level,
  row: ROWS.find(({ rowId }) => rowId === level) ?? null,
  weeks: 4,
  time: NOW - 1_000,
  ...more,
});

let store: MemoryAuthStore;
let chain: Map<string, SubscriptionTransaction>;
let now: number;
let ports: ActivationPorts;
beforeEach(() => {
  store = new MemoryAuthStore();
  chain = new Map([[TX, bought()]]);
  now = NOW;
  ports = {
    store,
    tables: TABLES,
    program: PROGRAM,
    now: () => now,
    realTime: () => now,
    chain: { find: async (txSig) => chain.get(txSig) ?? null },
  };
});

function request(more: Partial<ActivationRequest> = {}, signer = wallet): ActivationRequest {
  const given = { txSig: TX, leagues: [], jwt: 'a.b.c', ...more };
  const message = activationMessage(given.txSig, given.leagues, given.jwt);
  return { walletSignature: sign(message, signer.secretKey.slice(0, 32)), ...given };
}

/** The request, once the chain has the transaction, if any. */
const onChain = (transaction: SubscriptionTransaction | null, more?: Partial<ActivationRequest>) => () => {
  chain.clear();
  if (transaction) chain.set(TX, transaction);
  return request(more);
};

const attempt = async (given: ActivationRequest): Promise<[number | true, string]> => {
  try {
    await activate(given, ports);
    return [true, ''];
  } catch (error) {
    if (error instanceof LinesmanError) return [error.number, error.message];
    throw error;
  }
};
const number = async (given: ActivationRequest) => (await attempt(given))[0];

describe('the transaction', () => {
  test('reads a subscribe as it was sent', () => {
    expect(
      decodeSubscription(parsedTransaction([subscribeInstruction(wallet, 513, 8)], [wallet], 1_782_958_000)),
    ).toEqual({
      status: 'confirmed',
      signer: wallet.address,
      signers: [wallet.address],
      program: PROGRAM,
      level: 513,
      row: null,
      weeks: 8,
      time: 1_782_958_000_000,
    });
  });

  test('takes the wallet as the user, even if another fee payer has signed', () => {
    expect(decodeSubscription(parsedTransaction([subscribeInstruction(wallet)], [other, wallet], 1))).toMatchObject({
      signer: wallet.address,
      signers: [other.address, wallet.address],
    });
  });

  test('of a node that keeps no logs has no row', () => {
    const transaction = parsedTransaction([subscribeInstruction(wallet)], [wallet], 1);
    const meta = { err: null, logMessages: null };
    expect(decodeSubscription({ ...transaction, meta })).toMatchObject({ status: 'confirmed', row: null, time: 1_000 });
  });

  test('refuses a failed one, or one without metadata', () => {
    const failed = parsedTransaction([subscribeInstruction(wallet)], [wallet], 1, { InstructionError: [0, 'Custom'] });
    expect(decodeSubscription(failed)).toEqual({ status: 'failed' });
    expect(decodeSubscription({ ...failed, meta: null })).toEqual({ status: 'failed' });
  });

  test('refuses anything but one top-level subscribe', () => {
    const one = subscribeInstruction(wallet);
    const transfer = transferInstruction({ from: wallet.address, to: other.address, lamports: 1n });
    expect(decodeSubscription(parsedTransaction([transfer, one], [wallet], 1)).status).toBe('confirmed');
    expect(decodeSubscription(parsedTransaction([transfer], [wallet], 1))).toEqual({ status: 'other' });
    expect(decodeSubscription(parsedTransaction([one, subscribeInstruction(wallet, 2)], [wallet], 1)).status).toBe(
      'other',
    );
    expect(decodeSubscription(parsedTransaction([one], [wallet], null)).status).toBe('other');
    const longer = { ...one, data: Buffer.concat([one.data, Buffer.of(0)]) };
    expect(decodeSubscription(parsedTransaction([longer], [wallet], 1)).status).toBe('other');
    const accounts = one.accounts.map((meta) => ({
      ...meta,
      role: roleOf({ signer: false, writable: isWritable(meta) }),
    }));
    const unsigned = { ...one, accounts };
    expect(decodeSubscription(parsedTransaction([unsigned], [other], 1)).status).toBe('other');
  });

  /** Parsed from a node's answer. */
  const found = (answer: ParsedTransactionWithMeta) =>
    rpcSubscriptionChain(rpcNode({ getParsedTransaction: async () => answer } as unknown as Connection)).find(TX);

  test('a subscribe called by another program does not count', async () => {
    const transfer = transferInstruction({ from: wallet.address, to: other.address, lamports: 1n });
    const outer = parsedTransaction([transfer], [wallet], 1);
    const inner = parsedTransaction([subscribeInstruction(wallet)], [wallet], 1);
    expect(await found(nodeAnswer(inner))).toMatchObject({ status: 'confirmed', signers: [wallet.address] });
    expect(await found(nodeAnswer(outer, inner.instructions))).toEqual({ status: 'other' });
  });

  test('instructions that the node has already parsed are skipped', async () => {
    const transaction = parsedTransaction([subscribeInstruction(wallet)], [wallet], 1);
    const instructions = [{ programAddress: SYSTEM_PROGRAM_ID, accounts: [], data: null }, ...transaction.instructions];
    expect((await found(nodeAnswer({ ...transaction, instructions })))?.status).toBe('confirmed');
  });

  describe('its row and its time', () => {
    const BLOCK = 1_782_958_000;
    const START = 1_782_958_777;
    const ROW: ServiceRow = {
      rowId: 1,
      pricePerWeekToken: 187_500n,
      samplingIntervalSec: 60,
      leagueBundleId: -5,
      marketBundleId: 3,
    };
    const otherRow = { ...ROW, rowId: 2 };
    const older = (user = wallet, level = 1, weeks = 4, start = START): Buffer => {
      const data = Buffer.alloc(59);
      data.set(eventDiscriminator('Subscribed'));
      data.set(addressBytes(user.address), 8);
      data.writeUInt16LE(level, 40);
      data.writeUInt8(weeks, 42);
      data.writeBigInt64LE(BigInt(start), 43);
      return data;
    };
    const line = (data: Buffer) => `Program data: ${data.toString('base64')}`;
    /** As the program writes it: discriminator, user, level, weeks, start, end, row. */
    const event = (user = wallet, level = 1, weeks = 4, start = START, row = { ...ROW, rowId: level }): string => {
      const data = Buffer.alloc(18);
      data.writeUInt16LE(row.rowId, 0);
      data.writeBigUInt64LE(row.pricePerWeekToken, 2);
      data.writeUInt32LE(row.samplingIntervalSec, 10);
      data.writeInt16LE(row.leagueBundleId, 14);
      data.writeInt16LE(row.marketBundleId, 16);
      return line(Buffer.concat([older(user, level, weeks, start), data]));
    };
    const call = (program: string, depth: number, ...inside: string[]) => [
      `Program ${program} invoke [${depth}]`,
      ...inside,
      `Program ${program} success`,
    ];
    const ours = PROGRAM;
    const foreign = other.address;
    const system = SYSTEM_PROGRAM_ID;
    const transfer = transferInstruction({ from: wallet.address, to: other.address, lamports: 1n });
    const said = (
      logs: readonly string[],
      blockTime: number | null = BLOCK,
      before: readonly Instruction[] = [transfer],
    ) => {
      const { meta, ...rest } = parsedTransaction([...before, subscribeInstruction(wallet)], [wallet], blockTime);
      const found = decodeSubscription({ ...rest, meta: meta && { ...meta, logMessages: [...logs] } });
      return found.status === 'confirmed' ? { time: found.time / 1000, row: found.row } : found.status;
    };

    test('are those of its event, whatever the node says about the block', () => {
      const logs = [...call(system, 1), ...call(ours, 1, 'Program log: x', ...call(foreign, 2), event())];
      expect(said(logs)).toEqual({ time: START, row: ROW });
      expect(said(logs, null)).toEqual({ time: START, row: ROW });
    });

    test('are absent and the block time without an event of its own', () => {
      const without = [
        [],
        call(ours, 1),
        // Of other programs, in every position.
        [...call(foreign, 1, event()), ...call(ours, 1), ...call(foreign, 1, event())],
        call(ours, 1, ...call(foreign, 2, event())),
        call(foreign, 1, ...call(ours, 2, event())),
        call(foreign, 1, `Program log: \nProgram ${ours} invoke [1]`, event()),
        // Of another subscription, or with the row of another level.
        call(ours, 1, event(other), event(wallet, 2), event(wallet, 1, 8), event(wallet, 1, 4, START, otherRow)),
        // With missing log lines.
        [`Program ${ours} invoke [1]`, 'Log truncated', event()],
      ];
      for (const logs of without) {
        expect(said(logs)).toEqual({ time: BLOCK, row: null });
        expect(said(logs, null)).toBe('other');
      }
    });

    test('are absent and its own time in an event of an older program', () => {
      expect(said([...call(system, 1), ...call(ours, 1, line(older()))])).toEqual({ time: START, row: null });
    });

    test('belong to the call that subscribes, not to another call of the program', () => {
      const any = { programAddress: PROGRAM, accounts: [], data: Buffer.of(1) };
      const early = event(wallet, 1, 4, START - 1, { ...ROW, samplingIntervalSec: 0 });
      expect(said([...call(ours, 1, early), ...call(ours, 1, event())], BLOCK, [any])).toEqual({
        time: START,
        row: ROW,
      });
      expect(said([...call(ours, 1, early), ...call(ours, 1, event())])).toMatchObject({
        time: START - 1,
        row: { samplingIntervalSec: 0 },
      });
    });
  });

  test('is requested with commitment confirmed', async () => {
    const asked: unknown[] = [];
    const landed = nodeAnswer(parsedTransaction([subscribeInstruction(wallet)], [wallet], 1));
    const of = (answer: typeof landed | null) => {
      const getParsedTransaction = async (...given: unknown[]) => {
        asked.push(given);
        return answer;
      };
      return rpcSubscriptionChain(rpcNode({ getParsedTransaction } as unknown as Connection));
    };
    expect((await of(landed).find(TX))?.status).toBe('confirmed');
    expect(await of(null).find(TX)).toBeNull();
    expect(asked[0]).toEqual([TX, { commitment: 'confirmed', maxSupportedTransactionVersion: 1 }]);
  });
});

describe('activation', () => {
  test('signs this message', () => {
    const text = (...given: Parameters<typeof activationMessage>) =>
      new TextDecoder().decode(activationMessage(...given));
    expect(text('T', [], 'J')).toBe('T::J');
    expect(text('T', [5, 3], 'J')).toBe('T:5,3:J');
    expect(text('T', [5, 3], 'J', 'oracle.example:8080')).toBe('T:5,3:J:oracle.example:8080');
  });

  test('gives a token of 256 bits and stores only its hash', async () => {
    const { token } = await activate(request(), ports);
    expect(token).toMatch(/^lsm_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(token.slice(4), 'base64url')).toHaveLength(32);
    expect([...store.tokens.keys()]).toEqual([createHash('sha256').update(token).digest('hex')]);
    expect(JSON.stringify([...store.tokens, ...store.activations])).not.toContain(token);
    expect(newApiToken()).not.toBe(newApiToken());
  });

  test('each refusal has its number and names the fault', async () => {
    const someone = { signer: other.address, signers: [other.address, wallet.address].map(String) };
    const cases: readonly [string, number, RegExp, () => ActivationRequest][] = [
      ['unknown', 7072, /not known/, onChain(null)],
      ['failed', 7073, /failed/, onChain({ status: 'failed' })],
      ['no subscribe', 7076, /not subscribe/, onChain({ status: 'other' })],
      ['another program', 7076, /not subscribe/, onChain(bought({ program: 'x' }))],
      ['no weeks', 7076, /not subscribe/, onChain(bought({ weeks: 0 }))],
      ['signed by nobody', 7071, /does not verify/, () => request({ walletSignature: new Uint8Array(64) })],
      ['signed by a stranger', 7071, /does not verify/, () => request({}, other)],
      ['signed by another signer', 7075, /another wallet/, onChain(bought(someone))],
      ['over', 7077, /over/, onChain(bought({ time: NOW - 4 * MS_PER_WEEK }))],
      ['a level that is not logged', 7180, /level 1 /, onChain(bought({ row: null }))],
      ['the legacy level, not logged', 7180, /level 0 /, onChain(bought({ level: 0, row: null }))],
      ['leagues of a standard level', 7078, /standard/, () => request({ leagues: [901] })],
      ['leagues of the legacy level', 7078, /legacy/, onChain(bought({ level: 0 }), { leagues: [901] })],
      ['no league', 7079, /21/, onChain(bought({ level: 21 }))],
      ['a league twice', 7080, /901/, onChain(bought({ level: 21 }), { leagues: [901, 901] })],
      ['an unknown league', 7081, /77/, onChain(bought({ level: 21 }), { leagues: [77] })],
      ['too many', 7082, /3 leagues/, onChain(bought({ level: 21 }), { leagues: [901, 902, 903] })],
      ['a bundle that is not there', 7089, /9/, onChain(bought({ level: 30 }))],
      ['markets that are not there', 7089, /4/, onChain(bought({ level: 32 }))],
    ];
    for (const [name, expected, text, given] of cases) {
      chain.set(TX, bought());
      const [found, message] = await attempt(given());
      expect([name, found]).toEqual([name, expected]);
      expect(message).toMatch(text);
      expect(message).not.toMatch(/\n/);
    }
    expect(store.tokens.size).toBe(0);
    expect(store.activations.size).toBe(0);
    // What the chain says decides, whatever a program sells.
    expect(await number(onChain(bought({ weeks: 1 }))())).toBe(true);
    expect(store.tokens.size).toBe(1);
  });

  test('the signature binds transaction, leagues and session', async () => {
    chain.set(TX, bought({ level: 21 }));
    const good = request({ leagues: [901, 902] });
    expect(await number({ ...good, leagues: [902, 901] })).toBe(7071);
    expect(await number({ ...good, leagues: [901] })).toBe(7071);
    expect(await number({ ...good, jwt: 'a.b.d' })).toBe(7071);
    const second = base58.encode(new Uint8Array(64).fill(10));
    chain.set(second, bought({ level: 21 }));
    expect(await number({ ...good, txSig: second })).toBe(7071);
    const bent = Uint8Array.from(good.walletSignature);
    bent[63] = (bent[63] ?? 0) ^ 1;
    expect(await number({ ...good, walletSignature: bent })).toBe(7071);
    expect(await number(good)).toBe(true);
  });

  test('works until the last millisecond of an unactivated subscription', async () => {
    chain.set(TX, bought({ time: NOW - 4 * MS_PER_WEEK + 1 }));
    expect(await number(request())).toBe(true);
  });

  test('a transaction activates once, even with two requests at the same time', async () => {
    const results = await Promise.all([number(request()), number(request()), number(request())]);
    expect(results.sort()).toEqual([7074, 7074, true]);
    expect(await number(request())).toBe(7074);
    expect(store.tokens.size).toBe(1);
    // Also after its time is over.
    now += 5 * MS_PER_WEEK;
    expect(await number(request())).toBe(7074);
  });

  test('the chain is unreachable', async () => {
    const down = async () => {
      throw new Error('ECONNREFUSED');
    };
    ports = { ...ports, chain: { find: down } };
    expect(await number(request())).toBe(7068);
    expect(store.activations.size).toBe(0);
  });

  test.each([1, 0, 2, -3])('the legacy level has the free bundle, even when its row says %d', async (bundle) => {
    chain.set(TX, bought({ level: 0, row: row(0, bundle, 30) }));
    expect(await number(request())).toBe(true);
    expect(store.bought(wallet.address)[0]).toMatchObject({
      level: 0,
      samplingSeconds: 30,
      leagueBundle: 1,
      leagues: [],
      marketBundle: 0,
    });
  });
});

describe('a repeat', () => {
  const repeat = (sessionIssuedAt: number, more: Partial<ActivationRequest> = {}, signer = wallet) =>
    request({ jwt: `a.b.${sessionIssuedAt}`, sessionIssuedAt, ...more }, signer);
  const held = () => JSON.stringify(store.bought(wallet.address));

  test('replaces the previous token and changes nothing else', async () => {
    const first = await activate(request(), ports);
    const before = held();
    now += 1_000;
    const second = await activate(repeat(now), ports);
    expect([...store.tokens.keys()]).toEqual([createHash('sha256').update(second.token).digest('hex')]);
    expect(second.token).not.toBe(first.token);
    expect(held()).toBe(before);
    // Whatever the chain says meanwhile.
    chain.clear();
    now += 1_000;
    expect(await number(repeat(now))).toBe(true);
  });

  test('accepts the same leagues in any order, from the same wallet', async () => {
    chain.set(TX, bought({ level: 21 }));
    await activate(request({ leagues: [902, 901] }), ports);
    const before = held();
    now += 1_000;
    for (const leagues of [[], [901], [901, 903], [901, 902, 903], [901, 901, 902]])
      expect([leagues, await attempt(repeat(now, { leagues }))]).toEqual([
        leagues,
        [7190, expect.stringContaining('[902, 901]')],
      ]);
    expect(await number(repeat(now, { leagues: [901, 902] }, other))).toBe(7071);
    expect(await number(repeat(now, { leagues: [901, 902] }))).toBe(true);
    expect(held()).toBe(before);
  });

  test('requires a session that is newer than the last one and at most 10 minutes old', async () => {
    const tooEarly = repeat(now);
    await activate(request({ sessionIssuedAt: now - 5 }), ports);
    // Fresh, but from before the activation: an attacker who captured that session may also have started another with
    // it.
    for (const issuedAt of [NOW - 5, NOW - 1, NOW])
      expect([issuedAt, await number(repeat(issuedAt))]).toEqual([issuedAt, 7074]);
    now += 3_600_000;
    for (const issuedAt of [NOW - 5, NOW, now - 600_001])
      expect([issuedAt, await attempt(repeat(issuedAt))]).toEqual([issuedAt, [7074, expect.stringMatching(/used/)]]);
    expect(await number(tooEarly)).toBe(7074);
    // A session without the time of issue.
    expect(await number(request())).toBe(7074);
    const good = repeat(now - 600_000);
    expect(await number(good)).toBe(true);
    // Captured requests, immediately and later.
    expect(await number(good)).toBe(7074);
    now += 1;
    expect(await number(good)).toBe(7074);
    expect(await number(repeat(now))).toBe(true);
    // A session whose clock is ahead is not accepted twice either.
    const ahead = repeat(now + 400);
    expect(await number(ahead)).toBe(true);
    now += 300;
    expect(await number(ahead)).toBe(7074);
    expect(store.tokens.size).toBe(1);
  });

  test('refuses a captured activation whose session came from a clock that was ahead', async () => {
    const captured = request({ sessionIssuedAt: now + 400 });
    const { token } = await activate(captured, ports);
    now += 700;
    expect(await number(captured)).toBe(7074);
    expect([...store.tokens.keys()]).toEqual([createHash('sha256').update(token).digest('hex')]);
    expect(await number(repeat(now))).toBe(true);
  });

  test('uses the clock that issues sessions, while periods begin and end by world time', async () => {
    const ahead = 1_000 * MS_PER_WEEK;
    const real = NOW;
    let passed = 0;
    ports = { ...ports, now: () => NOW + ahead, realTime: () => real + passed };
    chain.set(TX, bought({ time: NOW + ahead }));
    await activate(request({ sessionIssuedAt: real }), ports);
    expect(store.bought(wallet.address)).toMatchObject([{ startsAt: NOW + ahead }]);
    passed = 700_000;
    expect(await number(repeat(real + passed - 600_001))).toBe(7074);
    expect(await number(repeat(real + passed))).toBe(true);
    // Stored by the same clock, so the next session is newer.
    passed += 1;
    expect(await number(repeat(real + passed))).toBe(true);
  });

  test('is refused while the operator has blocked the wallet, like an activation', async () => {
    store.blocked.add(wallet.address);
    expect(await attempt(request())).toEqual([7191, expect.stringContaining(wallet.address)]);
    store.blocked.clear();
    await activate(request(), ports);
    store.blocked.add(wallet.address);
    now += 1;
    expect(await number(repeat(now))).toBe(7191);
  });
});

describe('a message that names a host', () => {
  const bound = (host: string, signer = wallet) => {
    const message = activationMessage(TX, [], 'a.b.c', host);
    return request({ walletSignature: sign(message, signer.secretKey.slice(0, 32)) });
  };

  test('is accepted by the service of that host only, whoever forwards it', async () => {
    ports = { ...ports, hosts: () => ['oracle.example', '127.0.0.1:8080'] };
    for (const host of ['evil.example', 'oracle.example:8080', 'ORACLE.example', ''])
      expect([host, await number(bound(host))]).toEqual([host, 7071]);
    expect(await number(bound('oracle.example', other))).toBe(7071);
    expect(await number(bound('127.0.0.1:8080'))).toBe(true);
  });

  test('is refused by a service without a host', async () => {
    expect(await number(bound('oracle.example'))).toBe(7071);
    ports = { ...ports, hosts: () => [] };
    expect(await number(bound('oracle.example'))).toBe(7071);
    expect(await number(request())).toBe(true);
  });
});

describe('access', () => {
  const authOf = (): Auth =>
    createAuth({
      ...ports,
      sessions: new SessionTokens({
        keys: new SessionKeys(new Uint8Array(32)),
        issuer: 'i',
        audience: 'a',
        now: () => now,
      }),
    });
  const transaction = (byte: number, more: Parameters<typeof bought>[0]): string => {
    const txSig = base58.encode(new Uint8Array(64).fill(byte));
    chain.set(txSig, bought(more));
    return txSig;
  };
  const refused = async (auth: Auth, token: string | undefined): Promise<number | true> => {
    try {
      await auth.access(token);
      return true;
    } catch (error) {
      return outcome(() => {
        throw error;
      });
    }
  };

  test('lasts to the end of the subscription', async () => {
    const auth = authOf();
    const token = await auth.activate(request());
    const access = await auth.access(token);
    expect(access).toMatchObject({ wallet: wallet.address, changesAt: NOW + 4 * MS_PER_WEEK });
    expect(access.sampling(901, '1X2')).toBe(60);
    now = access.changesAt - 1;
    expect(await refused(auth, token)).toBe(true);
    now = access.changesAt;
    expect(await refused(auth, token)).toBe(7061);
  });

  test.each([undefined, '', 'lsm_', `lsm_${'A'.repeat(43)}`, `lsm_${'A'.repeat(44)}`, 'A'.repeat(43)])(
    'is refused for %j',
    async (token) => {
      const auth = authOf();
      await auth.activate(request());
      expect(await refused(auth, token)).toBe(7061);
    },
  );

  test('does not trust a store that returns another token', async () => {
    const auth = authOf();
    const token = await auth.activate(request());
    const found = await store.token([...store.tokens.values()][0]?.hash ?? new Uint8Array(), NOW);
    for (const length of [32, 31, 0]) {
      store.token = async () => found && { ...found, hash: new Uint8Array(length) };
      expect(await refused(auth, token)).toBe(7061);
      await expect(auth.endToken(token)).rejects.toMatchObject({ number: 7061 });
    }
    expect(store.tokens.size).toBe(1);
    store.token = async () => found;
    expect(await refused(auth, token)).toBe(true);
  });

  test('does not look up what cannot be a token', async () => {
    const auth = authOf();
    const token = await auth.activate(request());
    store.token = async () => expect.unreachable();
    for (const text of [undefined, '', 'lsm_', `${token}A`, `${token} `, token.slice(0, -1), token.slice(4)]) {
      expect(await refused(auth, text)).toBe(7061);
      await expect(auth.endToken(text)).rejects.toMatchObject({ number: 7061 });
    }
  });

  test('is not built from inconsistent tables', () => {
    ports = { ...ports, tables: { ...TABLES, freeBundle: 7 } };
    expect(outcome(authOf)).toBe(7089);
  });

  test('all tokens of a wallet follow its periods: end, leagues, sampling', async () => {
    const auth = authOf();
    const first = await auth.activate(request());
    now += MS_PER_WEEK;
    const second = await auth.activate(
      request({ txSig: transaction(11, { level: 21, weeks: 8, time: now }), leagues: [903, 902] }),
    );
    expect(second).not.toBe(first);
    for (const token of [first, second]) {
      const access = await auth.access(token);
      expect(access.changesAt).toBe(NOW + 4 * MS_PER_WEEK);
      expect([901, 902, 903].filter((id) => access.seesLeague(id))).toEqual([901, 902, 903]);
      const later = access.at(access.changesAt);
      expect(later?.changesAt).toBe(NOW + 9 * MS_PER_WEEK);
      expect([901, 902, 903].filter((id) => later?.seesLeague(id))).toEqual([902, 903]);
    }
    expect((await auth.access(first)).tokenId).not.toBe((await auth.access(second)).tokenId);
  });

  test('bundles, all leagues, markets', async () => {
    const auth = authOf();
    const leagues = async (byte: number, level: number) => {
      const token = await auth.activate(request({ txSig: transaction(byte, { level }) }));
      const access = await auth.access(token);
      store.wallets.clear();
      return [
        [901, 902, 903, 1].filter((id) => access.seesLeague(id)),
        access.sampling(901, 'AH'),
        access.sampling(901, '1X2'),
      ];
    };
    expect(await leagues(20, 0)).toEqual([[901], 60, 60]);
    expect(await leagues(21, 2)).toEqual([[901, 902], 60, 60]);
    expect(await leagues(22, 6)).toEqual([[901, 902, 903, 1], 0, 0]);
    expect(await leagues(23, 31)).toEqual([[901, 902, 903, 1], null, 0]);
  });

  test('reports when something changed', async () => {
    const changed: string[] = [];
    const auth = createAuth({ ...ports, sessions: null as never, onChange: (one) => changed.push(one) });
    const address = wallet.address;
    const token = await auth.activate(request());
    expect(changed).toEqual([address]);
    // An unchanged one changes nothing.
    await expect(auth.endToken(newApiToken())).rejects.toMatchObject({ number: 7061 });
    expect(changed).toEqual([address]);
    await auth.endToken(token);
    expect([changed, store.tokens.size]).toEqual([[address, address], 0]);
  });

  test('purchases are shown at world time', async () => {
    ports = { ...ports, realTime: () => NOW - 1 };
    const auth = authOf();
    const wallet = await auth.holder(await auth.activate(request()));
    expect(await auth.subscription(wallet)).toMatchObject({ now: NOW, periods: [{ from: NOW }] });
  });
});

test('a period follows the last one of its level, or starts now when there is none or it is over', () => {
  const from = (startsAt: number) => ({ startsAt, endsAt: startsAt + 4 * MS_PER_WEEK });
  expect(nextPeriod(100, undefined, 4)).toEqual(from(100));
  expect(nextPeriod(100, 90, 4)).toEqual(from(100));
  expect(nextPeriod(100, 110, 4)).toEqual(from(110));
});

test.each<[string, Partial<OperatorTables>]>([
  ['a league twice', { leagues: [...TABLES.leagues, { id: 901, name: 'x' }] }],
  ['a bundle twice', { leagueBundles: [...TABLES.leagueBundles, { id: 1, leagues: [] }] }],
  ['bundle 0', { leagueBundles: [...TABLES.leagueBundles, { id: 0, leagues: [] }] }],
  ['a bundle of an unknown league', { leagueBundles: [{ id: 1, leagues: [5] }] }],
  ['market bundle 0', { marketBundles: [{ id: 0, markets: [] }] }],
  ['no free bundle', { freeBundle: 7 }],
])('tables of the operator with %s', (_name, more) => {
  expect(outcome(() => checkOperatorTables(TABLES))).toBe(true);
  expect(outcome(() => checkOperatorTables({ ...TABLES, ...more }))).toBe(7089);
});
