import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { oddsBatches } from '../../ts/records/batch/oddsBatch.js';
import { proveOdds, proveStatsTogether } from '../../ts/records/batch/prove.js';
import { scoreBatches } from '../../ts/records/batch/scoreBatch.js';
import { encodeFixture, encodeListedFixture, readFixture } from '../../ts/records/record/fixture.js';
import { encodeOdds, readOdds } from '../../ts/records/record/odds.js';
import { checkSchema } from '../../ts/records/record/schema/checkSchema.js';
import { FORMS } from '../../ts/records/record/schema/form.js';
import type { JsonSchema } from '../../ts/records/record/schema/jsonSchema.js';
import {
  encodeScores,
  readScores,
  type ScoresRecord,
  scoresSchema,
} from '../../ts/records/record/scores/scoresRecord.js';
import { periodName } from '../../ts/sdk/format/period.js';
import { SPORT_NAMES, SPORTS, type Sport } from '../../ts/sdk/format/sports/sports.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { parseProof } from '../../ts/sdk/proof/parse.js';
import { verify } from '../../ts/sdk/proof/verify.js';
import type { League } from '../../ts/season/league.js';
import { LEAGUES } from '../../ts/season/leagues.js';
import { announcedFixture } from '../../ts/season/matchRecords.js';
import { answerOdds, answerV3, answerV4 } from '../../ts/service/edge/answer/answers.js';
import { eventFrame, heartbeatFrame } from '../../ts/service/edge/stream/frame.js';
import { documentOf, resolved, schemaNamed } from '../helpers/service/openApi.js';
import { thrown } from '../helpers/thrown.js';
import { FieldChecker, type Found, mutate } from './checkRecords.js';
import { ADDITIONS, CONTRACT, fieldsOf, segmentsOf, valuesOf, type WrittenForm } from './fieldList.js';
import { SEED, seededRun } from './seededRun.js';

const run = seededRun();
const scoresOf = (sport: Sport): readonly ScoresRecord[] =>
  run[sport].flatMap(({ scores }) => scores as ScoresRecord[]);
/** As transmitted: through JSON text. */
const sent = (value: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(value));
const matches = SPORTS.flatMap((sport): readonly (typeof run)[Sport][number][] => run[sport]);
const odds = matches.flatMap((match) => match.odds);
/** A fixture whose source declares what it states. */
const WITHOUT_CORNERS = announcedFixture({
  ...{ seed: SEED, sport: 'soccer', fixtureId: 12_009_000, startTime: 1_800_000_000_000 },
  league: LEAGUES.find(({ statKeys }) => statKeys !== undefined) as League,
});

/** Every listed kind that the record model writes: its name, schema, listed fields, and the records of one run. */
interface Written {
  readonly name: string;
  readonly kind: string;
  readonly sport?: Sport;
  readonly form?: WrittenForm;
  readonly schema: JsonSchema;
  readonly records: readonly Record<string, unknown>[];
}

/** The schemas of the document that the service serves: users read what is checked here. */
const DOCUMENT = await documentOf('described');
const schemaOf = (name: string): JsonSchema => schemaNamed(DOCUMENT, name);
const bodyOf = (path: string): JsonSchema =>
  resolved(DOCUMENT, DOCUMENT.paths[path].post.requestBody.content['application/json'].schema);
const proofs = answers();
const WRITTEN: readonly Written[] = [
  ...SPORTS.flatMap((sport) =>
    (['snapshot', 'historical'] as const).map((form) => ({
      name: `scores of ${sport}, ${form}`,
      kind: 'scores',
      sport,
      form,
      schema: schemaOf(`${form === 'historical' ? 'Historical' : ''}${SPORT_NAMES[sport].type}Scores`),
      records: scoresOf(sport).map((record) => sent(encodeScores(record, form))),
    })),
  ),
  { name: 'odds', kind: 'odds', schema: schemaOf('Odds'), records: odds.map((record) => sent(encodeOdds(record))) },
  {
    name: 'fixtures',
    kind: 'fixture',
    schema: schemaOf('Fixture'),
    records: [...matches.flatMap(({ fixtures }) => fixtures), WITHOUT_CORNERS].map((record) =>
      sent(encodeListedFixture(record)),
    ),
  },
  { name: 'odds proof', kind: 'odds-proof', schema: schemaOf('OddsValidation'), records: proofs.odds },
  {
    name: 'stat validation v4',
    kind: 'stat-v4',
    schema: schemaOf('ScoresStatValidationResponseV4'),
    records: proofs.v4,
  },
  { name: 'stat validation v3', kind: 'stat-v3', schema: schemaOf('ScoresStatValidationV3'), records: proofs.v3 },
];
const SCHEMA_ONLY: readonly (Omit<Written, 'records'> & { readonly isRequest?: boolean })[] = [
  {
    name: 'purchase quote request',
    kind: 'quote-request',
    schema: bodyOf('/api/guest/purchase/quote'),
    isRequest: true,
  },
  { name: 'purchase quote', kind: 'quote', schema: schemaOf('PurchaseQuote') },
  { name: 'activation request', kind: 'activation-request', schema: bodyOf('/api/token/activate'), isRequest: true },
  { name: 'heartbeat', kind: 'heartbeat', schema: schemaOf('Heartbeat') },
];
const checkerOf = ({ kind, sport, form }: Omit<Written, 'records' | 'schema'>) =>
  new FieldChecker(fieldsOf(kind, sport, form));

