import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasChromium, launchChromium, visit } from '../helpers/explorer/chromium.js';

/** Each entrance of the package in a browser, bundled as any app does, where nothing of Node is defined. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const { exports } = JSON.parse(readFileSync(`${ROOT}ts/sdk/package.json`, 'utf8')) as { exports: object };
/** Of Node alone, as their names say; `internal` is for the packages beside it. */
const OF_NODE = ['./node', './internal/*', './package.json'];
const ENTRANCES = Object.keys(exports).filter((path) => !OF_NODE.includes(path));
const GLOBALS = ['Buffer', 'process', 'global', 'require', 'setImmediate', '__dirname', 'module'];

const sourceOf = (entrance: string): string => `./ts/sdk/${entrance === '.' ? '' : `${entrance.slice(2)}/`}index.js`;

async function bundleOf(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'entrance',
    platform: 'browser',
    tsconfigRaw: {},
  });
  return outputFiles[0]?.text ?? '';
}

/** Calls of each function that converts for, or asks with, a client library. */
const WEB3 = `
import { PublicKey, Transaction } from '@solana/web3.js';
import {
  fromTransactionInstruction, rpcChain, rpcConnection, toKeypair, fromKeypair, toPublicKey,
  toTransactionInstruction, toVersionedTransaction, fromVersionedTransaction,
} from './ts/sdk/web3/index.js';
import { openRpcNode } from './ts/sdk/rpc/index.js';
import { compileMessage, KeyPair, signTransaction, unsigned } from './ts/sdk/program/index.js';

const value = {
  simulateTransaction: {
    err: null, logs: ['x'], unitsConsumed: 7, returnData: { programId: 'x', data: ['AQ==', 'base64'] },
  },
  getLatestBlockhash: { blockhash: '1'.repeat(32), lastValidBlockHeight: 5 },
  getAccountInfo: { owner: '1'.repeat(32), lamports: 1, executable: false, rentEpoch: 0, data: ['AQI=', 'base64'] },
};
const fetch = async (_, { body }) => {
  const { id, method } = JSON.parse(body);
  return new Response(JSON.stringify({ jsonrpc: '2.0', id, result: { context: { slot: 1 }, value: value[method] } }));
};

export async function run() {
  const payer = KeyPair.fromSeed(new Uint8Array(32).fill(3));
  const program = '11111111111111111111111111111111';
  const accounts = [{ address: payer.address, role: 3 }];
  const instruction = { programAddress: program, accounts, data: Uint8Array.of(1, 2, 255) };
  const converted = toTransactionInstruction(instruction);
  const legacy = new Transaction({ feePayer: toPublicKey(payer.address), recentBlockhash: program }).add(converted);
  const built = signTransaction(unsigned(compileMessage(payer.address, [instruction], program)), [payer]);
  const chain = rpcChain(rpcConnection('http://node.example', { fetch }));
  const simulated = await chain.simulate(built);
  const account = await openRpcNode('http://node.example', { fetch }).account(payer.address);
  return {
    hex: converted.data.toString('hex'),
    isWeb3s: converted.data.constructor === PublicKey.default.toBuffer().constructor,
    back: [...fromTransactionInstruction(converted).data],
    message: legacy.serializeMessage().length,
    same: fromVersionedTransaction(toVersionedTransaction(built)).message.length === built.message.length,
    key: fromKeypair(toKeypair(payer)).address === payer.address,
    returnData: [...simulated.returnData],
    blockhash: (await chain.latestBlockhash()).length,
    account: [...account.data],
  };
}
`;

describe.runIf(hasChromium())('in a browser without anything of Node', () => {
  let browser: Browser;
  let server: Server;
  let address = '';
  beforeAll(async () => {
    browser = await launchChromium();
    server = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">'),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  async function inPage<T>(code: string, call: string): Promise<T> {
    const { page, context, complaints } = await visit(browser, address);
    try {
      await page.addScriptTag({ content: code });
      const found = await page.evaluate((names) => names.filter((name) => name in globalThis), GLOBALS);
      expect(found).toEqual([]);
      const said = (await page.evaluate(call)) as T;
      expect(complaints).toEqual([]);
      return said;
    } finally {
      await context.close();
    }
  }

  test.each(ENTRANCES)('%s is loaded', async (entrance) => {
    const code = await bundleOf(`export * from '${sourceOf(entrance)}';`);
    expect(await inPage<number>(code, 'Object.keys(entrance).length')).toBeGreaterThan(0);
  });

  test('./web3 converts and simulates', async () => {
    expect(await inPage(await bundleOf(WEB3), 'entrance.run()')).toEqual({
      ...{ hex: '0102ff', isWeb3s: true, back: [1, 2, 255], message: expect.any(Number), same: true, key: true },
      ...{ returnData: [1], blockhash: 32, account: [1, 2] },
    });
  });
});

test('no entrance is left out', () => {
  expect(ENTRANCES.length).toBeGreaterThan(8);
});
