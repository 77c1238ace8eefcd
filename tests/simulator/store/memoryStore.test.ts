import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pglitePool } from '../../../ts/service/data/store/pglitePool.js';
import type { SqlPool } from '../../../ts/service/data/store/sqlPool.js';
import { Store } from '../../../ts/service/data/store/store.js';
import { statements } from '../../helpers/service/database.js';
import { emptied } from '../../helpers/service/storeDatabases.js';
import { MemoryDatabase, memoryStore } from './memoryStore.js';
import { accessSteps } from './steps/accessSteps.js';
import { batchSteps } from './steps/batchSteps.js';
import { everything, readSteps } from './steps/readSteps.js';
import { recordSteps } from './steps/recordSteps.js';
import type { Pair } from './steps/step.js';

/** Repeats another run. fast-check prints the seed with a failure. */
const SEED = Number(process.env.LINESMAN_SEED ?? 20833);
const RUNS = 30;
/** Maximum number of steps in a run; the average is half of it. */
const LENGTH = 300;
/** Time limit for shrinking a failure, ms: the shortest case found by then is reported. Passing runs have no limit. */
const SHRINKING = 60_000;

/** What the runs must reach: who changes the steps shall notice that a part is no longer tried. */
const REACHED = [
  ...['scores', 'odds', 'fixtures', 'hole', 'late', 'late, in the middle', 'too late', 'held', 'released'].map(
    (what) => `take: ${what}`,
  ),
  'take: no decision',
  ...['21000', '23503', '23505', '23514', 'stored'].map((what) => `put: ${what}`),
  ...['22003', '22021'].map((what) => `poison: ${what}`),
  ...['0', '1', '2', '23505'].map((what) => `freeze: ${what}`),
  ...['true', 'false', '23505'].map((what) => `build: ${what}`),
  'mark: unpublished, built → published',
  'mark: published, published → built',
  'mark: withdrawn, built → published',
  ...['published', 'missing', 'alarm', 'clear'].map((what) => `mark: ${what}`),
  ...['added true', 'again 0', 'missing true', '23503', '7124', '7127'].map((what) => `carry: ${what}`),
  ...['nothing, added 0', '7124'].map((what) => `restore: ${what}`),
  ...['true', 'false'].map((what) => `lease: ${what}`),
  ...['given', 'used', 'blocked', '23505', '23514'].map((what) => `activate: ${what}`),
  ...['repeated', 'used', 'blocked', '23505', 'no result'].map((what) => `repeat: ${what}`),
  ...['0', '1', '2'].map((what) => `end tokens: ${what}`),
  ...['true', 'false'].map((what) => `allow: ${what}`),
  ...['some', 'nothing'].map((what) => `token: ${what}`),
  ...['find', 'find message', 'batch', 'part', 'score parts', 'wallet'].map((read) => `${read}: some`),
  ...['in range', 'latest of each', 'stream after', 'page', 'between', 'open', 'slots'].map((read) => `${read}: some`),
];

/** One PGlite holds both databases, as two schemas: starting another takes long. */
const SCHEMAS = ['public', 'other'] as const;
type Schema = (typeof SCHEMAS)[number];
const inSchema = (of: SqlPool, schema: Schema): SqlPool => ({
  connect: async () => {
    const client = await of.connect();
    await client.query(`set search_path to ${schema}`, []);
    return client;
  },
  end: async () => {},
});

let pool: SqlPool;
beforeAll(async () => {
  pool = await pglitePool(undefined, true);
  await statements(pool, 'create schema other');
  await Store.over(inSchema(pool, 'other'));
});
afterAll(() => pool.end());

const PARTS = ['records', 'matches', 'batches', 'days', 'leases', 'subscriptions'] as const;

/** Every method of the parts of the fake, as the compiler asks for them. */
const methods = (): string[] =>
  PARTS.flatMap((part) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(memoryStore(new MemoryDatabase())[part]))
      .filter((name) => name !== 'constructor')
      .map((name) => `${part}.${name}`),
  );

/** The same store, with a list of the calls to its parts. */
function watched(store: Store, called: Set<string>): Store {
  const noting = PARTS.map((part) => {
    const get = (of: object, name: string) => {
      called.add(`${part}.${name}`);
      return Reflect.get(of, name);
    };
    return [part, new Proxy(store[part], { get } as ProxyHandler<Store[typeof part]>)];
  });
  return Object.assign(Object.create(store), Object.fromEntries(noting));
}

/** Empty databases, and stores that remember nothing of earlier ones. */
async function freshPair(reached: Map<string, number>, called: Set<string>): Promise<Pair> {
  const opened = async (schema: Schema) => Store.over(inSchema(pool, schema), { migrate: false });
  for (const schema of SCHEMAS) await emptied(inSchema(pool, schema));
  const real = [await opened('public'), await opened('public'), await opened('other')] as const;
  const [own, other] = [new MemoryDatabase(), new MemoryDatabase()];
  return { real, fake: [watched(memoryStore(own), called), memoryStore(own), memoryStore(other)], reached };
}

const steps = fc.oneof(...recordSteps, ...batchSteps, ...accessSteps, ...readSteps);

test('the fake answers and fails as the database does', async () => {
  const reached = new Map<string, number>();
  const called = new Set<string>();
  const property = fc.asyncProperty(fc.commands([steps], { maxCommands: LENGTH, size: 'max' }), async (chosen) => {
    const pair = await freshPair(reached, called);
    await fc.asyncModelRun(() => ({ model: pair, real: pair }), chosen);
    for (const [i, store] of pair.fake.entries())
      expect(await everything(store)).toStrictEqual(await everything(pair.real[i] as Store));
  });
  const runs = { seed: SEED, numRuns: RUNS };
  await fc.assert(property, { ...runs, endOnFailure: true }).catch(async (failure: Error) => {
    // Reports a shorter case, if there is one.
    await fc.assert(property, { ...runs, interruptAfterTimeLimit: SHRINKING });
    throw failure;
  });
  expect(REACHED.filter((what) => !reached.has(what))).toEqual([]);
  expect(methods().filter((name) => !called.has(name))).toEqual([]);
}, 600_000);
