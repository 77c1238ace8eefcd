import { LinesmanError } from '@linesman/sdk/error';
import { SPORTS, type Sport } from '@linesman/sdk/format';
import { fileKindOf, parseProof, readRootsFile, type TreeFormat } from '@linesman/sdk/proof';
import { type Case, type CaseRequest, readCase, rootsOfCase } from '@linesman/sdk/prove';
import type { Roots } from '../../shared/roots.js';

/** The question about a proof. */
export interface Question {
  readonly sport: Sport;
  readonly where: string;
  /** 64 hex digits, or nothing. */
  readonly oracleKey: string;
  /** Whether the key comes from a case, and not from the visitor. */
  readonly isKeyRecorded: boolean;
  /** The format of the proof's trees. */
  readonly format: TreeFormat;
}

/** A received proof. */
export interface Subject {
  /** Name of its file, or the request for it. */
  readonly name: string;
  /** The text of the document. */
  readonly original: string;
  /** The request to the service; null for a file. */
  readonly request: CaseRequest | null;
  readonly seq: number | null;
  /** Sport of the match, according to the service; null if no service was asked. */
  readonly sport: Sport | null;
  /** Signature of the transaction that contained the proof, if it comes from the chain. */
  readonly transaction?: string;
}

/** The content of a file, a pasted text or an answer. */
export interface GivenFiles {
  readonly subject?: Subject;
  readonly roots?: Roots;
  readonly question?: Partial<Question>;
  /** An error in addition to that. */
  readonly problem?: unknown;
}

/** Larger files are not proofs. */
const LARGEST = 16 * 1024 * 1024;

/** The content of several files: a proof, the roots of its day, a case. The last of each kind counts. */
export async function readFiles(files: readonly File[]): Promise<GivenFiles> {
  const given: GivenFiles[] = [];
  for (const file of files) {
    if (file.size > LARGEST) throw new Error(`${file.name} is larger than 16 MiB; a proof has a few kilobytes.`);
    given.push(readContent(new Uint8Array(await file.arrayBuffer()), file.name));
  }
  return Object.assign({}, ...given) as GivenFiles;
}

/**
 * Detects the kind of a file. A text that is neither a roots account nor a case counts as a proof, and is refused later
 * if it is not one. Errors: those of `fileKindOf`, `readCase` and `readRootsFile`.
 */
export function readContent(bytes: Uint8Array, name: string): GivenFiles {
  const file = fileKindOf(bytes, name);
  if (file.kind === 'roots') return { roots: { name, bytes: readRootsFile(bytes, name), from: 'file', program: null } };
  if (file.kind === 'case') return ofCase(file.text, name);
  return { subject: { name, original: file.text, request: null, seq: null, sport: null } };
}

function documentOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function ofCase(text: string, name: string): GivenFiles {
  const one = readCase(text, name);
  const { sport, where, oracleKey, request } = one;
  const original = answerIn(text, one);
  const account = accountOf(one);
  return {
    subject: { name, original, request, seq: seqOf(request), sport: null },
    ...(account && one.roots && { roots: { name, bytes: account, from: 'case', program: one.roots.program } }),
    question: { sport, where: where ?? '', oracleKey: oracleKey ?? '', isKeyRecorded: true },
  };
}

/** The answer in the spelling of the case, if it is the last field, as `caseText` writes it. */
function answerIn(text: string, { answer }: Case): string {
  const [, raw = ''] = /"answer"\s*:\s*([\s\S]*)\}\s*$/.exec(text) ?? [];
  return documentOf(raw) === undefined ? JSON.stringify(answer, null, 2) : raw.trim();
}

function accountOf(one: Case): Uint8Array | undefined {
  try {
    return one.roots ? rootsOfCase(one, parseProof(one.answer), one.roots.program)?.data : undefined;
  } catch (error) {
    // The answer is broken, and the page shows that.
    if (error instanceof LinesmanError) return undefined;
    throw error;
  }
}

function seqOf({ query }: CaseRequest): number | null {
  const seq = Number(query.seq);
  return query.seq !== undefined && Number.isSafeInteger(seq) ? seq : null;
}

export const sportIn = (text: string | null): Sport | null => SPORTS.find((sport) => sport === text) ?? null;

export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);
