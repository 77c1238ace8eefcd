import { afterEach, expect, test, vi } from 'vitest';
import { leftOut } from './leftOut.js';
import { Surf, socketOf, surfpool } from './surfpool.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('the end of a chain: @solana/surfpool-linux-x64-gnu is not installed.');

afterEach(() => {
  vi.useRealTimers();
});

test.skipIf(!isThere)('a chain that has been stopped is not connected to again', async () => {
  const surf = Surf.start() as Surf;
  const client = socketOf(surf.connection);
  await new Promise<void>((resolve) => surf.connection.onSlotChange(() => resolve()));
  const closed = new Promise((resolve) => client.socket?.addEventListener('close', resolve));
  vi.useFakeTimers();
  surf.stop();
  await closed;
  vi.runOnlyPendingTimers();
  vi.runOnlyPendingTimers();
  expect(client.socket).toBeUndefined();
});
