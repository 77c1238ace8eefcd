import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SystemProgram } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { purchaseInstruction } from '../../ts/sdk/program/oracle/purchaseInstruction.js';
import { transferInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { compileMessage } from '../../ts/sdk/program/transaction/message.js';
import { encodeTransaction, signTransaction, unsigned } from '../../ts/sdk/program/transaction/transaction.js';
import { fromTransactionInstruction, toPublicKey } from '../../ts/sdk/web3/convert.js';
import { linesman } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { EmbeddedMarket } from '../helpers/service/embeddedMarket.js';
import { surfpool } from '../helpers/surfpool.js';

const none = surfpool() === null;
if (none) leftOut('linesman buy against a service: @solana/surfpool-linux-x64-gnu is not installed.');

describe('linesman buy, offline', () => {
  it('has help', async () => {
    const { code, stdout } = await linesman(['buy', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ linesman buy /);
  });

  it.each([
    [['1.5'], 7311],
    [['-1'], 2],
    [['much'], 7311],
    [['0'], 6035],
    [['9999999999999'], 7030],
    [['5', '--oracle', 'nowhere'], 7312],
  ])('refuses %j with %d', async (args, number) => {
    const { code, stdout, stderr } = await linesman([
      'buy',
      ...args,
      '--service',
      'http://127.0.0.1:9',
      '--keypair',
      '/none',
    ]);
    expect([code, stdout]).toEqual([2, '']);
    if (number > 2) expect(stderr).toContain(`error ${number} `);
  });
});

describe.skipIf(none)('linesman buy', () => {
  let market: EmbeddedMarket;
  beforeAll(async () => {
    market = await EmbeddedMarket.start();
  });
  afterAll(() => market?.stop());

  it('checks, simulates and buys: the wallet pays the price and receives the tokens', async () => {
    const { file } = await market.wallet('ann');
    const dry = await market.run(['buy', '2500', '--keypair', file, '--dry-run', '--json']);
    expect(dry.code, dry.stderr).toBe(0);
    expect(JSON.parse(dry.stdout)).toMatchObject({
      transaction: null,
      price: '2.5',
      balances: { stablecoin: '1000000', serviceTokens: '0' },
    });
    const bought = await market.run(['buy', '2500', '--keypair', file, '--json']);
    expect(bought.code, bought.stderr).toBe(0);
    const { transaction, balances } = JSON.parse(bought.stdout);
    expect(balances).toEqual({ stablecoin: '999997.5', serviceTokens: '2500' });
    expect(await market.service.chain.node.status(transaction)).toMatchObject({ error: null });
    const again = await market.run(['buy', '1', '--keypair', file]);
    expect(again.stdout).toMatch(/^bought +1 service tokens for 0.001 of the stablecoin\n/);
    expect(again.stdout).toMatch(/service tokens +2501\n$/);
  });

  it('reports what a wallet lacks', async () => {
    const poor = await market.wallet('poor', { isPoor: true });
    expect((await market.run(['buy', '1', '--keypair', poor.file])).stderr).toContain('error 7084 ');
    const ben = await market.wallet('ben');
    expect((await market.run(['buy', '1000000001', '--keypair', ben.file])).stderr).toContain('error 7085 ');
  });

  it('reports an unreachable service', async () => {
    const { file } = await market.wallet('eve');
    const noChain = await linesman([
      'buy',
      '1',
      '--keypair',
      file,
      '--service',
      market.url,
      '--rpc',
      'http://127.0.0.1:9/key',
    ]);
    expect(noChain.stderr).toContain('error 7068 ');
    expect(noChain.stderr).not.toContain('/key');
    const noService = await linesman([
      'buy',
      '1',
      '--keypair',
      file,
      '--service',
      'http://127.0.0.1:9',
      '--rpc',
      market.rpc,
    ]);
    expect(noService.stderr).toContain('error 7026 ');
    const other = KeyPair.generate().address;
    expect((await market.run(['buy', '1', '--keypair', file, '--oracle', other])).stderr).toContain('error 7022 ');
  });

  it('signs nothing for a dishonest service', async () => {
    const { file, pair } = await market.wallet('mia');
    const { chain, config, folder } = market.service;
    const admin = folder.keys.pair('backendAdmin');
    const blockhash = await chain.node.latestBlockhash();
    const buyer = pair.address;
    const purchase = purchaseInstruction({ oracle: chain.programs.oracle, config, buyer, tokens: 10n });
    const theft = transferInstruction({ from: buyer, to: admin.address, lamports: 10n ** 9n });
    const nonce = fromTransactionInstruction(
      SystemProgram.nonceAdvance({ noncePubkey: toPublicKey(buyer), authorizedPubkey: toPublicKey(admin.address) }),
    );
    const quote = (total: number, instructions = [purchase]) => {
      const transaction = signTransaction(unsigned(compileMessage(buyer, instructions, blockhash)), [admin]);
      const transactionBase64 = Buffer.from(encodeTransaction(transaction)).toString('base64');
      return { transactionBase64, baseStableCost: total, feeStableAmount: 0, totalStableCharged: total };
    };
    let answer: object = {};
    const liar = createServer((request, response) => {
      const isGuest = request.url === '/auth/guest/start';
      request.resume();
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(isGuest ? { token: 'guest' } : answer));
    });
    await new Promise<void>((resolve) => liar.listen(0, '127.0.0.1', resolve));
    try {
      const url = `http://127.0.0.1:${(liar.address() as AddressInfo).port}`;
      const buy = async (given: object, amount = '10') => {
        answer = given;
        return linesman(['buy', amount, '--keypair', file, '--service', url, '--rpc', market.rpc]);
      };
      const before = await chain.node.lamports(buyer);
      expect((await buy(quote(0.01, [purchase, theft]))).stderr).toContain('error 7150 ');
      expect((await buy(quote(0.01, [nonce, purchase]))).stderr).toContain('durable nonce');
      const forAnother = purchaseInstruction({
        oracle: chain.programs.oracle,
        config,
        buyer,
        tokens: 10n,
        destination: admin.address,
      });
      expect((await buy(quote(0.01, [forAnother]))).stderr).toContain('error 7150 ');
      expect((await buy(quote(0.005))).stderr).toContain('error 7151 ');
      expect((await buy(quote(0.02), '20')).stderr).toContain('error 7150 ');
      expect((await buy({ ...quote(0.01), transactionBase64: '?' })).stderr).toContain('error 7150 ');
      expect(await chain.node.lamports(buyer)).toBe(before);
      // The same server can sell if it is honest.
      const { code, stderr } = await buy(quote(0.01));
      expect(code, stderr).toBe(0);
    } finally {
      liar.closeAllConnections();
      liar.close();
    }
  });
});
