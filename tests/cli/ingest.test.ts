import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { matchLines } from '../../ts/service/commands/records/exampleMatch.js';
import { runIngest } from '../../ts/service/commands/records/runIngest.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import type { RecordTaker } from '../../ts/service/data/ingest/recordTaker.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { listenForRecords, type RecordSocket } from '../../ts/service/data/intake/listenForRecords.js';
import { Store } from '../../ts/service/data/store/store.js';
import { linesman, start } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { hasNatsServer, NatsServer } from '../helpers/natsServer.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { type PostgresServer, postgresServer } from '../helpers/postgresServer.js';
import { settled } from '../helpers/service/testClock.js';
import { until } from '../helpers/service/until.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const ID = 12_000_001;
const START = 1_700_000_000_000;
const lines = matchLines({ seed: 'cli', fixtureId: ID, startTime: START });

let folder: string;
let file: string;
let store: Store | undefined;
let service: RecordSocket | undefined;

beforeEach(() => {
  folder = temporaryFolder('ingest');
  file = join(folder, 'records.ndjson');
  writeFileSync(file, `${lines.join('\n')}\n`);
});
afterEach(async () => {
  await service?.close();
  await store?.close();
  service = undefined;
  store = undefined;
});

/** A service with only the socket that the command uses. */
async function serve(wrap: (ingest: Ingest) => RecordTaker = (ingest) => ingest): Promise<void> {
  store = await Store.open('memory');
  const ingest = new Ingest({ store, clock: new ManualClock(START + 10 ** 8), validate: validateRecord });
  service = await listenForRecords({ ingest: wrap(ingest), path: join(folder, 'ingest.sock') });
}

const stored = async () =>
  (
    await Promise.all(
      (['scores', 'odds', 'fixtures'] as const).map((kind) => itemsOf(store?.records.pagesOfFixture(kind, ID) ?? [])),
    )
  ).flat().length;

