import { readFileSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSolanaRpc } from '@solana/kit';
import { getWallets } from '@wallet-standard/app';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { encodeScores } from '../ts/records/record/scores/scoresRecord.js';
import { type Client, createClient } from '../ts/sdk/client/client.js';
import type { ScoresRecord } from '../ts/sdk/client/scoresRecord.js';
import { kitChain } from '../ts/sdk/kit/kitChain.js';
import { fetchAccount } from '../ts/sdk/program/account/fetchAccount.js';
import { marketAccount } from '../ts/sdk/program/account/market.js';
import { type Address, address } from '../ts/sdk/program/address/address.js';
import type { Instruction } from '../ts/sdk/program/instruction/instruction.js';
import { LOCALNET_PROGRAM_IDS, type ProgramIds } from '../ts/sdk/program/programId.js';
import type { SendingChain } from '../ts/sdk/program/sendingChain.js';
import { settleInstructions } from '../ts/sdk/program/settlement/settleInstructions.js';
import { parseProof } from '../ts/sdk/proof/parse.js';
import { fetchNode } from '../ts/sdk/rpc/fetchNode.js';
import { rpcSendingChain } from '../ts/sdk/web3/rpcChain.js';
import { matchRecords } from '../ts/season/matchRecords.js';
import { eventFrame } from '../ts/service/edge/stream/frame.js';
import { AccountNode } from './helpers/accountNode.js';
import { hasChromium, launchChromium } from './helpers/explorer/chromium.js';
import { leftOut } from './helpers/leftOut.js';
import { type Loopback, listenOnLoopback } from './helpers/loopback.js';
import { browserScript, importBlock } from './helpers/package/readmeCode.js';
import { ScriptedService } from './helpers/service/scriptedService.js';
import { allOf, binary, TestMarket } from './helpers/settlement/market.js';
import { SurfChain } from './helpers/settlement/surfChain.js';
import { standardWallet } from './helpers/standardWallet.js';
import { surfpool } from './helpers/surfpool.js';

/** The recipes in the README of `linesman`, run as they stand there. */

const json = (path: string) => JSON.parse(readFileSync(new URL(`../examples/${path}`, import.meta.url), 'utf8'));
const programs = LOCALNET_PROGRAM_IDS;
/** Kick-off of the example match, s: 2027-01-15 15:00 UTC. */
const START = Date.UTC(2027, 0, 15, 15) / 1_000;

const hasSurfpool = surfpool() !== null;
if (!hasSurfpool) leftOut('tests/recipes.test.ts: @solana/surfpool-linux-x64-gnu is not installed.');

describe.skipIf(!hasSurfpool)('sign with a wallet of the browser', () => {
  interface Recipe {
    signAndSend(chain: SendingChain, programs: ProgramIds, instructions: readonly Instruction[]): Promise<string>;
  }
  let started: NonNullable<Awaited<ReturnType<typeof SurfChain.start>>>;
  beforeAll(async () => {
    const surf = await SurfChain.start(START - 7_200);
    if (!surf) throw new Error('surfpool does not start');
    started = surf;
    const roots = json('roots/scores.json') as { address: string; owner: string; data: string };
    surf.chain.setAccount(address(roots.address), address(roots.owner), Buffer.from(roots.data, 'base64'));
  });
  afterAll(() => started?.stop());

  it('settles a market, with web3.js, with Kit and without both', async () => {
    const { signAndSend } = await importBlock<Recipe>('sdk', 'Sign with a browser wallet');
    const { chain, connection } = started;
    const markets = await Promise.all(
      [0, 1, 2].map(() =>
        TestMarket.create(chain, {
          fixtureId: json('proofs/final-win.json').summary.fixtureId,
          stakesClose: START,
          earliest: START + 95 * 60,
          outcomes: [allOf(binary(0, 'subtract', 1, 'greaterThan', 0))],
        }),
      ),
    );
    await chain.setTime(START + 3 * 3_600);
    const proof = parseProof(JSON.stringify(json('proofs/final-win.json')));
    if (proof.kind !== 'stat') throw new Error('another proof');
    const pair = (markets[0] as TestMarket).creator;
    const chains: readonly SendingChain[] = [
      rpcSendingChain(connection),
      kitChain(createSolanaRpc(connection.rpcEndpoint)),
      // The chain takes version 1; the wallet does not sign it.
      fetchNode(connection.rpcEndpoint),
    ];
    await expect(signAndSend(chains[0] as SendingChain, programs, [])).rejects.toThrow('no wallet found');
    const unregister = getWallets().register(standardWallet(pair));
    try {
      for (const [i, sending] of chains.entries()) {
        const { address: market, terms } = markets[i] as TestMarket;
        await signAndSend(sending, programs, settleInstructions({ programs, market, terms, proof }));
        const { state } = await fetchAccount(sending, marketAccount, market, programs.settlement);
        expect(state).toBe('Proposed');
      }
    } finally {
      unregister();
    }
  });
});

