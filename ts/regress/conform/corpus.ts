import { readdirSync, readFileSync } from 'node:fs';
import { bytesToHex, hexToBytes } from '@linesman/sdk/format';
import { ROOTS_LAYOUTS } from '@linesman/sdk/proof';
import { CORPUS } from '../shippedFiles.js';
import type { AnswerVector, Result, Vector, VectorProof } from './vector.js';

/** The question to a verifier: one line of JSON. */
export interface Question {
  readonly name: string;
  readonly instruction: string;
  /** Layout byte of the sport that the caller trusts; null: any one sport in a call. */
  readonly sport: Vector['sport'];
  /** Null if there is an answer to read. */
  readonly proof: VectorProof | null;
  /** JSON text of a service's answer, with its own signature. */
  readonly answer?: string;
  readonly strategy: object | null;
  /** Bytes of the roots account, Base64. */
  readonly account: string;
  /** The oracle's keys, hex; empty for unsigned proofs. */
  readonly keys: readonly string[];
  /** 64 bytes of hex; null for unsigned proofs. */
  readonly signature: string | null;
}

/** A question and its right answer. */
export interface Task {
  readonly vector: Pick<Vector, 'name' | 'class' | 'about'>;
  readonly question: Question;
  readonly expected: Expected;
}

export type Expected =
  | { readonly valid: true; readonly verdict: boolean; readonly facts: readonly object[] | null }
  | { readonly valid: false; readonly error: number };

/** The tasks of the corpus, and the number of entries that cannot be put to an offline verifier, by reason. */
export interface Corpus {
  /** Entries are added, never changed; additions raise the minor version. */
  readonly version: string;
  readonly tasks: readonly Task[];
  readonly leftOut: ReadonlyMap<string, number>;
}

/** The entries for the oracle program, in the order of the files. */
export function readVectors(folder: URL = CORPUS): readonly Vector[] {
  const files = readdirSync(folder)
    .filter((name) => /^validate_.*\.json$/.test(name))
    .sort();
  return files.flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Vector[]);
}

let errors: ReadonlyMap<string, number> | undefined;

/** The number with which the oracle program refuses an entry of the corpus, by its name. The corpus is read once. */
export function errorOfVector(name: string): number | undefined {
  errors ??= new Map(
    readVectors().flatMap(({ name: of, expect: { bankrun } }) => ('error' in bankrun ? [[of, bankrun.error]] : [])),
  );
  return errors.get(name);
}

/** The corpus of this package as questions to a verifier. */
export function readCorpus(folder: URL = CORPUS): Corpus {
  const vectors = readVectors(folder);
  const tasks: Task[] = [];
  const leftOut = new Map<string, number>();
  for (const vector of vectors) {
    const task = taskOf(vector);
    if (typeof task === 'string') leftOut.set(task, (leftOut.get(task) ?? 0) + 1);
    else tasks.push(task);
  }
  tasks.push(...answerTasks(folder, new Map(tasks.map((task) => [task.vector.name, task]))));
  return { version: versionOf(folder), tasks, leftOut };
}

/** The answers of a service, each with the question about the same proof. */
const answerTasks = (folder: URL, tasks: ReadonlyMap<string, Task>): Task[] =>
  (JSON.parse(readFileSync(new URL('answers.json', folder), 'utf8')) as AnswerVector[]).flatMap((vector) => {
    const same = tasks.get(vector.of);
    if (!same) return [];
    const { name, answer, expect } = vector;
    const question = { ...same.question, name, proof: null, signature: null, answer };
    return [{ vector, question, expected: 'error' in expect ? { valid: false, error: expect.error } : same.expected }];
  });

export const versionOf = (folder: URL = CORPUS): string =>
  (JSON.parse(readFileSync(new URL('corpus.json', folder), 'utf8')) as { readonly version: string }).version;

/** The task, or why there is none. */
function taskOf(vector: Vector): Task | string {
  const { name, class: of, about, instruction, sport, tree, proof, strategy, roots, v4 } = vector;
  if (proof === null) return 'instruction data that do not decode: there is no proof to verify';
  const right = rightAnswer(vector);
  if ('skip' in right) return right.skip;
  return {
    vector: { name, class: of, about },
    question: {
      name,
      instruction,
      // Questions about an older tree treat it as a current one, because a program does not know which it is, either.
      sport: tree === 'older' ? null : sport,
      proof,
      strategy,
      account: Buffer.from(accountBytes(roots)).toString('base64'),
      keys: v4 === null ? [] : v4.keys.filter((key) => key !== null),
      signature: v4?.signature ?? null,
    },
    expected:
      'error' in right ? { valid: false, error: right.error } : { valid: true, ...right, facts: factsOf(proof) },
  };
}

/** Other languages can represent numbers beyond 2^53, so the host's answer counts there. */
function rightAnswer({ tree, expect }: Vector): Result {
  if (tree === 'older') return expect.bankrun;
  const { typescript, host } = expect;
  return 'skip' in typescript && typescript.skip.includes('2^53') ? host : typescript;
}

/** The facts of a valid proof of scores; null for other proofs. */
function factsOf({ statA, statB, leaves }: VectorProof): readonly object[] | null {
  const all = leaves ?? [statA, statB].flatMap((leaf) => leaf ?? []);
  if (all.length === 0) return null;
  // A path that begins with the marker is a zero proof.
  return all.map(({ stat, path }) => (/^..(ff){31}/.test(path[0] ?? '') ? { key: stat.key, absent: true } : stat));
}

/** The offset of the roots in an account. */
const FIRST_ROOT = 10;

/** The bytes of the account that a vector describes, with its tampering applied. */
export function accountBytes({ kind, day, bump, slots, tamper }: Vector['roots']): Uint8Array {
  const { discriminator, size } = ROOTS_LAYOUTS[kind];
  const data = new Uint8Array(size);
  data.set(hexToBytes(tamper?.discriminator ?? bytesToHex(discriminator)));
  new DataView(data.buffer).setUint16(8, tamper?.storedDay ?? day, true);
  for (const [slot, root] of Object.entries(slots)) data.set(hexToBytes(root), FIRST_ROOT + 32 * Number(slot));
  data[size - 6] = bump;
  const bytes = new Uint8Array(tamper?.length ?? size);
  bytes.set(data.subarray(0, bytes.length));
  return bytes;
}
