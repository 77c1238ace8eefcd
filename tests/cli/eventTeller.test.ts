import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Connection } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { eventTeller } from '../../ts/cli/terminal/eventTeller.js';
import { postgresPool } from '../../ts/service/data/store/postgresPool.js';
import { linesman } from '../helpers/cli.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const KEY = 'Zq3vT8kPw1Lr5Xn7Yb2Mc9Hd';
const messageOf = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('it did not fail');
};

async function failures(): Promise<string[]> {
  // Refuses every request and quotes its URL.
  const node = createServer((request, response) =>
    response.writeHead(403).end(`no access to http://${request.headers.host}${request.url}`),
  );
  await new Promise<void>((resolve) => node.listen(0, '127.0.0.1', resolve));
  const at = `127.0.0.1:${(node.address() as AddressInfo).port}`;
  try {
    return [
      await messageOf(() => new Connection(`http://${at}/v2/${KEY}`).getSlot()),
      await messageOf(() => new Connection(`http://${at}/?api-key=${KEY}`).getSlot()),
      await messageOf(() => postgresPool(`postgresql://linesman:${KEY}@127.0.0.1:1/linesman`).connect()),
      `connect ECONNREFUSED postgresql://linesman:${KEY}@127.0.0.1:1/linesman`,
      `nats://${KEY}@bus:4222 is gone`,
      `request to wss://node.example/${KEY} failed`,
    ];
  } finally {
    node.close();
    node.closeAllConnections();
  }
}

describe('an event of serve', () => {
  it.each([[true], [false]])('contains no password and no access key (JSON: %s)', async (asJson) => {
    const messages = await failures();
    expect(messages.filter((message) => message.includes(KEY)).length).toBeGreaterThanOrEqual(5);
    for (const message of messages) {
      let said = '';
      const print = (text: string): void => {
        said += text;
      };
      eventTeller({ stdin: (async function* () {})(), out: print, err: print }, asJson)('failure', `  ${message}`, {
        message,
      });
      expect(said).not.toContain(KEY);
      if (message.includes(KEY)) expect(said).toContain('[hidden]');
      if (asJson) expect(JSON.parse(said)).toMatchObject({ event: 'failure' });
    }
  });

  it('keeps text that is not secret', () => {
    let said = '';
    const print = (text: string): void => {
      said += text;
    };
    const text =
      'connect ECONNREFUSED http://127.0.0.1:8899/api/scores/stat-validation-v4?fixtureId=1; ' +
      'postgres://linesman@db.example/linesman';
    eventTeller({ stdin: (async function* () {})(), out: print, err: print }, false)('failure', text);
    expect(said).toBe(`${text}\n`);
  });
});

it('an error that ends a command contains no secrets either', async () => {
  const folder = temporaryFolder('secrets');
  const rpc = `http://u:${KEY}@127.0.0.1:1/v2/${KEY}?api-key=${KEY}`;
  const { code, stdout, stderr } = await linesman(['serve', '--rpc', rpc, '--port', '0', '--data', folder]);
  expect(code).toBe(2);
  expect(stdout + stderr).not.toContain(KEY);
  // The message quotes a path that contains an address.
  const verify = await linesman(['verify', `http://u:${KEY}@h/x`]);
  expect(verify.stdout + verify.stderr).toContain('http://u:[hidden]@h/x');
});
