import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeNode } from '../../../tests/helpers/fakeNode.js';
import { LOCALNET_PROGRAM_IDS } from '../program/programId.js';
import { openRpcNode } from './openRpcNode.js';

/** A node that watches over a websocket if the runtime has them, otherwise by polling. */

const { settlement: PROGRAM } = LOCALNET_PROGRAM_IDS;
const FILTERS = [{ offset: 0, bytes: Uint8Array.of(1, 2, 3) }];
const SUBSCRIPTION = {
  ...{ jsonrpc: '2.0', id: 1, method: 'programSubscribe' },
  params: [
    PROGRAM,
    { commitment: 'confirmed', encoding: 'base64', filters: [{ memcmp: { offset: 0, bytes: 'Ldp' } }] },
  ],
};
const ANSWER = { jsonrpc: '2.0', id: 1, result: 23 };
const NOTIFICATION = { jsonrpc: '2.0', method: 'programNotification', params: { subscription: 23, result: {} } };

class FakeSocket {
  static all: FakeSocket[] = [];
  readonly sent: unknown[] = [];
  isClosed = false;
  onopen = (): void => {};
  onmessage = (_: { data: unknown }): void => {};
  onclose: (() => void) | null = null;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.isClosed = true;
    this.onclose?.();
  }

  says(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

let changes: number;
const watch = (url: string, options = {}): (() => void) =>
  openRpcNode(url, options).watch(PROGRAM, FILTERS, () => {
    changes++;
  });
const last = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  changes = 0;
  FakeSocket.all = [];
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('with websockets', () => {
  beforeEach(() => vi.stubGlobal('WebSocket', FakeSocket));

  it.each([
    ['https://node.example/?key=x', {}, 'wss://node.example/?key=x'],
    ['http://127.0.0.1:8899', {}, 'ws://127.0.0.1:8900/'],
    ['http://127.0.0.1:8899', { wsEndpoint: 'ws://127.0.0.1:1/x' }, 'ws://127.0.0.1:1/x'],
  ])('%s with %j is watched at %s', (url, options, expected) => {
    watch(url, options)();
    expect(FakeSocket.all.map((one) => one.url)).toEqual([expected]);
  });

  it('subscribes, and calls back for notifications only', () => {
    watch('https://node.example');
    expect(last().sent).toEqual([]);
    last().onopen();
    expect(last().sent).toEqual([SUBSCRIPTION]);
    last().says(ANSWER);
    expect(changes).toBe(0);
    last().says(NOTIFICATION);
    last().says(NOTIFICATION);
    expect(changes).toBe(2);
  });

  it('subscribes again after a loss, with longer pauses, and calls back for what it may have missed', async () => {
    watch('https://node.example');
    last().onopen();
    last().says(ANSWER);
    // The connection is lost, and then cannot be opened.
    for (const pause of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
      const count = FakeSocket.all.length;
      last().onclose?.();
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(FakeSocket.all.length).toBe(count);
      await vi.advanceTimersByTimeAsync(1);
      expect(FakeSocket.all.length).toBe(count + 1);
    }
    last().onopen();
    expect([last().sent, changes]).toEqual([[SUBSCRIPTION], 0]);
    last().says(ANSWER);
    expect(changes).toBe(1);
    last().onclose?.();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(FakeSocket.all.length).toBe(9);
  });

  it('stops, whether it is connected or waits to be', async () => {
    const stop = watch('https://node.example');
    last().onopen();
    stop();
    expect(last().isClosed).toBe(true);
    const other = watch('https://node.example');
    last().onclose?.();
    other();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(FakeSocket.all.length).toBe(2);
  });

  it('refuses an address of another protocol', () => {
    expect(() => openRpcNode('https://node.example', { wsEndpoint: 'https://node.example' })).toThrow(/ws/);
  });
});

describe('without websockets', () => {
  beforeEach(() => vi.stubGlobal('WebSocket', undefined));

  it('asks for the latest transaction of the program, and stops', async () => {
    const node = new FakeNode();
    let signature: string | null = null;
    let isDown = false;
    node.react = () => (isDown ? { status: 404 } : { result: signature === null ? [] : [{ signature }] });
    const stop = watch(node.url);
    const pass = () => vi.advanceTimersByTimeAsync(5_000);
    await pass();
    expect([node.asked[0]?.method, node.asked[0]?.params, changes]).toEqual([
      'getSignaturesForAddress',
      [PROGRAM, { commitment: 'confirmed', limit: 1 }],
      0,
    ]);
    signature = 'a';
    await pass();
    expect(changes).toBe(1);
    isDown = true;
    await pass();
    isDown = false;
    await pass();
    expect(changes).toBe(1);
    signature = 'b';
    await pass();
    expect(changes).toBe(2);
    stop();
    const { length } = node.asked;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(node.asked.length).toBe(length);
  });
});
