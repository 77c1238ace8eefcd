import { readFileSync, writeFileSync } from 'node:fs';
import { scriptArguments } from '../tools/scriptArguments.js';
import { type ReaderCost, readerCost, type SeasonDay, type SlotCost, season, slotCost } from './growth.js';
import { machine } from './machine.js';
import { figure, machineLine, megabytes, table } from './report.js';
import { scaleDocument } from './scaleDocument.js';
import { soakSectionOf, withSoakSection } from './soakReport.js';

const USAGE = `scale -- [options]

Measures how costs grow with what is stored, and with the readers.

  --quick    fewer and smaller: not for figures
  --json     as JSON
  --write    updates docs/internals/scale.md
`;

const { values } = scriptArguments(USAGE, {
  quick: { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  write: { type: 'boolean', default: false },
});
const { quick, json, write } = values;
const say = (text: string): void => {
  if (!json) console.log(text);
};

async function each<A, T>(all: readonly A[], measure: (one: A) => Promise<T>): Promise<T[]> {
  const measured: T[] = [];
  for (const one of all) measured.push(await measure(one));
  return measured;
}

/** The columns are few enough to fit on a page. */
const slotTable = (rows: readonly SlotCost[]): string =>
  table(
    [
      'fixtures',
      'updates each',
      'stats',
      'ingest',
      'seal, publish',
      'proof p50',
      'proof p99',
      'nodes, sub-tree',
      'nodes, main tree',
    ],
    rows.map((row) => [
      ...[row.fixtures, row.updates, row.stats].map(figure),
      `${figure(row.ingestPerSecond)}/s`,
      ...[row.sealMs, row.proofP50, row.proofP99].map((ms) => `${figure(ms)} ms`),
      ...[row.subTreeNodes, row.mainTreeNodes].map(figure),
    ]),
  );
const readerTable = (rows: readonly ReaderCost[]): string =>
  table(
    ['readers', 'their processes', 'deliveries', 'CPU of the server', 'until the last has it', 'server holds'],
    rows.map(({ readers, processes, perSecond, cpuShare, lastMs, rss }) => [
      figure(readers),
      figure(processes),
      `${figure(perSecond)}/s`,
      `${figure(cpuShare)} cores`,
      `${figure(lastMs)} ms`,
      megabytes(rss),
    ]),
  );
function seasonTable(days: readonly SeasonDay[]): string {
  const most = Math.max(...days.map(({ heap, external }) => heap + external));
  return table(
    ['day', 'records', 'batches', 'heap', 'buffers', 'resident', 'disk', 'proof of day 1', 'heap and buffers'],
    days.map(({ day, records, batches, heap, external, rss, disk, oldProofMs }) => [
      String(day),
      figure(records),
      figure(batches),
      ...[heap, external, rss, disk].map(megabytes),
      `${figure(oldProofMs)} ms`,
      '#'.repeat(Math.round((24 * (heap + external)) / most)).padEnd(24),
    ]),
  );
}

say(machineLine(machine()));
// This runs first, while the process is fresh.
const days = await season({ days: quick ? 2 : 30, matchesPerDay: quick ? 6 : 24, limit: quick ? 20_000 : 20 * 60_000 });
say(`\nA season at full speed\n${seasonTable(days)}`);
const fixtures = await each(quick ? [1, 10, 100] : [1, 10, 100, 1_000], (count) => slotCost('soccer', count, 4));
say(`\nFixtures in a slot\n${slotTable(fixtures)}`);
const updates = await each(quick ? [1, 10, 100] : [1, 10, 100, 1_000, 5_000], (count) => slotCost('soccer', 1, count));
say(`\nUpdates of a fixture\n${slotTable(updates)}`);
const stats = await each(['soccer', 'basketball'] as const, (sport) => slotCost(sport, 10, quick ? 4 : 40));
say(`\nStats of an update\n${slotTable(stats)}`);
const crowds: readonly (readonly [number, number])[] = quick
  ? [
      [100, 1],
      [300, 2],
    ]
  : [
      [100, 1],
      [1_000, 1],
      [2_000, 2],
      [5_000, 3],
      [10_000, 4],
    ];
const readers = await each(crowds, ([count, processes]) => readerCost(count, processes, quick ? 300 : 5_000));
say(`\nReaders\n${readerTable(readers)}`);
if (json) console.log(JSON.stringify({ machine: machine(), quick, fixtures, updates, stats, readers, days }, null, 2));
if (write) {
  const text = scaleDocument({
    machine: `${machineLine(machine())}${quick ? '; a quick run, whose figures say little' : ''}`,
    command: `npm run scale -- ${quick ? '--quick ' : ''}--write`,
    fixtures: { rows: fixtures, table: slotTable(fixtures) },
    updates: { rows: updates, table: slotTable(updates) },
    stats: { rows: stats, table: slotTable(stats) },
    readers: { rows: readers, table: readerTable(readers) },
    season: { rows: days, table: seasonTable(days) },
  });
  const page = new URL('../docs/internals/scale.md', import.meta.url);
  writeFileSync(page, withSoakSection(text, soakSectionOf(readFileSync(page, 'utf8'))));
}
