import { expect, test } from 'vitest';
import { outsideCall } from './outsideCall.js';

test('callers from outside have the methods of every node, and none that only a test network has', () => {
  const asked = (method: string) => outsideCall(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }));
  for (const method of ['getVersion', 'isBlockhashValid', 'requestAirdrop', 'sendTransaction', 'simulateTransaction'])
    expect(asked(method), method).toContain(method);
  for (const method of ['surfnet_setAccount', 'surfnet_timeTravel', 'toString', '']) expect(asked(method)).toBeNull();
});
