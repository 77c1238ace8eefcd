import { scriptArguments, wholeNumber } from '../../tools/scriptArguments.js';
import { type Simulated, simulate } from './simulation.js';

const USAGE = `simulate -- [options]

Runs the whole service in this process, in virtual time, under faults that depend on the seed alone.

  --seed TEXT    the first seed (default: today's date); the next ones are TEXT-2, TEXT-3 …
  --count N      how many seeds (default: 1)
  --minutes N    as many seeds as fit into so many minutes
  --steps N      only the first N records of each match
  --log          also what the keeper says
  --json         one line of JSON for each seed
`;

const { values } = scriptArguments(USAGE, {
  seed: { type: 'string', default: new Date().toISOString().slice(0, 10) },
  count: { type: 'string', default: '1' },
  minutes: { type: 'string' },
  steps: { type: 'string' },
  json: { type: 'boolean', default: false },
  log: { type: 'boolean', default: false },
});
const numberOf = (name: string, text: string | undefined): number | undefined =>
  text === undefined ? undefined : wholeNumber(name, text, 1, 999_999);

const perSeed = ({ seed, violations, counts, seconds }: Simulated): string => {
  const faults = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  const verdict = violations.length === 0 ? 'all is well' : `VIOLATED\n  ${violations.join('\n  ')}`;
  return `seed ${seed}: ${seconds} virtual seconds, ${faults.join(', ')}: ${verdict}`;
};

/** The fewest records with which a seed still fails, found by halving. */
async function shrunk(seed: string): Promise<number | undefined> {
  let least: number | undefined;
  for (let steps = 64; steps >= 1; steps = Math.floor(steps / 2)) {
    const { violations } = await simulate({ seed, steps });
    if (violations.length === 0) break;
    least = steps;
  }
  return least;
}

const count = wholeNumber('count', values.count, 1, 999_999);
const minutes = numberOf('minutes', values.minutes);
const steps = numberOf('steps', values.steps);
const until = performance.now() + (minutes ?? 0) * 60_000;
const totals: Record<string, number> = {};
let failed = 0;
let ran = 0;
let running = values.seed;
const repeat = (seed: string, more = ''): void =>
  console.error(`failed: repeat it with npm run simulate -- --seed ${seed}${more}`);
process.on('uncaughtException', (error) => {
  console.error(error);
  repeat(running);
  process.exit(1);
});
for (; minutes === undefined ? ran < count : performance.now() < until; ran++) {
  const seed = ran === 0 ? values.seed : `${values.seed}-${ran + 1}`;
  running = seed;
  const result = await simulate({
    seed,
    ...(steps !== undefined && { steps }),
    ...(values.log && { log: (line: string) => console.error(line) }),
  });
  for (const [name, times] of Object.entries(result.counts)) totals[name] = (totals[name] ?? 0) + times;
  console.log(values.json ? JSON.stringify(result) : perSeed(result));
  if (result.violations.length === 0) continue;
  failed++;
  const least = steps === undefined ? await shrunk(seed) : undefined;
  repeat(seed, least === undefined ? '' : ` --steps ${least}`);
}
if (!values.json) console.log(`${ran} seeds, ${failed} failed: ${JSON.stringify(totals)}`);
process.exitCode = failed > 0 ? 1 : 0;
