import { test } from 'vitest';
import { expectFile } from './helpers/generatedParts.js';
import { ruleTable } from './helpers/ruleTable.js';

const TABLE = new URL('../ts/sdk/proof/rules/table.ts', import.meta.url);

test('the table of TypeScript is that of crates/verifier/src/rule.rs', () => {
  expectFile(TABLE, ruleTable());
});
