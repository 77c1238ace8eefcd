import { parseArgs } from 'node:util';
import { runRounds } from './rounds.js';

/**
 * `npm run model -- --seed N --actions 1000000 [--shard i/n] [--round r]`: the model of the settlement program against the program, for as
 * many random actions as wanted. `--shard` runs one of n parts of the same rounds; `--round` one round, as a failure names it.
 */

// The SVM writes every message of every program to standard error otherwise.
process.env.RUST_LOG ??= 'off';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    actions: { type: 'string', default: '1000000' },
    shard: { type: 'string', default: '1/1' },
    round: { type: 'string' },
  },
});
const natural = (name: string, text: string): number => {
  const number = Number(text);
  if (text === '' || !Number.isSafeInteger(number) || number < 0) throw new Error(`--${name} ${text} is no number`);
  return number;
};
const seed = natural('seed', values.seed);
const actions = natural('actions', values.actions);
const [part = 0, parts = 0] = values.shard.split('/').map((text) => natural('shard', text));
if (part < 1 || part > parts) throw new Error(`--shard ${values.shard} is not i/n with 1 <= i <= n`);
const round = values.round === undefined ? {} : { round: natural('round', values.round) };

const start = Date.now();
let told = start;
const report = await runRounds({
  seed,
  actions,
  shard: [part, parts],
  ...round,
  progress: ({ rounds, actions: done }) => {
    if (Date.now() - told < 10_000) return;
    told = Date.now();
    console.log(`${done} actions in ${rounds} rounds, ${Math.round((done * 1_000) / (told - start))} a second`);
  },
});
const seconds = (Date.now() - start) / 1_000;
console.log(
  `seed ${seed}, shard ${values.shard}: ${report.actions} actions in ${report.rounds} rounds, ${report.drains} times emptied on the way`,
);
const actionsByName = new Map<string, [string, number][]>();
for (const entry of Object.entries(report.counts)) {
  const [name = ''] = entry[0].split(' ');
  actionsByName.set(name, [...(actionsByName.get(name) ?? []), entry]);
}
for (const [name, answers] of actionsByName) {
  if (answers.some(([key]) => key.includes('>'))) {
    console.log(`  ${name}s: ${answers.map(([key, count]) => `${key.split(' ')[1]} ${count}`).join(', ')}`);
    continue;
  }
  const accepted = answers.find(([key]) => key.endsWith(' ok'))?.[1] ?? 0;
  const refused = answers.filter(([key]) => !key.endsWith(' ok'));
  const numbers = refused.map(([key, count]) => `${key.split(' ')[1]} ${count}`).join(', ');
  console.log(`  ${String(name).padEnd(18)} ${String(accepted).padStart(8)} accepted; refused: ${numbers || 'none'}`);
}
console.log(`${seconds.toFixed(1)} s, ${Math.round(report.actions / seconds)} actions a second; nothing was lost`);
