import { fork } from 'node:child_process';
import { refuse, scriptArguments, wholeNumber } from '../../../tools/scriptArguments.js';
import { builtProgram } from '../../helpers/builtProgram.js';
import { type Report, type Run, runRounds } from './rounds.js';

const USAGE = `model -- [options]

Runs the model of the settlement program against the program, with any number of random actions.

  --seed N           default 1
  --actions N        default 1000000
  --shard I/N        one of N parts of the same rounds
  --round N          the round that a failure named
  --program FILE     another build than the committed one
`;

// Otherwise the SVM writes every program message to standard error.
process.env.RUST_LOG ??= 'off';

const { values } = scriptArguments(USAGE, {
  seed: { type: 'string', default: '1' },
  actions: { type: 'string', default: '1000000' },
  shard: { type: 'string', default: '1/1' },
  round: { type: 'string' },
  program: { type: 'string' },
});
const seed = wholeNumber('seed', values.seed);
const actions = wholeNumber('actions', values.actions);
const [part = 0, parts = 0] = values.shard.split('/').map((text) => wholeNumber('shard', text));
if (part < 1 || part > parts) refuse(`--shard ${values.shard} is not I/N with 1 <= I <= N`);
const only = values.round === undefined ? null : wholeNumber('round', values.round);

/** Rounds per process: a bank's memory grows with every transaction and is never freed. */
const ROUNDS_OF_A_PROCESS = 60;

// A child process takes its rounds as an argument and reports progress to its parent.
const slice = process.env.LINESMAN_MODEL_SLICE;
if (slice !== undefined) {
  const report = await runRounds({ ...(JSON.parse(slice) as Run), progress: (so) => process.send?.({ so }) });
  process.send?.({ report }, () => process.exit(0));
  await new Promise(() => {});
}

/** Runs rounds in a child process. */
const inProcess = (run: Run, progress: (report: Report) => void): Promise<Report> =>
  new Promise((resolve, reject) => {
    const build = values.program === undefined ? {} : { LINESMAN_SETTLEMENT: builtProgram(values.program).path };
    const env = { ...process.env, ...build, LINESMAN_MODEL_SLICE: JSON.stringify(run) };
    const child = fork(process.argv[1] ?? '', [], { env });
    child.on('message', ({ so, report }: { so?: Report; report?: Report }) => {
      if (so) progress(so);
      if (report) resolve(report);
    });
    // The child has printed the reason itself.
    child.on('exit', (code) => reject(new Error(`a process ended with ${code}`)));
  });

const start = Date.now();
let lastReport = start;
const counts = new Map<string, number>();
const report = { rounds: 0, actions: 0, drains: 0 };
do {
  const from = only ?? part - 1 + report.rounds * parts;
  const rounds = only === null ? ROUNDS_OF_A_PROCESS : 1;
  const run: Run = { seed, actions: actions - report.actions, shard: [part, parts], from, rounds };
  const done = await inProcess(run, (so) => {
    if (Date.now() - lastReport < 10_000) return;
    lastReport = Date.now();
    const sum = report.actions + so.actions;
    const rate = Math.round((sum * 1_000) / (lastReport - start));
    console.log(`${sum} actions in ${report.rounds + so.rounds} rounds, ${rate} a second`);
  }).catch((error: Error) => {
    console.error(error.message);
    process.exit(1);
  });
  for (const key of ['rounds', 'actions', 'drains'] as const) report[key] += done[key];
  for (const [key, count] of Object.entries(done.counts)) counts.set(key, (counts.get(key) ?? 0) + count);
} while (only === null && report.actions < actions);
const seconds = (Date.now() - start) / 1_000;
console.log(
  `seed ${seed}, shard ${values.shard}: ${report.actions} actions in ${report.rounds} rounds, ` +
    `${report.drains} times emptied on the way`,
);
const actionsByName = new Map<string, [string, number][]>();
// The answer is the last word: `stake market 6212`.
for (const [key, count] of [...counts].sort()) {
  const [, name = '', answer = ''] = /^(.+) (\S+)$/.exec(key) ?? [];
  actionsByName.set(name, [...(actionsByName.get(name) ?? []), [answer, count]]);
}
for (const [name, answers] of actionsByName) {
  if (answers.some(([answer]) => answer.includes('>'))) {
    console.log(`  ${name}s: ${answers.map((answer) => answer.join(' ')).join(', ')}`);
    continue;
  }
  const accepted = answers.find(([answer]) => answer === 'ok')?.[1] ?? 0;
  const refused = answers.filter(([answer]) => answer !== 'ok');
  const numbers = refused.map((answer) => answer.join(' ')).join(', ');
  console.log(`  ${name.padEnd(18)} ${String(accepted).padStart(8)} accepted; refused: ${numbers || 'none'}`);
}
console.log(`${seconds.toFixed(1)} s, ${Math.round(report.actions / seconds)} actions a second; nothing was lost`);
