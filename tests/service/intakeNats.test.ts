import { type Consumer, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ManualClock } from '../../ts/service/clock/manualClock.js';
import { matchLines } from '../../ts/service/commands/records/exampleMatch.js';
import { Ingest } from '../../ts/service/data/ingest/ingest.js';
import type { RecordTaker } from '../../ts/service/data/ingest/recordTaker.js';
import { validateRecord } from '../../ts/service/data/ingest/validateRecord.js';
import { connectNats } from '../../ts/service/data/intake/connectNats.js';
import type { NatsSource } from '../../ts/service/data/intake/natsConsumer.js';
import {
  type MessageCounts,
  type RefusedMessage,
  type TakeFromNatsOptions,
  takeFromNats,
} from '../../ts/service/data/intake/takeFromNats.js';
import type { Store } from '../../ts/service/data/store/store.js';
import { leftOut } from '../helpers/leftOut.js';
import { hasNatsServer, NatsServer } from '../helpers/natsServer.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { sharedDatabase, statements } from '../helpers/service/database.js';

const ID = 12_000_001;
const START = 1_800_000_000_000;
const lines = matchLines({ seed: 'nats', fixtureId: ID, startTime: START });
const SOURCE: NatsSource = { stream: 'RECORDS', subject: 'records.*', durable: 'linesman' };
/** ms. Short, because the test waits this long for the redelivery of what a dead process had. */
const ACK_WAIT = 1_000;

const isHere = hasNatsServer();
if (!isHere) leftOut('records from a real NATS server: nats-server is not installed.');

