import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCheckChain } from '../../ts/cli/chain/runCheckChain.js';
import { CLOCK_SYSVAR } from '../../ts/sdk/program/address/runtime.js';
import { ALPENGLOW, FEATURES, NO_SBPF_V0, SBPF_V3 } from '../../ts/sdk/program/network/changes.js';
import { FEATURE_PROGRAM_ID } from '../../ts/sdk/program/network/featureState.js';
import { inProcess, linesman } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { RpcProxy } from '../helpers/service/rpcProxy.js';
import { Surf, surfpool } from '../helpers/surfpool.js';

const NOW = Date.UTC(2026, 10, 29);
const START = NOW / 1_000 - 400;

let proxy: RpcProxy;
/** What the node says; a test changes some of it. */
let node: {
  active: Map<string, number | null>;
  clock: number;
  slotsInHour: number;
  life: number;
  fees: readonly number[];
  perByte: number;
};

const encoded = (owner: string, data: Uint8Array) => ({
  ...{ owner, lamports: 1, executable: false, rentEpoch: 0 },
  data: [Buffer.from(data).toString('base64'), 'base64'],
});
const words = (...values: number[]) => new Uint8Array(new BigInt64Array(values.map(BigInt)).buffer);

function accountAt(address: string) {
  // Slot 2,000 of an epoch that began with slot 1,000, at START.
  if (address === CLOCK_SYSVAR) return encoded(CLOCK_SYSVAR, words(2_000, START, 3, 4, node.clock));
  const since = node.active.get(address);
  if (since === undefined) return null;
  return encoded(FEATURE_PROGRAM_ID, Uint8Array.of(since === null ? 0 : 1, ...words(since ?? 0)));
}

const valued = (value: unknown) => ({ context: { slot: 1 }, value });
const ANSWERS: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
  getGenesisHash: () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  getVersion: () => ({ 'solana-core': '4.3.0', 'feature-set': 1 }),
  getMultipleAccounts: ([addresses]) => valued((addresses as string[]).map(accountAt)),
  getAccountInfo: ([address]) => valued(accountAt(address as string)),
  getRecentPerformanceSamples: ([most]) =>
    Array.from({ length: Number(most) }, () => ({
      ...{ numSlots: node.slotsInHour / Number(most), samplePeriodSecs: 60, slot: 1 },
    })),
  getLatestBlockhash: () => valued({ blockhash: CLOCK_SYSVAR, lastValidBlockHeight: 1_000 + node.life }),
  getBlockHeight: () => 1_000,
  getEpochInfo: () => ({ absoluteSlot: 2_010, slotIndex: 1_010, epoch: 3, slotsInEpoch: 432_000 }),
  getMinimumBalanceForRentExemption: ([bytes]) => (128 + Number(bytes)) * node.perByte,
  getRecentPrioritizationFees: () => node.fees.map((prioritizationFee, slot) => ({ slot, prioritizationFee })),
  simulateTransaction: () => valued({ err: null, logs: [] }),
};

beforeEach(async () => {
  node = {
    active: new Map([
      [SBPF_V3.id, 428_976_000],
      [NO_SBPF_V0.id, null],
    ]),
    ...{ clock: NOW / 1_000 - 2, slotsInHour: 14_400, life: 150, fees: [5, 0, 9], perByte: 5_080 },
  };
  proxy = await RpcProxy.start('http://127.0.0.1:1');
  proxy.react = async ({ method, params }) => ({ result: ANSWERS[method]?.(params) });
});
afterEach(() => proxy.stop());

const check = (json = true) =>
  inProcess((terminal) => runCheckChain({ rpc: proxy.url, ...(json && { json }) }, terminal, () => NOW));
const found = async () => {
  const { code, stdout } = await check();
  return { code, ...JSON.parse(stdout) };
};

