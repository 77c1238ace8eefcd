import { scorelineOf } from '../../tests/helpers/scoreline/scoreline.js';
import { proveStatsTogether } from '../../ts/records/batch/prove.js';
import type { ScoreRecord } from '../../ts/records/batch/record.js';
import { scoreBatches } from '../../ts/records/batch/scoreBatch.js';
import { rootOf } from '../../ts/sdk/format/hash.js';
import { FINALISED } from '../../ts/sdk/format/period.js';
import type { Milliseconds } from '../../ts/sdk/format/slotTime.js';
import { insertScoresRootInstruction } from '../../ts/sdk/program/oracle/insertRootInstructions.js';
import type { Scene } from './scene.js';

const START = Date.UTC(2027, 0, 15, 15, 0) as Milliseconds;
const HALF_TIME = 3;
const KEYS = [1, 2];

/** A simulated soccer match that the home team wins 2-1, after 1-0 at half-time. It is the same in every run. */
export function madeUpScene(): Scene {
  const fixtureId = 9_000_001;
  const match = scorelineOf({
    seed: 'demo',
    sport: 'soccer',
    fixtureId,
    startTime: START,
    totals: { 1: 2, 2: 1, 7: 5, 8: 3 },
  });
  const batches = scoreBatches([match]);
  const prove = (is: (record: ScoreRecord) => boolean) => {
    const record = match.records.find(is);
    const batch = batches.find(({ fixtures }) =>
      fixtures.some(({ events }) => events.some((one) => one.record === record)),
    );
    if (!record || !batch) throw new Error('the simulated match lacks the record');
    return proveStatsTogether(batch, { fixtureId, seq: record.Seq, keys: KEYS });
  };
  return {
    title: `a simulated match, ${match.teams[0].name} - ${match.teams[1].name}`,
    sport: 'soccer',
    fixtureId,
    where: 'k1 - k2 > 0',
    start: START,
    refused: { proof: prove(({ StatusId }) => StatusId === HALF_TIME), what: 'the proof of half-time' },
    proof: prove(({ StatusId }) => StatusId === FINALISED),
    publish: async (chain, stage) => {
      const { oracle } = chain.programs;
      await stage.act(
        `the publisher inserts the ${batches.length} roots of the match`,
        batches.map(({ time, tree }) => () => {
          const { publisher } = stage.people;
          const insert = insertScoresRootInstruction(oracle, publisher.address, time, rootOf(tree.root));
          return chain.send([insert], [publisher]);
        }),
      );
    },
  };
}
