// Executes every vector on the committed oracle program and on its build in SBPF v3, and every instruction of the
// settlement program in v3: the results and the compute units must equal those of v0. Usage: tsx compareVersions.ts
// ORACLE_V3.so SETTLEMENT_V3.so
import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ORACLE } from '../../tests/helpers/oracleBank.js';
import { SETTLEMENT } from '../../tests/helpers/settlement/chain.js';
import { userOf, VectorBank } from '../../tests/helpers/vectorBank.js';
import { settlementUnits } from '../../tests/programs/settlementUnits.js';
import { readCorpus } from '../../tests/vectors/corpus.js';

process.env.RUST_LOG ??= 'off';
const [oracle = '', settlement = ''] = process.argv.slice(2).map((path) => resolve(path));
for (const path of [oracle, settlement]) {
  const version = readFileSync(path).readUInt32LE(48);
  if (version !== 3) throw new Error(`${path} is SBPF v${version}`);
}

const banks = [await VectorBank.start(), await VectorBank.start({ ...ORACLE, path: oracle })];
const corpus = readCorpus();
for (const vector of corpus) {
  const [expected, found] = await Promise.all(
    banks.map(async (bank) => {
      for (const { address, owner, data } of userOf(vector)) bank.bank.put(address, owner, data);
      const { failedAt, failure, error, returned, computeUnits } = await bank.run(vector);
      return { vector: vector.name, failedAt, failure, error, returned, computeUnits };
    }),
  );
  deepStrictEqual(found, expected);
}

const ledger = JSON.parse(
  readFileSync(new URL('../../tests/vectors/settlement-units.json', import.meta.url), 'utf8'),
) as unknown[];
deepStrictEqual(await settlementUnits({ ...SETTLEMENT, path: settlement }), ledger);
console.log(
  `SBPF v3: ${corpus.length} vectors and ${ledger.length} instructions, with the results and compute units of v0`,
);
