import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withPart } from '../../bench/document.js';
import { scriptArguments } from '../../tools/scriptArguments.js';
import { DEFAULT_SETTLEMENT_PROGRAM_ID } from '../../ts/sdk/program/programId.js';
import type { Deployed } from '../helpers/localBank.js';
import { ok } from '../helpers/settlement/chain.js';
import { type Part, partsOf } from '../helpers/unitMarks.js';
import { everyInstruction, type Measure } from './settlementUnits.js';

const USAGE = `units -- [--write]

Shows where the compute units of each instruction go. Builds the programs with their feature "profile", in which
linesman_wire::mark logs the units that are left, into target/profile; the committed programs have no marks.

  --write    writes the table into docs/internals/benchmarks.md
`;
const { values } = scriptArguments(USAGE, { write: { type: 'boolean' } });

// Otherwise the SVM logs every program message to standard error.
process.env.RUST_LOG ??= 'off';

interface Profiled {
  readonly programId: Deployed['programId'];
  /** Sends the program's instructions, on a chain with the program `deployed`. */
  readonly send: (measure: Measure, deployed: Deployed) => Promise<void>;
}

/** Programs with a feature `profile`, by package. */
const PROGRAMS: Readonly<Record<string, Profiled>> = {
  settlement: { programId: DEFAULT_SETTLEMENT_PROGRAM_ID, send: everyInstruction },
};

const ROOT = new URL('../../', import.meta.url);
const BUILD = fileURLToPath(new URL('tools/sbf/build.sh', ROOT));
const DOCUMENT = new URL('docs/internals/benchmarks.md', ROOT);
const PART = 'units';

/** The parts of every instruction that has marks, by its name in the ledger. */
async function profile(name: string, { programId, send }: Profiled): Promise<[string, Part[]][]> {
  const path = `target/profile/${name}.so`;
  execFileSync(BUILD, [name, path, 'profile'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'pipe'] });
  const found: [string, Part[]][] = [];
  await send(
    (instruction, outcome) => {
      const parts = partsOf(ok(outcome).logs);
      if (parts.length > 0) found.push([instruction, parts]);
    },
    { programId, path },
  );
  return found;
}

function table(profiles: readonly (readonly [string, readonly Part[]])[]): string {
  const rows = profiles.flatMap(([instruction, parts]) => [
    [`\`${instruction}\``, 'in all', parts.reduce((sum, { units }) => sum + units, 0)] as const,
    ...parts.map(({ name, units }) => ['', name, units] as const),
  ]);
  const lines = rows.map(([name, part, units]) => `| ${name} | ${part} | ${units.toLocaleString('en')} |`);
  return ['| instruction | part | own units |', '| --- | --- | ---: |', ...lines].join('\n');
}

const profiles = [];
for (const [name, program] of Object.entries(PROGRAMS)) profiles.push(...(await profile(name, program)));
const text = `\`npm run units -- --write\`, on the programs with their feature \`profile\`

Where the compute units of an instruction go, without those of the programs that it calls. \`entrance\` is everything
before the handler: accounts, arguments, dispatch. Marks keep some values out of registers, so the sums differ by a few
units from the ledgers ([costs.md](../costs.md)).

${table(profiles)}`;
if (values.write) {
  const document = readFileSync(DOCUMENT, 'utf8');
  const names = [...document.matchAll(/^## (.*)$/gm)].map(([, name = '']) => name);
  writeFileSync(DOCUMENT, withPart(document, { name: PART, text }, [...new Set([...names, PART])]));
}
console.log(text);
// The SVM keeps the process alive, and output to a pipe must be flushed before it exits.
process.stdout.write('', () => process.exit(0));
