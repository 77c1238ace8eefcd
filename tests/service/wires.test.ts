import type { AddressInfo } from 'node:net';
import { sign } from '@noble/ed25519';
import { base58 } from '@scure/base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScoresRecord } from '../../ts/records/record/scores/scoresRecord.js';
import { activationMessage } from '../../ts/sdk/client/activationMessage.js';
import { SPORTS } from '../../ts/sdk/format/sports/sports.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import type { SubscriptionTransaction } from '../../ts/service/edge/auth/decodeSubscription.js';
import { DEFAULT_PRICING } from '../../ts/service/roots/chain/pricing.js';
import { hasRecordings, recorded, recordedNames } from '../helpers/recordings.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { documentOf, type Json, servedDocument } from '../helpers/service/openApi.js';
import { RawConnection } from '../helpers/service/rawConnection.js';
import { eventsIn, mutations, SchemaJudge } from '../helpers/service/schemaJudge.js';
import {
  DAY,
  fixtures,
  HOUR,
  ID,
  MINUTE,
  odds,
  provable,
  type Sent,
  SLOT,
  START,
  scores,
  wiresOf,
} from '../helpers/service/sentRecords.js';
import { StoredService } from '../helpers/service/storedService.js';

const WIRES = ['described', 'observed'] as const;
type Wire = (typeof WIRES)[number];
const RUNNING = START + SLOT;
/** A match that is over before the others begin. */
const OVER = 12_000_099;
const WALLET = KeyPair.fromSeed(new Uint8Array(32).fill(9));

const database = sharedDatabase();

/** An answer as sent, and its description in the document. */
interface Answer {
  readonly operation: string;
  /** `undefined`: none requested, so the server's own. */
  readonly wire: Wire | undefined;
  readonly schema: Json;
  /** The wire in which it was requested. */
  readonly wireSchema: Json;
  readonly isEvents: boolean;
  readonly value: Json;
}

/** Fields of every score record; others come and go. */
const ALWAYS = new RegExp(
  '^(FixtureId|GameState|StartTime|IsTeam|FixtureGroupId|CompetitionId|CountryId|SportId|' +
    'Participant1IsHome|Participant[12]Id|Action|Id|Ts|ConnectionId|Seq|Stats)$',
  'i',
);
/** Records of these kinds omit fields. */
const SPARSE = /^(scores(Snapshot|OfSlot|OfSlotAlias1|Updates|Historical|Stream)|publicScores)$/;

