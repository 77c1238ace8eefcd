import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** The text between `<!-- name -->` and `<!-- /name -->`, each on its own line. Throws if there is none. */
export function generatedPart(text: string, name: string): string {
  const [, rest] = text.split(`<!-- ${name} -->\n`);
  const [part, end] = rest?.split(`<!-- /${name} -->`) ?? [];
  if (part === undefined || end === undefined) throw new Error(`the document has no part ${name}`);
  return part;
}

/**
 * Compares the generated parts of a document with what they have to be, by name. `LINESMAN_WRITE=1` writes them first.
 */
export function expectGenerated(document: URL, parts: Readonly<Record<string, string>>): void {
  const text = readFileSync(document, 'utf8');
  let expected = text;
  for (const [name, part] of Object.entries(parts)) {
    const [begin, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
    expected = expected.replace(`${begin}${generatedPart(text, name)}${end}`, () => `${begin}${part}${end}`);
  }
  expectFile(document, expected);
}

/** Compares a generated file with what it has to be. `LINESMAN_WRITE=1` writes it first. */
export function expectFile(file: URL, expected: string): void {
  if (process.env.LINESMAN_WRITE === '1') writeFileSync(file, expected);
  else expect(readFileSync(file, 'utf8')).toBe(expected);
}