/** Proofs of the last records of a match of each sport, as answered by endpoints 4, 5 and 6. */
function answers() {
  const key = new OracleKey(new Uint8Array(32).fill(7));
  const stats = SPORTS.map((sport) => {
    const match = run[sport].find(({ script }) => script === 'normal');
    const last = match?.scores.findLast(({ StatusId }) => StatusId === 100);
    if (!match || !last) throw new Error(`no finished match of ${sport}`);
    const records = match.scores as readonly ScoresRecord[];
    const batch = scoreBatches([{ sport, records }]).find((one) =>
      one.fixtures.some(({ events }) => events.some(({ record }) => record.Seq === last.Seq)),
    );
    if (!batch) throw new Error('no batch');
    const all = Object.entries(last.Stats as Readonly<Record<string, number>>);
    const present = all.filter(([, value]) => value !== 0).map(([name]) => Number(name));
    const zero = all.filter(([, value]) => value === 0).map(([name]) => Number(name));
    const keys = [...present.slice(0, 2), ...zero.slice(0, 1)];
    return { sport, proof: proveStatsTogether(batch, { fixtureId: last.FixtureId, seq: last.Seq, keys }) };
  });
  const batches = oddsBatches(run.soccer[0]?.odds ?? []);
  const proven = batches.flatMap((batch) =>
    batch.fixtures.flatMap(({ summary, records }) =>
      records.map(({ messageId }) => sent(answerOdds(proveOdds(batch, summary.fixtureId, messageId), 'described'))),
    ),
  );
  return {
    stats,
    v4: stats.map(({ proof }) => sent(answerV4(proof, key, 'described'))),
    v3: stats.map(({ proof }) => sent(answerV3(proof, 'described'))),
    odds: proven,
  };
}

/** All paths that a schema allows, in the notation of the list. */
function pathsOfSchema(schema: JsonSchema, path = ''): string[] {
  const join = (name: string) => (path ? `${path}.${name}` : name);
  if (schema.type === 'object' && 'properties' in schema) {
    const named = Object.entries(schema.properties);
    const maps = Object.values(schema.patternProperties ?? {}).map((inner) => ['*', inner] as const);
    return [...named, ...maps].flatMap(([name, inner]) => [join(name), ...pathsOfSchema(inner, join(name))]);
  }
  if (schema.type === 'array' && 'items' in schema) return [`${path}[]`, ...pathsOfSchema(schema.items, `${path}[]`)];
  return [];
}

/** The paths that a schema requires wherever the containing object occurs. */
function requiredOfSchema(schema: JsonSchema, path = ''): string[] {
  const join = (name: string) => (path ? `${path}.${name}` : name);
  if (schema.type === 'array' && 'items' in schema) return requiredOfSchema(schema.items, `${path}[]`);
  if (schema.type !== 'object' || !('properties' in schema)) return [];
  const inner = Object.entries(schema.properties).flatMap(([name, one]) => requiredOfSchema(one, join(name)));
  return [...schema.required.map(join), ...inner];
}

/** All object schemas with their paths. */
function objectsOf(schema: JsonSchema, path = '$'): [string, JsonSchema][] {
  if (schema.type === 'array' && 'items' in schema) return objectsOf(schema.items, `${path}[]`);
  if (schema.type !== 'object' || !('properties' in schema)) return [];
  const inner = { ...schema.properties, ...schema.patternProperties };
  return [[path, schema], ...Object.entries(inner).flatMap(([name, one]) => objectsOf(one, `${path}.${name}`))];
}