describe.each(WIRES)('a service whose wire is %s', (own) => {
  let service: StoredService;
  let port: number;
  let base: string;
  let document: Json;
  let judge: SchemaJudge;
  let headers: Record<string, string>;
  const bought = new Map<string, SubscriptionTransaction>();
  const answers: Answer[] = [];

  beforeAll(async () => {
    service = await StoredService.start(await database.fresh(), {
      app: { wire: own },
      timers: true,
      streams: { maxWaiting: 1 << 28, streamsPerWallet: 100 },
      auth: { chain: { find: async (txSig) => bought.get(txSig) ?? null }, hosts: () => ['oracle.test'] },
      ports: {
        quote: {
          purchase: async (_, amount) => ({
            transactionBase64: 'AAECAw==',
            baseStableCost: amount / 1000,
            feeStableAmount: 0,
            totalStableCharged: amount / 1000,
          }),
        },
      },
    });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = service.app.server.address() as AddressInfo);
    base = `http://127.0.0.1:${port}`;
    document = await servedDocument(async (url) => (await fetch(base + url)).text());
    judge = new SchemaJudge(document);
    const jwt = await service.sessions.start();
    headers = {
      authorization: `Bearer ${jwt}`,
      'x-api-token': await service.subscribed(WALLET.address, 0),
    };
    await service.comeTo(START - 2 * HOUR);
    const over = { seed: 'over', sport: 'soccer', fixtureId: OVER, startTime: START - 4 * HOUR, tempo: 0.02 } as const;
    const played = matchRecords(over);
    // Its end is enough: each record of a list is tried in every shape.
    const ends = (played.scores as readonly ScoresRecord[]).slice(-3).map((record, Seq) => ({ ...record, Seq }));
    await service.accept(wiresOf({ ...played, scores: ends as typeof played.scores }).map(({ wire }) => wire));
    for (const time of [RUNNING + 10_000, RUNNING + 3 * MINUTE]) {
      await service.comeTo(time);
      await service.sealAndPublish();
    }
  });
  afterAll(() => service.close());

  /** Requests that together produce every possible answer of each operation: URLs and a body. */
  function questions(): Readonly<Record<string, readonly (readonly [url: string, body?: object])[]>> {
    const slot = `${Math.floor(START / DAY)}/${Math.floor((START % DAY) / HOUR)}/${Math.floor((START % HOUR) / SLOT)}`;
    const first = fixtures.find(({ ts }) => ts < START - DAY)?.ts ?? 0;
    const hour = [Math.floor(first / DAY), Math.floor((first % DAY) / HOUR)];
    const known = service.known(scores).filter(({ ts }) => ts < RUNNING);
    const ofSports = SPORTS.map((sport) => {
      const { sent, keys } = provable(known.filter(({ fixtureId }) => fixtureId === ID[sport]));
      return { record: `fixtureId=${ID[sport]}&seq=${sent.record.Seq}`, keys };
    });
    const proof = (path: string) =>
      ofSports.map(({ record, keys }) => [`/api/scores/${path}?${record}&statKeys=${keys}`] as const);
    const each = (path: string) => SPORTS.map((sport) => [`${path}/${ID[sport]}`] as const);
    const messages = service
      .inSlot(odds, START)
      .map(({ record, ts }) => `messageId=${encodeURIComponent(record.messageId)}&ts=${ts}`);
    return {
      guestStart: [['/auth/guest/start', {}]],
      activateToken: [['/api/token/activate', activation()]],
      purchaseQuote: ['serviceAmount', 'txlineAmount'].map(
        (name) => ['/api/guest/purchase/quote', { buyerPubkey: WALLET.address, [name]: 1234 }] as const,
      ),
      statValidationV4: proof('stat-validation-v4'),
      statValidationV3: proof('stat-validation-v3'),
      statValidation: [
        ...proof('stat-validation'),
        ...ofSports.map(
          ({ record, keys }) =>
            [`/api/scores/stat-validation?${record}&statKey=${keys[0]}&statKey2=${keys[1]}`] as const,
        ),
        ...ofSports.map(({ record, keys }) => [`/api/scores/stat-validation?${record}&statKey=${keys[1]}`] as const),
      ],
      oddsValidation: messages.map((message) => [`/api/odds/validation?${message}`] as const),
      oddsValidationV4: messages.map((message) => [`/api/odds/validation-v4?${message}`] as const),
      oddsOfSlot: [[`/api/odds/updates/${slot}`]],
      oddsSnapshot: [[`/api/odds/snapshot/${ID.soccer}`], [`/api/odds/snapshot/${ID.soccer}?asOf=${RUNNING}`]],
      oddsUpdates: [[`/api/odds/updates/${ID.soccer}`]],
      scoresOfSlot: [[`/api/scores/updates/${slot}`]],
      scoresOfSlotAlias1: [[`/scores/updates/${slot}`]],
      scoresSnapshot: each('/api/scores/snapshot'),
      scoresUpdates: each('/api/scores/updates'),
      scoresHistorical: each('/api/scores/historical'),
      fixturesSnapshot: [['/api/fixtures/snapshot']],
      fixtureUpdates: [[`/api/fixtures/updates/${hour.join('/')}`]],
      fixtureValidation: SPORTS.map((sport) => [`/api/fixtures/validation?fixtureId=${ID[sport]}`] as const),
      fixtureBatchValidation: [[`/api/fixtures/batch-validation?epochDay=${hour[0]}&hourOfDay=${hour[1]}`]],
      matches: [
        ['/api/matches'],
        ['/api/matches?limit=1'],
        [`/api/matches?state=scheduled,live&sport=soccer&order=latest&epochDay=${Math.floor(START / DAY)}`],
      ],
      publicMatches: [
        ['/api/public/matches'],
        ['/api/public/matches?stage=over&order=latest'],
        [`/api/public/matches?stage=coming&sport=soccer&limit=1&epochDay=${Math.floor(START / DAY)}`],
        ['/api/public/matches?stage=running'],
      ],
      publicScores: [[`/api/public/scores/${OVER}`]],
      publicProof: [[`/api/public/scores/${OVER}/proof?statKeys=1,2`]],
      rootsOfDay: [START, first].map((time) => [`/api/roots/${Math.floor(time / DAY)}`] as const),
      rootsLatency: [['/api/latency']],
      oracleKeys: [['/.well-known/oracle-keys']],
      subscription: [['/api/subscription']],
      activationForms: [['/.well-known/activation']],
      deployment: [['/.well-known/deployment']],
      world: [['/api/world']],
      worldSpeed: [['/api/world/speed', { speed: 60 }]],
      worldMoney: [
        ['/api/world/money', { wallet: WALLET.address }],
        ['/api/world/money', { wallet: WALLET.address, sol: 0, stablecoin: 5 }],
      ],
      ...(STREAMS as object),
      // Requested separately: it answers without a body.
      endToken: [],
    };
  }

  /** Requested separately, because they do not end. */
  const STREAMS = { oddsStream: [], scoresStream: [] };

  function activation(): object {
    const txSig = base58.encode(new Uint8Array(64).fill(3));
    const signer = WALLET.address;
    bought.set(txSig, {
      status: 'confirmed',
      signer,
      signers: [signer],
      program: StoredService.ORACLE,
      level: 0,
      row: DEFAULT_PRICING.find(({ rowId }) => rowId === 0) ?? null,
      weeks: 4,
      time: START,
    });
    const jwt = headers.authorization?.replace('Bearer ', '') ?? '';
    const signature = sign(activationMessage(txSig, [], jwt), WALLET.secretKey.slice(0, 32));
    return { txSig, walletSignature: Buffer.from(signature).toString('base64'), leagues: [] };
  }

  const operations = (): { path: string; method: string; operation: Json }[] =>
    Object.entries<Json>(document.paths).flatMap(([path, item]) =>
      Object.entries<Json>(item)
        .filter(([name]) => !name.startsWith('x-'))
        .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    );
  const hasWire = (operation: Json): boolean => operation.parameters.some(({ name }: Json) => name === 'wire');

  /** The description of a 200 in a wire. */
  function schemasOf(path: string, method: string, type: string, wire: Wire | undefined) {
    const media = judge.response(path, method, 200).content[type];
    if (!media) throw new Error(`${path} does not say that it answers ${type}`);
    return { schema: media.schema, wireSchema: media['x-wires']?.[wire ?? own] ?? media.schema };
  }

  const inWire = (url: string, wire: Wire | undefined): string =>
    wire ? `${url}${url.includes('?') ? '&' : '?'}wire=${wire}` : url;

  test('gets requests for everything in its document', () => {
    expect(
      operations()
        .map(({ operation }) => operation.operationId)
        .sort(),
    ).toEqual(Object.keys(questions()).sort());
  });

  test('documents the parameter with its own wire first', () => {
    for (const { path, method, operation } of operations()) {
      const wire = operation.parameters.find(({ name }: Json) => name === 'wire');
      if (wire) expect([path, wire.schema.default]).toEqual([path, own]);
      if (!operation.responses[200]) continue;
      for (const media of Object.values<Json>(judge.response(path, method, 200).content))
        if (media['x-wires'])
          expect(media.schema.anyOf).toEqual(
            [own, ...WIRES.filter((one) => one !== own)].map((one) => media['x-wires'][one]),
          );
    }
  });

  test('answers as documented', async () => {
    const all = questions();
    for (const { path, method, operation } of operations())
      for (const [url, body] of all[operation.operationId] ?? [])
        for (const wire of hasWire(operation) ? [...WIRES, undefined] : [undefined]) {
          const response = await fetch(base + inWire(url, wire), {
            method,
            headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
            ...(body && { body: JSON.stringify(body) }),
          });
          const text = await response.text();
          if (response.status !== 200) throw new Error(`${method} ${url}: ${response.status} ${text}`);
          if (body && operation.requestBody)
            expect(judge.faults(operation.requestBody.content['application/json'].schema, body)).toEqual([]);
          const type = (response.headers.get('content-type') ?? '').replace(/;.*/, '');
          const schemas = schemasOf(path, method, type, wire);
          const common = { operation: operation.operationId, wire, ...schemas };
          if (type === 'text/event-stream') {
            for (const value of eventsIn(text)) answers.push({ ...common, isEvents: true, value });
          } else {
            const value = type === 'text/plain' ? text : JSON.parse(text);
            if (Array.isArray(value)) expect([url, value.length]).not.toEqual([url, 0]);
            answers.push({ ...common, isEvents: false, value });
          }
        }
    for (const { operation, wire, schema, wireSchema, isEvents, value } of answers)
      for (const one of [schema, wireSchema])
        expect([operation, wire, isEvents ? judge.eventFaults(one, value) : judge.faults(one, value)]).toEqual([
          operation,
          wire,
          [],
        ]);
    expect(answers.length).toBeGreaterThan(300);
  });

  test('ends a token as documented', async () => {
    const own = { ...headers, 'x-api-token': await service.subscribed('v', 0) };
    const { status, body } = await fetch(`${base}/api/token`, { method: 'DELETE', headers: own });
    expect([status, body, judge.response('/api/token', 'DELETE', status).content]).toEqual([204, null, undefined]);
  });

  test('streams as documented', async () => {
    const opened: { path: string; wire: Wire | undefined; resumed: boolean; connection: RawConnection }[] = [];
    for (const path of ['/api/odds/stream', '/api/scores/stream'])
      for (const wire of [...WIRES, undefined])
        for (const resumed of [false, true]) {
          const connection = await RawConnection.open(port);
          const sent = Object.entries({ host: 'localhost', ...headers, ...(resumed && { 'last-event-id': '1:1' }) });
          connection.send(
            `GET ${inWire(path, wire)} HTTP/1.1\r\n${sent.map((one) => `${one.join(': ')}\r\n`).join('')}\r\n`,
          );
          expect(await connection.until((text) => text.includes('\r\n\r\n'))).toContain(
            'content-type: text/event-stream\r\n',
          );
          opened.push({ path, wire, resumed, connection });
        }
    // Heartbeats come in between, by the clock of the test.
    await service.comeTo(START + 2 * HOUR);
    // Events that a reader has not taken may be lost at shutdown.
    for (const { path, connection } of opened) {
      const last = service.known<Sent>(path === '/api/odds/stream' ? odds : scores).at(-1);
      await connection.until((text) => text.includes(`"Ts":${last?.ts},`));
    }
    await service.close();
    let records = 0;
    for (const { path, wire, resumed, connection } of opened) {
      const text = await connection.end();
      const events = eventsIn(text.slice(text.indexOf('\r\n\r\n') + 4));
      const { schema, wireSchema } = schemasOf(path, 'GET', 'text/event-stream', wire);
      for (const event of events)
        for (const one of [schema, wireSchema])
          expect([path, wire, judge.eventFaults(one, event), event]).toEqual([path, wire, [], event]);
      const notes = events.filter(({ event }) => event === 'heartbeat').map(({ data = '' }) => JSON.parse(data));
      expect([path, wire, 'Closing' in (notes.at(-1) ?? {}), 'Gap' in (notes[0] ?? {})]).toEqual([
        path,
        wire,
        true,
        resumed,
      ]);
      records += events.length - notes.length;
      const operation = path === '/api/odds/stream' ? 'oddsStream' : 'scoresStream';
      for (const value of events) answers.push({ operation, wire, schema, wireSchema, isEvents: true, value });
    }
    expect(records).toBeGreaterThan(1000);
    const data = answers.filter(({ operation }) => operation === 'oddsStream').map(({ value }) => value.data);
    expect(data.some((text) => JSON.parse(text).Prices?.length === 0)).toBe(true);
  });

  test('gives no answer that its document would also accept in another shape', () => {
    const seen = new Set<string>();
    const counts = { added: 0, removed: 0, renamed: 0, retyped: 0 };
    for (const { operation, schema, wireSchema, isEvents, value } of answers) {
      const content = isEvents ? JSON.parse(value.data) : ends(value);
      const shape = `${operation} ${JSON.stringify(wireSchema)} ${content.SportId} ${content.event}`;
      for (const mutation of mutations(content)) {
        const { what, path } = mutation;
        const name = path.split('.').at(-1) ?? '';
        const isSparse = SPARSE.test(operation) || name === 'Gap' || name === 'Closing';
        if (what === 'removed' && isSparse && !ALWAYS.test(path.replace(/^0\./, ''))) continue;
        // Each shape once: a field at its path, in any element of a list.
        const place = path.replace(/\d+/g, '0');
        const kind = `${shape} ${what} ${place}`;
        if (seen.has(kind)) continue;
        seen.add(kind);
        counts[what]++;
        const changed = mutation.value();
        const sent = isEvents ? { ...value, data: JSON.stringify(changed) } : changed;
        for (const one of [schema, wireSchema])
          if ((isEvents ? judge.eventFaults(one, sent) : judge.faults(one, sent)).length === 0)
            throw new Error(`${operation} may have ${path} ${what}: ${JSON.stringify(changed).slice(0, 400)}`);
      }
      if (!isEvents) continue;
      for (const changed of [{ ...value, Surplus: '1' }, { ...value, id: 'x' }, { data: value.data }])
        expect(judge.eventFaults(schema, changed)).not.toEqual([]);
    }
    for (const count of Object.values(counts)) expect(count).toBeGreaterThan(100);
  });

  test('has no schema that accepts anything', () => {
    const loose = [...schemasIn(document, '#')].filter(({ schema }) => {
      const { type, oneOf, anyOf, enum: values, properties, items, patternProperties, $ref } = schema;
      if ($ref || oneOf || anyOf || values || 'const' in schema) return false;
      if (type === 'object') return !properties && !patternProperties;
      return type === 'array' ? !items : !type;
    });
    expect(loose.map(({ at }) => at)).toEqual([]);
  });
});

