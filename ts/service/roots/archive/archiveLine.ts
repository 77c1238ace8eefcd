import { crc32 } from 'node:zlib';
import type { LineFault } from '@linesman/sdk/error';
import { bytesToHex, hexToBytes, MS_PER_SLOT, type Root, rootOf, SPORTS } from '@linesman/sdk/format';
import type { BatchHistory } from '../../data/store/dayStore.js';
import { RECORD_KINDS, type RecordKind, slotStartOf } from '../../data/store/recordKind.js';
import type { NewRecord, StoredFixture } from '../../data/store/recordStore.js';

/** A batch in an archive. Its trees are rebuilt from its records. */
export interface ArchivedBatch extends BatchHistory {
  readonly state: 'built' | 'published';
  readonly root: Root;
  readonly metadata: string;
  /** Number of records. */
  readonly records: number;
}

/** A line that cannot be read. The reader adds the line number. */
export class UnreadableLine extends Error {
  constructor(readonly fault: LineFault) {
    super(fault.problem);
  }
}

const wrong = (fault: LineFault): never => {
  throw new UnreadableLine(fault);
};

/** A JSON object whose last field is the CRC-32 of the text before it, so that damage is traced to the line. */
function lineOf(fields: Record<string, unknown>): string {
  const text = JSON.stringify(fields).slice(0, -1);
  return `${text},"check":"${checkOf(text)}"}`;
}

const checkOf = (text: string): string => crc32(text).toString(16).padStart(8, '0');
/** Length of `,"check":"00000000"}`. */
const CHECK_LENGTH = 20;

export const recordLine = ({ contentHash, ...record }: NewRecord): string =>
  lineOf({
    kind: record.kind,
    fixtureId: record.fixtureId,
    seq: record.seq,
    ts: record.ts,
    acceptedAt: record.acceptedAt,
    streamSlot: record.streamSlot,
    streamIndex: record.streamIndex,
    label: record.label,
    messageId: record.messageId,
    contentHash: bytesToHex(contentHash),
    json: record.json,
  });

export const batchLine = (batch: ArchivedBatch): string =>
  lineOf({
    kind: batch.kind,
    slotStart: batch.slotStart,
    records: batch.records,
    root: bytesToHex(batch.root),
    metadata: batch.metadata,
    state: batch.state,
    frozenAt: batch.frozenAt,
    builtAt: batch.builtAt,
    publishedAt: batch.publishedAt,
    alarm: batch.alarm,
  });

export const fixtureLine = ({ fixtureId, sport, competitionId, startTime, json }: StoredFixture): string =>
  lineOf({ fixtureId, sport, competitionId, startTime, json });

/** A record as stored. Throws `UnreadableLine`. */
export function readRecordLine(line: string): NewRecord {
  const fields = new LineFields(line);
  const record: NewRecord = {
    kind: fields.kind(),
    fixtureId: fields.integer('fixtureId'),
    seq: fields.integer('seq'),
    ts: fields.integer('ts'),
    acceptedAt: fields.integer('acceptedAt'),
    streamSlot: fields.integer('streamSlot'),
    streamIndex: fields.integer('streamIndex'),
    label: fields.text('label'),
    messageId: fields.textOrNull('messageId'),
    contentHash: fields.hash('contentHash'),
    json: fields.text('json'),
  };
  const { kind, fixtureId, seq, ts, messageId } = record;
  const inside = objectOf(record.json);
  const isItself =
    inside.FixtureId === fixtureId &&
    inside.Ts === ts &&
    (kind === 'scores' ? inside.Seq === seq : true) &&
    (kind === 'odds' ? inside.MessageId === messageId && messageId !== null : messageId === null);
  if (!isItself) wrong({ problem: 'other record' });
  const { acceptedAt, streamSlot } = record;
  // A slot may be later than the acceptance, if the clock was set back; never earlier.
  if (streamSlot % MS_PER_SLOT !== 0 || streamSlot + MS_PER_SLOT <= acceptedAt)
    wrong({ problem: 'wrong stream slot', streamSlot });
  return record;
}

