import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { type Ledger, ledgerText, readLedger } from '../../ts/regress/ledger/ledger.js';
import {
  lineText,
  type RecordedLine,
  type RecordingHeader,
  readHeader,
  readLine,
} from '../../ts/regress/stream/streamLine.js';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { type Case, caseText, readCase } from '../../ts/sdk/prove/caseFile.js';
import { exampleCases } from '../helpers/regress/exampleCases.js';

/** The published schemas and the readers of the package accept and refuse the same files. */

const schema = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../ts/regress/schema/${name}.schema.json`, import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
const fitsCase = ajv.compile(schema('case'));
const fitsLedger = ajv.compile(schema('ledger'));
const fitsLine = ajv.compile(schema('stream'));

const EXAMPLE = JSON.parse(exampleCases().get('final-win-v4') ?? '');
const LEDGER: Ledger = {
  builds: { oracle: { sha256: 'ab'.repeat(32) } },
  cases: {
    win: {
      root: 'cd'.repeat(32),
      offline: { result: 'true', error: null, facts: ['k1 = 3, period 100'], final: true },
      builds: {
        oracle: { result: 'refused', error: 6023, instruction: 'validate_stat_v2', form: 'v2', units: 5, bytes: 700 },
      },
    },
  },
};

/** The document with another value at a path; `undefined` removes it. */
function changed(document: object, path: string, value: unknown): unknown {
  const copy = structuredClone(document);
  const names = path.split('/');
  const last = names.pop() ?? '';
  let at = copy as Record<string, unknown>;
  for (const name of names) at = at[name] as Record<string, unknown>;
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

function faultOf(read: () => unknown): LinesmanError {
  try {
    read();
  } catch (error) {
    if (error instanceof LinesmanError) return error;
    throw error;
  }
  throw new Error('nothing is refused');
}

describe('a case', () => {
  it.each([...exampleCases()])('%s fits the schema and is read', (name, text) => {
    expect([fitsCase(JSON.parse(text)), fitsCase.errors]).toEqual([true, null]);
    expect(readCase(text, 'x').name).toBe(name);
  });

  it.each<[path: string, value: unknown, place: string]>([
    ['linesman', 2, '$.linesman'],
    ['linesman', undefined, '$.linesman'],
    ['name', '', '$.name'],
    ['name', '../x', '$.name'],
    ['name', 'x'.repeat(101), '$.name'],
    ['name', undefined, '$.name'],
    ['request/method', 'POST', '$.request.method'],
    ['request/path', 'https://x/', '$.request.path'],
    ['request/query', { keys: 1 }, '$.request.query.keys'],
    ['request/headers', {}, '$.request.headers'],
    ['request', undefined, '$.request'],
    ['answer', undefined, '$.answer'],
    ['roots/program', 'x', '$.roots.program'],
    ['roots/address', 7, '$.roots.address'],
    ['roots/epochDay', -1, '$.roots.epochDay'],
    ['roots/epochDay', 65_536, '$.roots.epochDay'],
    ['roots/slot', 288, '$.roots.slot'],
    ['roots/slot', 1.5, '$.roots.slot'],
    ['roots/root', 'AB'.repeat(32), '$.roots.root'],
    ['roots/root', undefined, '$.roots.root'],
    ['roots/more', 1, '$.roots.more'],
    ['roots', undefined, '"roots" and "rootsMissing"'],
    ['rootsMissing', 'why', '"roots" and "rootsMissing"'],
    ['oracleKey', 'x', '$.oracleKey'],
    ['sport', 'cricket', '$.sport'],
    ['sport', undefined, '$.sport'],
    ['where', ' ', '$.where'],
    ['where', null, '$.where'],
    ['notes', 1, '$.notes'],
    ['notes', undefined, '$.notes'],
    ['token', 'x', '$.token'],
  ])('with %s = %j is refused by both, and the reader names the place', (path, value, place) => {
    const broken = changed(EXAMPLE, path, value);
    expect(fitsCase(broken)).toBe(false);
    const error = faultOf(() => readCase(JSON.stringify(broken), 'cases/a.case.json'));
    expect([error.name, error.message]).toEqual(['MalformedCase', expect.stringContaining(place)]);
    expect(error.message).toMatch(/^cases\/a\.case\.json: /);
  });

  it.each(['', '{', '[]', 'null', '\ufeff{}', '{"name":1,"name":2}'])(
    '%j is refused with the name of the file',
    (text) => {
      expect(faultOf(() => readCase(text, 'a.case.json')).message).toContain('a.case.json');
    },
  );

  it('may hold any answer, and keeps it as it is written', () => {
    const answer = '{"b": 1.0, "10": 1, "2": [1e2]}';
    const { answer: _, ...content } = readCase(exampleCases().get('final-win') ?? '', 'x');
    const text = caseText({ ...content, where: null, roots: null, rootsMissing: 'no chain' }, `\n${answer}\n`);
    expect(text).toContain(`"answer": ${answer}\n`);
    const read: Case = readCase(text, 'x');
    expect([read.answer, read.rootsMissing, fitsCase(JSON.parse(text))]).toEqual([
      JSON.parse(answer),
      'no chain',
      true,
    ]);
  });
});

describe('a ledger', () => {
  it('fits the schema, and is read as it was written', () => {
    const text = ledgerText(LEDGER);
    expect([fitsLedger(JSON.parse(text)), fitsLedger.errors]).toEqual([true, null]);
    expect(readLedger(text, 'x')).toEqual(LEDGER);
    expect(ledgerText(readLedger(text, 'x'))).toBe(text);
    // A change of a case shows as a change of its lines.
    expect(text.split('\n').slice(0, 5)).toEqual([
      '{',
      '  "builds": {',
      '    "oracle": {',
      `      "sha256": "${'ab'.repeat(32)}"`,
      '    }',
    ]);
  });

  it('is sorted, whatever the order of the results', () => {
    const { win } = LEDGER.cases;
    if (!win) throw new Error('no case');
    const cases = { b: win, a: { builds: win.builds, offline: win.offline, root: null } };
    const text = ledgerText({ cases, builds: {} });
    const turned = ledgerText({ builds: {}, cases: { a: cases.a, b: cases.b } });
    expect(text).toBe(turned);
    const names = [...text.matchAll(/^\s*"(\w+)":/gm)].map(([, name]) => name);
    expect(names.slice(0, 8)).toEqual(['builds', 'cases', 'a', 'builds', 'oracle', 'bytes', 'error', 'form']);
  });

  it.each<[path: string, value: unknown, place: string]>([
    ['linesman', 0, '$.linesman'],
    ['made', 'today', '$.made'],
    ['builds/oracle/sha256', 'x', '$.builds.oracle.sha256'],
    ['cases/win/root', 'x', '$.cases.win.root'],
    ['cases/win/offline', undefined, '$.cases.win.offline'],
    ['cases/win/offline/result', 'maybe', '$.cases.win.offline.result'],
    ['cases/win/offline/result', 'precompile', '$.cases.win.offline.result'],
    ['cases/win/offline/error', -1, '$.cases.win.offline.error'],
    ['cases/win/offline/facts', {}, '$.cases.win.offline.facts'],
    ['cases/win/offline/facts', [1], '$.cases.win.offline.facts[0]'],
    ['cases/win/offline/final', 'yes', '$.cases.win.offline.final'],
    ['cases/win/builds/oracle/units', 1.5, '$.cases.win.builds.oracle.units'],
    ['cases/win/builds/oracle/bytes', '700', '$.cases.win.builds.oracle.bytes'],
    ['cases/win/builds/oracle/result', true, '$.cases.win.builds.oracle.result'],
    ['cases/win/builds/oracle/form', 3, '$.cases.win.builds.oracle.form'],
    ['cases/win/builds/oracle/extra', 3, '$.cases.win.builds.oracle.extra'],
    ['cases', undefined, '$.cases'],
  ])('with %s = %j is refused by both, and the reader names the place', (path, value, place) => {
    const broken = changed({ linesman: 1, ...LEDGER }, path, value);
    expect(fitsLedger(broken)).toBe(false);
    const error = faultOf(() => readLedger(JSON.stringify(broken), 'cases/ledger.json'));
    expect([error.name, error.message]).toEqual(['MalformedLedger', expect.stringContaining(place)]);
    expect(error.message).toMatch(/^cases\/ledger\.json: /);
  });
});

const HEADER: RecordingHeader = {
  linesman: 1,
  stream: 'scores',
  service: 'https://oracle.example:8080',
  fixture: null,
  wire: 'observed',
  start: 1_800_000_000_000,
};
const ADDRESS = LOCALNET_PROGRAM_IDS.oracle;
const LINES: Readonly<Record<string, RecordedLine>> = {
  event: { at: 1, id: '1800000000000:0', event: null, data: '{"b": 1.0, "10": 1}' },
  heartbeat: { at: 1, id: null, event: 'heartbeat', data: '{"Ts":1}' },
  answer: { at: 1, path: '/api/fixtures/updates/20643/16', body: '[]' },
  open: { at: 1, note: 'open', after: null },
  lost: { at: 1, note: 'lost', reason: 'the connection broke' },
  gap: { at: 1, note: 'gap', from: '1:0', to: '2:0' },
  end: { at: 1, note: 'end' },
  roots: { at: 1, roots: { kind: 'odds', program: ADDRESS, address: ADDRESS, epochDay: 20_643, data: 'AAEC' } },
};

describe('a line of a recording', () => {
  it('fits the schema, and is read as it was written', () => {
    expect([fitsLine(HEADER), fitsLine.errors]).toEqual([true, null]);
    expect(readHeader(lineText(HEADER), 'x')).toEqual(HEADER);
    for (const line of Object.values(LINES)) {
      expect([fitsLine(line), fitsLine.errors]).toEqual([true, null]);
      expect(readLine(lineText(line), 'x', 2)).toEqual(line);
      expect(lineText(readLine(lineText(line), 'x', 2))).toBe(lineText(line));
    }
  });

  it.each<[path: string, value: unknown, place: string]>([
    ['linesman', 2, '$.linesman'],
    ['stream', 'lineups', '$.stream'],
    ['service', 'https://me:pass@oracle.example', '$.service'],
    ['service', 'oracle.example', '$.service'],
    ['fixture', 1.5, '$.fixture'],
    ['fixture', -1, '$.fixture'],
    ['wire', 'other', '$.wire'],
    ['wire', undefined, '$.wire'],
    ['start', 'today', '$.start'],
    ['token', 'x', '$.token'],
  ])('a header with %s = %j is refused by both, and the reader names the place', (path, value, place) => {
    const broken = changed(HEADER, path, value);
    expect(fitsLine(broken)).toBe(false);
    const error = faultOf(() => readHeader(JSON.stringify(broken), 'scores.ndjson.gz'));
    expect([error.name, error.message]).toEqual(['MalformedRecording', expect.stringContaining(place)]);
    expect(error.message).toMatch(/^scores\.ndjson\.gz, line 1: /);
  });

  it.each<[line: string, path: string, value: unknown, place: string]>([
    ['event', 'at', -1, '$.at'],
    ['event', 'at', 8_640_000_000_000_001, '$.at'],
    ['event', 'id', 7, '$.id'],
    ['event', 'id', undefined, '$.id'],
    ['event', 'event', 1, '$.event'],
    ['event', 'data', { Ts: 1 }, '$.data'],
    ['event', 'more', 1, '$.more'],
    ['answer', 'path', 'https://x/', '$.path'],
    ['answer', 'body', null, '$.body'],
    ['answer', 'headers', {}, '$.headers'],
    ['open', 'note', 'closed', '$.note'],
    ['open', 'after', 1, '$.after'],
    ['lost', 'reason', undefined, '$.reason'],
    ['gap', 'to', 1, '$.to'],
    ['end', 'reason', 'x', '$.reason'],
    ['roots', 'roots/kind', 'stats', '$.roots.kind'],
    ['roots', 'roots/program', 'x', '$.roots.program'],
    ['roots', 'roots/epochDay', 65_536, '$.roots.epochDay'],
    ['roots', 'roots/data', 'AAE', '$.roots.data'],
    ['roots', 'roots/slot', 1, '$.roots.slot'],
  ])('%s with %s = %j is refused by both, and the reader names the place', (name, path, value, place) => {
    const broken = changed(LINES[name] as object, path, value);
    expect(fitsLine(broken)).toBe(false);
    const error = faultOf(() => readLine(JSON.stringify(broken), 'scores.ndjson.gz', 7));
    expect([error.name, error.message]).toEqual(['MalformedRecording', expect.stringContaining(place)]);
    expect(error.message).toMatch(/^scores\.ndjson\.gz, line 7: /);
  });
});
