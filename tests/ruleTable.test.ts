import { test } from 'vitest';
import { expectFile } from './helpers/generatedParts.js';
import { type VerifierRule, verifierRules } from './helpers/verifierRules.js';

const TABLE = new URL('../ts/sdk/proof/rules/table.ts', import.meta.url);

const quoted = (text: string): string => (text.includes("'") ? `"${text}"` : `'${text}'`);

const COMMAND = 'LINESMAN_WRITE=1 npx vitest run tests/ruleTable.test.ts';

/** `ts/sdk/proof/rules/table.ts`, as it has to be. */
function ruleTable(rules: readonly VerifierRule[]): string {
  const groups = [...new Set(rules.map(({ group }) => group))].map((group) => {
    const rows = rules
      .filter((rule) => rule.group === group)
      .map(({ name, sentence }) => `    ${name}: ${quoted(sentence)},\n`);
    return `  ${/^\w+$/.test(group) ? group : quoted(group)}: {\n${rows.join('')}  },\n`;
  });
  const numbers = rules.map(({ name, number }) => `  ${name}: ${number},\n`);
  return [
    `/** Made from \`crates/verifier/src/rule.rs\`: \`${COMMAND}\` writes it. */\n`,
    '\n/** The rules by name, in groups. Each holds for a proof that passes. */\n',
    `export const SENTENCES = {\n${groups.join('')}} as const;\n`,
    '\n/** The numbers by name, in the order of the list. */\n',
    `export const NUMBERS = {\n${numbers.join('')}} as const;\n`,
  ].join('');
}

test('the table of TypeScript is that of crates/verifier/src/rule.rs', () => {
  expectFile(TABLE, ruleTable(verifierRules()));
});
