import { readFileSync } from 'node:fs';
import {
  isError,
  LAMPORTS_MISSING,
  type LinesmanError,
  NOT_UPGRADE_AUTHORITY,
  PROGRAM_DIFFERS,
  PROGRAM_NOT_DEPLOYED,
  SBPF_NOT_TAKEN,
} from '@linesman/sdk/error';
import { EXTENSION_MINIMUM, UPGRADE_RESIZES } from '@linesman/sdk/internal/program/network/changes';
import { encodeTransaction, KeyPair, programDataAddress, SYSTEM_PROGRAM_ID } from '@linesman/sdk/program';
import { describe, expect, it } from 'vitest';
import { authority, featureAccount, key, LoaderCluster, V0, V3 } from '../../../../tests/helpers/loaderCluster.js';
import { bufferAddress, extensionFor, setAuthorityInstruction } from './loader.js';
import { costOf, type SetUpStep } from './setUpStep.js';
import type { ProgramUpload } from './uploadProgram.js';

/** Upgrades by the loader of LiteSVM: what is planned is what is sent and spent. */

const SMALL = readFileSync(new URL('../../../../tests/programs/artifacts/payout-plain.so', import.meta.url));
/** In the place of another build: bytes after the end change nothing for the loader. */
const longer = (bytes: number, fill = 7) => new Uint8Array(Buffer.concat([SMALL, Buffer.alloc(bytes, fill)]));
const PROGRAM_DATA = programDataAddress(key.address).address;

const upgrade = (...files: Uint8Array[]): Omit<ProgramUpload, 'key'> => ({ files, isUpgrade: true });
const refusalOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => null).catch((error: unknown) => error);
const whats = (steps: readonly SetUpStep[]): string[] =>
  steps.flatMap(({ transactions }) => transactions.map(({ what }) => what));
const balance = (cluster: LoaderCluster): Promise<bigint> => cluster.node.lamports(authority.address);

/** Sends what is left of an upgrade, and compares everything that can be seen with the plan. */
async function upgraded(cluster: LoaderCluster, expected: Uint8Array, ...files: Uint8Array[]): Promise<string[]> {
  const steps = await cluster.plan(upgrade(...files));
  const [cost, ...others] = costOf(steps);
  if (!cost) throw new Error('nothing to pay');
  expect([cost.payer, others]).toEqual([authority.address, []]);
  // One lamport less is refused, and no step needs more.
  const needed = cost.needed + BigInt(await cluster.bank.rent(0));
  cluster.bank.put(authority.address, SYSTEM_PROGRAM_ID, new Uint8Array(), Number(needed - 1n));
  const before = cluster.sent;
  const old = (await cluster.deployed())?.length;
  expect(await refusalOf(cluster.execute(steps))).toMatchObject({ number: LAMPORTS_MISSING });
  expect(cluster.sent).toBe(before);
  cluster.bank.put(authority.address, SYSTEM_PROGRAM_ID, new Uint8Array(), Number(needed));
  await cluster.execute(steps);
  const shown = steps.flatMap(({ transactions }) => transactions.map(({ size }) => size));
  expect(cluster.transactions.slice(before).map((one) => encodeTransaction(one).length)).toEqual(shown);
  expect(needed - (await balance(cluster))).toBe(cost.fees + cost.rent - cost.returned);
  const data = await cluster.bank.account(PROGRAM_DATA);
  const bytes = Buffer.from(data?.data.subarray(45) ?? []);
  expect(bytes.subarray(0, expected.length).equals(expected)).toBe(true);
  expect(bytes.subarray(expected.length).every((byte) => byte === 0)).toBe(true);
  expect(data?.lamports).toBe(await cluster.bank.rent(data?.data.length ?? 0));
  const extended = steps.flatMap(({ creates }) => creates).find(({ name }) => name === 'program data');
  // An account that stays as long as it is is none of those that change.
  expect(extended?.size).toBe(bytes.length === old ? undefined : data?.data.length);
  if (extended) expect(data?.lamports).toBe(Number(extended.rent));
  expect(await cluster.bank.account(bufferAddress(authority.address, expected))).toBeNull();
  // Once more is no change.
  expect((await cluster.plan(upgrade(...files))).map(({ name, isThere }) => [name, isThere])).toEqual([
    ['program', true],
  ]);
  return whats(steps);
}

describe.each([false, true])('where SBPF v0 is refused: %s', (isV0Refused) => {
  it('v0 becomes v3, whichever file is first', async () => {
    const cluster = new LoaderCluster(isV0Refused);
    await cluster.place(V0);
    const sent = await upgraded(cluster, V3, V0, V3);
    expect([sent[0], sent.at(-1)]).toEqual(['create a buffer for the program', 'replace the program by the buffer']);
  });

  it('v3 becomes v0, or that is refused before a lamport is spent', async () => {
    const cluster = new LoaderCluster(isV0Refused);
    await cluster.place(V3);
    if (!isV0Refused) {
      const [first] = await upgraded(cluster, V0, V0);
      expect(first).toBe(`extend the program's account by ${V0.length - V3.length} bytes`);
      return;
    }
    const refusal = await refusalOf(cluster.plan(upgrade(V0)));
    expect(isError(refusal, SBPF_NOT_TAKEN) && refusal.message).toContain('SIMD-0500');
    expect([cluster.sent, await cluster.spent(), await cluster.deployed()]).toEqual([0, 0n, new Uint8Array(V3)]);
    // What is there already is nothing to deploy.
    await cluster.place(V0);
    expect((await cluster.plan(upgrade(V0))).map(({ isThere }) => isThere)).toEqual([true]);
    // Nor can it be frozen any more.
    const freeze = () =>
      cluster.bank.send([setAuthorityInstruction(key.address, authority.address, null)], [authority]);
    expect((await freeze()).failure).not.toBeNull();
    await cluster.place(V3);
    expect((await freeze()).failure).toBeNull();
  });

  it.each([
    ['shorter', 2_000, 1_000, null],
    ['as long', 1_000, 1_000, null],
    ['longer by a little', 0, 1_000, 10_240],
    ['longer by more', 0, 20_000, 20_000],
  ])('a file that is %s', async (_, before, after, extension) => {
    const cluster = new LoaderCluster(isV0Refused);
    await cluster.place(longer(before, 9));
    const sent = await upgraded(cluster, longer(after), longer(after));
    const first = extension === null ? 'create a buffer for the program' : `by ${extension} bytes`;
    expect(sent[0]?.endsWith(first)).toBe(true);
  });
});

