import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { proveStats, proveStatsTogether } from '../../../ts/records/batch/prove.js';
import { type ScoreBatch, scoreBatches } from '../../../ts/records/batch/scoreBatch.js';
import { bytesToHex } from '../../../ts/sdk/format/hex.js';
import { MS_PER_SLOT } from '../../../ts/sdk/format/slotTime.js';
import { layoutByteOf } from '../../../ts/sdk/format/sport.js';
import type { Sport } from '../../../ts/sdk/format/sports/sports.js';
import type { OracleKey } from '../../../ts/sdk/node/oracleKey.js';
import { answerV1, answerV2, answerV3, answerV4 } from '../../../ts/service/edge/answer/answers.js';
import type { Wire } from '../../../ts/service/edge/answer/wire.js';
import type { ScorelineRecord } from '../scoreline/scoreline.js';

export const API_TOKEN = 'test-api-token-1';

/** One fixture of the service. */
interface Fed {
  readonly sport: Sport;
  readonly records: ScorelineRecord[];
}

interface Trouble {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** The endpoints that the keeper uses, over loopback HTTP, with simulated matches. */
export class FakeService {
  private readonly fixtures = new Map<number, Fed>();
  private sessions = 0;
  /** Valid sessions: each reader has its own, and a new one does not end the others. */
  private readonly validSessions = new Set<string>();
  private batchesOf: ScoreBatch[] | null = null;
  /** ms. No later record exists yet, and slots that have not ended are unpublished. */
  now = Number.POSITIVE_INFINITY;
  /** Of every match, Unix ms. */
  kickOff = 0;
  wire: Wire = 'described';
  /** Queued answers that take precedence, one per request. */
  readonly troubles: Trouble[] = [];
  /** Answers every request, including those for sessions, while set. */
  down: Trouble | null = null;
  /** Changes an answer; gets the document and the path of the request. */
  lie: (path: URL, document: unknown) => unknown = (_, document) => document;
  /** Selects the requests it answers. */
  redirect: (path: URL) => URL = (path) => path;
  /** Requested paths with queries, in order. */
  readonly requests: string[] = [];
  baseUrl = '';
  private readonly server = createServer((request, response) => {
    try {
      this.answer(request, response);
    } catch (error) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end(`${(error as Error).message}\n`);
    }
  });

  constructor(private readonly key: OracleKey) {}

  static async start(key: OracleKey): Promise<FakeService> {
    const service = new FakeService(key);
    await service.listen();
    return service;
  }

  async listen(): Promise<void> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    this.baseUrl = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  /** Adds a match, or records to a match. */
  feed(sport: Sport, records: readonly ScorelineRecord[]): void {
    for (const record of records) {
      const fed = this.fixtures.get(record.FixtureId) ?? { sport, records: [] };
      this.fixtures.set(record.FixtureId, fed);
      fed.records.push(record);
    }
    this.batchesOf = null;
  }

  clear(): void {
    this.fixtures.clear();
    this.batchesOf = null;
  }

  get batches(): readonly ScoreBatch[] {
    this.batchesOf ??= scoreBatches([...this.fixtures.values()]);
    return this.batchesOf;
  }

  /** Expires every session. */
  expireSessions(): void {
    this.validSessions.clear();
  }

  /** How often a path was requested. */
  asked(part: string): number {
    return this.requests.filter((path) => path.includes(part)).length;
  }

  private answer(request: IncomingMessage, response: ServerResponse): unknown {
    this.requests.push(request.url ?? '');
    const refuse = ({ status, headers = {}, body = '' }: Trouble) =>
      response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(`${body}\n`);
    const trouble = this.down ?? this.troubles.shift();
    if (trouble) return refuse(trouble);
    const url = this.redirect(new URL(request.url ?? '', this.baseUrl));
    if (url.pathname === '/auth/guest/start') {
      if (request.method !== 'POST') return refuse({ status: 405 });
      const token = `header.session${++this.sessions}.signature`;
      this.validSessions.add(token);
      return response.writeHead(200).end(JSON.stringify({ token }));
    }
    if (!this.validSessions.has(request.headers.authorization?.replace(/^Bearer /, '') ?? ''))
      return refuse({ status: 401, body: 'Authorization failed: Invalid or expired guest JWT' });
    // Roots are public: any session may ask.
    if (!url.pathname.startsWith('/api/roots/') && request.headers['x-api-token'] !== API_TOKEN)
      return refuse({ status: 403, body: 'Access denied: Invalid API token or insufficient permissions' });
    const found = this.document(url);
    if ('status' in found) return refuse(found);
    const { document } = found;
    const lied = this.lie(url, document);
    const isText = typeof lied === 'string';
    response.writeHead(200, { 'content-type': isText ? 'text/event-stream' : 'application/json' });
    return response.end(isText ? lied : JSON.stringify(lied));
  }

