import { expect, it } from 'vitest';
import { codeOf, PACKAGE_SOURCES } from '../helpers/sources.js';

/** A stat of a record, or that of the record before, with a zero in the place of one that is not there. */
const OF_A_RECORD = /[sS]tats(?:\??\.get\([^()]*\)|(?:\?\.)?\[[^\][]*\])/.source;
const OF_ANOTHER = /(?:before|after|now|was)\[(?:key\w*|'\d+')\]/.source;
const ZERO_FOR_NOTHING = new RegExp(`\\b(?:${OF_A_RECORD}|${OF_ANOTHER})\\s*(?:\\?\\?|\\|\\|)\\s*0\\b`, 'g');

it('no source takes a stat that is not stated for zero', () => {
  const found = PACKAGE_SOURCES.flatMap((file) =>
    (codeOf(file).match(ZERO_FOR_NOTHING) ?? []).map((at) => `${file}: ${at}`),
  );
  expect(found).toEqual([]);
});

it('and the rule sees each way to write it', () => {
  const ways = [
    "Stats['1'] ?? 0",
    'stats.get(key) ?? 0',
    'record.Stats[key] || 0',
    'stats?.[2] ?? 0',
    'before[key] ?? 0',
  ];
  for (const way of ways) expect(way).toMatch(ZERO_FOR_NOTHING);
});
