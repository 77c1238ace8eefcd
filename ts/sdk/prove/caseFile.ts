import { MALFORMED_RESPONSE } from '../error/codes/library.js';
import { MALFORMED_CASE } from '../error/codes/regression.js';
import { fail, isError, LinesmanError } from '../error/linesmanError.js';
import { hexToBytes } from '../format/hex.js';
import { sportOf } from '../format/sport.js';
import type { Sport } from '../format/sports/sports.js';
import { SPORT_WORDS } from '../format/sportWords.js';
import type { Address } from '../program/address/address.js';
import { addressIn } from '../program/address/addressIn.js';
import { checkFields } from '../proof/checkFields.js';
import { DocumentNode } from '../proof/document.js';
import { documentOfFile } from '../proof/documentOfFile.js';
import { matching } from '../proof/fieldReaders.js';

/** The version of the format; the field `linesman` of every case and ledger. */
export const FORMAT_VERSION = 1;

/** The end of the name of a case file. */
export const CASE_SUFFIX = '.case.json';

/** The request that the answer answered. Without headers, which carry the credentials. */
export interface CaseRequest {
  readonly method: 'GET';
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

/** The one published root that the proof needs. */
export interface CaseRoots {
  /** The oracle program that owns the account. */
  readonly program: Address;
  readonly address: Address;
  /** The day of the account; for fixtures the first day of its ten-day window. */
  readonly epochDay: number;
  /** The 5-minute slot of the day; for fixtures the hour of the window. */
  readonly slot: number;
  /** 64 lower-case hex digits. */
  readonly root: string;
}

/** One proof, as received. */
export interface Case {
  readonly name: string;
  readonly request: CaseRequest;
  /** The document of the service: parsed, unchecked. */
  readonly answer: unknown;
  /** Null when the chain could not be read; `rootsMissing` says why. */
  readonly roots: CaseRoots | null;
  readonly rootsMissing: string | null;
  /** The oracle's Ed25519 key that a signed proof is checked with: 64 hex digits. Null for unsigned proofs. */
  readonly oracleKey: string | null;
  readonly sport: Sport;
  readonly where: string | null;
  readonly notes: string;
}

/** The contents of a case besides the answer. */
export type CaseContent = Omit<Case, 'answer'>;

const REQUIRED = ['linesman', 'name', 'request', 'answer', 'sport', 'notes'];
const OPTIONAL = ['roots', 'rootsMissing', 'oracleKey', 'where'];
const HASH = /^[0-9a-f]{64}$/;
/** Names are file names and keys of the ledger. */
const CASE_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * Reads a case. Only the case's own fields are checked here. The answer may be broken, because a case may be about a
 * broken answer. Errors: MALFORMED_CASE with the file and the path of the field; REPEATED_KEY.
 *
 * @param file The name of the file, for errors.
 *
 * @example
 * ```ts
 * import { parseProof } from '@linesman/sdk/proof';
 * import { readCase } from '@linesman/sdk/prove';
 *
 * declare const text: string;
 * const { answer, where } = readCase(text, 'final-win.case.json');
 * const proof = parseProof(answer);
 * ```
 */
export function readCase(text: string | Uint8Array, file: string): Case {
  try {
    return caseOf(new DocumentNode(documentOfFile(text, file), '$'));
  } catch (error) {
    if (error instanceof LinesmanError) return fail(MALFORMED_CASE, { file, fault: error.message }, { cause: error });
    throw error;
  }
}

function caseOf(node: DocumentNode): Case {
  checkFields(node, REQUIRED, OPTIONAL);
  const version = node.member('linesman');
  if (version.value !== FORMAT_VERSION) version.wrong(`${FORMAT_VERSION}, the version of the format`);
  const has = (name: string): boolean => Object.hasOwn(node.value as object, name);
  if (has('roots') === has('rootsMissing')) node.wrong('a case with one of "roots" and "rootsMissing"');
  return {
    name: matching(node.member('name'), CASE_NAME, 'a name of letters, digits, dots, dashes and underscores'),
    request: requestOf(node.member('request')),
    answer: node.member('answer').value,
    roots: has('roots') ? rootsOf(node.member('roots')) : null,
    rootsMissing: has('rootsMissing') ? matching(node.member('rootsMissing'), /\S/, 'the reason in words') : null,
    oracleKey: has('oracleKey') ? matching(node.member('oracleKey'), HASH, '64 lower-case hex digits') : null,
    sport: sportIn(node.member('sport')),
    where: has('where') ? matching(node.member('where'), /\S/, 'a condition') : null,
    notes: node.member('notes').string(),
  };
}

function requestOf(node: DocumentNode): CaseRequest {
  checkFields(node, ['method', 'path', 'query'], []);
  const method = node.member('method');
  if (method.value !== 'GET') method.wrong('"GET"');
  return {
    method: 'GET',
    path: matching(node.member('path'), /^\/[\w./-]*$/, 'a path such as /api/scores/stat-validation'),
    query: Object.fromEntries(
      node
        .member('query')
        .members()
        .map(([name, value]) => [name, value.string()]),
    ),
  };
}

function rootsOf(node: DocumentNode): CaseRoots {
  checkFields(node, ['program', 'address', 'epochDay', 'slot', 'root'], []);
  return {
    program: addressIn(node.member('program')),
    address: addressIn(node.member('address')),
    epochDay: node.member('epochDay').integer(0, 65_535),
    slot: node.member('slot').integer(0, 287),
    root: matching(node.member('root'), HASH, '64 lower-case hex digits'),
  };
}

function sportIn(node: DocumentNode): Sport {
  try {
    return sportOf(node.string());
  } catch (error) {
    if (isError(error, MALFORMED_RESPONSE)) throw error;
    return node.wrong(SPORT_WORDS);
  }
}

/**
 * The text of a case file. The answer is copied character by character, because parsing and printing would lose the
 * order of numeric member names and the spelling of numbers.
 *
 * @param answer The JSON text of the answer.
 *
 * @example
 * ```ts
 * import { type CaseContent, caseText } from '@linesman/sdk/prove';
 *
 * declare const content: CaseContent;
 * const response = await fetch('https://oracle.example/api/scores/stat-validation?fixtureId=17&seq=9&statKeys=1,2');
 * const text = caseText(content, await response.text());
 * ```
 */
export function caseText(content: CaseContent, answer: string): string {
  const { name, request, roots, rootsMissing, oracleKey, sport, where, notes } = content;
  const fields: readonly (readonly [name: string, json: string] | null)[] = [
    ['linesman', String(FORMAT_VERSION)],
    ['name', JSON.stringify(name)],
    ['request', indented(request)],
    ['sport', JSON.stringify(sport)],
    where === null ? null : ['where', JSON.stringify(where)],
    roots === null ? ['rootsMissing', JSON.stringify(rootsMissing)] : ['roots', indented(roots)],
    oracleKey === null ? null : ['oracleKey', JSON.stringify(oracleKey)],
    ['notes', JSON.stringify(notes)],
    ['answer', answer.trim()],
  ];
  const lines = fields.flatMap((field) => (field ? [`  ${JSON.stringify(field[0])}: ${field[1]}`] : []));
  return `{\n${lines.join(',\n')}\n}\n`;
}

const indented = (value: object): string => JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');

/**
 * The key that a signed proof of a case is checked with, as `verify` takes it; undefined if there is none.
 *
 * @example
 * ```ts
 * import { type Case, oracleKeysOf } from '@linesman/sdk/prove';
 *
 * declare const one: Case;
 * const oracleKeys = oracleKeysOf(one);
 * ```
 */
export const oracleKeysOf = ({ oracleKey }: Case): readonly Uint8Array[] | undefined =>
  oracleKey === null ? undefined : [hexToBytes(oracleKey)];