  /** The slots of a day whose time is over, as published. */
  private rootsOf(epochDay: number): object {
    const slots = this.batches.flatMap(({ time, tree }) => {
      const from = time.epochDay * 86_400_000 + time.slot * MS_PER_SLOT;
      const until = from + MS_PER_SLOT;
      if (time.epochDay !== epochDay || until > this.now) return [];
      const counts = { fixtures: 1, updates: 1, publishedAt: until };
      return [
        { kind: 'scores', index: time.slot, from, until, state: 'published', root: bytesToHex(tree.root), ...counts },
      ];
    });
    // The last time that a date can show stands for the end of all time.
    return { epochDay, now: Math.min(this.now, 8_640_000_000_000_000), slots };
  }

  /** A record of each match. */
  private fixtureRecords(): object[] {
    return [...this.fixtures].map(([FixtureId, { sport }]) => ({
      ...{ Ts: 0, StartTime: this.kickOff, Competition: 'Cup', CompetitionId: 1, FixtureGroupId: 1, FixtureId },
      ...{ Participant1Id: 1, Participant1: 'Home', Participant2Id: 2, Participant2: 'Away', Participant1IsHome: true },
      SportId: layoutByteOf(sport),
    }));
  }

  private document(url: URL): { document: unknown } | Trouble {
    if (url.pathname === '/api/fixtures/snapshot') return { document: this.fixtureRecords() };
    const list = /^\/api\/scores\/(snapshot|historical)\/(\d+)$/.exec(url.pathname);
    if (list) {
      const records = (this.fixtures.get(Number(list[2]))?.records ?? []).filter(({ Ts }) => Ts <= this.now);
      if (list[1] === 'historical')
        return { document: records.map((one) => `data: ${JSON.stringify(one)}\nid: ${one.Seq}\n\n`).join('') };
      const last = new Map(records.map((record) => [record.Action, record]));
      const named = ([name, value]: [string, unknown]) =>
        this.wire === 'described' ? [name, value] : [name.charAt(0).toLowerCase() + name.slice(1), value];
      return { document: [...last.values()].map((record) => Object.fromEntries(Object.entries(record).map(named))) };
    }
    const day = /^\/api\/roots\/(\d+)$/.exec(url.pathname);
    if (day) return { document: this.rootsOf(Number(day[1])) };
    const version = /^\/api\/scores\/stat-validation(-v3|-v4)?$/.exec(url.pathname);
    if (!version) return { status: 404, body: 'Not found' };
    const [fixtureId = 0, seq = 0] = ['fixtureId', 'seq'].map((name) => Number(url.searchParams.get(name)));
    // Version 1 names one or two stats by separate parameters.
    const single = ['statKey', 'statKey2'].flatMap((name) => url.searchParams.get(name) ?? []);
    const keys = (single.length > 0 ? single : (url.searchParams.get('statKeys') ?? '').split(',')).map(Number);
    const record = this.fixtures.get(fixtureId)?.records.find(({ Seq }) => Seq === seq);
    if (!record) return { status: 404, body: 'Not found: no such sequence' };
    if (Math.floor(record.Ts / MS_PER_SLOT + 1) * MS_PER_SLOT > this.now)
      return { status: 404, body: 'not published yet', headers: { 'retry-after': '60' } };
    const batch = this.batches.find(({ time }) => {
      const start = time.epochDay * 86_400_000 + time.slot * MS_PER_SLOT;
      return record.Ts >= start && record.Ts < start + MS_PER_SLOT;
    });
    if (!batch) return { status: 500 };
    const asked = { fixtureId, seq, keys };
    if (version[1] === undefined)
      return { document: (single.length > 0 ? answerV1 : answerV2)(proveStats(batch, asked)) };
    const proof = proveStatsTogether(batch, asked);
    return { document: version[1] === '-v3' ? answerV3(proof, this.wire) : answerV4(proof, this.key, this.wire) };
  }
}
