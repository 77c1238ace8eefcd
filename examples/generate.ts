import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fixtureLeaf } from '../tests/helpers/scoreline/fixtureLeaf.js';
import { randomOdds } from '../tests/helpers/scoreline/randomOdds.js';
import { type Scoreline, scorelineOf } from '../tests/helpers/scoreline/scoreline.js';
import { scriptArguments } from '../tools/scriptArguments.js';
import { fixtureBatches } from '../ts/records/batch/fixtureBatch.js';
import { oddsBatches } from '../ts/records/batch/oddsBatch.js';
import {
  proveFixture,
  proveFixtureBatch,
  proveOdds,
  proveStats,
  proveStatsTogether,
} from '../ts/records/batch/prove.js';
import type { ScoreRecord } from '../ts/records/batch/record.js';
import { scoreBatches } from '../ts/records/batch/scoreBatch.js';
import { runRegress } from '../ts/regress/commands/runRegress.js';
import type { Hash } from '../ts/sdk/format/hash.js';
import { bytesToHex } from '../ts/sdk/format/hex.js';
import { FINALISED } from '../ts/sdk/format/period.js';
import type { Sport } from '../ts/sdk/format/sports/sports.js';
import { OracleKey } from '../ts/sdk/node/oracleKey.js';
import { rootsAccount } from '../ts/sdk/program/account/rootsAccountBytes.js';
import { scoresRootsAddress } from '../ts/sdk/program/address/oracle.js';
import { DEFAULT_ORACLE_PROGRAM_ID } from '../ts/sdk/program/programId.js';
import type { RootsKind } from '../ts/sdk/proof/rootsAccount.js';
import { caseText } from '../ts/sdk/prove/caseFile.js';
import {
  answerFixture,
  answerFixtureBatch,
  answerOdds,
  answerOddsV4,
  answerV1,
  answerV2,
  answerV3,
  answerV4,
} from '../ts/service/edge/answer/answers.js';

/**
 * Writes the example files: answers of a simulated service, the roots accounts that they hash to, and the IDLs as types
 * for Anchor's client. The output is deterministic.
 */

const KICK_OFF = Date.UTC(2027, 0, 15, 15, 0);
/** An example key. Its secret is public. */
const ORACLE_KEY = new OracleKey(new Uint8Array(32).fill(7));

const play = (fixtureId: number, sport: Sport, totals: Record<number, number>, minutes = 0): Scoreline =>
  scorelineOf({ seed: 'examples', sport, fixtureId, startTime: KICK_OFF + minutes * 60_000, totals });

// In soccer, keys 1/2 are goals and 7/8 corners; in the other sports, 1/2 is the score.
const win = play(18_400_001, 'soccer', { 1: 3, 2: 1, 3: 1, 7: 4, 8: 6 });
const toNil = play(18_400_002, 'soccer', { 1: 2, 4: 2, 7: 6, 8: 3 });
const nothing = scorelineOf({
  seed: 'examples',
  sport: 'soccer',
  fixtureId: 18_400_003,
  startTime: KICK_OFF,
  script: 'allZero',
});
const basketball = play(18_400_004, 'basketball', { 1: 31, 2: 28, 3: 9, 4: 11 }, 30);
const usFootball = play(18_400_005, 'us-football', { 1: 17, 2: 14, 3: 2, 4: 2 }, 60);
const matches = [win, toNil, nothing, basketball, usFootball];

const batches = scoreBatches(matches);

/** The first record of a match with this status, and the batch that contains it. */
function at(match: Scoreline, status: number) {
  const record = match.records.find((one: ScoreRecord) => one.StatusId === status);
  const batch = batches.find(({ fixtures }) =>
    fixtures.some(({ events }) => events.some((one) => one.record === record)),
  );
  if (!record || !batch) throw new Error(`match ${match.fixtureId} has no record with status ${status}`);
  return { batch, asked: (keys: readonly number[]) => ({ fixtureId: match.fixtureId, seq: record.Seq, keys }) };
}

const HALF_TIME = 3;
const final = at(win, FINALISED);
const halfTime = at(win, HALF_TIME);
const finalToNil = at(toNil, FINALISED);
const finalNothing = at(nothing, FINALISED);

const oddsUpdates = oddsBatches([
  ...randomOdds(win, KICK_OFF - 3_600_000, 9),
  ...randomOdds(toNil, KICK_OFF - 3_600_000 + 700, 6),
]);
const [oddsBatch] = oddsUpdates;
const odds = oddsBatch?.fixtures[0]?.records.find(({ prices }) => prices.length > 0);
const [fixtureBatch] = fixtureBatches(
  matches.map((match, i) => fixtureLeaf(match, KICK_OFF - 86_400_000 + 1_000 * i, 'scheduled')),
);
if (!oddsBatch || !odds || !fixtureBatch) throw new Error('the example has no odds or no fixtures');
const provenOdds = proveOdds(oddsBatch, odds.fixtureId, odds.messageId);