describe('the list', () => {
  test('is read completely', () => {
    const sizes = WRITTEN.map((one) => [one.name, checkerOf(one).fields.size]);
    expect(Object.fromEntries(sizes)).toMatchObject({ odds: 16, 'odds proof': 30, fixtures: 15 });
    // 2 participants × 5 sub-blocks × 18 counters of the basketball score alone.
    for (const [name, size] of sizes.slice(0, 6)) expect(size, String(name)).toBeGreaterThan(130);
  });

  test('of additions only adds', () => {
    const known = new Set(
      CONTRACT.sections.flatMap(({ kind, sports = ['-'], entries }) =>
        sports.flatMap((sport) =>
          entries.flatMap((one) => [one.path, one.snapshot, one.historical].map((path) => `${kind} ${sport} ${path}`)),
        ),
      ),
    );
    const idle = ADDITIONS.sections.flatMap(({ kind, sports = ['-'], entries }) =>
      sports.flatMap((sport) =>
        entries
          .map((one) =>
            [one.path, one.snapshot, one.historical].filter(Boolean).map((path) => `${kind} ${sport} ${path}`),
          )
          .filter((paths) => paths.every((path) => known.has(path))),
      ),
    );
    expect(idle).toEqual([]);
  });
});

describe.each(WRITTEN)('$name', (written) => {
  const checker = checkerOf(written);

  test(`shows every listed field and nothing else (seed ${SEED})`, () => {
    expect(checker.verdict(written.records)).toEqual([]);
  });

  test('shows all listed values', () => {
    const listed = valuesOf(written.kind, written.sport);
    const shown = new Map<string, Set<unknown>>();
    for (const record of written.records)
      for (const { listed: path, value } of checker.found(record)) {
        const values = shown.get(path) ?? new Set();
        values.add(value);
        shown.set(path, values);
      }
    for (const [path, values] of listed) {
      const field = checker.fields.get(written.form === 'historical' ? historicalOf(written, path) : path);
      if (!field) throw new Error(`${path} has values, but is not listed`);
      const seen = shown.get(field.path) ?? new Set();
      // `Type` names the sport: each sport shows its own.
      const type = written.sport && SPORT_NAMES[written.sport].type;
      const expected = path === 'Type' ? values.filter((value) => value === type) : values;
      if (field.pattern) for (const value of expected) expect(seen, path).toContain(value);
      else expect([...seen].sort(), path).toEqual([...expected].sort());
    }
  });

  test('has the schema of the list, closed everywhere', () => {
    expect(pathsOfSchema(written.schema).sort()).toEqual([...checker.fields.keys()].sort());
    for (const [path, schema] of objectsOf(written.schema))
      expect('additionalProperties' in schema && schema.additionalProperties, path).toBe(false);
    const required = new Set(requiredOfSchema(written.schema));
    for (const field of checker.fields.values()) if (field.required) expect(required).toContain(field.path);
    for (const record of written.records) checkSchema(written.schema, record);
  });

  test('refuses an unknown field anywhere, by name', () => {
    for (const record of checker.cover(written.records)) {
      const holders: [string, Record<string, unknown>][] = [];
      const copy = sent(record);
      collectObjects(copy, '$', holders);
      for (const [path, holder] of holders) {
        holder.Surplus = 1;
        expect(thrown(() => checkSchema(written.schema, copy))).toMatchObject({
          number: 7004,
          context: { path: `${path}.Surplus` },
        });
        delete holder.Surplus;
      }
    }
  });

  test('refuses a missing field, and one in another case', () => {
    const cover = checker.cover(written.records);
    expect(checker.verdict(cover)).toEqual([]);
    const shows = cover.map((record) => new Set(checker.found(record).map(({ listed }) => listed)));
    for (const path of checker.fields.keys()) {
      const name = segmentsOf(path).at(-1) ?? '';
      const changed = (as?: (key: string) => string) =>
        cover.map((record, i) => (shows[i]?.has(path) ? mutate(record, path, as) : record));
      expect(checker.accepts(changed()), `without ${path}`).toBe(false);
      const swapped = swapCase(name);
      if (name !== '*' && name !== '[]' && swapped !== name)
        expect(checker.accepts(changed(swapCase)), `${path} as ${swapped}`).toBe(false);
    }
  });
});

/** Flips the case of the first letter. */
function swapCase(name: string): string {
  const at = name.search(/[a-z]/i);
  if (at < 0) return name;
  const letter = name.charAt(at);
  const swapped = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
  return name.slice(0, at) + swapped + name.slice(at + 1);
}

