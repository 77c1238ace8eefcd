import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { base58 } from '@scure/base';
import { expect } from 'vitest';

/** Every token and key of a data folder, in every spelling in which it could be printed. */
export function secretsOf(data: string): Map<string, readonly string[]> {
  const secrets = new Map<string, readonly string[]>();
  for (const name of ['api-token', 'session-token']) secrets.set(name, [textOf(join(data, name)).slice(-24)]);
  for (const name of readdirSync(join(data, 'keys'))) {
    const text = textOf(join(data, 'keys', name));
    const bytes = text.startsWith('[') ? Uint8Array.from(JSON.parse(text)) : seedIn(text);
    const seed = Buffer.from(bytes.subarray(0, 32));
    secrets.set(name, [
      seed.toString('hex').slice(0, 32),
      seed.toString('base64').slice(0, 32),
      [...seed.subarray(0, 12)].join(','),
      ...(bytes.length === 64 ? [base58.encode(bytes).slice(0, 40)] : []),
    ]);
  }
  return secrets;
}

const textOf = (file: string): string => readFileSync(file, 'utf8').trim();
const seedIn = (text: string): Uint8Array => Buffer.from(/[\da-f]{64}/.exec(text)?.[0] ?? '', 'hex');

/** Checks that a text contains no secret of a data folder, whatever its whitespace. */
export function expectNoSecrets(data: string, text: string): void {
  const dense = text.replace(/\s+/g, '');
  for (const [name, spellings] of secretsOf(data))
    for (const spelling of spellings) expect([name, dense.includes(spelling)]).toEqual([name, false]);
}
