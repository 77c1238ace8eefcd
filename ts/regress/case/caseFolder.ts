import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errnoOf } from '@linesman/cli';
import { errorOf, FILE_NOT_READABLE, fail, LinesmanError, NO_CASES, REPEATED_CASE } from '@linesman/sdk/error';
import { CASE_SUFFIX, type Case, readCase } from '@linesman/sdk/prove';

/** A case file of a folder. */
export interface CaseFile {
  /** Path, with the folder as the user wrote it, for messages. */
  readonly file: string;
  /** An unreadable case does not prevent the others from running. */
  readonly content: Case | LinesmanError;
}

/**
 * The case files of a folder in the order of their names. Errors: FILE_NOT_READABLE for the folder; NO_CASES;
 * REPEATED_CASE.
 */
export function readCaseFolder(folder: string): readonly CaseFile[] {
  const names = namesIn(folder);
  if (names.length === 0) fail(NO_CASES, { folder });
  const files = names.map((name) => readCaseFile(join(folder, name)));
  const seen = new Map<string, string>();
  for (const { file, content } of files) {
    if (content instanceof LinesmanError) continue;
    const { name } = content;
    const first = seen.get(name);
    if (first !== undefined) fail(REPEATED_CASE, { name, files: [first, file] });
    seen.set(name, file);
  }
  return files;
}

/** Reads a case file. Returns the error instead of the case if the file cannot be used. */
export function readCaseFile(file: string): CaseFile {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    return { file, content: errorOf(FILE_NOT_READABLE, { problem: 'not readable', file, errno: errnoOf(cause) }) };
  }
  try {
    return { file, content: readCase(bytes, file) };
  } catch (error) {
    if (error instanceof LinesmanError) return { file, content: error };
    throw error;
  }
}

function namesIn(folder: string): string[] {
  try {
    // Sorts by code units, so that the order does not depend on a locale.
    const names = readdirSync(folder).filter((name) => name.endsWith(CASE_SUFFIX));
    const bare = names.map((name) => name.slice(0, -CASE_SUFFIX.length)).sort();
    return bare.map((name) => name + CASE_SUFFIX);
  } catch (cause) {
    return fail(FILE_NOT_READABLE, { problem: 'not readable', file: folder, errno: errnoOf(cause) }, { cause });
  }
}
