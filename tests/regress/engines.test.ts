import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sceneOfVector } from '../../ts/regress/conform/vectorScene.js';
import { ENGINES, type Engine, type EngineName, type Execution, TRAITS } from '../../ts/regress/engine/engine.js';
import { openEngine } from '../../ts/regress/engine/openEngine.js';
import { committedProgram } from '../../ts/regress/engine/programBytes.js';
import { TRANSACTION_LIMIT } from '../../ts/sdk/program/transaction/size.js';
import { leftOut } from '../helpers/leftOut.js';
import { surfpool } from '../helpers/surfpool.js';
import { prepare } from '../helpers/vectorBank.js';
import { readCorpus, VECTORS_FOLDER } from '../vectors/corpus.js';
import { resultOnChain } from '../vectors/onChain.js';
import type { Result, Vector } from '../vectors/vector.js';

/** Every engine on the whole corpus: verdicts, costs, and where they differ (docs/internals/engines.md). */

const CORPUS = readCorpus();
const UNITS: ReadonlyMap<string, number> = new Map(
  (JSON.parse(readFileSync(join(VECTORS_FOLDER, 'compute-units.json'), 'utf8')) as Measured[])
    .filter(({ instruction }) => instruction !== 'embedded')
    .map(({ vector, computeUnits }) => [vector, computeUnits]),
);
interface Measured {
  readonly vector: string;
  readonly instruction: string;
  readonly computeUnits: number;
}

/**
 * Whether the ledger measured the vector in a separate transaction. It measured larger ones through a calling program.
 * Such a call places the instruction data differently, which costs up to four units more for some lengths of version 4.
 */
const isInTransaction = (name: string): boolean => {
  const vector = CORPUS.find((one) => one.name === name);
  return vector !== undefined && prepare(vector).transactionBytes <= TRANSACTION_LIMIT;
};

const ran = new Map<EngineName, Promise<ReadonlyMap<string, Execution>>>();

/** Every vector, executed once by an engine. */
function executions(name: EngineName): Promise<ReadonlyMap<string, Execution>> {
  const found = ran.get(name) ?? executeAll(name);
  ran.set(name, found);
  return found;
}

async function executeAll(name: EngineName): Promise<ReadonlyMap<string, Execution>> {
  const engine: Engine = await openEngine(name, committedProgram(TRAITS[name].sbpf));
  const results = new Map<string, Execution>();
  for (const vector of CORPUS) {
    results.set(vector.name, await engine.execute(sceneOfVector(vector)));
  }
  await engine.close?.();
  return results;
}

function resultOf({ verdict, error, isRefusedByPrecompile, failure }: Execution): Result {
  if (isRefusedByPrecompile) return { precompile: true };
  if (error !== null) return { error };
  return verdict === null ? { skip: `${failure}` } : { verdict };
}

/** The chain takes transactions as the network does, so none of the large ones. */
const executedBy = (name: EngineName) => (name === 'embedded' ? CORPUS.filter(isSmall) : CORPUS);
const isSmall = (vector: (typeof CORPUS)[number]): boolean => prepare(vector).transactionBytes <= TRANSACTION_LIMIT;

const hasChain = surfpool() !== null;
if (!hasChain) leftOut('the engine embedded: this platform has no embedded chain.');
const NAMES = ENGINES.filter((name) => name !== 'embedded' || hasChain);

describe.each<EngineName>(NAMES)('%s', (name) => {
  it('gives the result of the corpus, except where the precompile decides', async () => {
    const results = await executions(name);
    const expected = name === 'bankrun' ? (vector: Vector) => vector.expect.bankrun : resultOnChain;
    const differing = executedBy(name).filter((vector) => {
      const execution = results.get(vector.name);
      return execution && JSON.stringify(resultOf(execution)) !== JSON.stringify(expected(vector));
    });
    expect(differing.map((vector) => vector.name)).toEqual([]);
  });

  it('costs exactly the recorded compute units', async () => {
    const results = await executions(name);
    const measured = [...UNITS.keys()].filter(isInTransaction).map((vector) => [vector, results.get(vector)?.units]);
    expect(measured).toEqual([...UNITS].filter(([vector]) => isInTransaction(vector)));
    expect(measured.length).toBe(373);
  });
});

it('the precompile refuses 82 vectors; of these only forged signatures would prove anything without it', () => {
  const refused = CORPUS.filter((vector) => 'precompile' in resultOnChain(vector));
  const classes = [...new Set(refused.map((vector) => vector.class))].sort();
  expect([refused.length, classes]).toEqual([
    82,
    ['forged-signature', 'signature-header', 'signature-instruction', 'signature-length', 'signer'],
  ]);
  const accepted = refused.filter(({ expect: of }) => 'verdict' in of.bankrun);
  expect(accepted.every((vector) => vector.class === 'forged-signature')).toBe(true);
});

it('units are equal on every vector that both engines execute', async () => {
  const [lite, bankrun] = [await executions('litesvm'), await executions('bankrun')];
  const both = CORPUS.filter(({ name }) => lite.get(name)?.units !== null && bankrun.get(name)?.units !== null);
  const different = both.filter(({ name }) => lite.get(name)?.units !== bankrun.get(name)?.units);
  expect([both.length, different.map(({ name }) => name)]).toEqual([CORPUS.length - 82, []]);
});

it.runIf(hasChain)('the embedded chain gives what LiteSVM gives, wherever a transaction is small enough', async () => {
  const [lite, chain] = [await executions('litesvm'), await executions('embedded')];
  const small = CORPUS.filter(isSmall);
  const said = ({ verdict, error, isRefusedByPrecompile, units }: Execution) => ({
    ...{ verdict, error, isRefusedByPrecompile, units },
  });
  const of = (results: ReadonlyMap<string, Execution>) =>
    small.map(({ name }) => [name, said(results.get(name) as Execution)]);
  expect(of(chain)).toEqual(of(lite));
  const large = CORPUS.filter((vector) => !isSmall(vector));
  expect([small.length, large.length]).toEqual([1_678, 110]);
  for (const { name } of large)
    expect(chain.get(name)).toMatchObject({ failure: expect.stringMatching(/takes no transaction of \d{4} bytes/) });
});