function historicalOf({ kind, sport }: Omit<Written, 'records' | 'schema'>, path: string): string {
  return fieldsOf(kind, sport, 'snapshot').get(path)?.other ?? path;
}

function collectObjects(value: unknown, path: string, out: [string, Record<string, unknown>][]): void {
  if (Array.isArray(value)) {
    value.forEach((item, i) => {
      collectObjects(item, `${path}[${i}]`, out);
    });
  } else if (typeof value === 'object' && value !== null) {
    out.push([path, value as Record<string, unknown>]);
    for (const [name, item] of Object.entries(value)) collectObjects(item, `${path}.${name}`, out);
  }
}

describe.each(SCHEMA_ONLY)('$name', ({ kind, schema, isRequest = false }) => {
  test('has the schema of the list, closed everywhere if it is an answer', () => {
    expect(pathsOfSchema(schema).sort()).toEqual([...fieldsOf(kind).keys()].sort());
    if (isRequest) return;
    for (const [path, one] of objectsOf(schema))
      expect('additionalProperties' in one && one.additionalProperties, path).toBe(false);
  });
});

describe('statuses', () => {
  test.each(SPORTS)('of %s all occur', (sport) => {
    const shown = new Set(scoresOf(sport).flatMap(({ StatusId }) => (StatusId === undefined ? [] : [StatusId])));
    expect([...shown].sort((a, b) => a - b)).toEqual(ADDITIONS.statuses[sport].toSorted((a, b) => a - b));
  });

  test('have the codes of the specification', () => {
    const codes = CONTRACT.enumerations.find((one) => one.codes)?.codes ?? [];
    const shown = new Set(
      scoresOf('basketball').flatMap(({ StatusId }) =>
        StatusId === undefined || StatusId === 100 ? [] : [periodName('basketball', StatusId)],
      ),
    );
    expect([...shown].sort()).toEqual(codes.toSorted());
  });
});

/** `toEqual` takes a millisecond per record; there are thousands, nearly always equal. */
function same(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);
}

/** Fields by name, to compare two records field by field. */
const fieldMap = (found: readonly Found[]): Record<string, unknown> =>
  Object.fromEntries(found.map(({ names, value }) => [names.join('.'), value]));

describe.each(SPORTS)('the forms of the score records of %s agree', (sport) => {
  const snapshot = new FieldChecker(fieldsOf('scores', sport, 'snapshot'));
  const historical = new FieldChecker(fieldsOf('scores', sport, 'historical'));
  const scores = scoresOf(sport);
  const writtenAs = (form: WrittenForm) =>
    (WRITTEN.find((one) => one.sport === sport && one.form === form) as Written).records;
  const [snapshots, histories] = [writtenAs('snapshot'), writtenAs('historical')];

  test('history equals the snapshot under the documented mapping', () => {
    for (const [i, record] of snapshots.entries()) {
      const expected = snapshot.found(record).flatMap((found): Found[] => {
        const other = snapshot.fields.get(found.listed)?.other;
        if (other === undefined) return [];
        const names = segmentsOf(other).map((name, i) =>
          name === '*' || name === '[]' ? (found.names[i] ?? name) : name,
        );
        return [{ ...found, names }];
      });
      const actual = historical.found(histories[i]);
      same(fieldMap(actual), fieldMap(expected));
    }
  });

  test('the stream carries the snapshot record', () => {
    for (const [i, record] of scores.entries()) {
      const text = eventFrame(`1800000000000:${i}`, encodeScores(record, 'snapshot')).toString();
      const [data = '', id, ...rest] = text.split('\n');
      same([id, ...rest], [`id: 1800000000000:${i}`, '', '']);
      same(JSON.parse(data.replace(/^data: /, '')), snapshots[i]);
    }
  });

  test('the observed wire is the snapshot with other names', () => {
    const renames = ADDITIONS.observed
      .filter(({ sports }) => sports.includes(sport))
      .flatMap(({ described, observed }) =>
        described.map((path, i) => [path.split('.'), (observed[i] ?? '').split('.')] as const),
      );
    const renamed = (names: readonly string[]): string[] =>
      names.map((name, i) => {
        const found = renames.find(([from]) =>
          from.length === 1 ? i === 0 && from[0] === name : from[0] === names[i - 1] && from[1] === name,
        );
        return found?.[1].at(-1) ?? name;
      });
    const schema = schemaOf(`Observed${SPORT_NAMES[sport].type}Scores`);
    let changed = 0;
    for (const [i, record] of scores.entries()) {
      const observed = sent(encodeScores(record, 'observed'));
      checkSchema(schema, observed);
      const expected: Record<string, unknown> = {};
      for (const { names, value } of snapshot.found(snapshots[i])) {
        const other = renamed(names);
        if (other.join() !== names.join()) changed++;
        expected[other.join('.')] = value;
      }
      const actual: Record<string, unknown> = {};
      flatten(observed, [], actual);
      same(actual, expected);
    }
    expect(changed).toBeGreaterThan(100);
  });

  test('fields are always in the same order', () => {
    for (const form of FORMS) {
      const schema = scoresSchema(sport, form);
      const order = 'properties' in schema ? Object.keys(schema.properties) : [];
      for (const record of scores) {
        const names = Object.keys(encodeScores(record, form));
        same(
          names,
          order.filter((name) => names.includes(name)),
        );
      }
    }
    const described = CONTRACT.sections
      .find(({ section }) => section === 'Scores record, common fields')
      ?.entries.map(({ snapshot: name }) => name)
      .slice(0, 18);
    const schema = scoresSchema(sport, 'snapshot');
    expect('properties' in schema && Object.keys(schema.properties).slice(0, 18)).toEqual(described);
  });

  test('written records can be read', () => {
    for (const [i, record] of scores.entries()) same(readScores(snapshots[i] ?? {}), record);
  });
});

