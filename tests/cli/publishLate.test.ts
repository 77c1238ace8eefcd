import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchRoots } from '../../ts/sdk/program/account/fetchRoots.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { publishedSlots, ROOTS_KINDS } from '../../ts/sdk/proof/rootsAccount.js';
import { rpcChain } from '../../ts/sdk/web3/rpcChain.js';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { Store } from '../../ts/service/data/store/store.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { Sealer } from '../../ts/service/roots/seal/sealer.js';
import { linesman } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { ORACLE } from '../helpers/oracleBank.js';
import { Cluster } from '../helpers/service/cluster.js';
import { matchFeed } from '../helpers/service/feed.js';

const isHere = surfnetModule() !== null;
if (!isHere) leftOut('linesman publish-late on a chain: there is no embedded chain on this platform.');

/** Long over. */
const KICK_OFF = Date.UTC(2026, 4, 27, 20);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe.runIf(isHere)('linesman publish-late', () => {
  let cluster: Cluster;
  let folder: string;
  let kinds: readonly string[];
  beforeAll(async () => {
    cluster = await Cluster.start();
    expect((await linesman(['deploy', '--rpc', cluster.url, '--keys', cluster.keyFolder])).code).toBe(0);
    folder = join(cluster.folder, 'store');
    const store = await Store.open({ folder });
    const clock = new ManualClock(KICK_OFF + 3 * HOUR);
    const { wire } = matchFeed('soccer', 12_000_001, 'late', KICK_OFF);
    const records = [
      ...wire.filter((record) => 'Competition' in record).slice(0, 1),
      ...wire.filter((record) => 'Seq' in record).slice(0, 1),
    ];
    await new Ingest({ store, clock }).acceptAll(records);
    await new Sealer({ store, clock }).sealDue();
    kinds = (await store.batches.unpublished()).map(({ kind }) => kind);
    await store.close();
  });
  afterAll(() => cluster?.stop());

  const publishLate = (...more: string[]) => {
    const keys = ['--publisher', cluster.keys.pathOf('publisher'), '--admin', cluster.keys.pathOf('admin')];
    return linesman(['publish-late', '--rpc', cluster.url, '--store', folder, ...keys, '--json', ...more]);
  };
  const found = async () => {
    const chain = rpcChain(cluster.surf.connection);
    const epochDay = Math.floor(KICK_OFF / DAY);
    const roots = await Promise.all(
      ROOTS_KINDS.map(async (kind) => {
        const account = await fetchRoots(chain, { kind, epochDay, oracle: ORACLE.programId }).catch(() => null);
        return account === null ? [] : publishedSlots(account.data).roots.flatMap((root) => (root ? [kind] : []));
      }),
    );
    return roots.flat();
  };

  it('shows what is late without sending it', async () => {
    const { code, stdout } = await publishLate('--dry-run');
    expect(code).toBe(0);
    const { dryRun, lateAfter, published } = JSON.parse(stdout);
    expect([dryRun, lateAfter]).toEqual([true, 21_600]);
    expect(published.map(({ kind }: { kind: string }) => kind)).toEqual(kinds);
    expect(await found()).toEqual([]);
  });

  it('needs the admin', async () => {
    const pair = KeyPair.generate();
    const file = join(cluster.folder, 'stranger.json');
    writeFileSync(file, JSON.stringify([...pair.secretKey]), { mode: 0o600 });
    const keys = ['--publisher', cluster.keys.pathOf('publisher'), '--admin', file];
    const run = await linesman(['publish-late', '--rpc', cluster.url, '--store', folder, ...keys]);
    expect(run.code).toBe(2);
    expect(run.stderr).toContain('6105');
    expect(await found()).toEqual([]);
  });

  it('publishes it once', async () => {
    expect((await publishLate()).code).toBe(0);
    expect((await found()).toSorted()).toEqual([...kinds].toSorted());
    const again = await publishLate();
    expect([again.code, JSON.parse(again.stdout).published]).toEqual([0, []]);
  });

  it('is found by watch', async () => {
    const { code, stdout } = await linesman(['watch', '--once', '--rpc', cluster.url, '--json']);
    expect(code).toBe(1);
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    const late = lines.filter(({ event }) => event === 'late-root');
    expect(late.map(({ subject }) => subject.split(' ')[0]).toSorted()).toEqual([...kinds].toSorted());
  });

  it('is listed by check-program, from the transactions of the admin', async () => {
    const { stdout } = await linesman(['check-program', ORACLE.programId, '--rpc', cluster.url, '--json']);
    const { lateAfter, lateRoots } = JSON.parse(stdout);
    expect(lateAfter).toBe(21_600);
    const of = (list: readonly { kind: string }[]): string[] => list.map(({ kind }) => kind).toSorted();
    expect(of(lateRoots.roots)).toEqual([...kinds].toSorted());
    expect(lateRoots.knownSince).toBeLessThanOrEqual(Math.min(...lateRoots.roots.map(({ at }: { at: number }) => at)));
  });
});