describe('linesman ingest through a running service', () => {
  it('stores a file, and changes nothing the second time', async () => {
    await serve();
    const summary = (accepted: number, repeated: number) => `${accepted} accepted, ${repeated} repeated, 0 refused\n`;
    expect(await linesman(['ingest', file, '--data', folder])).toEqual({
      code: 0,
      stdout: summary(lines.length, 0),
      stderr: '',
    });
    expect(await stored()).toBe(lines.length);
    expect(await linesman(['ingest', '--data', folder], lines.join('\r\n'))).toEqual({
      code: 0,
      stdout: summary(0, lines.length),
      stderr: '',
    });
    expect(await linesman(['ingest', '-', '--data', folder], '\n\n')).toMatchObject({ code: 0, stdout: summary(0, 0) });
  });

  it('names refused records, and stores the rest', async () => {
    await serve();
    const known = JSON.parse(lines[1] ?? '');
    const other = JSON.stringify({ ...known, ...('MessageId' in known ? { Bookmaker: 'Other' } : { Id: 99 }) });
    const input = [lines[0], lines[1], other, 'x\u001b[31m', ...lines.slice(2)].join('\n');
    const { code, stdout, stderr } = await linesman(['ingest', '--data', folder], input);
    expect([code, stdout]).toEqual([1, `${lines.length} accepted, 0 repeated, 2 refused\n`]);
    expect(stderr).toMatch(
      /^line 3, \$\.(Seq|MessageId): error 7042 RecordConflict: .*\n {2}Send a correction as a new record.*\n/,
    );
    expect(stderr).toContain('line 4, $: error 7040 MalformedRecord: ');
    expect(stderr).not.toContain('\u001b');
    const asJson = await linesman(['ingest', '--data', folder, '--json'], input);
    expect(asJson).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(asJson.stdout)).toEqual({
      accepted: 0,
      repeated: lines.length,
      refused: 2,
      lastLine: lines.length + 2,
      forms: { documented: expect.any(Number), historical: 0, observed: 0, either: expect.any(Number) },
      ...{ stopped: false, held: 0, missing: [], heartbeats: 0, unfit: {}, unwrapped: {} },
      refusals: [
        expect.objectContaining({ line: 3, number: 7042, name: 'RecordConflict', hint: expect.any(String) }),
        expect.objectContaining({ line: 4, number: 7040, path: '$' }),
      ],
      refusalsLeftOut: 0,
    });
  });

  it('starts at --from-line', async () => {
    await serve();
    await linesman(['ingest', '--data', folder], lines.slice(0, 10).join('\n'));
    const { stdout } = await linesman(['ingest', file, '--data', folder, '--from-line', '11', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ accepted: lines.length - 10, repeated: 0, lastLine: lines.length });
  });

  it('reports its position when stopped, and can continue there', async () => {
    const stop = new AbortController();
    await serve((ingest) => ({
      acceptAll: async (records) => {
        const results = await ingest.acceptAll(records);
        stop.abort();
        return results;
      },
    }));
    const output = { out: '', err: '' };
    const endless = (async function* () {
      for (const line of lines.slice(0, 60)) yield Buffer.from(`${line}\n`);
      await new Promise(() => {});
    })();
    const code = await runIngest(
      { data: folder, fromLine: 1, json: true },
      {
        stdin: endless,
        out: (text) => {
          output.out += text;
        },
        err: (text) => {
          output.err += text;
        },
      },
      stop.signal,
    );
    const { accepted, lastLine, stopped } = JSON.parse(output.out);
    expect([code, stopped, accepted]).toEqual([0, true, lastLine]);
    expect(await stored()).toBe(accepted);
    expect(output.err).toBe(
      'stopping after what is in flight\n' +
        `everything up to line ${lastLine} is stored or was refused; --from-line ${lastLine + 1} continues\n`,
    );
    expect((await linesman(['ingest', file, '--data', folder, '--from-line', `${lastLine + 1}`])).stdout).toBe(
      `${lines.length - lastLine} accepted, 0 repeated, 0 refused\n`,
    );
  });

  it('reports its position when the service goes away', async () => {
    let left = 1;
    await serve((ingest) => ({
      acceptAll: (records) => (left-- > 0 ? ingest.acceptAll(records) : Promise.reject(new Error('gone'))),
    }));
    const input = Array.from({ length: 3 }, () => lines.join('\n')).join('\n');
    const { code, stderr, stdout } = await linesman(['ingest', '--data', folder], input);
    expect([code, stdout]).toEqual([2, '']);
    const line = Number(/^everything up to line (\d+) is stored/.exec(stderr)?.[1]);
    expect(line).toBe(await stored());
    expect(stderr).toContain('error 7109 StoreNotReachable: ');
  });

  it('reports that no service is running', async () => {
    const { code, stderr } = await linesman(['ingest', file, '--data', folder]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `error 7106 ServiceNotRunning: No service is running in ${folder}.\n` +
        '  Start `linesman serve`, or pass --store.\n',
    );
  });

  it('ends on Ctrl-C after what is in flight', async () => {
    await serve();
    const child = start('ts/cli/main.ts', ['ingest', '--data', folder]);
    let stderr = '';
    let stdout = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    let code: unknown;
    try {
      child.stdin.write(`${lines[0]}\n`);
      // Standard input stays open.
      while ((await stored()) === 0 && child.exitCode === null) await settled();
      child.kill('SIGINT');
      [code] = await once(child, 'close');
    } finally {
      child.kill('SIGKILL');
    }
    expect([code, stdout]).toEqual([0, '1 accepted, 0 repeated, 0 refused\n']);
    expect(stderr).toContain('everything up to line 1 is stored or was refused; --from-line 2 continues\n');
  });
});

