import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { LinesmanError, relayed } from '../../../ts/sdk/error/linesmanError.js';
import { slotStart } from '../../../ts/sdk/format/slotTime.js';
import { OracleKey } from '../../../ts/sdk/node/oracleKey.js';
import type { Encoders } from '../../../ts/service/edge/answer/encoders.js';
import type { Pages } from '../../../ts/service/edge/answer/pages.js';
import type { Proofs } from '../../../ts/service/edge/answer/proofs.js';
import type { FixtureEntry, OddsEntry, Records, ScoresEntry } from '../../../ts/service/edge/answer/records.js';
import { newApiToken } from '../../../ts/service/edge/auth/apiToken.js';
import { createAuth } from '../../../ts/service/edge/auth/auth.js';
import type { Terms } from '../../../ts/service/edge/auth/entitlement.js';
import { OracleKeys } from '../../../ts/service/edge/auth/oracleKeys.js';
import { SessionKeys } from '../../../ts/service/edge/auth/sessionKeys.js';
import { SessionTokens } from '../../../ts/service/edge/auth/sessionTokens.js';
import { buildApp } from '../../../ts/service/edge/http/app.js';
import type { AppOptions } from '../../../ts/service/edge/http/appOptions.js';
import type { HttpPorts } from '../../../ts/service/edge/http/context.js';
import { MemoryEventWindow } from '../../../ts/service/edge/stream/eventWindow.js';
import { StreamHub, type StreamHubOptions } from '../../../ts/service/edge/stream/hub.js';
import { MemoryAuthStore } from './memoryAuthStore.js';
import { TestClock } from './testClock.js';
import { DEPLOYMENT, testWorld } from './testWorld.js';

/** The log of an edge that gives every line to a test. */
export const traced = (take: (line: string) => unknown) => ({
  level: 'trace' as const,
  to: new Writable({
    write: (chunk, _encoding, done) => {
      take(String(chunk));
      done();
    },
  }),
});

/** Two minutes into a slot: day 20636, 02:10. */
export const START = 20_636 * 86_400_000 + 130 * 60_000 + 120_000;
export const SLOT_START = START - 120_000;

/** Fixture 1 is in league 901, fixture 2 in league 902. */
export const LEAGUE_OF: Readonly<Record<number, number>> = { 1: 901, 2: 902 };

export const odds = (fixtureId: number, ts: number, more: Partial<OddsEntry> = {}): OddsEntry => ({
  fixtureId,
  leagueId: LEAGUE_OF[fixtureId] ?? 0,
  market: '1X2',
  line: 'a',
  suspended: false,
  ts,
  acceptedAt: ts,
  record: { FixtureId: fixtureId, Ts: ts, ...more },
  ...more,
});

export const scores = (fixtureId: number, seq: number, ts: number): ScoresEntry & { readonly ts: number } => ({
  fixtureId,
  leagueId: LEAGUE_OF[fixtureId] ?? 0,
  seq,
  ts,
  record: { FixtureId: fixtureId, Seq: seq, Ts: ts },
});

/** Records in memory, and a log of the queries. */
export class MemoryRecords implements Records {
  odds: OddsEntry[] = [];
  scores: (ScoresEntry & { readonly ts: number })[] = [];
  fixtureList: FixtureEntry[] = [1, 2].map((fixtureId) => ({
    fixtureId,
    leagueId: LEAGUE_OF[fixtureId] ?? 0,
    record: { FixtureId: fixtureId },
  }));
  readonly asked: unknown[][] = [];

  async fixture(fixtureId: number) {
    return this.fixtureList.find((one) => one.fixtureId === fixtureId);
  }
  fixtures(filter: object) {
    this.asked.push(['fixtures', { ...filter }]);
    return [this.fixtureList];
  }
  fixtureUpdates(...hour: number[]) {
    this.asked.push(['fixtureUpdates', ...hour]);
    return [this.fixtureList];
  }
  oddsOfSlot(slot: Parameters<Records['oddsOfSlot']>[0], fixtureId?: number, latestFirst = false): Pages<OddsEntry> {
    const found = this.odds.filter((one) => inSlot(one.ts, slot) && (fixtureId ?? one.fixtureId) === one.fixtureId);
    return [latestFirst ? found.reverse() : found];
  }
  oddsSince(fixtureId: number, from: number, latestFirst = false) {
    const found = this.odds.filter((one) => one.fixtureId === fixtureId && one.ts >= from);
    return [latestFirst ? found.reverse() : found];
  }
  async latestOdds(fixtureId: number, from: number, to: number) {
    const lines = new Map<string, OddsEntry>();
    for (const one of this.odds)
      if (one.fixtureId === fixtureId && one.ts >= from && one.ts <= to) lines.set(one.line, one);
    return [...lines.values()];
  }
  async oddsAround(fixtureId: number) {
    return this.odds.filter((one) => one.fixtureId === fixtureId);
  }
  async oddsMessage(messageId: string, ts: number) {
    return this.odds.find((one) => `m${one.fixtureId}` === messageId && one.ts === ts);
  }
  scoresOfSlot(slot: Parameters<Records['scoresOfSlot']>[0], fixtureId?: number) {
    return [this.scores.filter((one) => inSlot(one.ts, slot) && (fixtureId ?? one.fixtureId) === one.fixtureId)];
  }
  scoresSince(fixtureId: number, from: number) {
    return [this.scores.filter((one) => one.fixtureId === fixtureId && one.ts >= from)];
  }
  async latestScores(fixtureId: number, to: number) {
    return this.scores.filter((one) => one.fixtureId === fixtureId && one.ts <= to);
  }
  scoresOf(fixtureId: number): Pages<ScoresEntry> {
    return [this.scores.filter((one) => one.fixtureId === fixtureId)];
  }
}

