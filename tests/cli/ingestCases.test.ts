import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { answerLine } from '../../ts/service/data/intake/answerLine.js';
import { listenForRecords, type RecordSocket } from '../../ts/service/data/intake/listenForRecords.js';
import { ServiceTaker } from '../../ts/service/data/intake/serviceTaker.js';
import { Store } from '../../ts/service/data/store/store.js';
import { ServiceMetrics } from '../../ts/service/metrics/serviceMetrics.js';
import { linesman } from '../helpers/cli.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

/** Files as people have them, through a running service. */

const ID = 16_900_001;
const NOW = 1_783_800_000_000;
const fileOf = (name: string): string => new URL(`../service/feeds/${name}`, import.meta.url).pathname;
const linesOf = (name: string): string[] => readFileSync(fileOf(name), 'utf8').trim().split('\n');

let folder: string;
let store: Store;
let metrics: ServiceMetrics;
let service: RecordSocket;
beforeEach(async () => {
  folder = temporaryFolder('cases');
  store = await Store.open('memory');
  metrics = new ServiceMetrics({ defaults: false });
  const { onDecided } = metrics;
  const ingest = new Ingest({ store, clock: new ManualClock(NOW), validate: validateRecord, onDecided });
  service = await listenForRecords({ ingest, path: join(folder, 'ingest.sock') });
});
afterEach(async () => {
  await service.close();
  await store.close();
});

const ingest = async (file: string, ...words: string[]) => {
  const { code, stdout, stderr } = await linesman(['ingest', file, '--data', folder, ...words]);
  return { code, stdout, stderr };
};
const written = (lines: readonly string[]): string => {
  const path = join(folder, 'input.ndjson');
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
};
const seqs = async () => (await itemsOf(store.records.pagesOfFixture('scores', ID))).map(({ seq }) => seq);

const MODES: readonly (readonly string[])[] = [
  [],
  ['--on-refusal', 'stop'],
  ['--on-refusal', 'skip'],
  ['--on-refusal', 'hold'],
  ['--gaps'],
];

