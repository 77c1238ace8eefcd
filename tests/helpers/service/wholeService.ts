import { AckPolicy, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection, nanos } from '@nats-io/transport-node';
import { realClock } from '../../../ts/service/clock/realClock.js';
import { postgresPool } from '../../../ts/service/data/store/postgresPool.js';
import type { RecordKind } from '../../../ts/service/data/store/recordKind.js';
import type { SqlPool } from '../../../ts/service/data/store/sqlPool.js';
import { Store } from '../../../ts/service/data/store/store.js';
import { linesman } from '../cli.js';
import { NatsServer } from '../natsServer.js';
import type { PostgresServer } from '../postgresServer.js';
import { Cluster } from './cluster.js';
import { subscribe } from './edgeConfiguration.js';
import { IngestProcess } from './ingestProcess.js';
import { ReadyzWatch } from './readyzWatch.js';
import { Relay } from './relay.js';
import { RoamingReader } from './roamingReader.js';
import { RpcProxy } from './rpcProxy.js';
import { ServeProcess } from './serveProcess.js';
import { until } from './until.js';

const STREAM = 'RECORDS';
/** ms after which JetStream redelivers what an ingester took with it. */
const ACK_WAIT = 2_000;

/** A process of `linesman serve` and its output. */
export interface Member {
  readonly process: ServeProcess;
  readonly url: string;
  readonly watch: ReadyzWatch;
}

/** A record that JetStream has acknowledged, in the order of its subject. */
export interface SentRecord {
  readonly kind: RecordKind;
  readonly fixtureId: number;
  readonly ts: number;
  readonly text: string;
}

/** Subject of a source, which divides the records among ingesters; also the name of its consumer. */
export type Source = 'one' | 'two';

/** An oracle as in docs/operation.md, with every process and every server separate. */
export class WholeService {
  readonly sent: SentRecord[] = [];
  /** While true, readers whose connection ends do not move to another edge. */
  areEdgesOutOfReach = false;
  readonly readers: { readonly first: string; readonly kind: 'odds' | 'scores'; readonly reader: RoamingReader }[] = [];
  private readonly members = new Map<string, Member>();

  private constructor(
    readonly cluster: Cluster,
    readonly postgres: PostgresServer,
    readonly storeUrl: string,
    readonly nats: NatsServer,
    /** Between the processes and the chain. */
    readonly rpc: RpcProxy,
    /** Between an ingester and NATS. */
    readonly relay: Relay,
    readonly store: Store,
    private readonly pool: SqlPool,
    private readonly connection: NatsConnection,
    private readonly streams: JetStreamManager,
  ) {}

  /** The servers: a deployed oracle, an empty database with its schema, and a JetStream stream for records. */
  static async start(postgres: PostgresServer): Promise<WholeService> {
    const cluster = await Cluster.start();
    // The matches are long over: with a bound, their roots would be too late.
    const deployment = ['--rpc', cluster.url, '--keys', cluster.keyFolder, '--late-after', '0'];
    await ended(linesman(['deploy', ...deployment]));
    const url = await postgres.database('linesman');
    await ended(linesman(['migrate', '--store', url]));
    const nats = await NatsServer.start();
    const connection = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    const streams = await jetstreamManager(connection);
    await streams.streams.add({ name: STREAM, subjects: ['records.>'] });
    const relay = await Relay.listen();
    relay.target = Number(new URL(nats.url).port);
    const rpc = await RpcProxy.start(cluster.url);
    const store = await Store.open({ url });
    const pool = postgresPool(url);
    return new WholeService(cluster, postgres, url, nats, rpc, relay, store, pool, connection, streams);
  }

  async stop(): Promise<void> {
    await Promise.all(this.readers.map(({ reader }) => reader.stop()));
    await Promise.all(this.all.map(({ watch }) => watch.stop()));
    await Promise.all([ServeProcess.killAll(), IngestProcess.killAll()]);
    this.postgres.thaw();
    await Promise.all([this.store.close(), this.pool.end()]);
    await this.connection.close();
    await this.relay.close();
    await this.rpc.stop();
    await this.nats.stop();
    this.cluster.stop();
  }

  /** The state of everything, for diagnosing failures. */
  describe(): string {
    const members = [...this.members].map(([name, { process, watch }]) => {
      const said = process.events.filter(({ event }) => event === 'failure' || event === 'alarm').slice(-3);
      return { name, ended: process.ended, readyz: watch.seen, said, stderr: process.stderr.slice(-500) };
    });
    const readers = this.readers.map(({ kind, reader: { connections, lastId } }) => ({ kind, connections, lastId }));
    return JSON.stringify({ sent: this.sent.length, members, readers }, null, 1);
  }

  /** Starts `linesman serve` with a role. Resolves when it listens and, for an edge, streams. */
  async serve(name: string, role: 'edge' | 'publish'): Promise<Member> {
    const process = new ServeProcess([
      ...['--rpc', this.rpc.url, '--store', this.storeUrl, '--nats', this.nats.url],
      ...['--role', role, '--data', this.cluster.folder, '--port', '0'],
    ]);
    const { url } = await process.listening();
    const watch = new ReadyzWatch(name, url);
    // A starting edge is not ready until it has read what is stored.
    await until(() => watch.now !== undefined && !watch.fails('stream'));
    watch.forget();
    const member = { process, url, watch };
    this.members.set(name, member);
    return member;
  }

