import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withAddresses } from '../tools/release/release.js';
import { ERRORS } from '../ts/sdk/error/errors.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const text = read('docs/trust.md');

interface Idl {
  readonly types: readonly {
    readonly name: string;
    readonly type: { readonly fields?: readonly { name: string }[] };
  }[];
}
interface SettlementIdl {
  readonly instructions: readonly { readonly accounts: readonly { name: string; signer?: boolean }[] }[];
  readonly accounts: readonly { readonly name: string }[];
}
const { types } = JSON.parse(read('programs/artifacts/settlement.json')) as Idl;
const fieldsOf = (name: string): string[] =>
  (types.find((one) => one.name === name)?.type.fields ?? []).map((field) => field.name);

test('docs/trust.md lists everything a creator can set, with who checks it', () => {
  const fields = [...new Set(['Terms', 'ParlayTerms'].flatMap(fieldsOf))];
  expect(fields.length).toBeGreaterThan(15);
  const named = [...text.matchAll(/^\| (`.+?) \| .+ \|$/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name),
  );
  expect(named.sort()).toEqual(fields.sort());
});

test('docs/trust.md names existing errors', () => {
  const numbers = [...text.matchAll(/\b([67]\d{3})\b/g)].map(([, number]) => Number(number));
  expect(numbers.length).toBeGreaterThan(5);
  expect(numbers.filter((number) => !ERRORS.has(number))).toEqual([]);
});

test('the settlement program has no administrator: no account of an instruction is one, and none of its types', () => {
  const { instructions, accounts } = JSON.parse(read('programs/artifacts/settlement.json')) as SettlementIdl;
  expect(accounts.map(({ name }) => name).sort()).toEqual(['Market', 'Parlay', 'Position', 'ProofBuffer', 'Result']);
  const signers = new Set(
    instructions.flatMap((one) => one.accounts.flatMap(({ name, signer }) => (signer ? name : []))),
  );
  expect([...signers].sort()).toEqual(['creator', 'owner', 'payer']);
});

test('SECURITY.md has the times of answers by severity, and the place of the contact that a release sets', () => {
  const security = read('SECURITY.md');
  const rows = [...security.matchAll(/^\| (critical|high|medium|low) \| .+ \| (.+) \| (.+) \|$/gm)];
  expect(rows.map(([, severity]) => severity)).toEqual(['critical', 'high', 'medium', 'low']);
  const own = withAddresses(security, { site: 'https://sports.test', repository: 'https://code.test/sports' });
  expect(own).toContain('<https://sports.test/security>');
  expect(own).toContain('(https://code.test/sports/security/advisories/new)');
});