/** Of a list, the first and the last element: those that are changed. */
const ends = (value: Json): Json => (Array.isArray(value) && value.length > 2 ? [value[0], value.at(-1)] : value);

/** All schemas of the document, at any path. */
function* schemasIn(part: Json, at: string): Generator<{ readonly at: string; readonly schema: Json }> {
  if (typeof part !== 'object' || part === null) return;
  for (const [name, inner] of Object.entries<Json>(part)) {
    const here = `${at}/${name}`;
    const isMap =
      at.endsWith('/components/schemas') ||
      /\/(properties|patternProperties|x-wires)$/.test(at) ||
      /\/(oneOf|anyOf)$/.test(at);
    // Alternatives of a body only say which fields are required.
    const isNeed = /\/anyOf$/.test(at) && Object.keys(inner).join() === 'required';
    if (!isNeed && (isMap || name === 'schema' || name === 'items' || name === 'contentSchema'))
      yield { at: here, schema: inner };
    yield* schemasIn(inner, here);
  }
}

test.skipIf(!hasRecordings)('recorded answers match the document of the observed wire', async () => {
  const document = await documentOf('observed');
  const judge = new SchemaJudge(document);
  const files = recordedNames('proofs');
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) {
    const { endpoint, response } = recorded('proofs', file);
    const media = judge.response(endpoint, 'GET', 200).content['application/json'];
    expect([file, judge.faults(media['x-wires']?.observed ?? media.schema, response)]).toEqual([file, []]);
  }
});