const inSlot = (ts: number, slot: Parameters<Records['oddsOfSlot']>[0]): boolean =>
  ts >= slotStart(slot) && ts < slotStart(slot) + 300_000;

/** Writes form and wire into the record, so that tests see them. */
const encoders: Encoders = {
  odds: (record, wire) => ({ ...(record as object), wire }),
  scores: (record, form, wire) => ({ ...(record as object), form, wire }),
  fixture: (record, wire) => ({ ...(record as object), wire }),
};

export interface EdgeScene {
  readonly app: FastifyInstance;
  readonly clock: TestClock;
  readonly store: MemoryAuthStore;
  readonly records: MemoryRecords;
  readonly hub: StreamHub;
  readonly ports: HttpPorts;
  readonly jwt: string;
  readonly token: string;
  readonly headers: Record<string, string>;
  /** Grants a wallet a subscription and returns a token. */
  subscribe(terms?: Partial<Terms>, wallet?: string): string;
  /** GET with both credentials. */
  get(
    url: string,
    headers?: Record<string, string>,
  ): Promise<{ status: number; text: string; headers: Record<string, unknown> }>;
}

export async function edgeScene(
  options: AppOptions & { readonly streams?: StreamHubOptions; readonly ports?: Partial<HttpPorts> } = {},
): Promise<EdgeScene> {
  const clock = new TestClock(START);
  const store = new MemoryAuthStore();
  const records = new MemoryRecords();
  const hub = new StreamHub({ clock, window: new MemoryEventWindow(clock.now) }, options.streams);
  const sessions = new SessionTokens({
    keys: new SessionKeys(new Uint8Array(32).fill(1)),
    issuer: 'https://oracle.test',
    audience: 'linesman',
    now: clock.now,
  });
  const tables = {
    leagues: [901, 902].map((id) => ({ id, name: `League <${id}>` })),
    leagueBundles: [{ id: 1, leagues: [901] }],
    marketBundles: [{ id: 3, markets: ['1X2'] }],
    freeBundle: 1,
  };
  const auth = createAuth({
    sessions,
    store,
    tables,
    program: 'program',
    now: clock.now,
    realTime: clock.now,
    chain: { find: async () => null },
    onChange: (wallet) => void hub.refresh(wallet),
  });
  const answer =
    (name: string) =>
    async (...given: unknown[]) => ({ name, given });
  const proofs: Proofs = {
    stat: async (version, question, wire) => {
      if (question.seq === 404) throw relayed(7064, { sentence: 'Sequence 404 not found' }, {});
      if (question.seq === 425) throw new LinesmanError(7065);
      if (question.seq === 500) throw new Error('a secret place: /var/lib/linesman');
      return { version, ...question, wire };
    },
    odds: answer('odds'),
    oddsV4: answer('oddsV4'),
    fixture: answer('fixture'),
    fixtureBatch: answer('fixtureBatch'),
  };
  const ports: HttpPorts = {
    auth,
    records,
    matches: { page: async () => [] },
    slots: {
      ofDay: async () => [],
      latency: async (now) => ({ now, days: 30, kinds: [] }),
      isPublished: async () => false,
    },
    encoders,
    proofs,
    hub,
    quote: {
      purchase: async (buyer, amount) => {
        if (amount === 84) throw relayed(7084, { sentence: `${buyer} has no account for the stablecoin.` }, {});
        if (amount === 85) throw relayed(7085, { sentence: 'The balance is too low.' }, {});
        return {
          transactionBase64: 'AA==',
          baseStableCost: amount / 1000,
          feeStableAmount: 0,
          totalStableCharged: amount / 1000,
        };
      },
    },
    oracleKeys: new OracleKeys(new OracleKey(new Uint8Array(32).fill(2))),
    deployment: DEPLOYMENT,
    world: testWorld(clock.now),
    results: { page: async () => [], of: async () => undefined },
    now: clock.now,
    recordTime: clock.now,
    ...options.ports,
  };
  const app = await buildApp(ports, { log: false, leagues: tables.leagues, ...options });
  const subscribe = (terms: Partial<Terms> = {}, wallet = 'w'): string => {
    const token = newApiToken();
    const hash = new Uint8Array(createHash('sha256').update(token).digest());
    store.tokens.set(Buffer.from(hash).toString('hex'), { hash, wallet });
    const all = { level: 1, samplingSeconds: 0, leagueBundle: 1, leagues: [], marketBundle: 0, ...terms };
    store.hold(wallet, [{ ...all, startsAt: START, endsAt: START + 86_400_000 }]);
    return token;
  };
  const jwt = await sessions.start();
  const token = subscribe();
  const headers = { authorization: `Bearer ${jwt}`, 'x-api-token': token };
  return {
    app,
    clock,
    store,
    records,
    hub,
    ports,
    jwt,
    token,
    headers,
    subscribe,
    get: async (url, more = {}) => {
      const response = await app.inject({ method: 'GET', url, headers: { ...headers, ...more } });
      return { status: response.statusCode, text: response.body, headers: response.headers };
    },
  };
}
