import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountLayout, AccountState, MINT_SIZE, MintLayout } from '@solana/spl-token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemTimers } from '../../ts/sdk/client/timers.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { fetchAccount } from '../../ts/sdk/program/account/fetchAccount.js';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import { rootsAccount } from '../../ts/sdk/program/account/rootsAccountBytes.js';
import { type Address, address, addressOf } from '../../ts/sdk/program/address/address.js';
import { marketAddress, vaultAddress } from '../../ts/sdk/program/address/settlement.js';
import { TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { RpcNode } from '../../ts/sdk/program/rpcNode.js';
import { settleInstructions } from '../../ts/sdk/program/settlement/settleInstructions.js';
import { sendTransaction } from '../../ts/sdk/program/transaction/send.js';
import type { MarketTerms } from '../../ts/sdk/program/wire/terms.js';
import { findProof } from '../../ts/sdk/prove/findProof.js';
import { httpProofSource } from '../../ts/sdk/prove/httpProofSource.js';
import { openRpcNode } from '../../ts/sdk/rpc/openRpcNode.js';
import { toPublicKey } from '../../ts/sdk/web3/convert.js';
import { start } from '../helpers/cli.js';
import { API_TOKEN, FakeService } from '../helpers/keeper/fakeService.js';
import { crowd, finalOf } from '../helpers/keeper/finalRecords.js';
import { leftOut } from '../helpers/leftOut.js';
import { openMarket } from '../helpers/sampleMarket.js';
import { scorelineOf } from '../helpers/scoreline/scoreline.js';
import { allOf, single, termsOf } from '../helpers/settlement/market.js';
import { surfpool } from '../helpers/surfpool.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** `linesman keeper` as a process, against a chain behind real RPC and WebSocket ports. */

const module_ = surfpool();
if (!module_) leftOut('the keeper over RPC and WebSocket: @solana/surfpool-linux-x64-gnu is not installed.');

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const FIXTURE = 17_500_001;
const STAKED = Array.from({ length: 8 }, (_, i) => (i < 2 ? 1n : 0n));
/** The chain uses the machine's clock: the match ended about an hour ago. */
const KICK_OFF = Math.floor(Date.now() / 1000) - 3 * 3_600;
const CREATOR = addressOf(new Uint8Array(32).fill(3));
const MINT = addressOf(new Uint8Array(32).fill(4));

describe.skipIf(!module_)('linesman keeper on a chain behind RPC', () => {
  const folder = temporaryFolder('keeper');
  const payer = KeyPair.fromSeed(new Uint8Array(32).fill(6));
  const other = KeyPair.fromSeed(new Uint8Array(32).fill(7));
  const keypair = join(folder, 'payer.json');
  const tokenFile = join(folder, 'token');
  let service: FakeService;
  let net: NonNullable<ReturnType<NonNullable<typeof module_>['startWithConfig']>>;
  let node: RpcNode;
  let draining: NodeJS.Timeout;

  beforeAll(async () => {
    if (!module_) return;
    net = module_.startWithConfig({ offline: true });
    // The chain stalls when no process empties its event queue.
    draining = setInterval(() => net.drainEvents(), 50);
    const soPath = new URL('../../programs/artifacts/settlement.so', import.meta.url).pathname;
    net.deploy({ programId: settlement, soPath });
    node = openRpcNode(net.rpcUrl, { wsEndpoint: net.wsUrl });
    for (const wallet of [payer, other]) net.fundSol(wallet.address, 10 ** 10);
    service = await FakeService.start(new OracleKey(new Uint8Array(32).fill(9)));
    const totals = { 1: 2, 7: 3 };
    const match = { seed: 'surf', sport: 'soccer', fixtureId: FIXTURE, startTime: KICK_OFF * 1000, totals } as const;
    service.feed('soccer', scorelineOf(match).records);
    writeFileSync(keypair, JSON.stringify([...payer.secretKey]));
    chmodSync(keypair, 0o600);
    writeFileSync(tokenFile, `${API_TOKEN}\n`);
  });
  afterAll(() => {
    clearInterval(draining);
    service?.stop();
    net?.stop();
  });

  const put = (address: Address, owner: Address, data: Uint8Array): void =>
    net.setAccount(address, 10 ** 9, [...data], owner);

  /** The roots accounts of the match's days, with its roots or still empty. */
  const publish = (withRoots = true): void => {
    for (const day of new Set(service.batches.map(({ time }) => time.epochDay))) {
      const slots = withRoots ? service.batches.filter(({ time }) => time.epochDay === day) : [];
      const roots = new Map(slots.map(({ time, tree }) => [time.slot as number, tree.root as Uint8Array]));
      const { address, data } = rootsAccount('scores', day, roots, oracle);
      put(address, oracle, data);
    }
  };

  /** A market that takes no more stakes, with one on each outcome, and an empty vault. */
  function putMarket(id: bigint, options: Partial<MarketTerms> = {}): Address {
    const { address, bump } = marketAddress(CREATOR, id, settlement);
    const vault = vaultAddress(address, settlement);
    const mint = Buffer.alloc(MINT_SIZE);
    MintLayout.encode(
      {
        mintAuthorityOption: 0,
        mintAuthority: toPublicKey(CREATOR),
        supply: 0n,
        decimals: 6,
        isInitialized: true,
        freezeAuthorityOption: 0,
        freezeAuthority: toPublicKey(CREATOR),
      },
      mint,
    );
    put(MINT, TOKEN_PROGRAM_ID, mint);
    const tokens = Buffer.alloc(AccountLayout.span);
    AccountLayout.encode(
      {
        mint: toPublicKey(MINT),
        owner: toPublicKey(address),
        amount: 0n,
        delegateOption: 0,
        delegate: toPublicKey(MINT),
        state: AccountState.Initialized,
        isNativeOption: 0,
        isNative: 0n,
        delegatedAmount: 0n,
        closeAuthorityOption: 0,
        closeAuthority: toPublicKey(MINT),
      },
      tokens,
    );
    put(vault.address, TOKEN_PROGRAM_ID, tokens);
    const terms = termsOf({ mint: MINT, feeAccount: MINT, fixtureId: FIXTURE, stakesClose: KICK_OFF, ...options });
    put(
      address,
      settlement,
      marketAccount.encode(openMarket(terms, { totals: STAKED, bump, vaultBump: vault.bump, creator: CREATOR, id })),
    );
    return address;
  }

  const read = (market: Address) => fetchAccount(node, marketAccount, market, settlement);

  /** The process, and its log line by line. */
  function keeper(...args: string[]) {
    const child = start('ts/cli/main.ts', [
      ...['keeper', '--rpc', net.rpcUrl, '--ws', net.wsUrl, '--service', service.baseUrl, '--keypair', keypair],
      ...['--api-token-file', tokenFile, '--json', ...args],
    ]);
    const lines: Record<string, unknown>[] = [];
    let text = '';
    let errors = '';
    let heard = (): void => {};
    child.stderr.on('data', (chunk) => {
      errors += chunk;
    });
    child.stdout.on('data', (chunk) => {
      text += chunk;
      lines.splice(
        0,
        lines.length,
        ...text
          .split('\n')
          .slice(0, -1)
          .map((line) => JSON.parse(line)),
      );
      heard();
    });
    const closed = once(child, 'close').then(([code]) => {
      heard();
      return code as number | null;
    });
    let isOver = false;
    closed.then(() => {
      isOver = true;
    });
    const until = async (event: string, times = 1) => {
      for (;;) {
        const found = lines.filter((line) => line.event === event)[times - 1];
        if (found) return found;
        if (isOver) throw new Error(`the keeper ended without "${event}":\n${text}${errors}`);
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    };
    return { child, closed, until, output: () => text + errors };
  }

  it('reports in a dry run, wakes by WebSocket, settles, serves metrics and stops', async () => {
    const market = putMarket(1n);
    const byHand = putMarket(2n);
    publish();
    const dry = keeper('--once', '--dry-run', '--market', market);
    expect(await dry.until('would settle')).toMatchObject({ market, outcome: 0 });
    expect([await dry.closed, (await read(market)).state]).toEqual([0, 'Open']);

    // Nothing is published for the day yet.
    publish(false);
    const running = keeper('--metrics', '0', '--interval', '3600', '--priority-fee', 'p50');
    const { metrics } = await running.until('started');
    await running.until('no proof: NotPublished', 2);
    publish();
    // Another sender settles another market. The change wakes the keeper an hour early.
    const source = httpProofSource({ baseUrl: service.baseUrl, apiToken: API_TOKEN, timers: systemTimers });
    const { terms } = await read(byHand);
    const search = await findProof({ terms, source, chain: node });
    if (!search.found) throw search.error;
    const instructions = settleInstructions({
      programs: LOCALNET_PROGRAM_IDS,
      market: byHand,
      terms,
      proof: search.settlement.proof,
    });
    await sendTransaction({
      chain: node,
      programs: LOCALNET_PROGRAM_IDS,
      payer: other,
      instructions,
      sleep: systemTimers.sleep,
    });
    expect(await running.until('settle')).toMatchObject({ market, signature: expect.any(String) });
    expect((await read(market)).state).toBe('Proposed');
    const page = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    expect(page).toContain('linesman_keeper_transactions_total{action="settle",outcome="landed"} 1');
    running.child.kill('SIGTERM');
    expect(await running.closed).toBe(0);
    expect(running.output()).not.toContain(API_TOKEN);
    expect(running.output()).not.toContain(String([...payer.secretKey.subarray(0, 8)]));
  });

  it('resumes with a buffer where a killed process has stopped', async () => {
    const fixtureId = FIXTURE + 1;
    const totals = { 1: 2, 3: 1, 4: 2, 5: 1, 6: 1, 7: 9, 8: 4 };
    const match = { seed: 'surf', sport: 'soccer', fixtureId, startTime: KICK_OFF * 1000, totals } as const;
    const { records } = scorelineOf(match);
    service.feed('soccer', [...records, ...crowd(finalOf(records))]);
    publish();
    const outcomes = [allOf(...[0, -1, -1, -1, -1].map((threshold, i) => single(i, 'greaterThan', threshold)))];
    const market = putMarket(3n, { fixtureId, statKeys: [1, 2, 4, 5, 6], outcomes });
    // In version 1, one transaction holds the proof.
    const choice = ['--market', market, '--explain', '--transaction-version', '0'];

    const killed = keeper(...choice);
    const { buffer } = await killed.until('buffer_create');
    killed.child.kill('SIGKILL');
    await killed.closed;
    expect((await read(market)).state).toBe('Open');

    const next = keeper(...choice, '--once');
    expect(await next.until('settle')).toMatchObject({ form: 'buffer', buffer });
    expect(await next.until('buffer_close')).toMatchObject({ buffer });
    expect([await next.closed, (await read(market)).state]).toEqual([0, 'Proposed']);
    expect(next.output()).toContain('"reason":"Taken: no single transaction holds the proof."');
    expect(next.output()).not.toContain('"event":"buffer_create"');
    expect(await node.account(address(String(buffer)))).toBeNull();
  });
});