const proofs: Record<string, unknown> = {
  'final-win': answerV2(proveStats(final.batch, final.asked([1, 2]))),
  'half-time': answerV2(proveStats(halfTime.batch, halfTime.asked([1001, 1002]))),
  // The score at half-time must not settle a market on the final score.
  'half-time-score': answerV2(proveStats(halfTime.batch, halfTime.asked([1, 2]))),
  'two-nil': answerV1(proveStats(finalToNil.batch, finalToNil.asked([1, 2]))),
  corners: answerV1(proveStats(final.batch, final.asked([7, 8]))),
  'all-zero': answerV2(proveStats(finalNothing.batch, finalNothing.asked([1, 2]))),
  'final-win-v3': answerV3(proveStatsTogether(final.batch, final.asked([1, 2, 7, 8])), 'described'),
  'final-win-v3-observed': answerV3(proveStatsTogether(final.batch, final.asked([1, 2, 7, 8])), 'observed'),
  'final-win-v4': answerV4(proveStatsTogether(final.batch, final.asked([1, 2])), ORACLE_KEY, 'described'),
  basketball: answerV3(
    proveStatsTogether(at(basketball, FINALISED).batch, at(basketball, FINALISED).asked([1, 2])),
    'described',
  ),
  'us-football': answerV3(
    proveStatsTogether(at(usFootball, FINALISED).batch, at(usFootball, FINALISED).asked([1, 2])),
    'described',
  ),
  odds: answerOdds(provenOdds, 'described'),
  'odds-v4': answerOddsV4(provenOdds, ORACLE_KEY, 'observed'),
  fixture: answerFixture(proveFixture(fixtureBatch, win.fixtureId), 'described'),
  'fixture-batch': answerFixtureBatch(proveFixtureBatch(fixtureBatch), 'described'),
};

/** A roots account as saved by an RPC node or an explorer. */
function account(kind: RootsKind, day: number, roots: ReadonlyMap<number, Uint8Array>) {
  const { epochDay, address, data } = rootsAccount(kind, day, roots, DEFAULT_ORACLE_PROGRAM_ID);
  return {
    epochDay,
    address: address,
    owner: DEFAULT_ORACLE_PROGRAM_ID,
    // The rent-exempt minimum for this size.
    lamports: 6_960 * (data.length + 128),
    data: Buffer.from(data).toString('base64'),
    encoding: 'base64',
  };
}

const slotsOf = (of: readonly { time: { slot: number }; tree: { root: Hash } }[]) =>
  new Map(of.map(({ time, tree }) => [time.slot, tree.root]));
const day = final.batch.time.epochDay;
if (batches.some(({ time }) => time.epochDay !== day)) throw new Error('the examples must be of a single day');

const roots: Record<string, unknown> = {
  scores: account('scores', day, slotsOf(batches)),
  odds: account('odds', oddsBatch.time.epochDay, slotsOf(oddsUpdates)),
  fixtures: account('fixtures', fixtureBatch.time.window, new Map([[fixtureBatch.time.index, fixtureBatch.tree.root]])),
};

/** A proof as `linesman record` would have written it. */
function projectCase(
  name: string,
  { batch: { time, tree } }: typeof final,
  answer: unknown,
  where: string,
  notes: string,
) {
  const program = DEFAULT_ORACLE_PROGRAM_ID;
  const { address } = scoresRootsAddress(time.epochDay, program);
  const content = {
    name,
    request: { method: 'GET', path: '/api/scores/stat-validation', query: {} },
    roots: { program, address, epochDay: time.epochDay, slot: time.slot, root: bytesToHex(tree.root) },
    rootsMissing: null,
    oracleKey: null,
    sport: 'soccer',
    where,
    notes,
  } as const;
  return [
    `project/cases/${name}.case.json`,
    caseText(content, JSON.stringify(answer, null, 2).replaceAll('\n', '\n  ')),
  ] as const;
}

/** The proof of the win with one goal added. Its root was never published. */
const changedScore = structuredClone(proofs['final-win']) as { statsToProve: { value: number }[] };
for (const stat of changedScore.statsToProve.slice(0, 1)) stat.value += 1;

const projectCases = [
  projectCase(
    'home-win',
    final,
    proofs['final-win'],
    'k1 - k2 > 0',
    'The final score: valid, and the condition holds.',
  ),
  projectCase(
    'half-time-score',
    halfTime,
    proofs['half-time-score'],
    'k1 - k2 > 1',
    'The score at half-time: valid, but the condition does not hold yet, and no market takes it for the final score.',
  ),
  projectCase('changed-score', final, changedScore, 'k1 - k2 > 0', 'The final score with one goal more: refused.'),
];

export const EXAMPLES_FOLDER = dirname(fileURLToPath(import.meta.url));

/** The content of every example file by its path below `examples`. */
export const exampleFiles: ReadonlyMap<string, string> = new Map([
  ...Object.entries(proofs).map(([name, value]) => [`proofs/${name}.json`, `${JSON.stringify(value)}\n`] as const),
  ...Object.entries(roots).map(([name, value]) => [`roots/${name}.json`, `${JSON.stringify(value)}\n`] as const),
  ...projectCases,
  ['oracle-key.txt', `${bytesToHex(ORACLE_KEY.publicKey)}\n`] as const,
]);

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  scriptArguments('examples\n\nWrites the answers, cases and keys of the examples.', {});
  for (const [path, content] of exampleFiles) {
    mkdirSync(dirname(join(EXAMPLES_FOLDER, path)), { recursive: true });
    writeFileSync(join(EXAMPLES_FOLDER, path), content);
    console.log(`${path}: ${content.length} bytes`);
  }
  const terminal = { stdin: process.stdin, out: console.log, err: console.error };
  const flags = { update: true, rpc: 'http://127.0.0.1:8899', build: 'oracle', engine: 'litesvm' } as const;
  const folders = [join(EXAMPLES_FOLDER, 'project/cases')];
  process.exitCode = await runRegress({ ...flags, unitsTolerance: 0, folders }, terminal, {});
}
