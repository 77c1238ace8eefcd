import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { scriptArguments } from '../../tools/scriptArguments.js';
import { UNITS_TOLERANCE } from '../../ts/regress/conform/conformProgram.js';
import { TRANSACTION_LIMIT } from '../../ts/sdk/program/transaction/size.js';
import { builtProgram } from '../helpers/builtProgram.js';
import type { Deployed } from '../helpers/localBank.js';
import { ORACLE } from '../helpers/oracleBank.js';
import { embedded } from '../helpers/proxy.js';
import { prepare, resultOf, VectorBank } from '../helpers/vectorBank.js';
import { readCorpus, VECTORS_FOLDER } from '../vectors/corpus.js';
import type { Path, Vector } from '../vectors/vector.js';
import { payloadV2, payloadV3 } from '../vectors/wireBytes.js';
import { oracleUnits } from './oracleUnits.js';
import { type SettlementUnits, settlementUnits } from './settlementUnits.js';

const USAGE = `cu -- [options]

Measures the compute units of every valid vector (the whole instruction of the oracle program), of every instruction of
the settlement program, and of those of the oracle program that publish roots and vouch for them. Writes
compute-units.json, settlement-units.json and oracle-units.json in tests/vectors.

  --check           writes nothing, and fails where a cost exceeds the recorded one by more than 3 %, or its ceiling
  --program FILE    measures another build of one of the programs, writes nothing, and fails where a cost differs from
                    the recorded one by more than 2 %
  --json            prints the measurements instead of tables
`;

interface Measured {
  vector: string;
  /** The instruction of the oracle program; `embedded`: the verifier alone. */
  instruction: string;
  /** Stats of a score proof, 0 for others. */
  stats: number;
  /** Depths of stat tree, sub-tree and main tree; 0 where there is none. A zero proof has no stat depth. */
  depths: [stat: number, sub: number, main: number];
  computeUnits: number;
  /**
   * Size of a legacy transaction with this instruction and, for version 4, the signature before it. Above 1,232 the
   * instruction needs another program to call it. 0: none.
   */
  transactionBytes: number;
  /** The same for a transaction of version 1. It holds 4,096 bytes. */
  version1Bytes: number;
}

// Otherwise the SVM logs every program message to standard error.
process.env.RUST_LOG ??= 'off';

const FILE = join(VECTORS_FOLDER, 'compute-units.json');
const SETTLEMENT_FILE = join(VECTORS_FOLDER, 'settlement-units.json');
const ORACLE_FILE = join(VECTORS_FOLDER, 'oracle-units.json');
const GROWTH = 0.03;

/** Ceilings of single vectors, whole instruction. */
const CEILINGS: Readonly<Record<string, number>> = {
  'v1-shape-5-1-1': 1_900,
  'v2-shape-5-1-1': 2_000,
  'v3-shape-5-1-1': 2_200,
  'v4-shape-5-1-1': 3_100,
  'v1-shape-6-6-1': 2_850,
  'v2-shape-6-6-1': 2_950,
  'v3-shape-6-6-1': 3_150,
  'v1-shape-6-13-7': 4_650,
  'v2-shape-6-13-7': 4_750,
  'v3-shape-6-13-7': 4_950,
  'v2-stats-4-5-1-1': 5_000,
  'v3-stats-4-5-1-1': 4_700,
};

/** Ceilings of the verifier alone, linked into a program: no accounts, no Borsh. */
const EMBEDDED_CEILINGS: Readonly<Record<string, number>> = {
  'v2-shape-5-1-1': 1_650,
  'v3-shape-5-1-1': 1_650,
  'v2-shape-6-6-1': 2_500,
  'v3-shape-6-6-1': 2_500,
  'v2-shape-6-13-7': 4_350,
  'v3-shape-6-13-7': 4_350,
};

/**
 * What version 4 may cost above version 3 of the same proof, for credits and signature. The signed digest covers the
 * whole payload at half a unit per byte, whatever the program does: 214 of the 842 at 6/13/7 pay for the 429 bytes more
 * than at 6/6/1.
 */
const SIGNED_CEILINGS: Readonly<Record<string, number>> = {
  'v4-shape-5-1-1': 600,
  'v4-shape-6-6-1': 700,
  'v4-shape-6-13-7': 900,
  'v4-stats-4-5-1-1': 700,
};

/** Ceiling of `settle_many` for this many markets of two-outcome terms. */
const batchCeiling = (markets: number): number => 2_500 * markets + 2_000;