describe('linesman ingest into a store', () => {
  it('stores in a folder, by --store or LINESMAN_STORE', async () => {
    const place = join(folder, 'data', 'store');
    const first = await linesman(['ingest', '--store', place], lines.slice(0, 50).join('\n'));
    expect(first).toEqual({ code: 0, stdout: '50 accepted, 0 repeated, 0 refused\n', stderr: '' });
    const second = await linesman(['ingest', file, '--store', join(folder, 'data')]);
    expect(second.stdout).toBe(`${lines.length - 50} accepted, 50 repeated, 0 refused\n`);
    store = await Store.open({ folder: place });
    expect(await stored()).toBe(lines.length);
  });

  it('refuses a store that a service has open, and folders with other files', async () => {
    await serve();
    mkdirSync(join(folder, 'store'));
    const inUse = await linesman(['ingest', file, '--store', join(folder, 'store')]);
    expect(inUse.code).toBe(2);
    expect(inUse.stderr).toContain('error 7107 StoreInUse: ');
    expect(inUse.stderr).toContain(`--data ${folder}.`);
    await service?.close();
    const other = await linesman(['ingest', file, '--store', folder]);
    expect(other.stderr).toContain('error 7322 StoreFolderNotUsable: ');
    expect(other.stderr).toContain('something other');
  });

  it('reports an unreachable database without its password', async () => {
    const place = 'postgres://linesman:secret@127.0.0.1:1/linesman';
    const { code, stderr } = await linesman(['ingest', file, '--store', place]);
    expect(code).toBe(2);
    expect(stderr).toContain('error 7109 StoreNotReachable: ');
    expect(stderr).not.toContain('secret');
  });
});

describe('usage of linesman ingest', () => {
  it.each([
    [['nowhere.ndjson', '--data', 'a', '--store', 'b'], 7308, '--data cannot be combined with --store'],
    [['--store', 'mysql://u:secret@host/db'], 7313, 'mysql://…'],
    [['--from-line', '0'], 7311, '--from-line "0"'],
    [['--from-line', 'x'], 7311, '--from-line "x"'],
    [['--stream', 'S'], 7309, 'with --nats'],
    [['--nats', 'nats://127.0.0.1:1'], 7307, '--nats needs'],
    [['f', '--nats', 'nats://127.0.0.1:1'], 7308, 'a file, --from-line or --unwrap'],
  ])('refuses %j', async (args, number, text) => {
    const { code, stderr } = await linesman(['ingest', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(`error ${number} `);
    expect(stderr).toContain(text);
    expect(stderr).not.toContain('secret');
  });

  it('reports a missing file', async () => {
    await serve();
    const { code, stderr } = await linesman(['ingest', join(folder, 'nowhere'), '--data', folder]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('error 7014 FileNotReadable: ')]);
  });

  it('has help with examples', async () => {
    const { code, stdout } = await linesman(['ingest', '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples:\n {2}\$ linesman ingest /);
  });
});

describe('linesman ingest --metrics', () => {
  it.each([
    [7309, ['--metrics', '0']],
    [7309, ['--metrics', '0', '--store', 'x']],
    [7309, ['--metrics', '0', '--nats', 'nats://u:secret@h', '--stream', 'a', '--subject', 'b', '--durable', 'c']],
    [
      7317,
      ['--metrics', 'x', '--nats', 'nats://h', '--store', 'x', '--stream', 'a', '--subject', 'b', '--durable', 'c'],
    ],
  ])('%d: %j is refused', async (number, flags) => {
    const { code, stderr } = await linesman(['ingest', ...flags]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`^error ${number} .*--metrics`))]);
    expect(stderr).not.toContain('secret');
  });
});

const isHere = hasNatsServer();
const postgres = isHere ? await postgresServer() : null;
if (!postgres) leftOut('the readiness of linesman ingest: PostgreSQL or nats-server is not installed.');
afterAll(() => postgres?.remove());
if (!isHere) leftOut('linesman ingest with a real NATS server: nats-server is not installed.');

