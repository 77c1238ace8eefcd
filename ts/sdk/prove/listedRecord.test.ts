import { describe, expect, it } from 'vitest';
import { recordsOfText } from '../client/recordList.js';
import { LinesmanError } from '../error/linesmanError.js';
import type { Sport } from '../format/sports/sports.js';
import { readListedRecord } from './listedRecord.js';

const readListedRecords = (text: string, sport: Sport) => recordsOfText('/list', text, readListedRecord(sport));

const record = (status: object) => JSON.stringify([{ Seq: 7, Ts: 1_790_000_000_000, ...status, Stats: { '1': 2 } }]);
const statusOf = (status: object, sport: 'soccer' | 'basketball' = 'soccer') =>
  readListedRecords(record(status), sport)[0]?.status;

const numberOf = (body: string): number | undefined => {
  try {
    readListedRecords(body, 'soccer');
  } catch (error) {
    if (error instanceof LinesmanError) return error.number;
  }
  return undefined;
};

describe('listed records', () => {
  it('are read in either case', () => {
    const pascal = '[{"Seq":3,"Ts":1790000000000,"StatusId":100,"Stats":{"1":2,"3001":0}}]';
    const camel = '[{"seq":3,"ts":1790000000000,"statusId":100,"stats":{"1":2,"3001":0}}]';
    const expected = [
      {
        seq: 3,
        ts: 1_790_000_000_000,
        status: 100,
        stats: new Map([
          [1, 2],
          [3001, 0],
        ]),
      },
    ];
    expect(readListedRecords(pascal, 'soccer')).toEqual(expected);
    expect(readListedRecords(camel, 'soccer')).toEqual(expected);
  });

  it('are read from event-stream text', () => {
    const text = [
      'data: {"Seq":0,"Ts":1,"Stats":{}}\nid: 0\n\n',
      'data: {"Seq":1,"Ts":2,"StatusId":2,"Stats":{"1":1}}\nid: 1\n\n',
      'data: {"Ts":3}\nevent: heartbeat\n\n',
    ].join('');
    expect(readListedRecords(text, 'soccer')).toEqual([
      { seq: 0, ts: 1, status: null, stats: new Map() },
      { seq: 1, ts: 2, status: 2, stats: new Map([[1, 1]]) },
    ]);
    expect(readListedRecords(text.replaceAll('\n', '\r\n'), 'soccer').length).toBe(2);
  });

  it('may spell the status in several ways', () => {
    expect(statusOf({ StatusId: 5 })).toBe(5);
    expect(statusOf({ StatusId: 'HT' })).toBe(3);
    expect(statusOf({ StatusId: { F: {} } })).toBe(5);
    expect(statusOf({ StatusId: 'HT' }, 'basketball')).toBe(5);
    expect(statusOf({ statusBasketballId: 9 }, 'basketball')).toBe(9);
    expect(statusOf({ statusSoccerId: { H2: {} } })).toBe(4);
    // An unknown status decides nothing.
    for (const StatusId of ['finalised?', {}, { F: {}, HT: {} }, null, [], 100.5])
      expect(statusOf({ StatusId })).toBe(null);
    expect(statusOf({})).toBe(null);
  });

  it('are refused when malformed', () => {
    expect(numberOf('[')).toBe(7000);
    expect(numberOf('{"Seq":1}')).toBe(7000);
    expect(numberOf('[{"Seq":-1,"Ts":1}]')).toBe(7003);
    expect(numberOf('[{"Seq":1,"Ts":1,"Stats":{"1":"2"}}]')).toBe(7003);
    expect(numberOf('[{"Seq":1,"Ts":1,"Stats":{"goals":2}}]')).toBe(7000);
    expect(numberOf('[{"Seq":1,"seq":1,"Ts":1}]')).toBe(7004);
    expect(readListedRecords('[]', 'soccer')).toEqual([]);
  });
});
