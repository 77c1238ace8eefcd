import { expect, test } from 'vitest';
import type { NewRecord } from '../../ts/service/data/store/recordStore.js';
import { itemsOf } from '../helpers/pagesOf.js';
import { storeDatabases } from '../helpers/service/storeDatabases.js';

/** Records are sent to the database as one list per column: no value may be parsed as list syntax. */
const ID = 12_000_001;
const START = 1_800_000_000_000;
const TEXTS = [
  '',
  ' ',
  'null',
  'NULL',
  'Null',
  '{}',
  '{a,b}',
  '"',
  '""',
  '\\',
  '\\\\"',
  ',',
  "'",
  ' around ',
  '\t\n\r\v',
  '\\x00',
  '\\n',
  'ünï ☃ 🏀',
  '0',
];

const databases = await storeDatabases('PGlite', 'PostgreSQL', 'memory');

test.each(databases)('%s: every text is stored unchanged, alone and among many', async (_, database) => {
  const { records } = await database.fresh();
  const fixture = { fixtureId: ID, sport: 'soccer', competitionId: 1, startTime: START, json: '{}' } as const;
  const recordOf = (text: string, seq: number): NewRecord => ({
    kind: 'odds',
    fixtureId: ID,
    seq,
    ts: START + seq,
    acceptedAt: START,
    streamSlot: START,
    streamIndex: seq,
    label: text,
    messageId: seq % 3 === 2 ? null : `${text}${seq}`,
    contentHash: new Uint8Array(32).fill(seq),
    json: text,
  });
  const all = [...TEXTS, ...TEXTS, ...TEXTS].map(recordOf);
  const append = (some: readonly NewRecord[], fixtures: readonly (typeof fixture)[]) =>
    records.append({ kinds: ['odds'], fixtureIds: [ID], scores: [], messageIds: [], fixtureContents: [] }, () => ({
      fixtures,
      records: some,
    }));
  await append(all.slice(0, 1), [fixture]);
  await append(all.slice(1), []);
  const stored = await itemsOf(records.pagesOfFixture('odds', ID));
  const asGiven = stored.map(({ competitionId: _competition, contentHash, ...record }) => ({
    ...record,
    contentHash: new Uint8Array(contentHash),
  }));
  expect(asGiven).toEqual(all);
});