/** Ceilings of the settlement program's own units, by prefix of the name: the first one counts. */
const SETTLEMENT_CEILINGS: readonly (readonly [start: string, ceiling: number])[] = [
  // Where the account is made or grows, rent is computed and paid.
  ['post_result, creation', 8_500],
  ['post_result, growth by a fact', 8_500],
  ['post_result, growth by five facts', 12_000],
  ['post_result, ', 6_500],
  ['settle_many, 1 market of two-outcome terms', batchCeiling(1)],
  ['settle_many, 20 markets of two-outcome terms', batchCeiling(20)],
  ['settle_many, 40 markets of two-outcome terms', batchCeiling(40)],
  // A transaction holds 1,400,000 units.
  ['settle_many, 40 markets of the largest terms', 400_000],
  ['finalise_many, 1 market', batchCeiling(1)],
  ['finalise_many, 20 markets', batchCeiling(20)],
  ['finalise_many, 40 markets', batchCeiling(40)],
  ['settle, v4', 5_500],
  ['settle, v2, one stat', 4_500],
  ['settle, ', 5_000],
  ['finalise', 2_500],
  ['void', 2_500],
  ['stake, first', 8_500],
  ['stake, another', 6_500],
  ['claim, winning', 7_500],
  ['claim, losing', 4_500],
];

/** The same of the oracle program. */
const ORACLE_CEILINGS: readonly (readonly [start: string, ceiling: number])[] = [
  ['insert_scores_root, another', 5_700],
  ['attest, 24 roots', 20_000],
];

/** The costs of a program's instructions, the file that records them, and their ceilings. */
interface InstructionLedger {
  readonly program: string;
  readonly file: string;
  readonly ceilings: readonly (readonly [start: string, ceiling: number])[];
  readonly rows: readonly SettlementUnits[];
}

const isZeroProof = (path: Path) => path[0]?.slice(2, 64) === 'ff'.repeat(31);

function shapeOf(vector: Vector): Pick<Measured, 'stats' | 'depths'> {
  const { proof } = vector;
  if (proof === null) throw new Error(`${vector.name} has no proof`);
  if ('path' in proof) return { stats: 0, depths: [0, 0, proof.path.length] };
  if ('subTreePath' in proof) return { stats: 0, depths: [0, proof.subTreePath.length, proof.mainPath.length] };
  const leaves = 'statA' in proof ? [proof.statA, ...(proof.statB ? [proof.statB] : [])] : proof.leaves;
  const stat =
    'leafIndices' in proof
      ? Math.floor(Math.log2(proof.leafIndices[0] ?? 1))
      : Math.max(0, ...leaves.map(({ path }) => (isZeroProof(path) ? 0 : path.length)));
  return { stats: leaves.length, depths: [stat, proof.fixturePath.length, proof.mainPath.length] };
}

/** The oracle program's own consumption from the logs, also when another program called it. */
function consumed(vector: Vector, logs: readonly string[]): number {
  const id = ORACLE.programId;
  const units = logs.flatMap((line) => new RegExp(`^Program ${id} consumed (\\d+) of`).exec(line)?.[1] ?? []);
  if (units.length !== 1)
    throw new Error(`${vector.name}: the logs name ${units.length} consumptions of the oracle program`);
  return Number(units[0]);
}

/**
 * Units between the two marks that the proxy logs around the verifier. The second mark's own cost of 100 is included.
 */
async function embeddedUnits({ bank }: VectorBank, vector: Vector): Promise<number> {
  const { proof } = vector;
  const root = Object.values(vector.roots.slots)[0];
  if (!proof || !root || !('leaves' in proof)) throw new Error(`${vector.name} is no proof of version 2 or 3`);
  const multi = 'multiproofHashes' in proof;
  const payload = multi ? payloadV3(proof) : payloadV2(proof);
  const outcome = await bank.send([
    embedded(bank, multi ? 3 : 2, vector.sport ?? 1, payload, Buffer.from(root, 'hex')),
  ]);
  if (outcome.failure !== null) throw new Error(`${vector.name}: ${outcome.failure}\n${outcome.logs.join('\n')}`);
  const left = outcome.logs.flatMap((line) => /consumption: (\d+) units remaining/.exec(line)?.[1] ?? []).map(Number);
  const [before, after] = left;
  if (before === undefined || after === undefined || left.length !== 2)
    throw new Error(`${vector.name}: the logs have ${left.length} marks, not 2`);
  return before - after - 100;
}

function bytesOf(vector: Vector): Pick<Measured, 'transactionBytes' | 'version1Bytes'> {
  const { transactionBytes, version1Bytes } = prepare(vector);
  return { transactionBytes, version1Bytes };
}

