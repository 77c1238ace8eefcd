import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { linesman } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { ORACLE } from '../helpers/oracleBank.js';
import { Cluster } from '../helpers/service/cluster.js';

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('linesman upgrade-authority: there is no embedded chain on this platform.');

describe.skipIf(!isHere)('linesman upgrade-authority', () => {
  let cluster: Cluster;
  let first: string;
  let next: { readonly file: string; readonly address: Address };
  beforeAll(async () => {
    cluster = await Cluster.start();
    first = cluster.keys.pathOf('upgradeAuthority');
    next = walletOf('next');
    cluster.surf.fund(next.address);
  });
  afterAll(() => cluster?.stop());

  function walletOf(name: string) {
    const pair = KeyPair.generate();
    const file = join(cluster.folder, `${name}.json`);
    writeFileSync(file, JSON.stringify([...pair.secretKey]), { mode: 0o600 });
    return { file, address: pair.address };
  }

  const run = (...more: string[]) =>
    linesman(['upgrade-authority', ORACLE.programId, '--rpc', cluster.url, '--json', ...more]);
  const authority = async (...more: string[]): Promise<{ before: string | null; after: string | null }> => {
    const { code, stdout, stderr } = await run(...more);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout).upgradeAuthority;
  };

  it('shows it, and hands it over with both signatures, or to an address', async () => {
    const old = cluster.keys.pair('upgradeAuthority').address;
    expect(await authority()).toEqual({ before: old, after: old });
    expect(await authority('--authority', first, '--to', next.file, '--dry-run')).toEqual({
      before: old,
      after: next.address,
    });
    expect(await authority()).toEqual({ before: old, after: old });
    expect(await authority('--authority', first, '--to', next.file)).toEqual({ before: old, after: next.address });
    expect(await authority()).toEqual({ before: next.address, after: next.address });
    // Once more is no change.
    expect(await authority('--authority', next.file, '--to', next.file)).toMatchObject({ after: next.address });
    expect(await authority('--authority', next.file, '--to-address', old)).toMatchObject({ after: old });
    expect(await authority()).toMatchObject({ before: old });
  });

  it.each<[name: string, options: (files: { first: string; stranger: string }) => string[], error: number]>([
    ['a stranger', ({ stranger }) => ['--authority', stranger, '--to', stranger], 7138],
    ['two next ones', ({ first }) => ['--authority', first, '--to', first, '--give-up'], 7309],
    ['none that signs', () => ['--give-up'], 7307],
  ])('refuses %s', async (_, options, error) => {
    const { code, stdout } = await run(...options({ first, stranger: walletOf('stranger').file }));
    expect([code, JSON.parse(stdout).error.number]).toEqual([2, error]);
  });

  it('refuses a program that is not there', async () => {
    const { code, stderr } = await linesman(['upgrade-authority', next.address, '--rpc', cluster.url]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7137 ')]);
  });

  it('gives it up for good', async () => {
    expect(await authority('--authority', first, '--give-up')).toMatchObject({ after: null });
    expect(await authority()).toEqual({ before: null, after: null });
    const { code, stdout } = await run('--authority', first, '--to', next.file);
    expect([code, JSON.parse(stdout).error]).toEqual([
      2,
      expect.objectContaining({ message: expect.stringContaining('has no upgrade authority any more') }),
    ]);
  });
});