describe('records in another order than that of their numbers', () => {
  test.each(MODES)('are stored whole: %j', async (...mode) => {
    const all = { code: 0, stdout: '8 accepted, 0 repeated, 0 refused\n', stderr: '' };
    expect(await ingest(fileOf('scores-by-time.ndjson'), ...mode)).toEqual(all);
    expect(await seqs()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(await store.records.missingScores()).toMatchObject({ missing: 0, held: 0 });
    const repeated = { ...all, stdout: '0 accepted, 8 repeated, 0 refused\n' };
    expect(await ingest(written(linesOf('scores-by-time.ndjson').reverse()), ...mode)).toEqual(repeated);
  });

  test('newest first, more than are taken together, also from a stream', async () => {
    const [fixture = '', score = ''] = linesOf('scores-by-time.ndjson');
    const many = Array.from({ length: 450 }, (_, i) => JSON.stringify({ ...JSON.parse(score), Seq: i, Id: i }));
    const given = [...many.toReversed(), fixture].join('\n');
    const { code, stdout } = await linesman(['ingest', '--data', folder], given);
    expect([code, stdout]).toEqual([0, '451 accepted, 0 repeated, 0 refused\n']);
    expect(await seqs()).toEqual(many.map((_, i) => i));
  });

  test('a gap is judged once, at the end, by the rules, and counted once', async () => {
    const gap = linesOf('scores-by-time.ndjson').filter((line) => JSON.parse(line).Seq !== 2);
    const stopped = await ingest(written(gap));
    expect([stopped.code, stopped.stdout]).toEqual([1, '3 accepted, 0 repeated, 4 refused\n']);
    expect(stopped.stderr).toMatch(/^line 5 and 3 more, \$\.Seq: error 7043 .*is 3; .*is 2\.\n.*\n$/);
    expect(await metrics.text()).toContain('linesman_ingest_refusals_total{error="7043"} 4\n');
    const asJson = JSON.parse((await ingest(written(gap), '--json')).stdout);
    expect(asJson).toMatchObject({ refused: 4, refusals: [{ line: 5, number: 7043, count: 4 }], refusalsLeftOut: 0 });
    const held = await ingest(written(gap.toReversed()), '--on-refusal', 'hold');
    expect(held).toMatchObject({ code: 0, stdout: '0 accepted, 3 repeated, 0 refused, 4 held\n' });
    const gaps = await ingest(written(gap), '--gaps');
    expect(gaps).toMatchObject({ code: 0, stderr: `fixture ${ID}: record 2 is missing, and cannot be proven\n` });
    expect(await seqs()).toEqual([0, 1, 3, 4, 5, 6]);
  });

  test('a service of an earlier version takes them in their order, by the rules that it knows', async () => {
    const path = join(folder, 'old.sock');
    const asked: string[] = [];
    const server = createServer((socket) =>
      socket.on('data', (data) => {
        for (const text of `${data}`.trimEnd().split('\n')) {
          asked.push(text);
          const record = { fixtureId: 1, seq: 0, ts: 1 };
          const error = { number: 7040, name: 'MalformedRecord', message: 'no', hint: 'no' };
          if (text.includes('IntakePatience'))
            socket.write(`${JSON.stringify({ line: 1, status: 'refused', error })}\n`);
          else socket.write(answerLine({ line: 1, result: { status: 'accepted', record } }));
        }
      }),
    );
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const taker = new ServiceTaker(path);
    for (const isPatient of [true, false, true])
      expect(await taker.acceptAll(['{"Seq":0}'], undefined, isPatient)).toMatchObject([{ status: 'accepted' }]);
    expect(asked).toEqual(['{"IntakePatience":true}', '{"Seq":0}', '{"Seq":0}', '{"Seq":0}']);
    taker.close();
    await new Promise((resolve) => server.close(resolve));
  });
});

test('a line that is priced again under its message id is stored', async () => {
  const { code, stdout } = await ingest(fileOf('odds-same-message.ndjson'));
  expect([code, stdout]).toEqual([0, expect.stringMatching('^3 accepted, 0 repeated, 0 refused\n')]);
});

describe('shapes of files', () => {
  test.each([[], ['--unwrap', 'raw']])('a stream as lists of text lines is read: %j', async (...words) => {
    expect(await ingest(fileOf('raw-lines.jsonl'), ...words)).toEqual({
      code: 0,
      stdout: '2 accepted, 0 repeated, 0 refused\nwrapped: 2 records in the field raw; 1 heartbeats skipped\n',
      stderr: '',
    });
  });

  test('fixtures without a sport are refused once, with the option that names it', async () => {
    const fixtures = JSON.parse(readFileSync(fileOf('fixtures-without-sport.json'), 'utf8'));
    const many = Array.from({ length: 36 }, (_, i) => ({ ...fixtures[i % fixtures.length], FixtureId: ID + i }));
    for (const change of [{}, { GameState: 1 }]) {
      const path = written([
        JSON.stringify(
          many.map((one) => ({ ...one, ...change })),
          null,
          1,
        ),
      ]);
      const { code, stderr } = await ingest(path);
      expect([code, stderr.match(/error \d+/g)]).toEqual([1, ['error 7402']]);
      expect(stderr).toMatch(/^line 1 and 35 more, \$\.SportId: .*\n.*--sport/);
      expect(stderr).not.toContain('GameState');
      const named = await ingest(path, '--sport', 'soccer');
      expect(named).toMatchObject({ code: 0, stderr: '' });
    }
  });

  test('proofs and HTTP archives are refused by their names', async () => {
    const har = { log: { version: '1.2', entries: [{ response: { content: { text: 'x'.repeat(2 ** 21) } } }] } };
    for (const [value, name] of [
      [{ proof: { ts: 1 } }, 'a proof'],
      [har, 'HAR'],
    ] as const) {
      const { code, stderr } = await ingest(written([JSON.stringify(value, null, 1)]));
      expect([code, stderr]).toEqual([1, expect.stringMatching(`^line 1, \\$: error 7246 .*${name}`)]);
    }
  });
});

describe('stats as their source states them', () => {
  /** The match, its records with only these stats. */
  const stating = (stats: Readonly<Record<string, number>>) =>
    linesOf('scores-by-time.ndjson').map((line) => {
      const record = JSON.parse(line) as { Stats?: object };
      return JSON.stringify(Object.keys(record.Stats ?? {}).length > 0 ? { ...record, Stats: stats } : record);
    });
  const final = async () =>
    JSON.parse((await itemsOf(store.records.pagesOfFixture('scores', ID))).at(-1)?.json ?? '{}');

  test('a source that knows twelve is taken as it is; one more or less stops the match (7410)', async () => {
    const twelve = { 1: 3, 2: 1, 1001: 1, 1002: 0, 3001: 2, 3002: 1, 3: 2, 4: 1, 5: 0, 6: 0, 7: 6, 8: 4 };
    const lines = stating(twelve);
    const { 8: _, ...eleven } = twelve;
    for (const other of [eleven, { ...twelve, 1007: 3 }]) {
      const last = JSON.parse(lines.at(-1) ?? '') as object;
      const refused = await ingest(written([...lines.slice(0, -1), JSON.stringify({ ...last, Stats: other })]));
      expect([refused.code, refused.stderr.match(/error \d+/g)]).toEqual([1, ['error 7410']]);
    }
    expect(await ingest(written(lines))).toMatchObject({ code: 0, stdout: '1 accepted, 7 repeated, 0 refused\n' });
    expect((await final()).Stats).toEqual(twelve);
  });

  test('a total that differs from the sum of its parts is refused (7412), or stored and marked', async () => {
    const path = written(stating({ 1: 5, 1001: 1, 3001: 2, 7001: 0 }));
    expect((await ingest(path)).stderr).toContain('error 7412');
    expect(await ingest(path, '--accept-sums')).toMatchObject({ code: 0, stderr: '' });
    expect((await store.records.fixture(ID))?.stated).toMatchObject({ keys: '1,1001,3001,7001', sumsDiffer: true });
  });
});
