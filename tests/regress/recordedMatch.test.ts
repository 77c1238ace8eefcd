import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { encodeListedFixture } from '../../ts/records/record/fixture.js';
import { encodeScores } from '../../ts/records/record/scores/scoresRecord.js';
import { compareRoots } from '../../ts/regress/replay/compareRoots.js';
import { readTimeline } from '../../ts/regress/replay/timeline.js';
import type { RecordedLine } from '../../ts/regress/stream/streamLine.js';
import { keysOfSport } from '../../ts/sdk/format/zeroMap.js';
import { accountReader } from '../../ts/sdk/rpc/accountReader.js';
import { matchRecords } from '../../ts/season/matchRecords.js';
import { startReplay } from '../../ts/service/serve/replay.js';
import { hasRecordings, recorded, recordedNames } from '../helpers/recordings.js';
import { writeRecordedStream } from '../helpers/regress/recordedStream.js';
import { temporaryFolder } from '../helpers/temporaryFolder.js';

const SLOT = 300_000;
type Row = [seq: number, ts: number, statusId: number | null, statCount: number, nonZero: Record<string, number>];
const files = recordedNames('batches');

/** The match as a recording: its rows are what the trees are built from, the rest of a record is made up. */
function asRecording(folder: string, name: string): number {
  const match = recorded('batches', name);
  const { fixtureId } = match;
  const made = matchRecords({ seed: 'recorded', sport: 'soccer', fixtureId, startTime: match.records[0][1] });
  const {
    StatusId: _,
    Stats: __,
    ...base
  } = encodeScores(made.scores[0] as never, 'snapshot') as Record<string, unknown>;
  const indexes = new Map<number, number>();
  const events = (match.records as Row[]).map(([Seq, Ts, statusId, statCount, nonZero]): RecordedLine => {
    const slot = Ts - (Ts % SLOT);
    const index = indexes.get(slot) ?? 0;
    indexes.set(slot, index + 1);
    const stats = Object.fromEntries(keysOfSport('soccer').map((key) => [key, nonZero[key] ?? 0]));
    const record = {
      ...base,
      FixtureId: fixtureId,
      Seq,
      Ts,
      ...(statusId !== null && { StatusId: statusId }),
      Stats: statCount > 0 ? stats : {},
    };
    return { at: Ts, id: `${slot}:${index}`, event: null, data: JSON.stringify(record) };
  });
  const last = (match.records.at(-1) as Row)[1];
  const end = last - (last % SLOT) + SLOT + 20_000;
  writeRecordedStream(folder, 'scores', [
    // The slot of the first record, too, is there in full.
    {
      at: 1,
      id: null,
      event: 'heartbeat',
      data: `{"Ts":${(match.records[0][1] - (match.records[0][1] % SLOT)) / 1_000}}`,
    },
    ...events,
    { at: end, id: null, event: 'heartbeat', data: `{"Ts":${end / 1_000}}` },
  ]);
  const fixture = made.fixtures[0] as never;
  writeRecordedStream(folder, 'fixtures', [
    { at: 1, path: '/api/fixtures/snapshot', body: JSON.stringify([encodeListedFixture(fixture)]) },
  ]);
  const { epochDay, address, owner, data } = recorded(match.roots);
  writeRecordedStream(folder, 'roots', [{ at: 1, roots: { kind: 'scores', program: owner, address, epochDay, data } }]);
  return indexes.size;
}

describe.skipIf(!hasRecordings)('a recorded match', () => {
  test.each(files)('%s is replayed to its published roots', async (name) => {
    const folder = temporaryFolder('match');
    const slots = asRecording(folder, name);
    const timeline = await readTimeline(folder);
    const refused: string[] = [];
    const replay = await startReplay({
      ...timeline,
      records: timeline.records(),
      speed: 'max',
      data: join(folder, 'service'),
      host: '127.0.0.1',
      port: 0,
      rpcPort: 0,
      log: false,
      onRefused: (_, error) => refused.push(error.message),
    });
    try {
      const done = await replay.run();
      expect(refused.slice(0, 3)).toEqual([]);
      expect(done.misplaced).toBe(0);
      const { chain } = replay.embedded;
      const roots = await compareRoots(timeline, accountReader(chain.rpcUrl), chain.programs.oracle);
      // The day has roots of other matches that are not in this recording. All slots of this match are in it.
      expect(roots.equal).toBe(slots);
    } finally {
      await replay.embedded.stop();
    }
  });
});