  /** `kill -9`. */
  async kill(name: string): Promise<void> {
    const member = this.member(name);
    await member.process.end('SIGKILL');
    await until(() => member.watch.now === 'gone');
    await member.watch.stop();
    this.members.delete(name);
  }

  member(name: string): Member {
    const member = this.members.get(name);
    if (!member) throw new Error(`${name} does not run`);
    return member;
  }

  get all(): readonly Member[] {
    return [...this.members.values()];
  }

  /** The processes that are running. */
  get watches(): readonly ReadyzWatch[] {
    return this.all.map(({ watch }) => watch);
  }

  /**
   * Creates a consumer for each source, with a short redelivery time, as an operator would for fast recovery from
   * crashes.
   */
  async addConsumers(): Promise<void> {
    for (const source of ['one', 'two'])
      await this.streams.consumers.add(STREAM, {
        durable_name: source,
        filter_subject: `records.${source}`,
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(ACK_WAIT),
        max_ack_pending: 200,
      });
  }

  /** Starts `linesman ingest` for a source. Resolves when it waits for records. */
  async ingest(source: Source, { relayed = false } = {}): Promise<IngestProcess> {
    const nats = relayed ? this.relay.url.replace('http:', 'nats:') : this.nats.url;
    const process = new IngestProcess([
      ...['--nats', nats, '--stream', STREAM, '--subject', `records.${source}`, '--durable', source],
      ...['--store', this.storeUrl],
    ]);
    await until(async () => (await this.streams.consumers.info(STREAM, source)).num_waiting > 0);
    return process;
  }

  /** Sends records one by one, each after JetStream has acknowledged the one before. */
  async send(source: Source, texts: readonly string[]): Promise<void> {
    for (const text of texts) {
      const record = JSON.parse(text) as { FixtureId: number; Ts: number; MessageId?: string; Seq?: number };
      for (;;) {
        try {
          await jetstream(this.connection).publish(`records.${source}`, text);
          break;
        } catch {
          // Without an answer the record is sent again.
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
      const kind = record.MessageId !== undefined ? 'odds' : record.Seq !== undefined ? 'scores' : 'fixtures';
      this.sent.push({ kind, fixtureId: record.FixtureId, ts: record.Ts, text });
    }
  }

  /** Waits until the ingester has acknowledged everything that its source sent. */
  untilTaken(source: Source): Promise<void> {
    return until(async () => {
      const { num_pending, num_ack_pending } = await this.streams.consumers.info(STREAM, source);
      return num_pending + num_ack_pending === 0;
    });
  }

  /** Waits until the database holds as many records as were sent. */
  untilStored(): Promise<void> {
    return until(async () => {
      const client = await this.pool.connect();
      try {
        const { rows } = await client.query('select count(*)::int as stored from record', []);
        return Number((rows[0] as { stored: number }).stored) >= this.sent.length;
      } finally {
        client.release();
      }
    });
  }

  /** One reader for each stream, starting at `first` and resuming at any other edge. */
  async read(first: string): Promise<void> {
    const { url } = this.member(first);
    const token = await subscribe(this.store, realClock, 'w');
    const response = await fetch(`${url}/auth/guest/start`, { method: 'POST' });
    const session = ((await response.json()) as { token: string }).token;
    const edges = () =>
      [...(this.areEdgesOutOfReach ? [] : this.members)]
        .filter(([name]) => name.startsWith('edge'))
        .sort(([a], [b]) => Number(b === first) - Number(a === first))
        .map(([, member]) => member.url);
    for (const kind of ['odds', 'scores'] as const)
      this.readers.push({
        first,
        kind,
        reader: new RoamingReader(edges, `/api/${kind}/stream`, {
          authorization: `Bearer ${session}`,
          'x-api-token': token,
        }),
      });
    await until(() => this.readers.every(({ reader }) => reader.connections > 0));
  }

  /** Waits until every reader, or those that started at the named edge, has all stored records. */
  async untilRead(edge?: string): Promise<void> {
    for (const { first, kind, reader } of this.readers) {
      if (edge !== undefined && first !== edge) continue;
      const { streamSlot, streamIndex } = await this.store.records.kindState(kind);
      const lastId = streamSlot === 0 ? '' : `${streamSlot}:${streamIndex - 1}`;
      await until(() => reader.lastId === lastId);
    }
  }

  /**
   * Runs `work` after the `nth` transaction from now on was forwarded, before its sender knows. All others stay in
   * flight until then. Resolves afterwards.
   */
  atSend(nth: number, work: () => Promise<void>): Promise<void> {
    let sends = 0;
    let isDone: Promise<void> | undefined;
    return new Promise((resolve, reject) => {
      this.rpc.react = async (call) => {
        if (call.method !== 'sendTransaction') return call.forward();
        if (++sends !== nth) {
          await isDone;
          return call.forward();
        }
        const answer = await call.forward();
        const working = work();
        isDone = working.catch(() => {});
        await working.then(resolve, reject);
        return answer;
      };
    });
  }
}

async function ended(run: Promise<{ readonly code: number | null; readonly stderr: string }>): Promise<void> {
  const { code, stderr } = await run;
  if (code !== 0) throw new Error(stderr);
}
