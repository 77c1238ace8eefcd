import { MS_PER_SLOT, sha256 } from '@linesman/sdk/format';
import { expect, test } from 'vitest';
import { fixtureLine, readFixtureLine, readRecordLine, recordLine } from './archiveLine.js';

test('lines of records and fixtures are read as they were written, up to what the columns hold', () => {
  const record = {
    kind: 'scores',
    fixtureId: 7,
    seq: 2 ** 31 - 1,
    ts: 5,
    acceptedAt: 6,
    streamSlot: MS_PER_SLOT,
    streamIndex: 0,
    label: 'goal',
    messageId: null,
    contentHash: sha256(Uint8Array.of(1)),
    json: JSON.stringify({ FixtureId: 7, Seq: 2 ** 31 - 1, Ts: 5 }),
  } as never;
  expect(readRecordLine(recordLine(record))).toEqual(record);
  const fixture = { fixtureId: 7, sport: 'soccer', competitionId: 1, startTime: -1, json: '{"Ts":1}' } as const;
  for (const competitionId of [-(2 ** 31), 0, 2 ** 31 - 1]) {
    const one = { ...fixture, competitionId };
    expect(readFixtureLine(fixtureLine(one))).toEqual(one);
  }
  for (const competitionId of [-(2 ** 31) - 1, 2 ** 31, 1.5])
    expect(() => readFixtureLine(fixtureLine({ ...fixture, competitionId }))).toThrow('wrong field');
});
