import { isError, SBPF_NOT_TAKEN } from '@linesman/sdk/error';
import { NO_SBPF_V0, SBPF_V3 } from '@linesman/sdk/internal/program/network/changes';
import { sbpfOf } from '@linesman/sdk/internal/program/network/sbpf';
import { addressBytes, LOCALNET_PROGRAM_IDS, SYSTEM_PROGRAM_ID } from '@linesman/sdk/program';
import { describe, expect, it } from 'vitest';
import { featureAccount, LoaderCluster, V0, V3 } from '../../../../tests/helpers/loaderCluster.js';
import { fetchLoader, formatFor } from './programFormat.js';

const refusalOf = (promise: Promise<unknown>) => promise.then(() => null).catch((error: unknown) => error);

describe.each([false, true])('where SBPF v0 is refused: %s', (isV0Refused) => {
  it('v3 is deployed, in either order of the files', async () => {
    for (const files of [
      [V3, V0],
      [V0, V3],
    ]) {
      const cluster = new LoaderCluster(isV0Refused);
      await cluster.deploy({ files });
      expect(await cluster.deployed()).toEqual(new Uint8Array(V3));
      // Once more finds it, whatever else is given, and sends nothing.
      const { sent } = cluster;
      await cluster.deploy({ files: [V0, V3] });
      expect(cluster.sent).toBe(sent);
    }
  });

  it('v0 alone is deployed, or refused before a lamport is spent', async () => {
    const cluster = new LoaderCluster(isV0Refused);
    const refusal = await refusalOf(cluster.deploy({ files: [V0] }));
    if (!isV0Refused) {
      expect([refusal, await cluster.deployed()]).toEqual([null, new Uint8Array(V0)]);
      return;
    }
    expect(isError(refusal, SBPF_NOT_TAKEN) && refusal.message).toContain('SIMD-0500');
    expect([cluster.sent, await cluster.spent(), await cluster.deployed()]).toEqual([0, 0n, undefined]);
  });

  it('the loader says the same of v0 when it is told for', async () => {
    const cluster = new LoaderCluster(isV0Refused);
    const refusal = await refusalOf(cluster.deploy({ files: [V3, V0], sbpf: 0 }));
    expect([refusal === null, await cluster.deployed()]).toEqual(
      isV0Refused ? [false, undefined] : [true, new Uint8Array(V0)],
    );
    // What the refusal is for: the rent of the buffer is spent by then.
    expect(cluster.sent).toBeGreaterThan(100);
  });
});

describe('the format', () => {
  const cluster = new LoaderCluster(false);
  const formatOf = async (files: readonly Uint8Array[], told?: number) =>
    sbpfOf(await formatFor(await fetchLoader(cluster.node), files, told));

  it.each<[string, number | null, () => void]>([
    ['without the feature v3', 0, () => cluster.set(SBPF_V3.id, new Uint8Array(), SYSTEM_PROGRAM_ID)],
    ['with v3 pending', 0, () => cluster.set(SBPF_V3.id, featureAccount(false))],
    ['with the end of v0 pending', 3, () => cluster.set(NO_SBPF_V0.id, featureAccount(false))],
    [
      'with lamports of somebody at both addresses',
      0,
      () => {
        cluster.set(SBPF_V3.id, featureAccount(true), SYSTEM_PROGRAM_ID);
        cluster.set(NO_SBPF_V0.id, featureAccount(true), SYSTEM_PROGRAM_ID);
      },
    ],
    [
      'where the end of v0 comes before v3',
      null,
      () => {
        cluster.set(SBPF_V3.id, featureAccount(false));
        cluster.set(NO_SBPF_V0.id, featureAccount(true));
      },
    ],
  ])('%s is v%s', async (_, expected, change) => {
    cluster.set(SBPF_V3.id, featureAccount(true));
    cluster.bank.remove(NO_SBPF_V0.id);
    change();
    const found = await formatOf([V3, V0]).catch((error) => isError(error, SBPF_NOT_TAKEN) && error.message);
    if (expected !== null) expect(found).toBe(expected);
    else expect(found).toMatch(/v3 and v0, and SIMD-0178.*is not active.*SIMD-0500.*is active/);
  });

  it('that is told for is taken, if it is given', async () => {
    expect([await formatOf([V3, V0], 0), await formatOf([V3, V0], 3)]).toEqual([0, 3]);
    expect(await refusalOf(formatOf([V3], 0))).toMatchObject({ number: SBPF_NOT_TAKEN });
  });
});

it('both formats are of one program', () => {
  expect([sbpfOf(V3), sbpfOf(V0), sbpfOf(new Uint8Array(3))]).toEqual([3, 0, 0]);
  for (const file of [V3, V0])
    expect(Buffer.from(file).indexOf(addressBytes(LOCALNET_PROGRAM_IDS.oracle)) > 0).toBe(true);
});