async function measure(program?: Deployed): Promise<Measured[]> {
  const bank = await VectorBank.start(program);
  const rows: Measured[] = [];
  for (const vector of readCorpus().filter((one) => one.class === 'valid')) {
    const outcome = await bank.run(vector);
    const result = JSON.stringify(resultOf(outcome));
    if (result !== JSON.stringify(vector.expect.bankrun)) throw new Error(`${vector.name} gives ${result}`);
    rows.push({
      vector: vector.name,
      instruction: vector.instruction,
      ...shapeOf(vector),
      computeUnits: consumed(vector, outcome.logs),
      ...bytesOf(vector),
    });
    // The proxy has the verifier of its own build.
    if (program === undefined && vector.name in EMBEDDED_CEILINGS) {
      const computeUnits = await embeddedUnits(bank, vector);
      rows.push({
        vector: vector.name,
        instruction: 'embedded',
        ...shapeOf(vector),
        computeUnits,
        transactionBytes: 0,
        version1Bytes: 0,
      });
    }
  }
  return rows;
}

const nameOf = ({ vector, instruction }: Measured): string =>
  instruction === 'embedded' ? `${vector} (verifier alone)` : vector;

const ceilingOf = ({ vector, instruction }: Measured): number | undefined =>
  (instruction === 'embedded' ? EMBEDDED_CEILINGS : CEILINGS)[vector];

/** Violations by the measurements, one sentence each. */
function problems(rows: readonly Measured[], written: readonly Measured[]): string[] {
  const units = new Map(rows.map((row) => [nameOf(row), row.computeUnits]));
  const before = new Map(written.map((row) => [nameOf(row), row.computeUnits]));
  const found: string[] = [];
  for (const vector of [...Object.keys(CEILINGS), ...Object.keys(EMBEDDED_CEILINGS), ...Object.keys(SIGNED_CEILINGS)])
    if (!units.has(vector)) found.push(`${vector} has a ceiling and is no vector`);
  for (const row of rows) {
    const name = nameOf(row);
    const cost = row.computeUnits;
    const ceiling = ceilingOf(row);
    if (ceiling !== undefined && cost > ceiling) found.push(`${name} costs ${cost}, its ceiling is ${ceiling}`);
    const signed = SIGNED_CEILINGS[name];
    const unsigned = units.get(name.replace('v4-', 'v3-'));
    if (signed !== undefined && unsigned !== undefined && cost > unsigned + signed)
      found.push(`${name} costs ${cost}, ${cost - unsigned} more than version 3 and not at most ${signed}`);
    const known = before.get(name);
    if (known === undefined) found.push(`${name} is not in compute-units.json: run "npm run cu"`);
    else if (cost > known * (1 + GROWTH)) found.push(`${name} costs ${cost}, it was ${known}`);
  }
  for (const name of before.keys())
    if (!units.has(name)) found.push(`${name} is in compute-units.json and no vector: run "npm run cu"`);
  return found;
}

/** The shapes whose cost does not depend on details, and the most expensive vector of each instruction. */
function table(rows: readonly Measured[]): string {
  const dearest = new Map<string, Measured>();
  for (const row of rows)
    if (row.computeUnits > (dearest.get(row.instruction)?.computeUnits ?? 0)) dearest.set(row.instruction, row);
  const shown = rows.filter((row) => /-(shape|stats)-/.test(row.vector) || dearest.get(row.instruction) === row);
  const lines = [
    ['vector', 'stats', 'stat/sub/main', 'compute units', 'ceiling', 'bytes', 'in version 1'],
    ...shown.map((row) => [
      nameOf(row),
      row.stats === 0 ? '' : String(row.stats),
      row.depths.join('/'),
      row.computeUnits.toLocaleString('en'),
      ceilingOf(row)?.toLocaleString('en') ?? '',
      row.transactionBytes === 0
        ? ''
        : `${row.transactionBytes.toLocaleString('en')}${row.transactionBytes > TRANSACTION_LIMIT ? ' *' : ''}`,
      row.version1Bytes === 0 ? '' : row.version1Bytes.toLocaleString('en'),
    ]),
  ];
  return `${columns(lines)}\n* beyond one transaction before version 1: called by another program, its own consumption`;
}

