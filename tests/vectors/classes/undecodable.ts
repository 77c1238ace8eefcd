import { type Draft, finishBytes, hashOf, type ScoresInstruction } from '../draft.js';
import { type Form, matchDraft } from '../scene.js';
import type { Expect, Vector } from '../vector.js';
import { fixtureDraft, oddsDraft } from './others.js';

/** Row 1: bytes that no proof encodes to. TypeScript reports unreadable instruction data (7013). */
const UNREADABLE: Expect = { host: { error: 102 }, bankrun: { error: 102 }, typescript: { error: 7013 } };

const put = (data: Buffer, at: number, ...bytes: number[]): Buffer => {
  if (at < 0) throw new Error('nothing to change');
  data.set(bytes, at);
  return data;
};

/** The offset of a hash in the data. */
const placeOf = (data: Buffer, hash: string): number => {
  const at = data.indexOf(Buffer.from(hash, 'hex'));
  if (at < 0) throw new Error(`${hash} is not in the data`);
  return at;
};

export function undecodable(): Vector[] {
  const vectors: Vector[] = [];
  const add = (
    prefix: string,
    draft: Draft,
    cls: string,
    name: string,
    about: string,
    change: (data: Buffer) => Buffer,
  ) => vectors.push(finishBytes(draft, { name: `${prefix}-${cls}-${name}`, class: cls, about }, UNREADABLE, change));

  const drafts: [string, Draft][] = [
    ...(['v1', 'v2', 'v3', 'v4'] as Form[]).map((form): [string, Draft] => [form, matchDraft(form) as Draft]),
    ['odds', oddsDraft('validate_odds') as Draft],
    ['odds-v4', oddsDraft('validate_odds_v4') as Draft],
    ['fixture', fixtureDraft() as Draft],
  ];
  for (const [prefix, draft] of drafts) {
    add(prefix, draft, 'truncated', 'last-byte', 'the last byte is missing', (data) => data.subarray(0, -1));
    add(prefix, draft, 'truncated', 'half', 'the data end in the middle', (data) => data.subarray(0, data.length >> 1));
    add(prefix, draft, 'truncated', 'no-arguments', 'there is nothing but the discriminator', (data) =>
      data.subarray(0, 8),
    );
  }

  const scores: [Form, Draft<ScoresInstruction>][] = (['v1', 'v2', 'v3', 'v4'] as Form[]).map((form) => [
    form,
    matchDraft(form),
  ]);
  for (const [form, draft] of scores) {
    const { fixturePath, mainPath } = draft.proof;
    const first = hashOf(fixturePath[0] as string);
    const last = hashOf(mainPath.at(-1) as string);
    for (const flag of [2, 0x80, 0xff])
      add(form, draft as Draft, 'flag-byte', `${flag}`, 'a direction is 0 or 1', (data) =>
        put(data, placeOf(data, first) + 32, flag),
      );
    add(form, draft as Draft, 'flag-byte', 'main-path', 'a direction is 0 or 1', (data) =>
      put(data, placeOf(data, last) + 32, 2),
    );
    // The length of the fixture path directly precedes its first node.
    add(form, draft as Draft, 'length', 'greatest', 'a list is not longer than the data', (data) =>
      put(data, placeOf(data, first) - 4, 0xff, 0xff, 0xff, 0xff),
    );
    add(form, draft as Draft, 'length', 'one-more', 'a list is not longer than the data', (data) => {
      // One more node swallows the next 33 bytes, so the data ends early.
      const at = placeOf(data, last) - 33 * (mainPath.length - 1) - 4;
      return put(data, at, mainPath.length + 100);
    });
  }
  const [v1, v2, v3] = [matchDraft('v1'), matchDraft('v2'), matchDraft('v3')] as Draft[];
  // Version 1 ends with option byte 1 and the operation.
  add('v1', v1 as Draft, 'option-byte', 'operation', 'an option is 0 or 1', (data) => put(data, data.length - 2, 2));
  add('v1', v1 as Draft, 'enum-byte', 'operation', 'there are two operations', (data) => put(data, data.length - 1, 2));
  add('v1', v1 as Draft, 'enum-byte', 'comparison', 'there are three comparisons', (data) => {
    const { mainPath } = (v1 as Draft<'validate_stat'>).proof;
    return put(data, placeOf(data, hashOf(mainPath.at(-1) as string)) + 33 + 4, 3);
  });
  // Versions 2 and 3 end with a count, four single predicates of 7 bytes each, an absent distance and no targets.
  for (const [prefix, draft] of Object.entries({ v2: v2, v3: v3 })) {
    add(prefix, draft as Draft, 'option-byte', 'distance', 'an option is 0 or 1', (data) =>
      put(data, data.length - 28 - 4 - 1, 2),
    );
    add(prefix, draft as Draft, 'enum-byte', 'comparison', 'there are three comparisons', (data) =>
      put(data, data.length - 1, 3),
    );
    add(prefix, draft as Draft, 'enum-byte', 'predicate', 'there are two kinds of predicates', (data) =>
      put(data, data.length - 7, 2),
    );
    add(prefix, draft as Draft, 'length', 'predicates', 'a list is not longer than the data', (data) =>
      put(data, data.length - 28 - 4, 0xff, 0xff, 0xff, 0xff),
    );
  }

  const odds = oddsDraft('validate_odds');
  const { bookmaker, superOddsType } = odds.proof.odds;
  const after = (data: Buffer, text: string) => {
    const at = data.indexOf(Buffer.from(text));
    if (at < 0) throw new Error(`${text} is not in the data`);
    return at + Buffer.byteLength(text);
  };
  // The type is followed by the option byte of the game state (absent) and the flag "in running".
  add('odds', odds as Draft, 'option-byte', 'game-state', 'an option is 0 or 1', (data) =>
    put(data, after(data, superOddsType), 2),
  );
  add('odds', odds as Draft, 'bool-byte', 'in-running', 'a bool is 0 or 1', (data) =>
    put(data, after(data, superOddsType) + 1, 2),
  );
  add('odds', odds as Draft, 'not-utf8', 'bookmaker', 'a text is UTF-8', (data) =>
    put(data, after(data, bookmaker) - 1, 0xff),
  );
  add('odds', odds as Draft, 'length', 'text', 'a text is not longer than the data', (data) =>
    put(data, after(data, bookmaker) - Buffer.byteLength(bookmaker) - 4, 0xff, 0xff, 0xff, 0x7f),
  );
  const fixture = fixtureDraft();
  const { participant2, competition } = fixture.proof.snapshot;
  // The second participant is followed by the fixture id and the flag "first participant is at home".
  add('fixture', fixture as Draft, 'bool-byte', 'is-home', 'a bool is 0 or 1', (data) =>
    put(data, after(data, participant2) + 8, 3),
  );
  add('fixture', fixture as Draft, 'not-utf8', 'competition', 'a text is UTF-8', (data) =>
    put(data, after(data, competition) - 1, 0xc0),
  );
  return vectors;
}