it('shows what the node says', async () => {
  const { code, stdout } = await check(false);
  expect(code).toBe(0);
  for (const line of [
    /^cluster +mainnet-beta, genesis 5eykt\S+, version 4\.3\.0$/m,
    /^rent +5,080 lamports a byte$/m,
    /the configuration of an oracle \(336 bytes\): 2,357,120 lamports$/m,
    /^slot +0\.25 s in the last hour, aimed at 0\.40 s$/m,
    /^blockhash +lives for 150 blocks, some 37\.50 s$/m,
    // 1,000 slots of 400 ms: at least 300 s and at most 1,000 s of the 400 that have passed here.
    /^clock +2\.0 s behind this machine's; the cluster's rules let it be 100 s behind to 600 s ahead$/m,
    /^version 1 +transactions of version 1 are accepted$/m,
    /^fees +median 5, most 9 micro-lamports a unit, of 3 blocks$/m,
    /^SIMD-0178, 0189, 0377 +active since slot 428976000: SBPF v3$/m,
    /^SIMD-0500 +pending: /m,
    /^SIMD-0433 +absent: /m,
    /^problems +none$/m,
  ])
    expect(stdout).toMatch(line);
  expect(stdout.split('\n').length).toBeLessThan(50);
});

it('shows the same as JSON, each feature of the table once', async () => {
  const shown = await found();
  expect(shown).toMatchObject({ code: 0, cluster: 'mainnet-beta', takesVersion1: true, problems: [] });
  expect(shown.features.map(({ id }: { id: string }) => id)).toEqual(FEATURES.map(({ id }) => id));
  expect(shown.rent.perByte).toBe(5_080);
});

it('knows the slot and the clock of a cluster by its features', async () => {
  const ids = FEATURES.flatMap(({ id, slotTime }) => (slotTime === undefined ? [] : [id]));
  expect(ids.length).toBe(4);
  for (const id of ids) node.active.set(id, 7);
  node.active.set(ALPENGLOW.id, 9);
  // 1,000 slots of 200 ms: a leader may have moved the clock by 0 to 400 s, and 400 s have passed here.
  expect(await found()).toMatchObject({ slotTime: { aimedAt: 200 }, clock: { mayBe: { behind: 400, ahead: 0 } } });
});

describe('a problem is', () => {
  it.each<[string, () => void]>([
    ['a clock that is behind', () => (node.clock = NOW / 1_000 - 301)],
    ['a clock that is ahead', () => (node.clock = NOW / 1_000 + 301)],
    ['a slot that takes too long', () => (node.slotsInHour = 3_540)],
    ['a blockhash that ends too early', () => (node.life = 39)],
    ['a loader that takes neither format', () => node.active.set(NO_SBPF_V0.id, 1).set(SBPF_V3.id, null)],
  ])('%s', async (_, change) => {
    change();
    const { code, problems } = await found();
    expect([code, problems.length]).toEqual([1, 1]);
    expect((await check(false)).stdout).toContain(`PROBLEM`);
  });

  it.each<[string, () => void]>([
    ['a clock within the limit', () => (node.clock = NOW / 1_000 - 300)],
    ['slots of a second', () => (node.slotsInHour = 3_600)],
    ['a node without samples', () => (node.slotsInHour = 0)],
    ['blocks without our accounts', () => (node.fees = [])],
    ['the end of v0 where v3 is taken', () => node.active.set(NO_SBPF_V0.id, 1)],
  ])('not: %s', async (_, change) => {
    change();
    expect(await found()).toMatchObject({ code: 0, problems: [] });
  });
});

it('ends with 2 where the node refuses a question', async () => {
  proxy.react = async () => ({ error: { code: -32_601, message: 'Method not found' } });
  const { code, stdout, stderr } = await linesman(['check-chain', '--rpc', proxy.url]);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(/^error 7\d{3} /m)]);
});

if (!surfpool()) leftOut('check-chain on the embedded chain: there is none on this platform.');
it.skipIf(!surfpool())('asks a real chain', async () => {
  const surf = Surf.start() as Surf;
  try {
    const { code, stdout, stderr } = await linesman(['check-chain', '--rpc', surf.connection.rpcEndpoint, '--json']);
    expect([code, stderr]).toEqual([0, '']);
    const { features, takesVersion1, cluster } = JSON.parse(stdout);
    expect([cluster, takesVersion1]).toEqual([null, true]);
    expect(features.find(({ id }: { id: string }) => id === SBPF_V3.id).state).toBe('active');
  } finally {
    surf.stop();
  }
});
