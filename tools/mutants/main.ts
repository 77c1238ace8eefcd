import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LANES, type Lane } from '../../tests/lanes.js';
import { refuse, scriptArguments, wholeNumber } from '../scriptArguments.js';
import { drawMutants } from './draw.js';
import { FOLDERS, sourcesOf } from './folders.js';
import { readList, writeList } from './mutant.js';
import { broken, noted, reportOf } from './report.js';
import { Session } from './session.js';
import type { Outcome } from './trial.js';

const USAGE = `mutants -- [options]

Plants the small faults of a list, one after the other, and runs the tests that reach them. Fails if a mutant that the
list calls killed survives the lanes up to the noted one.

  --list FILE     default tests/mutants.jsonl
  --only PATH     only mutants in this file or folder; can be repeated
  --shard I/N     a part of the list; shards can run side by side
  --lane NAME     the last lane whose tests run: ${LANES.join(', ')}; default landing
  --tests PATH    only this test file; can be repeated. Notes the mutants that they kill, and calls none a survivor
  --programs      builds each program whose mutant the host tests let pass, which takes minutes, and runs its tests
  --write         notes each outcome in the list at once
  --fresh         forgets the outcomes of an interrupted run
  --json          prints the outcomes
  --draw SEED     draws another list, and writes it to the file of --list
  --count N       how many to draw; default 480
`;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { values: options } = scriptArguments(USAGE, {
  list: { type: 'string', default: join(ROOT, 'tests/mutants.jsonl') },
  draw: { type: 'string' },
  count: { type: 'string', default: '480' },
  lane: { type: 'string', default: 'landing' },
  only: { type: 'string', multiple: true, default: [] },
  tests: { type: 'string', multiple: true, default: [] },
  shard: { type: 'string', default: '1/1' },
  programs: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
  fresh: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
});
const count = wholeNumber('count', options.count, 1);
const [, shard = '', shards = ''] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(options.shard) ?? [];
if (!(Number(shard) <= Number(shards))) refuse(`--shard ${options.shard} is not a part such as 1/2`);
if (!LANES.some((lane) => lane === options.lane)) refuse(`--lane ${options.lane} is not one of ${LANES.join(', ')}`);

if (options.draw === undefined) await tryAll();
else draw(options.draw);

/** Draws a list. A mutant that the file already lists keeps its outcome. */
function draw(seed: string): void {
  const folders = FOLDERS.map((folder) => ({
    ...folder,
    sources: new Map(sourcesOf(folder, ROOT).map((file) => [file, readFileSync(join(ROOT, file), 'utf8')])),
  }));
  const drawn = drawMutants(folders, seed, count);
  const known = new Map((existsSync(options.list) ? readList(options.list) : []).map((mutant) => [mutant.id, mutant]));
  writeList(
    options.list,
    drawn.map((mutant) => known.get(mutant.id) ?? mutant),
  );
  console.log(`${drawn.length} mutants in ${options.list}`);
}

async function tryAll(): Promise<void> {
  const inPart = (path: string): boolean =>
    options.only.length === 0 || options.only.some((one) => path.startsWith(one));
  // The ids are hashes, so an interrupted run has tried a fair sample.
  const part = readList(options.list)
    .filter(({ file }) => inPart(file))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
    .filter((_, i) => i % Number(shards) === Number(shard) - 1);
  const session = new Session(
    ROOT,
    [options.shard, ...options.only, '', ...options.tests].join(' '),
    options.fresh,
    (line) => console.error(line),
  );
  const write = (outcomes: ReadonlyMap<string, Outcome>): void => {
    if (options.write) writeList(options.list, noted(readList(options.list), outcomes));
  };
  const outcomes = await session.run(part, {
    last: options.lane as Lane,
    programs: options.programs,
    tests: options.tests,
    onFound: (id, outcome) => write(new Map([[id, outcome]])),
  });
  write(outcomes);
  console.log(options.json ? JSON.stringify(Object.fromEntries(outcomes), null, 2) : reportOf(part, outcomes));
  process.exitCode = broken(part, outcomes).length > 0 ? 1 : 0;
  session.close();
}
