import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixtureBatches } from '../../ts/records/batch/fixtureBatch.js';
import { oddsBatches } from '../../ts/records/batch/oddsBatch.js';
import {
  proveFixture,
  proveFixtureBatch,
  proveOdds,
  proveStats,
  proveStatsTogether,
} from '../../ts/records/batch/prove.js';
import { scoreBatches } from '../../ts/records/batch/scoreBatch.js';
import { type Root, rootOf } from '../../ts/sdk/format/hash.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { rootsAccount } from '../../ts/sdk/program/account/rootsAccountBytes.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import type { RootsKind } from '../../ts/sdk/proof/rootsAccount.js';
import {
  answerFixture,
  answerFixtureBatch,
  answerOdds,
  answerOddsV4,
  answerV1,
  answerV2,
  answerV3,
  answerV4,
} from '../../ts/service/edge/answer/answers.js';
import { fixtureLeaf } from './scoreline/fixtureLeaf.js';
import { randomOdds } from './scoreline/randomOdds.js';
import { scorelineOf } from './scoreline/scoreline.js';
import { temporaryFolder } from './temporaryFolder.js';

const FIXTURE = 9_000_001;
const START = Date.UTC(2027, 0, 15, 15);

/** Files with simulated answers for tests of the command line, in a separate temporary folder. */
export class AnswerFiles {
  readonly folder = temporaryFolder('answers');
  readonly fixtureId = FIXTURE;
  readonly oracleKey = new OracleKey(new Uint8Array(32).fill(7));
  /** The answers by name, as written to `<name>.json`. */
  readonly answers: Readonly<Record<string, object>>;

  /** The home team wins 2-1; corners 5-3; no cards. */
  constructor() {
    const match = scorelineOf({
      seed: 'answers',
      sport: 'soccer',
      fixtureId: FIXTURE,
      startTime: START,
      totals: { 1: 2, 2: 1, 7: 5, 8: 3 },
    });
    const seq = match.records.findIndex(({ Action }) => Action === 'game_finalised');
    const [scores] = scoreBatches([{ ...match, records: match.records.slice(seq, seq + 1) }]);
    const [earlier] = scoreBatches([{ ...match, records: match.records.slice(seq - 1, seq) }]);
    const [odds] = oddsBatches(randomOdds(match, START, 3));
    const [fixtures] = fixtureBatches([fixtureLeaf(match, START)]);
    const record = odds?.fixtures[0]?.records[0];
    if (!scores || !earlier || !odds || !fixtures || !record) throw new Error('the generator made no batch');
    const stats = (...keys: number[]) => proveStats(scores, { fixtureId: FIXTURE, seq, keys });
    const together = (...keys: number[]) => proveStatsTogether(scores, { fixtureId: FIXTURE, seq, keys });
    const oddsProof = proveOdds(odds, FIXTURE, record.messageId);
    this.answers = {
      v1: answerV1(stats(1, 2)),
      v2: answerV2(stats(1, 2)),
      v3: answerV3(together(1, 2, 7), 'described'),
      v4: answerV4(together(1, 2), this.oracleKey, 'described'),
      three: answerV2(stats(1, 2, 7)),
      cards: answerV2(stats(3, 4)),
      otherEvent: answerV2(proveStats(earlier, { fixtureId: FIXTURE, seq: seq - 1, keys: [1] })),
      odds: answerOdds(oddsProof, 'observed'),
      oddsV4: answerOddsV4(oddsProof, this.oracleKey, 'described'),
      fixture: answerFixture(proveFixture(fixtures, FIXTURE), 'observed'),
      fixtureBatch: answerFixtureBatch(proveFixtureBatch(fixtures), 'observed'),
    };
    for (const [name, answer] of Object.entries(this.answers)) this.write(`${name}.json`, JSON.stringify(answer));
    this.writeRoots('scores', scores.time.epochDay, scores.time.slot, rootOf(scores.tree.root));
    this.writeRoots('odds', odds.time.epochDay, odds.time.slot, rootOf(odds.tree.root));
    this.writeRoots('fixtures', fixtures.time.epochDay, fixtures.time.index, rootOf(fixtures.tree.root));
    this.writeRoots('scores', scores.time.epochDay, scores.time.slot, rootOf(odds.tree.root), 'otherRoot');
    this.writeRoots('scores', scores.time.epochDay, scores.time.slot + 1, rootOf(scores.tree.root), 'otherSlot');
    this.writeRoots('scores', scores.time.epochDay + 1, scores.time.slot, rootOf(scores.tree.root), 'otherDay');
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Writes a file and returns its path. */
  write(name: string, content: string | Uint8Array): string {
    writeFileSync(this.path(name), content);
    return this.path(name);
  }

  /** `<name>Roots.json` in the recorded form, and `<name>Roots.bin` with the bytes alone. */
  private writeRoots(kind: RootsKind, day: number, slot: number, root: Root, name: string = kind): void {
    const { epochDay, data } = rootsAccount(kind, day, new Map([[slot, root]]), LOCALNET_PROGRAM_IDS.oracle);
    this.write(`${name}Roots.bin`, data);
    this.write(`${name}Roots.json`, JSON.stringify({ epochDay, data: Buffer.from(data).toString('base64') }));
  }
}