/** Throws `UnreadableLine`. */
export function readBatchLine(line: string): ArchivedBatch {
  const fields = new LineFields(line);
  const kind = fields.kind();
  const slotStart = fields.integer('slotStart');
  if (slotStartOf(kind, slotStart) !== slotStart)
    wrong({ problem: 'wrong field', field: 'slotStart', value: slotStart, expected: 'the start of a slot' });
  const state = fields.text('state');
  if (state !== 'built' && state !== 'published')
    return wrong({ problem: 'wrong field', field: 'state', value: state, expected: 'built or published' });
  const metadata = fields.text('metadata');
  objectOf(metadata);
  return {
    kind,
    slotStart,
    records: fields.integer('records'),
    root: rootOf(fields.hash('root')),
    metadata,
    state,
    frozenAt: fields.integer('frozenAt'),
    builtAt: fields.integerOrNull('builtAt'),
    publishedAt: fields.integerOrNull('publishedAt'),
    alarm: fields.textOrNull('alarm'),
  };
}

/** Throws `UnreadableLine`. */
export function readFixtureLine(line: string): StoredFixture {
  const fields = new LineFields(line);
  const name = fields.text('sport');
  const sport = SPORTS.find((one) => one === name);
  if (sport === undefined)
    return wrong({ problem: 'wrong field', field: 'sport', value: name, expected: SPORTS.join(' or ') });
  const json = fields.text('json');
  if (!Number.isSafeInteger(objectOf(json).Ts)) wrong({ problem: 'no time' });
  return {
    fixtureId: fields.integer('fixtureId'),
    sport,
    competitionId: fields.integer('competitionId', -(2 ** 31), 2 ** 31 - 1),
    startTime: fields.integer('startTime', Number.MIN_SAFE_INTEGER),
    json,
  };
}

function objectOf(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return wrong({ problem: 'not JSON' });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) wrong({ problem: 'not an object' });
  return value as Record<string, unknown>;
}

/** 32-bit columns in the database. */
const SMALL: ReadonlySet<string> = new Set(['seq', 'streamIndex']);

/** Reads the fields of one line and checks their types. */
class LineFields {
  private readonly fields: Record<string, unknown>;

  constructor(line: string) {
    const text = line.slice(0, -CHECK_LENGTH);
    if (line.slice(-CHECK_LENGTH) !== `,"check":"${checkOf(text)}"}`) wrong({ problem: 'wrong check' });
    this.fields = objectOf(line);
  }

  kind(): RecordKind {
    const kind = this.text('kind');
    const known = RECORD_KINDS.find((one) => one === kind);
    const expected = RECORD_KINDS.join(' or ');
    return known ?? wrong({ problem: 'wrong field', field: 'kind', value: kind, expected });
  }

  integer(name: string, least = 0, most = SMALL.has(name) ? 2 ** 31 - 1 : Number.MAX_SAFE_INTEGER): number {
    const value = this.fields[name];
    if (Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most) return Number(value);
    return wrong({ problem: 'wrong field', field: name, value, expected: `an integer from ${least} to ${most}` });
  }

  integerOrNull(name: string): number | null {
    return this.fields[name] === null ? null : this.integer(name);
  }

  /** PostgreSQL texts cannot contain U+0000. */
  text(name: string): string {
    const value = this.fields[name];
    if (typeof value === 'string' && !value.includes('\0')) return value;
    return wrong({ problem: 'wrong field', field: name, value, expected: 'a string without the character 0' });
  }

  textOrNull(name: string): string | null {
    return this.fields[name] === null ? null : this.text(name);
  }

  hash(name: string): Uint8Array {
    const value = this.text(name);
    if (!/^[0-9a-f]{64}$/.test(value)) wrong({ problem: 'wrong field', field: name, value, expected: 'a hash in hex' });
    return hexToBytes(value);
  }
}
