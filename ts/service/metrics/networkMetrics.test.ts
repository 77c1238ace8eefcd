import { FEATURES, NO_SBPF_V0 } from '@linesman/sdk/internal/program/network/changes';
import { FEATURE_PROGRAM_ID } from '@linesman/sdk/internal/program/network/featureState';
import { CLOCK_SYSVAR } from '@linesman/sdk/program';
import { expect, it } from 'vitest';
import { expectFires } from '../../../tests/helpers/deploy/firing.js';
import type { WorldTime } from '../clock/clock.js';
import { ServiceMetrics } from './serviceMetrics.js';

/** The clock of the chain and its feature, as a test sets them. */
function scene() {
  const state = { slot: 100, time: 1_000, now: 1_000_000, isActive: false, isDown: false };
  const metrics = new ServiceMetrics({ defaults: false });
  const data = (address: string): Uint8Array =>
    address === CLOCK_SYSVAR
      ? new Uint8Array(new BigInt64Array([state.slot, 0, 0, 0, state.time].map(BigInt)).buffer)
      : Uint8Array.of(Number(state.isActive), 0, 0, 0, 0, 0, 0, 0, 0);
  const accounts = async (addresses: readonly string[]) => {
    if (state.isDown) throw new Error('the node is down');
    const there = (address: string) => [CLOCK_SYSVAR, NO_SBPF_V0.id as string].includes(address);
    return addresses.map((one) => (there(one) ? { owner: FEATURE_PROGRAM_ID, data: data(one) } : null));
  };
  metrics.watchNetwork({ accounts, account: async () => null }, () => state.now as WorldTime);
  const read = async (name: string): Promise<number> => {
    const [line = ''] = (await metrics.text()).split('\n').filter((one) => one.startsWith(name));
    return Number(line.split(' ').at(-1));
  };
  return { state, read, metrics };
}

it('tells how far the clock is behind', async () => {
  const { state, read, metrics } = scene();
  state.now = 1_012_500;
  expect(await read('linesman_chain_clock_lag_seconds ')).toBe(12.5);
  state.time = 1_020;
  expect(await read('linesman_chain_clock_lag_seconds ')).toBe(-7.5);
  state.now += 320_000;
  expectFires('LinesmanClockLags', await metrics.text());
});

it('tells the time of a slot over half a minute or more', async () => {
  const { state, read, metrics } = scene();
  const name = 'linesman_chain_slot_seconds ';
  expect(await read(name)).toBe(0);
  Object.assign(state, { slot: 140, now: state.now + 10_000 });
  expect(await read(name)).toBe(0);
  Object.assign(state, { slot: 220, now: state.now + 20_000 });
  expect(await read(name)).toBe(0.25);
  // A chain that stands still has no average; the last one stays.
  state.now += 60_000;
  expect(await read(name)).toBe(0.25);
  Object.assign(state, { slot: 270, now: state.now + 60_000 });
  expect(await read(name)).toBe(1.2);
  expectFires('LinesmanSlotsSlow', await metrics.text());
});

it('tells that a feature became active, and lists every one', async () => {
  const { state, read, metrics } = scene();
  const name = 'linesman_chain_feature_active{feature="SIMD-0500"} ';
  expect(await read(name)).toBe(0);
  const before = await metrics.text();
  state.isActive = true;
  expect(await read(name)).toBe(1);
  expectFires('LinesmanNetworkChanged', await metrics.text(), { before });
  state.isDown = true;
  expect(await read(name)).toBe(1);
  const shown = (await metrics.text()).match(/^linesman_chain_feature_active\{/gm);
  expect(shown?.length).toBe(FEATURES.length);
});