/** Violations by the costs of a program's instructions, one sentence each. */
function instructionProblems({ file, ceilings, rows }: InstructionLedger): string[] {
  const before = new Map(readLedger<SettlementUnits>(file).map((row) => [row.name, row]));
  const inFile = `in ${basename(file)}`;
  const found = ceilings
    .filter(([start]) => !rows.some(({ name }) => name.startsWith(start)))
    .map(([start]) => `"${start}" has a ceiling and is no instruction`);
  for (const { name, own, called } of rows) {
    const ceiling = ceilingIn(ceilings, name);
    if (ceiling !== undefined && own > ceiling) found.push(`${name} costs ${own}, its ceiling is ${ceiling}`);
    const known = before.get(name);
    if (known === undefined) found.push(`${name} is not ${inFile}: run "npm run cu"`);
    else if (own > known.own * (1 + GROWTH)) found.push(`${name} costs ${own}, it was ${known.own}`);
    // The runtime's own programs: another figure means another runtime, whose units are not comparable.
    else if (called !== known.called) found.push(`${name} pays ${called} to other programs, it was ${known.called}`);
  }
  for (const name of before.keys())
    if (!rows.some((row) => row.name === name)) found.push(`${name} is ${inFile} and not measured: run "npm run cu"`);
  return found;
}

const ceilingIn = (ceilings: InstructionLedger['ceilings'], name: string): number | undefined =>
  ceilings.find(([start]) => name.startsWith(start))?.[1];

const instructionTable = ({ program, ceilings, rows }: InstructionLedger): string =>
  columns([
    [`${program} program`, 'compute units', 'ceiling', 'programs it calls'],
    ...rows.map(({ name, own, called }) => [
      name,
      own.toLocaleString('en'),
      ceilingIn(ceilings, name)?.toLocaleString('en') ?? '',
      called === 0 ? '' : called.toLocaleString('en'),
    ]),
  ]);

/** Aligns cells in columns, the first one to the left. */
function columns(lines: readonly (readonly string[])[]): string {
  const widths = lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? [];
  return lines
    .map((line) =>
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('  '),
    )
    .join('\n');
}

function readLedger<T>(file: string): T[] {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return [];
  }
}

const writeLedger = (file: string, rows: readonly object[]): void =>
  writeFileSync(file, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`);

/** What another build does not take as the ledgers say, one sentence each. */
function differences(rows: readonly Measured[], ledgers: readonly InstructionLedger[]): string[] {
  const of = (units: readonly SettlementUnits[]) => units.map(({ name, own }) => [name, own] as const);
  const ofVectors = (measured: readonly Measured[]) => measured.map((row) => [nameOf(row), row.computeUnits] as const);
  const recorded = new Map([
    ...ofVectors(readLedger<Measured>(FILE)),
    ...ledgers.flatMap(({ file }) => of(readLedger<SettlementUnits>(file))),
  ]);
  return [...ofVectors(rows), ...ledgers.flatMap((ledger) => of(ledger.rows))].flatMap(([name, cost]) => {
    const change = cost / (recorded.get(name) ?? 0) - 1;
    return Math.abs(change) <= UNITS_TOLERANCE ? [] : [`${name} costs ${cost}, not ${recorded.get(name)}`];
  });
}

const { values } = scriptArguments(USAGE, {
  check: { type: 'boolean' },
  json: { type: 'boolean' },
  program: { type: 'string' },
});
const build = values.program === undefined ? undefined : builtProgram(values.program);
const rows = build?.kind === 'settlement' ? [] : await measure(build);
const ledgers: readonly InstructionLedger[] = [
  ...(build?.kind === 'oracle'
    ? []
    : [
        {
          program: 'settlement',
          file: SETTLEMENT_FILE,
          ceilings: SETTLEMENT_CEILINGS,
          rows: await settlementUnits(build),
        },
      ]),
  ...(build?.kind === 'settlement'
    ? []
    : [{ program: 'oracle', file: ORACLE_FILE, ceilings: ORACLE_CEILINGS, rows: await oracleUnits(build) }]),
];
const named = Object.fromEntries(ledgers.map(({ program, rows }) => [program, rows]));
if (values.json) console.log(JSON.stringify({ vectors: rows, ...named }, null, 1));
else console.log([table(rows), ...ledgers.map(instructionTable)].join('\n\n'));
if (!values.check && !build) {
  writeLedger(FILE, rows);
  for (const { file, rows } of ledgers) writeLedger(file, rows);
}
const found = build
  ? differences(rows, ledgers)
  : [...problems(rows, readLedger(FILE)), ...ledgers.flatMap(instructionProblems)];
for (const problem of found) console.error(problem);
if (!values.json)
  console.log(
    `${rows.length} vectors and ${ledgers.flatMap((ledger) => ledger.rows).length} instructions measured, ` +
      `${found.length} problem${found.length === 1 ? '' : 's'}`,
  );
// The SVM keeps the process alive, and output to a pipe must be flushed before it exits.
process.stdout.write('', () => process.exit(found.length > 0 ? 1 : 0));
