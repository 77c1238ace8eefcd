import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScoresRecord } from '../../ts/records/record/scores/scoresRecord.js';
import { slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import { scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { realClock } from '../../ts/service/clock/realClock.js';
import { matchLines } from '../../ts/service/commands/records/exampleMatch.js';
import { postgresPool } from '../../ts/service/data/store/postgresPool.js';
import { Store } from '../../ts/service/data/store/store.js';
import { surfnetModule } from '../../ts/service/roots/chain/surfnet.js';
import { linesman, start } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { hasNatsServer, NatsServer } from '../helpers/natsServer.js';
import { ORACLE } from '../helpers/oracleBank.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { type PostgresServer, postgresServer } from '../helpers/postgresServer.js';
import { Cluster } from '../helpers/service/cluster.js';
import { statements } from '../helpers/service/database.js';
import { subscribe } from '../helpers/service/edgeConfiguration.js';
import { logFaults } from '../helpers/service/logFaults.js';
import { type Listening, type ServeEvent, ServeProcess } from '../helpers/service/serveProcess.js';
import { StreamReader } from '../helpers/service/streamReader.js';
import { until } from '../helpers/service/until.js';

const hasChain = surfnetModule() !== null;
if (!hasChain) leftOut('linesman serve --rpc: there is no embedded chain to replace the cluster.');
const server: PostgresServer | null = hasChain && hasNatsServer() ? await postgresServer() : null;
if (!server) leftOut('linesman serve --rpc as several processes: PostgreSQL or NATS is not installed.');
afterAll(() => server?.remove());

const SEED = 'cluster';
const MINUTE = 60_000;
/** Kick-off of a finished match, whose slots are published at once. */
const startTime = Math.floor(Date.now() / MINUTE) * MINUTE - 6 * 60 * MINUTE;

interface Provable {
  readonly record: ScoresRecord;
  readonly keys: readonly [number, number];
}
/** A score record of the match with two stats. */
function provable(fixtureId: number): Provable {
  const { scores } = matchRecords({ seed: SEED, sport: 'soccer', fixtureId, startTime });
  for (const record of (scores as readonly ScoresRecord[]).slice(20)) {
    const [one, two] = Object.keys(record.Stats as Record<string, number>).map(Number);
    if (one !== undefined && two !== undefined) return { record, keys: [one, two] };
  }
  throw new Error('no record with stats');
}

describe.runIf(hasChain)('linesman serve --rpc', () => {
  // One per service: a slot with the root of another service raises an alarm.
  let cluster: Cluster;
  beforeEach(async () => {
    cluster = await Cluster.start();
    // The matches are long over: with a bound, their roots would be too late.
    const deployment = ['--rpc', cluster.url, '--keys', cluster.keyFolder, '--late-after', '0'];
    const { code, stderr } = await linesman(['deploy', ...deployment]);
    expect(code).toBe(0);
    // Contains only the paying keys and the cluster.
    expect(stderr).toMatch(/^(payer {4}\w{32,44}\ncluster {2}http:\/\/127\.0\.0\.1:\d+\n){3}$/);
  });
  afterEach(async () => {
    await ServeProcess.killAll();
    cluster?.stop();
  });

  const serve = (...more: string[]): ServeProcess => new ServeProcess(['--rpc', cluster.url, '--port', '0', ...more]);

  async function sessionToken({ url }: Listening): Promise<string> {
    const response = await fetch(`${url}/auth/guest/start`, { method: 'POST' });
    return ((await response.json()) as { token: string }).token;
  }

  /** Requests a score proof from the edge and verifies it against the account on chain. */
  async function verifyProof(said: Listening, apiToken: string, { record, keys }: Provable): Promise<void> {
    const headers = { authorization: `Bearer ${await sessionToken(said)}`, 'x-api-token': apiToken };
    const query = `fixtureId=${record.FixtureId}&seq=${record.Seq}&statKeys=${keys.join(',')}`;
    const response = await fetch(`${said.url}/api/scores/stat-validation-v3?${query}`, { headers });
    const answer = await response.text();
    expect([response.status, answer]).toEqual([200, expect.stringContaining('{')]);
    const account = await cluster.surf.account(
      scoresRootsAddress(slotTimeOf(record.Ts).epochDay, ORACLE.programId).address,
    );
    expect(account?.owner).toEqual(ORACLE.programId);
    const roots = join(cluster.folder, 'roots');
    writeFileSync(roots, account?.data ?? '');
    const stats = record.Stats as Record<string, number>;
    const sum = keys.reduce((total, key) => total + (stats[key] ?? 0), 0);
    for (const [where, code] of [
      [`k${keys[0]} + k${keys[1]} > ${sum - 1}`, 0],
      [`k${keys[0]} + k${keys[1]} > ${sum}`, 1],
    ] as const)
      expect(await linesman(['verify', '-', '--roots', roots, '--where', where], answer)).toMatchObject({ code });
  }

  const untilPublished = (service: ServeProcess, { record: { Ts } }: Provable) =>
    service.until(
      (event) => event.event === 'published' && event.kind === 'scores' && event.slotStart === Ts - (Ts % (5 * MINUTE)),
    );

  it('one process with all roles and a folder', { timeout: 240_000 }, async () => {
    const fixtureId = 16_000_001;
    const data = join(cluster.folder, 'alone');
    mkdirSync(data, { mode: 0o700 });
    // The next service has no sealed slots yet, so nothing is late.
    const lines = matchLines({ seed: SEED, fixtureId, startTime });
    const store = await Store.open({ folder: join(data, 'store') });
    const apiToken = await subscribe(store, realClock, 'w');
    await store.close();
    const taken = await linesman(['ingest', '--store', join(data, 'store')], lines.join('\n'));
    expect([taken.code, taken.stdout]).toEqual([0, `${lines.length} accepted, 0 repeated, 0 refused\n`]);
    const keys = join(data, 'keys');
    mkdirSync(keys, { mode: 0o700 });
    const copyKeys = (...files: string[]): void => {
      for (const file of files) copyFileSync(join(cluster.keyFolder, file), join(keys, file));
    };
    const withoutKeys = serve('--data', data);
    expect(await withoutKeys.exit()).toEqual({ code: 2, signal: null });
    expect(withoutKeys.error).toMatchObject({ number: 7030, message: expect.stringContaining('publisher.json') });
    copyKeys('backend-admin.json', 'oracle-keys.json', 'session-key');
    writeFileSync(join(keys, 'publisher.json'), JSON.stringify([...KeyPair.generate().secretKey]), { mode: 0o600 });
    const another = serve('--data', data);
    expect(await another.exit()).toEqual({ code: 2, signal: null });
    expect(another.error?.number).toBe(7134);
    rmSync(join(keys, 'publisher.json'));
    copyKeys('publisher.json');

    const settlement = KeyPair.generate().address;
    const publicRpc = 'https://rpc.example/';
    const service = serve('--data', data, '--metrics', '0', '--settlement', settlement, '--public-rpc', publicRpc);
    const said = await service.listening();
    expect(await (await fetch(`${said.url}/.well-known/deployment`)).json()).toMatchObject({
      chain: 'cluster',
      rpc: publicRpc,
      programs: { settlement },
    });
    // Its metrics are only on a separate port.
    expect((await fetch(`${said.url}/metrics`)).status).toBe(404);
    const asked = provable(fixtureId);
    await untilPublished(service, asked);
    await verifyProof(said, apiToken, asked);
    expect(await (await fetch(said.metrics ?? '')).text()).toContain('linesman_');
    // Records for the running service go through its socket.
    const more = matchLines({ seed: SEED, fixtureId: fixtureId + 1, startTime: Date.now() + 60 * MINUTE });
    const due = more.filter((line) => JSON.parse(line).Ts < Date.now());
    const second = await linesman(['ingest', '--data', data], due.join('\n'));
    expect([second.code, second.stdout]).toEqual([0, `${due.length} accepted, 0 repeated, 0 refused\n`]);
    expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect([service.stderr, service.events.filter(({ event }) => event === 'alarm' || event === 'failure')]).toEqual([
      '',
      [],
    ]);
  });

  it.runIf(server)('a process for each role', { timeout: 240_000 }, async () => {
    const url = (await server?.database('linesman')) ?? '';
    const nats = await NatsServer.start();
    const [oneId, otherId] = [17_000_001, 17_000_002];
    const shared = ['--store', url, '--nats', nats.url];
    try {
      const data = join(cluster.folder, 'edge');
      const early = serve(...shared, '--role', 'edge', '--data', cluster.folder);
      expect(await early.exit()).toEqual({ code: 2, signal: null });
      expect(early.error?.number).toBe(7115);
      const check = () => linesman(['serve', '--rpc', cluster.url, ...shared, '--data', cluster.folder, '--check']);
      expect(await check()).toMatchObject({ code: 2, stderr: expect.stringContaining('error 7115 ') });
      expect((await linesman(['migrate', '--store', url])).code).toBe(0);
      const found = expect.stringMatching(/^database +20.*^nats +answers$/ms);
      expect(await check()).toMatchObject({ code: 0, stdout: found });

      const edges = [1, 2].map(() => serve(...shared, '--role', 'edge', '--data', cluster.folder));
      const intake = serve(...shared, '--role', 'ingest', '--data', data);
      const [one, other] = (await Promise.all(edges.map((edge) => edge.listening()))) as [Listening, Listening];
      const taking = await intake.listening();
      expect([one.ingestSocket, taking.ingestSocket]).toEqual([null, join(data, 'ingest.sock')]);
      // It neither needs nor creates keys.
      expect(readdirSync(data)).toEqual(['ingest.sock', 'ingest.sock.lock']);
      expect((await fetch(`${taking.url}/readyz`)).status).toBe(200);

      const store = await Store.open({ url });
      const apiToken = await subscribe(store, realClock, 'w');
      await store.close();
      const headers = { authorization: `Bearer ${await sessionToken(other)}`, 'x-api-token': apiToken };
      // A session started at one edge is valid at another.
      const stream = await StreamReader.open(`${one.url}/api/scores/stream`, headers);
      expect(stream.status).toBe(200);

      // Records from NATS to the database, and through the socket of the ingest process.
      const connection = await connect({ servers: nats.url });
      await (await jetstreamManager(connection)).streams.add({ name: 'RECORDS', subjects: ['records.>'] });
      const lines = matchLines({ seed: SEED, fixtureId: oneId, startTime });
      for (const line of lines) await jetstream(connection).publish('records.all', line);
      await connection.close();
      const feeding = start('ts/cli/main.ts', [
        ...['ingest', '--nats', nats.url, '--store', url, '--progress'],
        ...['--stream', 'RECORDS', '--subject', 'records.>', '--durable', 'linesman'],
      ]);
      let fed = '';
      feeding.stdout.on('data', (chunk) => {
        fed += chunk;
      });
      try {
        await stream.until((text) => text.includes(`"FixtureId":${oneId}`));
        const sent = matchLines({ seed: SEED, fixtureId: otherId, startTime });
        const through = await linesman(['ingest', '--data', data], sent.join('\n'));
        expect([through.code, through.stdout]).toEqual([0, `${sent.length} accepted, 0 repeated, 0 refused\n`]);
        await stream.until((text) => text.includes(`"FixtureId":${otherId}`));
        const last = JSON.parse(lines.filter((line) => JSON.parse(line).Seq !== undefined).at(-1) ?? '').Seq;
        await stream.until((text) => new RegExp(`"FixtureId":${oneId}\\D[^\\n]*"Seq":${last}\\D`).test(text));
      } finally {
        feeding.kill('SIGINT');
        if (feeding.exitCode === null) await once(feeding, 'close');
      }
      expect(fed).toBe(`${lines.length} accepted, 0 repeated, 0 refused\n`);

      const publisher = serve(...shared, '--role', 'publish', '--data', cluster.folder);
      for (const fixtureId of [oneId, otherId]) {
        await untilPublished(publisher, provable(fixtureId));
        await verifyProof(one, apiToken, provable(fixtureId));
        await verifyProof(other, apiToken, provable(fixtureId));
      }
      const all = [...edges, intake, publisher];
      const closing = stream.end();
      expect(await Promise.all(all.map((each) => each.end('SIGTERM')))).toEqual(
        all.map(() => ({ code: 0, signal: null })),
      );
      expect(await closing).toContain('"Closing"');
      for (const each of all) {
        expect(each.stderr).toBe('');
        expect(each.events.filter(({ event }) => event === 'alarm')).toEqual([]);
      }

      // The readiness check reports the shutdown before senders of records notice it.
      const lateData = join(cluster.folder, 'late');
      const ending = serve(...shared, '--role', 'ingest', '--data', lateData, '--drain', '600');
      const { url: endingUrl } = await ending.listening();
      ending.signal('SIGTERM');
      await until(async () => (await fetch(`${endingUrl}/readyz`)).status === 503);
      const still = await linesman(['ingest', '--data', lateData], lines.join('\n'));
      expect([still.code, still.stdout]).toEqual([0, `0 accepted, ${lines.length} repeated, 0 refused\n`]);
      expect(await ending.end('SIGINT')).toEqual({ code: null, signal: 'SIGINT' });

      // Errors of the database are counted.
      const counting = serve(...shared, '--role', 'edge', '--data', cluster.folder, '--metrics', '0');
      const counted = await counting.listening();
      const refused = async () =>
        /linesman_store_errors_total\{class="42"\} (\d+)/.exec(await (await fetch(counted.metrics ?? '')).text())?.[1];
      expect(await refused()).toBeUndefined();
      const pool = postgresPool(url);
      await statements(pool, 'alter table token rename to elsewhere');
      await pool.end();
      expect((await fetch(`${counted.url}/api/fixtures/snapshot`, { headers })).status).toBe(500);
      expect(Number(await refused())).toBeGreaterThan(0);
      expect(readdirSync(data)).toEqual([]);
    } finally {
      await ServeProcess.killAll();
      await nats.stop();
    }
  });

  it.runIf(server)('a publisher on a machine whose clock is a day ahead', { timeout: 240_000 }, async () => {
    const url = (await server?.database('ahead')) ?? '';
    expect((await linesman(['migrate', '--store', url])).code).toBe(0);
    const fixtureId = 18_000_001;
    const take = async (lines: readonly string[]) => {
      const { code, stdout } = await linesman(['ingest', '--store', url], lines.join('\n'));
      expect([code, stdout]).toEqual([0, `${lines.length} accepted, 0 repeated, 0 refused\n`]);
    };
    await take(matchLines({ seed: SEED, fixtureId, startTime }));
    const publisher = new ServeProcess(
      ['--rpc', cluster.url, '--port', '0', '--store', url, '--role', 'publish', '--data', cluster.folder],
      'tests/helpers/service/dayAhead.ts',
    );
    const ready = async () => {
      const response = await fetch(`${said.url}/readyz`);
      return [response.status, await response.text()] as const;
    };
    const said = await publisher.listening();
    await untilPublished(publisher, provable(fixtureId));
    const { message } = await publisher.until(
      (event): event is ServeEvent & { readonly message: string } => event.event === 'failure',
    );
    expect(message).toMatch(/^The clock of this machine shows .*, and that of the database /);
    expect(await ready()).toEqual([503, expect.stringMatching(/^clock: The clock of this process shows /m)]);
    const store = await Store.open({ url });
    try {
      for (const until of (await store.records.sealedUntil()).values()) expect(until).toBeLessThan(Date.now());
      // A match that starts now keeps its times.
      const lines = matchLines({ seed: SEED, fixtureId: fixtureId + 1, startTime: Date.now() + MINUTE });
      await take(lines.filter((line) => JSON.parse(line).Ts < Date.now()));
      const fixtures = await itemsOf(store.records.pagesOfFixture('fixtures', fixtureId + 1));
      expect(fixtures.length).toBeGreaterThan(0);
      for (const { ts } of fixtures) expect(ts).toBeLessThan(Date.now());
    } finally {
      await store.close();
    }
    publisher.signal('SIGUSR2');
    await until(async () => (await ready())[0] === 200);
    expect(await publisher.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(publisher.events.filter(({ event }) => event === 'alarm')).toEqual([]);
    expect(publisher.events.flatMap(logFaults)).toEqual([]);
    const stacks = publisher.events.flatMap((one) => ('stack' in one && one.stack ? [one.stack] : []));
    expect(stacks.length).toBeGreaterThan(0);
    expect(new Set(stacks).size).toBe(stacks.length);
  });

  it('reports an unreachable cluster without its address', async () => {
    const data = join(cluster.folder, 'unreachable');
    const { code, stderr } = await linesman(['serve', '--rpc', 'http://127.0.0.1:1/secret', '--data', data]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7068 ')]);
    expect(stderr).not.toContain('secret');
  });
});