describe.runIf(isHere)('linesman ingest from NATS', () => {
  it('stores records until Ctrl-C and reports refused ones', async () => {
    await serve();
    const server = await NatsServer.start();
    const connection = await connect({ servers: server.url });
    await (await jetstreamManager(connection)).streams.add({ name: 'RECORDS', subjects: ['records'] });
    const child = start('ts/cli/main.ts', [
      ...['ingest', '--data', folder, '--nats', server.url],
      ...['--stream', 'RECORDS', '--subject', 'records', '--durable', 'linesman'],
    ]);
    try {
      for (const line of [...lines.slice(0, 30), 'nonsense']) await jetstream(connection).publish('records', line);
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (chunk) => {
        stdout += chunk;
      });
      const isRefused = new Promise<void>((resolve) => {
        child.stderr.on('data', (chunk) => {
          stderr += chunk;
          if (stderr.includes('error 7040')) resolve();
        });
        child.once('close', () => resolve());
      });
      await isRefused;
      child.kill('SIGINT');
      const [code] = await once(child, 'close');
      expect(stderr).toContain('message 31 on records, $: error 7040 MalformedRecord: ');
      expect([code, stdout]).toEqual([1, '30 accepted, 0 repeated, 1 refused\n']);
      expect(await stored()).toBe(30);
    } finally {
      child.kill('SIGKILL');
      await connection.close();
      await server.stop();
    }
  });

  it.skipIf(!postgres)('reports readiness and metrics', async () => {
    const database = postgres as PostgresServer;
    const server = await NatsServer.start();
    const connection = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    await (await jetstreamManager(connection)).streams.add({ name: 'RECORDS', subjects: ['records'] });
    const url = await database.database('ingest');
    expect((await linesman(['migrate', '--store', url])).code).toBe(0);
    const child = start('ts/cli/main.ts', [
      ...['ingest', '--store', url, '--nats', server.url, '--metrics', '127.0.0.1:0'],
      ...['--stream', 'RECORDS', '--subject', 'records', '--durable', 'linesman'],
    ]);
    try {
      let stderr = '';
      child.stderr.on('data', (chunk) => {
        stderr += chunk;
      });
      const address = () => /^health and metrics at (\S+)$/m.exec(stderr)?.[1];
      await until(() => address() !== undefined);
      const ask = async (path: string) => {
        const answer = await fetch(`${address()}${path}`);
        return [answer.status, await answer.text()] as const;
      };
      const isSaid = (path: string, status: number, text: string) => async () => {
        const [is, said] = await ask(path);
        return is === status && said.includes(text);
      };
      expect(await ask('/healthz')).toEqual([200, 'ok\n']);
      await until(isSaid('/readyz', 200, 'ready\ndatabase: ok\nwrites: ok\nrecords: ok\nnats: ok\n'));
      // Like edges on the same server.
      let isReported = false;
      connection.subscribe('linesman.records', {
        callback: () => {
          isReported = true;
        },
      });
      await connection.flush();
      for (const line of [lines[0] ?? '', 'nonsense']) await jetstream(connection).publish('records', line);
      await until(isSaid('/metrics', 200, 'linesman_ingest_records_total{kind="fixtures",status="accepted"} 1\n'));
      await until(isSaid('/metrics', 200, 'linesman_ingest_refusals_total{error="7040"} 1\n'));
      await until(() => isReported);

      await server.kill();
      await until(isSaid('/readyz', 503, 'not ready\ndatabase: ok\nwrites: ok\nrecords: ok\nnats: '));
      await server.start();
      await until(isSaid('/readyz', 200, 'nats: ok'));
      await database.stop();
      await until(isSaid('/readyz', 503, 'nats: ok'));
      await until(async () => /linesman_store_errors_total\{class="\w+"\} [1-9]/.test((await ask('/metrics'))[1]));
      await database.start();
      await until(isSaid('/readyz', 200, 'database: ok'));
      child.kill('SIGINT');
      const [code] = await once(child, 'close');
      expect(code).toBe(1);
    } finally {
      child.kill('SIGKILL');
      await connection.close();
      await server.stop();
    }
  });
});
