import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ruleTable } from './helpers/ruleTable.js';

const TABLE = new URL('../ts/linesman/proof/rules/table.ts', import.meta.url);

test('the table of TypeScript is that of crates/verifier/src/rule.rs', () => {
  const expected = ruleTable();
  if (process.env.LINESMAN_WRITE === '1') writeFileSync(TABLE, expected);
  else expect(readFileSync(TABLE, 'utf8')).toBe(expected);
});
