import { fail, LinesmanError, MALFORMED_RECORDING } from '@linesman/sdk/error';
import { addressIn } from '@linesman/sdk/internal/program/address/addressIn';
import { checkFields } from '@linesman/sdk/internal/proof/checkFields';
import { DocumentNode } from '@linesman/sdk/internal/proof/document';
import { matching, nameIn, orNull } from '@linesman/sdk/internal/proof/fieldReaders';
import type { Address } from '@linesman/sdk/program';
import { ROOTS_KINDS, type RootsKind, readDocument } from '@linesman/sdk/proof';
import { FORMAT_VERSION } from '@linesman/sdk/prove';

/** The files of a recording: two streams, and the other data for replaying them. */
export const RECORDED_STREAMS = ['scores', 'odds', 'fixtures', 'roots'] as const;
export type RecordedStream = (typeof RECORDED_STREAMS)[number];

/** The name of the file of a stream in the folder of a recording. */
export const streamFileName = (stream: RecordedStream): string => `${stream}.ndjson.gz`;

/** The first line of a file. */
export interface RecordingHeader {
  readonly linesman: typeof FORMAT_VERSION;
  readonly stream: RecordedStream;
  /** Address of the service, which holds no credentials. */
  readonly service: string;
  /** The only fixture that was recorded, or null. */
  readonly fixture: number | null;
  /** The wire that was requested, or null for the service's default. */
  readonly wire: 'described' | 'observed' | null;
  /** When the recording began, Unix ms of the recorder. */
  readonly start: number;
}

/** An event of a stream, as received. */
export interface EventLine {
  /** When it arrived, Unix ms of the recorder. */
  readonly at: number;
  /** Null for heartbeats. */
  readonly id: string | null;
  /** Null for records. */
  readonly event: string | null;
  /** The text of its data, character by character. */
  readonly data: string;
}

/** An answer of the service, as received. */
export interface AnswerLine {
  readonly at: number;
  /** Path and query. */
  readonly path: string;
  /** The body, character by character. */
  readonly body: string;
}

/** Events of the recording itself. */
export type NoteLine =
  /** The stream was opened, after this event. */
  | { readonly at: number; readonly note: 'open'; readonly after: string | null }
  /** The connection was lost. */
  | { readonly at: number; readonly note: 'lost'; readonly reason: string }
  /** The service no longer had the events between these. */
  | { readonly at: number; readonly note: 'gap'; readonly from: string; readonly to: string }
  /** The recording ended, or was interrupted. */
  | { readonly at: number; readonly note: 'end' };

/** A roots account, as it was on chain. */
export interface RootsLine {
  readonly at: number;
  readonly roots: RecordedRoots;
}

export interface RecordedRoots {
  readonly kind: RootsKind;
  /** The oracle program that owns the account. */
  readonly program: Address;
  readonly address: Address;
  /** The day of the account; for fixtures the first day of its ten-day window. */
  readonly epochDay: number;
  /** Base64. */
  readonly data: string;
}

export type RecordedLine = EventLine | AnswerLine | NoteLine | RootsLine;

const WIRES = ['described', 'observed'] as const;
const LATEST = 8_640_000_000_000_000;
const EVENT_ID = /^\d{1,16}:\d{1,10}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const NOTE_FIELDS = { open: ['after'], lost: ['reason'], gap: ['from', 'to'], end: [] } as const;

/** The line of a file, without its line break. JSON escapes all others. */
export const lineText = (line: RecordingHeader | RecordedLine): string => JSON.stringify(line);

/**
 * Reads the first line of a file. Errors: MALFORMED_RECORDING.
 *
 * @param file Name of the file, for errors.
 */
export const readHeader = (text: string, file: string): RecordingHeader =>
  reading(text, file, 1, (node) => {
    checkFields(node, ['linesman', 'stream', 'service', 'fixture', 'wire', 'start'], []);
    const version = node.member('linesman');
    if (version.value !== FORMAT_VERSION) version.wrong(`${FORMAT_VERSION}, the version of the format`);
    return {
      linesman: FORMAT_VERSION,
      stream: nameIn(RECORDED_STREAMS, node.member('stream')),
      service: matching(node.member('service'), /^https?:\/\/[^\s@?#]+$/, 'an address without credentials'),
      fixture: orNull(node.member('fixture'), (fixture) => fixture.integer(0, Number.MAX_SAFE_INTEGER)),
      wire: orNull(node.member('wire'), (wire) => nameIn(WIRES, wire)),
      start: timeIn(node.member('start')),
    };
  });

/**
 * Reads any other line of a file. The recorded data is not checked. Errors: MALFORMED_RECORDING.
 *
 * @param number Number of the line, from 1.
 */
export const readLine = (text: string, file: string, number: number): RecordedLine =>
  reading(text, file, number, (node) => {
    const has = (name: string): boolean => node.members().some(([found]) => found === name);
    if (has('note')) return noteOf(node);
    if (has('path')) {
      checkFields(node, ['at', 'path', 'body'], []);
      const path = matching(node.member('path'), /^\/[\w./?=&-]*$/, 'a path such as /api/fixtures/snapshot');
      return { at: timeIn(node.member('at')), path, body: node.member('body').string() };
    }
    if (has('roots')) {
      checkFields(node, ['at', 'roots'], []);
      return { at: timeIn(node.member('at')), roots: rootsOf(node.member('roots')) };
    }
    checkFields(node, ['at', 'id', 'event', 'data'], []);
    return {
      at: timeIn(node.member('at')),
      id: orNull(node.member('id'), (id) => id.string()),
      event: orNull(node.member('event'), (event) => event.string()),
      data: node.member('data').string(),
    };
  });

/** Whether an id has the form that contains the slot and the place in it. */
export const isPlace = (id: string | null): id is string => id !== null && EVENT_ID.test(id);

function noteOf(node: DocumentNode): NoteLine {
  const kind = nameIn(Object.keys(NOTE_FIELDS) as NoteLine['note'][], node.member('note'));
  checkFields(node, ['at', 'note', ...NOTE_FIELDS[kind]], []);
  const at = timeIn(node.member('at'));
  switch (kind) {
    case 'open':
      return { at, note: kind, after: orNull(node.member('after'), (after) => after.string()) };
    case 'lost':
      return { at, note: kind, reason: node.member('reason').string() };
    case 'gap':
      return { at, note: kind, from: node.member('from').string(), to: node.member('to').string() };
    case 'end':
      return { at, note: kind };
  }
}

function rootsOf(node: DocumentNode): RecordedRoots {
  checkFields(node, ['kind', 'program', 'address', 'epochDay', 'data'], []);
  return {
    kind: nameIn(ROOTS_KINDS, node.member('kind')),
    program: addressIn(node.member('program')),
    address: addressIn(node.member('address')),
    epochDay: node.member('epochDay').integer(0, 65_535),
    data: matching(node.member('data'), BASE64, 'Base64'),
  };
}

function reading<T>(text: string, file: string, line: number, read: (node: DocumentNode) => T): T {
  try {
    return read(new DocumentNode(readDocument(text, `${file}:${line}`), '$'));
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    return fail(MALFORMED_RECORDING, { problem: 'line', file, line, fault: error.message }, { cause: error });
  }
}

const timeIn = (node: DocumentNode): number => node.integer(0, LATEST);