describe.runIf(isHere)('records from NATS', () => {
  const database = sharedDatabase();
  let store: Store;
  let ingest: Ingest;
  let server: NatsServer;
  let operator: NatsConnection;
  let manager: JetStreamManager;

  beforeEach(async () => {
    store = await database.fresh();
    ingest = new Ingest({ store, clock: new ManualClock(START + 10 ** 8), validate: validateRecord });
    server = await NatsServer.start();
    operator = await connect({ servers: server.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    manager = await jetstreamManager(operator);
    await manager.streams.add({ name: SOURCE.stream, subjects: ['records.*', 'other'] });
  });
  afterEach(async () => {
    for (const run of runs.splice(0)) await run.stop();
    await operator.close();
    await server.stop();
  });

  const publish = async (texts: readonly (string | Uint8Array)[], subject = 'records.all') => {
    for (const text of texts) await jetstream(operator).publish(subject, text);
  };
  const all = async () =>
    (
      await Promise.all(
        (['fixtures', 'odds', 'scores'] as const).map((kind) => itemsOf(store.records.pagesOfFixture(kind, ID))),
      )
    ).flatMap((records) => records.map(({ json }) => json));
  const byKind = (texts: readonly string[]) =>
    ['"Competition"', '"MessageId"', '"Seq"'].flatMap((name) => texts.filter((text) => text.includes(name)));
  const pending = async () => (await manager.consumers.info(SOURCE.stream, SOURCE.durable)).num_ack_pending;

  /** Does some work, and never answers. `asked`: the work is done. */
  function silentTaker(work: (records: readonly string[]) => Promise<unknown> = async () => {}) {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const taker: RecordTaker = {
      acceptAll: async (records) => {
        await work(records);
        isAsked();
        return new Promise(() => {});
      },
    };
    return { taker, asked };
  }

  /** A running intake. */
  class Run {
    readonly refused: RefusedMessage[] = [];
    readonly troubles: unknown[] = [];
    counts: MessageCounts = { accepted: 0, repeated: 0, refused: 0, lastSequence: 0 };
    private readonly stopping = new AbortController();
    private wake = () => {};
    private readonly ended: Promise<MessageCounts>;

    constructor(
      readonly connection: NatsConnection,
      taker: RecordTaker,
      source: NatsSource,
      options: TakeFromNatsOptions,
    ) {
      runs.push(this);
      this.ended = takeFromNats(taker, connection, source, {
        signal: this.stopping.signal,
        onRefused: (refused) => this.refused.push(refused),
        onTrouble: (trouble) => this.troubles.push(trouble),
        onProgress: (counts) => {
          this.counts = counts;
          this.wake();
        },
        ...options,
      });
      this.ended.catch(() => this.wake());
    }

    static async start(taker: RecordTaker = ingest, options: TakeFromNatsOptions = {}, source = SOURCE): Promise<Run> {
      return new Run(await connectNats(server.url), taker, source, options);
    }

    /**
     * Waits until the message of this sequence is decided, and that many are accepted or refused. One that came before
     * it may be decided after it.
     */
    async reached(sequence: number, decided = sequence): Promise<this> {
      while (this.counts.lastSequence < sequence || this.counts.accepted + this.counts.refused < decided) {
        const progress = new Promise<void>((resolve) => {
          this.wake = resolve;
        });
        await Promise.race([progress, this.ended.then(() => {})]);
      }
      return this;
    }

    async stop(): Promise<MessageCounts> {
      this.stopping.abort();
      try {
        return await this.ended;
      } finally {
        await this.connection.close();
      }
    }

    /** The process is gone, maybe in a call that does not end: nothing more is acknowledged or returned. */
    async die(): Promise<void> {
      await this.connection.close();
      runs.splice(runs.indexOf(this), 1);
    }
  }
  const runs: Run[] = [];

  test('are stored in order and acknowledged', async () => {
    await publish(lines);
    await publish(['{}'], 'other');
    const run = await (await Run.start()).reached(lines.length);
    expect(await all()).toEqual(byKind(lines));
    expect(await run.stop()).toEqual({ accepted: lines.length, repeated: 0, refused: 0, lastSequence: lines.length });
    expect(await pending()).toBe(0);
    // Acknowledged messages are not redelivered; new ones are.
    await publish([lines[0] ?? '']);
    const next = await (await Run.start()).reached(lines.length + 2, 0);
    expect(await next.stop()).toMatchObject({ accepted: 0, repeated: 1, refused: 0 });
  });

  test('are not acknowledged before they are stored, and come again once after a crash', async () => {
    await publish(lines.slice(0, 30));
    // It dies between storing and acknowledging, and another one before storing.
    const { taker: dying, asked: stored } = silentTaker((records) => ingest.acceptAll(records));
    const first = await Run.start(dying, { batch: 20, ackWait: ACK_WAIT });
    await stored;
    const before = (await all()).length;
    expect(before).toBeGreaterThan(0);
    expect(await pending()).toBeGreaterThanOrEqual(before);
    await first.die();
    await publish(lines.slice(30));
    const second = await (await Run.start(ingest, { batch: 20 })).reached(lines.length, lines.length - before);
    const { accepted, repeated, refused } = await second.stop();
    expect([accepted, refused]).toEqual([lines.length - before, 0]);
    // On a slow machine others are redelivered as well.
    expect(repeated).toBeGreaterThanOrEqual(before);
    expect(await all()).toEqual(byKind(lines));
  });

  test('that a dying process had are awaited, so that none is refused as too early', async () => {
    await publish(lines.slice(0, 10));
    const { taker: dying, asked } = silentTaker();
    const first = await Run.start(dying, { ackWait: ACK_WAIT });
    await asked;
    await first.die();
    await publish(lines.slice(10));
    const second = await (await Run.start()).reached(lines.length);
    expect(await second.stop()).toMatchObject({ accepted: lines.length, refused: 0 });
    expect(await all()).toEqual(byKind(lines));
  });

  test('are also awaited when another running process received them', async () => {
    const { taker: dying, asked } = silentTaker();
    const other = await Run.start(dying, { ackWait: ACK_WAIT });
    await publish(lines.slice(0, 1));
    await asked;
    const run = await Run.start();
    await publish(lines.slice(1, 60));
    await other.die();
    await run.reached(60);
    while ((await pending()) > 0) await run.connection.flush();
    const { accepted, refused } = await run.stop();
    expect([accepted, refused, run.refused]).toEqual([60, 0, []]);
  });

  test('that arrive while the server is asked about those of others do not hide them', async () => {
    const { taker: dying, asked } = silentTaker();
    const first = await Run.start(dying, { ackWait: 3 * ACK_WAIT });
    await publish(lines.slice(0, 1));
    await asked;
    await first.die();
    // With each answer another record arrives, which the answer does not count.
    const { prototype } = (await jetstream(operator).consumers.get(SOURCE.stream, SOURCE.durable)).constructor;
    const info: Consumer['info'] = prototype.info;
    let published = 1;
    const slow = vi.spyOn(prototype as Consumer, 'info').mockImplementation(async function (this: Consumer, cached) {
      const answer = await info.call(this, cached);
      if (cached) return answer; // before anything is consumed
      const before = await pending();
      await publish(lines.slice(published, ++published));
      while ((await pending()) <= before) await operator.flush();
      await runs.at(-1)?.connection.flush();
      return answer;
    });
    try {
      const run = await Run.start();
      while (slow.mock.calls.length < 5 && run.refused.length === 0) await operator.flush();
      slow.mockRestore();
      await run.reached(published);
      const { accepted } = await run.stop();
      expect([accepted, run.refused]).toEqual([published, []]);
    } finally {
      slow.mockRestore();
    }
  });

  test('that come before those that they need wait for them, whatever the order', async () => {
    const waiting: number[] = [];
    const run = await Run.start(ingest, { batch: 7, onWaiting: (count) => waiting.push(count) });
    const scores = lines.filter((line) => line.includes('"Seq"')).slice(0, 30);
    const count = scores.length + 1;
    await publish([...scores.reverse(), lines[0] ?? '']);
    await run.reached(count);
    expect(await run.stop()).toEqual({ accepted: count, repeated: 0, refused: 0, lastSequence: count });
    expect([await pending(), Math.max(...waiting) > 0, waiting.at(-1)]).toEqual([0, true, 0]);
  });

  test('that wait, also for those of another process, cost the others nothing, and are refused once', async () => {
    const { prototype } = (
      await manager.consumers
        .add(SOURCE.stream, { durable_name: 'any', ack_policy: 'explicit' })
        .then(() => jetstream(operator).consumers.get(SOURCE.stream, 'any'))
    ).constructor;
    const info: Consumer['info'] = prototype.info;
    let isAlone = true;
    const told = vi.spyOn(prototype as Consumer, 'info').mockImplementation(async function (this: Consumer, cached) {
      const answer = await info.call(this, cached);
      return isAlone ? answer : { ...answer, num_ack_pending: 10 ** 6 };
    });
    try {
      const sent: string[] = [];
      const counting: RecordTaker = {
        acceptAll: (records, next, isPatient) => {
          sent.push(...records);
          return ingest.acceptAll(records, next, isPatient);
        },
      };
      await publish(lines.slice(0, 1));
      const run = await (await Run.start(counting)).reached(1);
      isAlone = false;
      const unknown = lines.slice(1, 21).map((line) => JSON.stringify({ ...JSON.parse(line), FixtureId: ID + 1 }));
      await publish(unknown);
      for (const [i, line] of lines.slice(1, 21).entries()) {
        await publish([line]);
        await run.reached(22 + i, 2 + i);
      }
      const times = () => unknown.map((line) => sent.filter((one) => one === line).length);
      expect(Math.max(...times())).toBe(1);
      isAlone = true;
      await run.reached(41);
      expect(run.refused.map(({ sequence, error }) => [sequence, error.number])).toEqual(
        unknown.map((_, i) => [2 + i, 7041]),
      );
      // Once more for those that arrived with the first of them; the others have not been asked about before.
      expect(Math.max(...times())).toBe(2);
      expect(await run.stop()).toEqual({ accepted: 21, repeated: 0, refused: 20, lastSequence: 41 });
      expect(await pending()).toBe(0);
    } finally {
      told.mockRestore();
    }
  });

  test('that are refused, and that no stream takes, hold up no others, and are counted once', async () => {
    await manager.streams.add({ name: 'REFUSED', subjects: ['refused'], max_msgs: 1, discard: 'new' });
    await publish(['in the way'], 'refused');
    await publish(['{}', ...lines.slice(0, 20)]);
    const run = await Run.start(ingest, {}, { ...SOURCE, refusedSubject: 'refused' });
    await run.reached(21, 20);
    expect([run.counts.accepted, run.refused]).toEqual([20, []]);
    await manager.streams.purge('REFUSED');
    await run.reached(21);
    expect(run.refused.map(({ sequence }) => sequence)).toEqual([1]);
    expect(await run.stop()).toEqual({ accepted: 20, repeated: 0, refused: 1, lastSequence: 21 });
  });

  test('continue after a restart of the server', async () => {
    await publish(lines.slice(0, 50));
    const run = await (await Run.start()).reached(50);
    const isBack = (async () => {
      for await (const { type } of operator.status()) if (type === 'reconnect') return;
    })();
    await server.kill();
    await server.start();
    await isBack;
    await publish(lines.slice(50));
    await run.reached(lines.length);
    expect((await run.stop()).refused).toBe(0);
    expect(await all()).toEqual(byKind(lines));
  });

  test('wait until they can be stored again', async () => {
    let fails = 2;
    const taker: RecordTaker = {
      acceptAll: (records) => (fails-- > 0 ? Promise.reject(new Error('gone')) : ingest.acceptAll(records)),
    };
    await publish(lines.slice(0, 20));
    const run = await (await Run.start(taker)).reached(20);
    expect(run.troubles).toEqual([new Error('gone'), new Error('gone')]);
    expect(await run.stop()).toMatchObject({ accepted: 20, refused: 0 });
    expect((await all()).length).toBe(20);
  });

  test('are returned at shutdown when they could not be stored', async () => {
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => {
      isAsked = resolve;
    });
    const broken: RecordTaker = {
      acceptAll: async () => {
        isAsked();
        throw new Error('gone');
      },
    };
    await publish(lines.slice(0, 20));
    let returned = 0;
    const answers = operator.subscribe('$JS.ACK.>', {
      callback: (_, answer) => {
        if (answer.string().startsWith('-NAK')) returned++;
      },
    });
    await operator.flush();
    // NATS 2.9 redelivers the first of them only after this time.
    const run = await Run.start(broken, { ackWait: ACK_WAIT });
    await asked;
    expect(await run.stop()).toMatchObject({ accepted: 0, refused: 0 });
    await operator.flush();
    answers.unsubscribe();
    expect(returned).toBe(20);
    const next = await (await Run.start()).reached(20);
    expect(await next.stop()).toMatchObject({ accepted: 20, repeated: 0, refused: 0 });
  });

  test('that are refused are reported, not redelivered, and stop nothing', async () => {
    const gap = lines.findLast((line) => line.includes('"Seq"')) ?? '';
    const given = [lines[0] ?? '', 'nonsense', '', gap, Uint8Array.of(0xff), lines[1] ?? ''];
    await publish(given);
    const run = await (await Run.start()).reached(given.length);
    expect(run.refused.map(({ sequence, subject, path, error }) => [sequence, subject, path, error.number])).toEqual([
      [2, 'records.all', '$', 7040],
      [3, 'records.all', '$', 7040],
      [5, 'records.all', '$', 7040],
      // It has waited for those before it.
      [4, 'records.all', '$.Seq', 7043],
    ]);
    expect(await run.stop()).toEqual({ accepted: 2, repeated: 0, refused: 4, lastSequence: 6 });
    expect(await pending()).toBe(0);
  });

  test('that the database refuses do not hold back those behind them', async () => {
    await statements(database.pool, `alter table record add check (json not like '%poison%')`);
    const last = JSON.parse(lines.findLast((line) => line.includes('"Seq"')) ?? '');
    const bad = [{ CoverageType: 'poison' }, { Action: 'x'.repeat(3_000) }].map((more) =>
      JSON.stringify({ ...last, Seq: 0, ...more }),
    );
    await publish([lines[0] ?? '', ...bad, ...lines.slice(1)]);
    const run = await (await Run.start()).reached(lines.length + 2);
    expect(run.refused.map(({ sequence, error }) => [sequence, error.number])).toEqual([
      [2, 7148],
      [3, 7031],
    ]);
    expect(run.troubles).toEqual([]);
    expect(await run.stop()).toMatchObject({ accepted: lines.length, refused: 2 });
    expect(await all()).toEqual(byKind(lines));
    expect(await pending()).toBe(0);
  });

  test('that are refused are moved to another subject if configured', async () => {
    await manager.streams.add({ name: 'REFUSED', subjects: ['refused'] });
    await publish(['nonsense', lines[0] ?? '']);
    const run = await Run.start(ingest, {}, { ...SOURCE, refusedSubject: 'refused' });
    await run.reached(2);
    expect(await run.stop()).toMatchObject({ accepted: 1, refused: 1 });
    const moved = await manager.streams.getMessage('REFUSED', { seq: 1 });
    expect(moved?.string()).toBe('nonsense');
    expect(moved?.header.get('Linesman-Error')).toBe('7040 MalformedRecord');
    expect(moved?.header.get('Linesman-Sequence')).toBe('1');
    expect((await manager.streams.info('REFUSED')).state.messages).toBe(1);
    expect(await pending()).toBe(0);
  });

  describe('are not consumed', () => {
    const error = (options: Partial<NatsSource>) =>
      Run.start(ingest, {}, { ...SOURCE, ...options }).then((run) => {
        runs.splice(runs.indexOf(run), 1);
        return run.stop().then(
          () => undefined,
          ({ number, message }) => [number, message],
        );
      });

    test('from a missing stream or subject', async () => {
      expect(await error({ stream: 'NONE' })).toEqual([7111, 'There is no stream NONE.']);
      expect(await error({ subject: 'elsewhere' })).toEqual([7111, expect.any(String)]);
      expect(await error({ stream: 'A.B' })).toEqual([7281, expect.stringContaining('A.B')]);
      expect(await error({ durable: 'a*' })).toEqual([7281, expect.stringContaining('a*')]);
    });

    test('with a consumer that would lose some', async () => {
      const consumer = (name: string, more: object) =>
        manager.consumers.add(SOURCE.stream, {
          durable_name: name,
          filter_subject: 'records.*',
          ack_policy: 'explicit',
          max_ack_pending: 100,
          ...more,
        });
      await consumer('few', { max_deliver: 3 });
      expect(await error({ durable: 'few' })).toEqual([7111, 'The consumer few gives up after 3 deliveries.']);
      await consumer('all', { ack_policy: 'all' });
      expect(await error({ durable: 'all' })).toEqual([7111, 'The consumer all has the acknowledgement policy all.']);
      await consumer('push', { deliver_subject: 'somewhere' });
      expect(await error({ durable: 'push' })).toEqual([7111, 'The consumer push is a push consumer.']);
      await consumer('more', { max_ack_pending: 20_000 });
      expect(await error({ durable: 'more' })).toEqual([7111, expect.stringContaining('max_ack_pending of 20000')]);
      await consumer('other', { filter_subject: 'other' });
      expect(await error({ durable: 'other' })).toEqual([
        7111,
        'The consumer other has the subject other, not records.*.',
      ]);
      await consumer('good', {});
      expect(await error({ durable: 'good' })).toBe(undefined);
    });

    test('when refused ones would be lost or come back', async () => {
      expect(await error({ refusedSubject: 'nowhere' })).toEqual([7111, 'No stream has the subject nowhere.']);
      expect(await error({ refusedSubject: 'records.refused' })).toEqual([
        7282,
        expect.stringContaining('would come back'),
      ]);
      expect(await error({ refusedSubject: 'other.*' })).toEqual([7282, expect.stringContaining('wildcards')]);
      expect(await error({ refusedSubject: 'other' })).toBe(undefined);
    });

    test('from an unreachable server, or with an invalid address', async () => {
      const { url } = server;
      await server.kill();
      await expect(connectNats(url)).rejects.toMatchObject({ number: 7110 });
      await expect(connectNats('http://u:secret@127.0.0.1')).rejects.toSatisfy(
        ({ number, message }) => number === 7280 && !message.includes('secret'),
      );
    });

    test('any more once the consumer is deleted', async () => {
      const run = await Run.start();
      await publish(lines.slice(0, 1));
      await run.reached(1);
      await manager.consumers.delete(SOURCE.stream, SOURCE.durable);
      runs.splice(runs.indexOf(run), 1);
      await expect(run.reached(2)).rejects.toMatchObject({
        number: 7111,
        hint: expect.stringMatching(/reads everything that the stream still contains.*Send again what/),
      });
      await run.connection.close();
    });
  });
});