describe('resume a stream after a restart', () => {
  type Follow = (
    client: Client,
    file: string,
    handle: (record: ScoresRecord) => Promise<void>,
    signal: AbortSignal,
  ) => Promise<void>;

  const SLOT_START = 1_800_000_000_000;
  const file = join(tmpdir(), `linesman-recipe-${process.pid}`);
  let service: ScriptedService | undefined;
  afterEach(async () => {
    rmSync(file, { force: true });
    await service?.close();
  });

  it('handles every record, and one again whose id was not kept', async () => {
    const { follow } = await importBlock<{ follow: Follow }>('sdk', 'Resume a stream after a restart');
    const { scores } = matchRecords({ seed: 'recipe', sport: 'soccer', fixtureId: 1, startTime: SLOT_START });
    const [record] = scores;
    const frame = (Seq: number) =>
      eventFrame(`${SLOT_START}:${Seq}`, encodeScores({ ...record, Seq, Ts: SLOT_START + Seq } as never, 'snapshot'));
    const resumed: (string | undefined)[] = [];
    let newest = 0;
    service = await ScriptedService.listen((request, response: ServerResponse) => {
      if (request.url === '/auth/guest/start') return response.end('{"token":"jwt"}');
      if (!request.url?.startsWith('/api/scores/stream')) return response.end('[]');
      const last = request.headers['last-event-id'] as string | undefined;
      resumed.push(last);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      // What there is after the id; the stream stays open.
      const first = last === undefined ? 1 : Number(last.split(':')[1]) + 1;
      for (let Seq = first; Seq <= newest; Seq++) response.write(frame(Seq));
    });

    /** A process that ends, or dies, at the newest record. */
    const run = async (until: number, dies = false): Promise<number[]> => {
      newest = until;
      const client = createClient({ baseUrl: service?.url ?? '', apiToken: 'token' });
      const stop = new AbortController();
      const handled: number[] = [];
      const followed = follow(
        client,
        file,
        async ({ Seq }) => {
          handled.push(Seq);
          if (Seq !== newest) return;
          if (dies) throw new Error('died');
          stop.abort();
        },
        stop.signal,
      );
      if (dies) await expect(followed).rejects.toThrow('died');
      else await followed;
      return handled;
    };
    expect([await run(2), await run(4, true), await run(5)]).toEqual([
      [1, 2],
      [3, 4],
      [4, 5],
    ]);
    expect(resumed).toEqual([undefined, `${SLOT_START}:2`, `${SLOT_START}:3`]);
  });
});

const isHere = hasChromium();
describe.skipIf(!isHere)('verify in a browser, against your own node', () => {
  let node: AccountNode;
  let pages: Loopback;
  afterAll(async () => {
    await node?.stop();
    await pages?.stop();
  });

  it('says that the root is published, or which check failed', async () => {
    const roots = json('roots/scores.json') as { address: Address; owner: Address; data: string };
    node = await AccountNode.start();
    node.accounts.set(roots.address, { owner: roots.owner, data: Buffer.from(roots.data, 'base64') });
    const script = await browserScript('sdk', 'Verify in a browser, against your own node');
    pages = await listenOnLoopback(
      createServer(({ url }, response) => {
        const [type, content] = url === '/' ? ['html', '<script src="recipe.js"></script>'] : ['javascript', script];
        response.setHeader('content-type', `text/${type}; charset=utf-8`).end(content);
      }),
    );
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(pages.url);
      const checked = (answer: object, oracle: string = roots.owner) =>
        page.evaluate(
          ([text, url, program]) =>
            (globalThis as unknown as { recipe: { check(...of: string[]): Promise<{ published: boolean }> } }).recipe
              .check(text, url, program)
              .then(
                ({ published }) => published,
                ({ number }) => number as number,
              ),
          [JSON.stringify(answer), node.url, oracle] as [string, string, string],
        );
      const answer = json('proofs/final-win.json');
      expect(await checked(answer)).toBe(true);
      answer.statsToProve[0].value += 1;
      expect(await checked(answer)).toBe(6023);
      // Another oracle's roots are at another address, and that account does not exist.
      expect(await checked(json('proofs/final-win.json'), programs.settlement)).toBeGreaterThan(7_000);
    } finally {
      await browser.close();
    }
  });
});