it('what the accounts hold above their rents comes back, or is not paid again', async () => {
  for (const length of [0, 20_000]) {
    const cluster = new LoaderCluster(false);
    await cluster.place(longer(0), authority.address, 50_000_000);
    const buffer = bufferAddress(authority.address, longer(length + 1));
    cluster.bank.put(buffer, SYSTEM_PROGRAM_ID, new Uint8Array(), 100_000_000);
    await upgraded(cluster, longer(length + 1), longer(length + 1));
  }
});

it('one that was interrupted goes on where it ended', async () => {
  const cluster = new LoaderCluster(false);
  await cluster.place(longer(0));
  const steps = await cluster.plan(upgrade(longer(20_000)));
  expect(steps.map(({ name }) => name)).toEqual(['extension', 'program buffer', 'program bytes', 'program']);
  const all = whats(steps);
  for (const landed of [1, 1, 2, 3]) {
    const left = await cluster.plan(upgrade(longer(20_000)));
    let more = landed;
    for (const step of left) {
      const transactions = step.transactions.slice(0, more);
      more -= transactions.length;
      await cluster.execute([{ ...step, transactions }]);
    }
  }
  expect(whats(await cluster.plan(upgrade(longer(20_000))))).toEqual(all.slice(7));
  expect(await upgraded(cluster, longer(20_000), longer(20_000))).toEqual(all.slice(7));
});

it.each<[string, number, (cluster: LoaderCluster) => Promise<unknown>]>([
  [
    'another authority',
    NOT_UPGRADE_AUTHORITY,
    async (cluster) => {
      await cluster.place(SMALL);
      return cluster.plan(upgrade(longer(1)), KeyPair.generate());
    },
  ],
  [
    'a frozen program',
    NOT_UPGRADE_AUTHORITY,
    async (cluster) => {
      await cluster.place(SMALL, null);
      return cluster.plan(upgrade(longer(1)));
    },
  ],
  ['no program', PROGRAM_NOT_DEPLOYED, (cluster) => cluster.plan(upgrade(SMALL))],
  [
    'an account that is no program',
    PROGRAM_NOT_DEPLOYED,
    (cluster) => {
      cluster.bank.put(key.address, SYSTEM_PROGRAM_ID, new Uint8Array(36));
      return cluster.plan(upgrade(SMALL));
    },
  ],
  [
    'another program without being told',
    PROGRAM_DIFFERS,
    async (cluster) => {
      await cluster.place(SMALL);
      return cluster.plan({ files: [longer(1)] });
    },
  ],
])('refuses %s', async (what, number, run) => {
  const cluster = new LoaderCluster(false);
  const refusal = (await refusalOf(run(cluster))) as LinesmanError;
  expect([refusal.number, cluster.sent]).toEqual([number, 0]);
  if (what === 'a frozen program') expect(refusal.message).toContain('no upgrade authority');
  if (number === PROGRAM_DIFFERS) expect(refusal.hint).toContain('--upgrade');
});

it('the loader wants the least extension, which is planned where its feature says so', async () => {
  const cluster = new LoaderCluster(false);
  await cluster.place(SMALL);
  cluster.bank.remove(EXTENSION_MINIMUM.id);
  const steps = await cluster.plan(upgrade(longer(1_000)));
  expect(whats(steps)[0]).toBe("extend the program's account by 1000 bytes");
  // The bank's loader has the feature all the same.
  expect(String(await refusalOf(cluster.execute(steps)))).toContain('invalid program argument');
  const most = 10 * 1024 * 1024;
  expect([extensionFor(most - 500, 100, true), extensionFor(most - 500, 100, false)]).toEqual([500, 100]);
});

it('nothing is extended where an upgrade resizes', async () => {
  // Only planned: LiteSVM does not know the feature.
  for (const [before, after] of [
    [0, 1_000],
    [20_000, 1_000],
  ] as const) {
    const cluster = new LoaderCluster(false);
    await cluster.place(longer(before));
    cluster.set(UPGRADE_RESIZES.id, featureAccount(true));
    const steps = await cluster.plan(upgrade(longer(after)));
    expect(steps.map(({ name }) => name)).toEqual(['program buffer', 'program bytes', 'program']);
    const [size, old] = [45 + longer(after).length, 45 + longer(before).length];
    const { creates = [], returned } = steps.at(-1) ?? {};
    expect(creates.map((one) => [one.size, one.lamports])).toEqual([[size, 0n]]);
    const [held, rent] = [await cluster.bank.rent(old), await cluster.bank.rent(size)];
    expect(returned).toBe(BigInt(held - rent + (await cluster.bank.rent(37 + longer(after).length))));
  }
});
