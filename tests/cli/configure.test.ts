import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Address, addressBytes, addressOf } from '../../ts/sdk/program/address/address.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { toPublicKey } from '../../ts/sdk/web3/convert.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { linesman } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { ORACLE } from '../helpers/oracleBank.js';
import { Cluster } from '../helpers/service/cluster.js';

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('linesman configure on a chain: there is no embedded chain on this platform.');

/** An arbitrary valid signing key. */
const signingKey = (): Address => KeyPair.generate().address;

describe.runIf(isHere)('linesman configure', () => {
  let cluster: Cluster;
  let adminFile: string;
  beforeAll(async () => {
    cluster = await Cluster.start();
    adminFile = cluster.keys.pathOf('admin');
    expect((await linesman(['deploy', '--rpc', cluster.url, '--keys', cluster.keyFolder])).code).toBe(0);
  });
  afterAll(() => cluster?.stop());

  const configure = (...more: string[]) => linesman(['configure', '--rpc', cluster.url, ...more]);
  const asAdmin = (...more: string[]) => configure('--admin', adminFile, ...more);
  const config = () => cluster.config();
  const lamports = () => cluster.surf.connection.getBalance(toPublicKey(cluster.keys.pair('admin').address));
  const keyFile = (name: string): { key: Address; file: string } => {
    const pair = KeyPair.generate();
    const file = join(cluster.folder, name);
    writeFileSync(file, JSON.stringify([...pair.secretKey]), { mode: 0o600 });
    cluster.surf.fund(pair.address);
    return { key: pair.address, file };
  };

  it('shows the configuration on chain without a key', async () => {
    const { publisher, oracleKey, creditPackPrice } = await config();
    const { code, stdout, stderr } = await configure();
    expect([code, stderr]).toEqual([0, '']);
    const shown = Object.fromEntries(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)),
    );
    expect(shown).toMatchObject({
      publisher,
      oracleKey: addressOf(oracleKey),
      nextOracleKey: 'none',
      pendingAdmin: 'none',
      creditPackPrice: String(creditPackPrice),
    });
    expect(shown.lateAfter).toBe('21600');
    expect(Object.keys(shown)).toHaveLength(10);
  });

  it('changes the bound for late roots, and never takes it back', async () => {
    expect((await asAdmin('--late-after', '3600')).stdout).toMatch(/^lateAfter +3600 {2}\(was 21600\)$/m);
    expect(await config()).toMatchObject({ lateAfter: 3_600 });
    for (const bound of ['0', '599', '604801']) {
      const { code, stderr } = await asAdmin('--late-after', bound);
      expect([code, stderr]).toEqual([2, expect.stringContaining('NumberOutOfRange')]);
    }
    expect((await asAdmin('--late-after', '21600')).code).toBe(0);
  });

  it('names the admin that must sign, and changes nothing without it', async () => {
    const before = await config();
    const { code, stdout, stderr } = await configure('--publisher', signingKey());
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('error 7307 ');
    expect(stderr).toContain(before.admin);
    expect(await config()).toEqual(before);
  });

  it('replaces the oracle key in two steps, and sends nothing if nothing changes', async () => {
    const next = signingKey();
    const before = await config();
    const announced = ['--next-oracle-key', next] as const;
    const dry = await asAdmin(...announced, '--dry-run');
    expect(dry.stdout).toContain(`nextOracleKey    ${next}  (now none)\n`);
    expect(await config()).toEqual(before);
    const done = await asAdmin(...announced, '--json');
    expect(JSON.parse(done.stdout)).toMatchObject({
      dryRun: false,
      oracle: ORACLE.programId,
      configuration: { nextOracleKey: next, publisher: before.publisher },
      changed: ['nextOracleKey'],
    });
    expect(await config()).toEqual({ ...before, nextOracleKey: addressBytes(next) });

    const left = await lamports();
    const again = await asAdmin(...announced);
    expect([again.code, again.stdout.includes('was')]).toEqual([0, false]);
    expect(await lamports()).toBe(left);

    const taken = await asAdmin('--oracle-key', next, '--next-oracle-key', 'none', '--credit-pack-price', '7');
    expect(taken.stdout).toContain(`nextOracleKey    none  (was ${next})\n`);
    expect(await config()).toEqual({ ...before, oracleKey: addressBytes(next), creditPackPrice: 7n });
  });

  it('refuses the seed of a known key given as a public key, and does not repeat it', async () => {
    const before = await config();
    const seeds = (['admin', 'publisher', 'backendAdmin'] as const).map((name) =>
      addressOf(cluster.keys.pair(name).secretKey.slice(0, 32)),
    );
    // A seed that is no public key, too, is refused, as any such value.
    for (const option of ['--publisher', '--backend-admin', '--next-oracle-key', '--oracle-key', '--propose-admin'])
      for (const seed of seeds)
        for (const more of [[], ['--json'], ['--dry-run']]) {
          const { code, stdout, stderr } = await asAdmin(option, seed, ...more);
          expect([option, code]).toEqual([option, 2]);
          expect(stdout + stderr).toMatch(/7070|7009/);
          for (const form of [seed, Buffer.from(addressBytes(seed)).toString('hex')])
            expect(stdout + stderr).not.toContain(form);
        }
    expect(await config()).toEqual(before);
  });

  it('changes the publisher and the backend admin', async () => {
    const before = await config();
    const [publisher, backendAdmin] = [signingKey(), signingKey()];
    const { code } = await asAdmin('--publisher', publisher, '--backend-admin', backendAdmin);
    expect(code).toBe(0);
    expect(await config()).toEqual({ ...before, publisher, backendAdmin });
  });

  it('reports refusals of the program', async () => {
    const before = await config();
    const other = keyFile('other.json');
    const byAnother = await configure('--admin', other.file, '--publisher', signingKey());
    expect([byAnother.code, byAnother.stderr]).toEqual([2, expect.stringContaining('Unauthorized')]);
    const uninvited = await configure('--accept-admin', other.file);
    expect([uninvited.code, uninvited.stderr]).toEqual([2, expect.stringContaining('Unauthorized')]);
    expect(await config()).toEqual(before);
  });

  it.each([
    ['--publisher', 'x', 7312],
    ['--oracle-key', 'x', 7009],
    // A key of small order: anyone can forge its signatures.
    ['--next-oracle-key', '11111111111111111111111111111111', 7009],
    ['--credit-pack-price', '18446744073709551616', 7311],
    ['--propose-admin', 'nobody', 7312],
  ])('%s %s', async (option, value, number) => {
    const { code, stderr } = await asAdmin(option, value);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`error ${number} `)]);
  });

  it('transfers the admin role in two steps', async () => {
    const before = await config();
    const next = keyFile('next-admin.json');
    expect((await asAdmin('--propose-admin', next.key)).code).toBe(0);
    expect(await config()).toEqual({ ...before, pendingAdmin: next.key });
    expect((await asAdmin('--propose-admin', 'none')).code).toBe(0);
    expect(await config()).toEqual(before);
    expect((await asAdmin('--propose-admin', next.key)).code).toBe(0);
    const accepted = await configure('--accept-admin', next.file);
    expect(accepted.stdout).toContain(`admin            ${next.key}  (was ${before.admin})\n`);
    expect(await config()).toEqual({ ...before, admin: next.key });
    expect((await configure('--accept-admin', next.file)).code).toBe(0);
    expect((await asAdmin('--publisher', signingKey())).code).toBe(2);
  });

  it('does not repeat the address of an unreachable cluster', async () => {
    const { code, stderr } = await linesman(['configure', '--rpc', 'http://127.0.0.1:1/secret']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7068 ')]);
    expect(stderr).not.toContain('secret');
  });
});