function flatten(value: object, names: readonly string[], out: Record<string, unknown>): void {
  for (const [name, item] of Object.entries(value)) {
    const at = [...names, Array.isArray(value) ? `[${name}]` : name];
    const isInner = typeof item === 'object' && item !== null;
    out[at.join('.')] = isInner ? (Array.isArray(item) ? [] : {}) : item;
    if (isInner) flatten(item, at, out);
  }
}

describe('odds and fixtures', () => {
  test('written records can be read', () => {
    for (const record of odds) same(readOdds(sent(encodeOdds(record))), record);
    for (const { fixtures } of matches)
      for (const record of fixtures) {
        const { sport: Sport, gameState: GameState } = record;
        expect(readFixture(sent({ ...encodeFixture(record), Sport, GameState }))).toEqual(record);
      }
  });

  test('lines of all kinds occur, suspended ones without prices', () => {
    const written = odds.map(encodeOdds);
    const parameters = new Set(written.map(({ MarketParameters }) => String(MarketParameters)));
    for (const one of ['null', 'line=-0.25', 'line=0', 'line=2.5', 'line=1.75']) expect(parameters).toContain(one);
    const suspended = written.filter(({ Prices }) => (Prices as number[]).length === 0);
    expect(suspended.length).toBeGreaterThan(20);
    for (const one of suspended) {
      expect(one.Pct).toEqual([]);
      expect(one.MessageId).toMatch(/^\d{10}:00003:\d{6}-\d-7001-stab$/);
    }
  });
});

describe('proofs of these records', () => {
  test.each(proofs.stats.map(({ sport }, i) => ({ sport, i })))('verify ($sport)', ({ sport, i }) => {
    for (const answer of [proofs.v4[i], proofs.v3[i]]) {
      const result = verify(parseProof(answer), { sport });
      if (result.kind !== 'stat') throw new Error('another kind of proof');
      expect(result.final).toBe(true);
      expect(result.facts.length).toBe(3);
    }
  });
});

/** The fields of an event under the names of the list. */
function eventOf(frame: Buffer): Record<string, unknown> & { readonly Data: Record<string, unknown> } {
  const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(frame.toString())?.[1];
  const [Id, Event] = [field('id'), field('event')];
  return {
    Data: JSON.parse(field('data') ?? ''),
    ...(Id !== undefined && { Id }),
    ...(Event !== undefined && { Event }),
  };
}

describe('events', () => {
  const event = new FieldChecker(fieldsOf('event'));
  const notes = new FieldChecker(fieldsOf('heartbeat'));
  const gap = eventOf(heartbeatFrame(1_800_000_000_000, { Gap: { From: '1:2', To: '3:4' } }));
  const closing = eventOf(heartbeatFrame(1_800_000_000_000, { Closing: 'too slow' }));

  test('have the listed fields and no others', () => {
    const events = [
      eventOf(eventFrame('1800000000000:17', {})),
      eventOf(heartbeatFrame(1_800_000_000_000)),
      gap,
      closing,
    ];
    // The content of Data is checked separately.
    expect(event.verdict(events.map((one) => ({ ...one, Data: {} })))).toEqual([]);
    expect(notes.verdict([gap.Data, closing.Data])).toEqual([]);
  });
});
