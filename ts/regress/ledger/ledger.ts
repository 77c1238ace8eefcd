import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '@linesman/cli';
import { FILE_NOT_READABLE, fail, LinesmanError, MALFORMED_LEDGER } from '@linesman/sdk/error';
import { checkFields } from '@linesman/sdk/internal/proof/checkFields';
import { DocumentNode } from '@linesman/sdk/internal/proof/document';
import { documentOfFile } from '@linesman/sdk/internal/proof/documentOfFile';
import { matching, nameIn, orNull } from '@linesman/sdk/internal/proof/fieldReaders';
import { FORMAT_VERSION } from '@linesman/sdk/prove';
import { writeShared } from '../case/writeShared.js';

/** The possible answers of a verifier: the condition holds, does not hold or is missing, or the proof is refused. */
export const OFFLINE_RESULTS = ['true', 'false', 'valid', 'refused'] as const;

/**
 * The possible ends of an execution. `precompile`: the Ed25519 precompile refused the transaction before the program
 * ran; `failed`: the runtime stopped the program without an error number; `not run`: no instruction can carry the
 * proof.
 */
export const PROGRAM_RESULTS = ['true', 'false', 'refused', 'precompile', 'failed', 'not run'] as const;

export interface OfflineEntry {
  readonly result: (typeof OFFLINE_RESULTS)[number];
  readonly error: number | null;
  /** One line per proven fact. */
  readonly facts: readonly string[];
  /** Null where finality means nothing: for odds, fixtures and refused proofs. */
  readonly final: boolean | null;
}

export interface ProgramEntry {
  readonly result: (typeof PROGRAM_RESULTS)[number];
  readonly error: number | null;
  readonly instruction: string | null;
  /** The form of the proof in it: `v1` to `v4`, `odds`, `odds-v4`, `fixture`, `fixture-batch`. */
  readonly form: string | null;
  /** Compute units of the program's own instruction. */
  readonly units: number | null;
  /** Size of a legacy transaction. Above 1,232 bytes the proof needs a transaction of version 1. */
  readonly bytes: number | null;
}

export interface CaseEntry {
  readonly root: string | null;
  readonly offline: OfflineEntry;
  /** By name of the build. */
  readonly builds: Readonly<Record<string, ProgramEntry>>;
}

/** The outcomes of the cases of a folder: the file `ledger.json` beside them. */
export interface Ledger {
  /** The programs by the names of their builds. */
  readonly builds: Readonly<Record<string, { readonly sha256: string }>>;
  readonly cases: Readonly<Record<string, CaseEntry>>;
}

export const LEDGER_FILE = 'ledger.json';
export const EMPTY_LEDGER: Ledger = { builds: {}, cases: {} };

/** The ledger of a folder; an empty one if there is no file. Errors: FILE_NOT_READABLE, MALFORMED_LEDGER. */
export function readLedgerOf(folder: string): Ledger {
  const file = join(folder, LEDGER_FILE);
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return EMPTY_LEDGER;
    return fail(FILE_NOT_READABLE, { problem: 'not readable', file, errno: errnoOf(cause) }, { cause });
  }
  return readLedger(bytes, file);
}

/** Reads a ledger. Errors: MALFORMED_LEDGER with the file and the path of the field. */
export function readLedger(text: string | Uint8Array, file: string): Ledger {
  try {
    return ledgerOf(new DocumentNode(documentOfFile(text, file), '$'));
  } catch (error) {
    if (error instanceof LinesmanError) return fail(MALFORMED_LEDGER, { file, fault: error.message }, { cause: error });
    throw error;
  }
}

function ledgerOf(node: DocumentNode): Ledger {
  checkFields(node, ['linesman', 'builds', 'cases'], []);
  const version = node.member('linesman');
  if (version.value !== FORMAT_VERSION) version.wrong(`${FORMAT_VERSION}, the version of the format`);
  return {
    builds: recordOf(node.member('builds'), (build) => {
      checkFields(build, ['sha256'], []);
      return { sha256: hashIn(build.member('sha256')) };
    }),
    cases: recordOf(node.member('cases'), entryOf),
  };
}

function entryOf(node: DocumentNode): CaseEntry {
  checkFields(node, ['root', 'offline', 'builds'], []);
  return {
    root: orNull(node.member('root'), hashIn),
    offline: offlineOf(node.member('offline')),
    builds: recordOf(node.member('builds'), programOf),
  };
}

function offlineOf(node: DocumentNode): OfflineEntry {
  checkFields(node, ['result', 'error', 'facts', 'final'], []);
  const facts = node.member('facts');
  if (!Array.isArray(facts.value)) facts.wrong('a list');
  return {
    result: nameIn(OFFLINE_RESULTS, node.member('result')),
    error: orNull(node.member('error'), counted),
    facts: facts.list().map((fact) => fact.string()),
    final: orNull(node.member('final'), (field) => field.boolean()),
  };
}

function programOf(node: DocumentNode): ProgramEntry {
  checkFields(node, ['result', 'error', 'instruction', 'form', 'units', 'bytes'], []);
  return {
    result: nameIn(PROGRAM_RESULTS, node.member('result')),
    error: orNull(node.member('error'), counted),
    instruction: orNull(node.member('instruction'), (field) => field.string()),
    form: orNull(node.member('form'), (field) => field.string()),
    units: orNull(node.member('units'), counted),
    bytes: orNull(node.member('bytes'), counted),
  };
}

const counted = (node: DocumentNode): number => node.u32();

const hashIn = (node: DocumentNode): string => matching(node, /^[0-9a-f]{64}$/, '64 lower-case hex digits');

const recordOf = <T>(node: DocumentNode, read: (node: DocumentNode) => T): Record<string, T> =>
  Object.fromEntries(node.members().map(([name, field]) => [name, read(field)]));

/** The text of a ledger: members in the order of their names, so that a diff shows what changed and nothing else. */
export const ledgerText = (ledger: Ledger): string =>
  `${JSON.stringify(sorted({ linesman: FORMAT_VERSION, ...ledger }), null, 2)}\n`;

/** Replaces the ledger of a folder as a whole. Throws the errors of the file system. */
export function writeLedger(folder: string, ledger: Ledger): void {
  writeShared(join(folder, LEDGER_FILE), ledgerText(ledger));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted((value as Record<string, unknown>)[name])]));
}
