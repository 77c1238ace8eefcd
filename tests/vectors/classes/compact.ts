import { proveStats, proveStatsTogether } from '../../../ts/records/batch/prove.js';
import type { ScoreBatch } from '../../../ts/records/batch/scoreBatch.js';
import { bytesToHex } from '../../../ts/sdk/format/hex.js';
import { layoutByteOf } from '../../../ts/sdk/format/sport.js';
import type { Sport } from '../../../ts/sdk/format/sports/sports.js';
import { instructionDiscriminator } from '../../../ts/sdk/program/discriminator.js';
import { compactForm } from '../../../ts/sdk/proof/compactForm.js';
import type { CompactFact, CompactProof, CompactVector } from '../compactVector.js';
import { set } from '../edits.js';
import { batchOf, MATCH, MATCH_SEQ, MATCH_STATS, matchBatch, matchDraft, publishedRoot, statsOf } from '../scene.js';
import type { Roots, ScoresHead } from '../vector.js';
import { compactSettle, scoresSummaryLeafBytes, sha256 } from '../wireBytes.js';

interface Asked {
  sport: Sport;
  batch: ScoreBatch;
  fixtureId: number;
  seq: number;
  keys: readonly number[];
  witness?: number;
  /** The content of the record: its non-zero stats and its status. */
  stats: Readonly<Record<number, number>>;
  period: number;
}

/** A vector without name and expectation, to be edited. */
type Draft = Omit<CompactVector, 'name' | 'class' | 'about' | 'expect' | 'data' | 'proof'> & { proof: CompactProof };

function draftOf({ sport, batch, fixtureId, seq, keys, witness }: Asked): Draft {
  const of = { fixtureId, seq };
  const shown = witness === undefined ? undefined : proveStats(batch, { ...of, keys: [witness] }).leaves[0];
  const { minTimestamp, maxTimestamp, ...proof } = compactForm(proveStatsTogether(batch, { ...of, keys }), shown);
  const { epochDay, slot } = batch.time;
  return {
    sport: layoutByteOf(sport),
    fixtureId: String(fixtureId),
    keys: [...keys],
    proof: {
      ...proof,
      minTimestamp: String(minTimestamp),
      maxTimestamp: String(maxTimestamp),
      values: [...proof.values],
      leafIndices: [...proof.leafIndices],
      fixtureSiblings: proof.fixtureSiblings.map(bytesToHex),
      mainSiblings: proof.mainSiblings.map(bytesToHex),
      hashes: proof.hashes.map(bytesToHex),
      zeroMap: proof.zeroMap && bytesToHex(proof.zeroMap),
      eventStatRoot: proof.eventStatRoot && bytesToHex(proof.eventStatRoot),
    },
    roots: publishedRoot('scores', epochDay, slot, batch.tree.root),
  };
}

const dataOf = (proof: CompactProof): string =>
  Buffer.concat([instructionDiscriminator('settle'), compactSettle(proof)]).toString('hex');

const copy = (draft: Draft): Draft => structuredClone(draft);

function valid(name: string, about: string, asked: Asked): CompactVector {
  const { keys, stats, period, witness, seq } = asked;
  const facts = keys.map((key): CompactFact => {
    const value = stats[key] ?? 0;
    return value === 0 ? { key, absent: true } : { key, value, period };
  });
  const shown = witness === undefined ? null : { key: witness, value: stats[witness] ?? 0, period };
  const draft = draftOf(asked);
  const proven = { facts, witness: shown, updateIndex: seq };
  const isShown = shown !== null || facts.some((fact) => !('absent' in fact));
  // The market asks whether the first key is above 0, and accepts finished matches only.
  const settlement = !isShown
    ? { error: 6220 }
    : period !== 100
      ? { error: 6219 }
      : { outcome: (stats[keys[0] ?? 0] ?? 0) > 0 ? 0 : 1 };
  return {
    name: `compact-${name}`,
    class: 'valid',
    about,
    ...draft,
    data: dataOf(draft.proof),
    expect: { host: proven, typescript: proven, settlement },
  };
}

const match = (keys: readonly number[], witness?: number): Asked => ({
  sport: 'soccer',
  batch: matchBatch,
  fixtureId: MATCH,
  seq: MATCH_SEQ,
  keys,
  ...(witness !== undefined && { witness }),
  stats: MATCH_STATS,
  period: 100,
});

function game(sport: Sport, updates: number, fixtures: number, keys: readonly number[]): Asked {
  const stats = { 1: 31, 2: 24, 9: 5, 1001: 11 };
  const update = { stats: statsOf(sport, stats), status: 100 };
  const ids = Array.from({ length: fixtures }, (_, i) => 13_000_001 + i);
  const batch = batchOf(
    sport,
    Object.fromEntries(ids.map((id) => [id, Array.from({ length: updates }, () => update)])),
  );
  const fixtureId = ids[Math.floor(fixtures / 2)] ?? 0;
  return { sport, batch, fixtureId, seq: updates - 1, keys, stats, period: 100 };
}

const HASH = '22'.repeat(32);

/** The compact form: valid proofs of every kind, and each class of faults. */
export function compactVectors(): CompactVector[] {
  const inPlay = match([1, 7]);
  const vectors: CompactVector[] = [
    valid('one', 'one present stat', match([1])),
    valid('two', 'two present stats in one multiproof', match([1, 7])),
    valid('five', 'five present stats, not by ascending key', match([3008, 1, 7, 1001, 8])),
    valid('zero', 'a present and a zero stat', match([1, 2])),
    valid('zeros-between', 'zero stats between present ones', match([2, 7, 4, 1, 6])),
    valid('all-zero', 'zero stats only: the event stat root is given', match([2, 4])),
    valid('witness', 'zero stats only, and a witness that shows the period', match([2], 7)),
    valid('witness-first', 'a witness whose leaf is the first', match([4, 2, 1002], 1)),
    valid('not-final', 'a proof of an update in play is valid', {
      ...inPlay,
      seq: 1,
      stats: { 1: 2, 7: 4 },
      period: 4,
    }),
    valid('no-status', 'a record without status has period 0', { ...inPlay, seq: 3, period: 0 }),
    valid('basketball', 'another sport', game('basketball', 3, 5, [1, 3, 9])),
    valid('us-football', 'another sport', game('us-football', 1, 1, [1001, 4])),
    valid('deep', 'many updates and fixtures', game('soccer', 40, 12, [1, 2, 1001])),
  ];
  const fault = (
    cls: string,
    name: string,
    error: number,
    about: string,
    asked: Asked,
    edit: (draft: Draft) => void,
    settlement = error,
  ) => {
    const draft = copy(draftOf(asked));
    edit(draft);
    vectors.push({
      name: ['compact', cls, ...(name ? [name] : [])].join('-'),
      class: cls,
      about,
      ...draft,
      data: dataOf(draft.proof),
      expect: { host: { error }, typescript: { error }, settlement: { error: settlement } },
    });
  };
  const pair = match([1, 2]);
  const both = match([1, 7]);
  const zeros = match([2, 4]);
  const shown = match([2, 4], 7);
  const form = (name: string, about: string, asked: Asked, edit: (proof: CompactProof) => void) =>
    fault('compact-form', name, 6103, about, asked, ({ proof }) => edit(proof));

  form('value-missing', 'one value for each key', pair, (proof) => proof.values.pop());
  form('value-added', 'one value for each key', pair, (proof) => proof.values.push(0));
  form('absent-beyond', 'no absent bit beyond the keys', pair, (proof) => {
    proof.absent |= 4;
  });
  form('absent-high', 'no absent bit beyond the keys', both, (proof) => {
    proof.absent |= 0x80;
  });
  form(
    'absent-beside-absent',
    'no absent bit beyond the keys, where one of them is absent',
    match([1, 7, 2]),
    (proof) => {
      proof.absent |= 8;
    },
  );
  form('absent-value', 'the value of an absent key is 0', pair, (proof) => {
    proof.values[1] = 1;
  });
  form('map-missing', 'an absent key needs the zero map', pair, (proof) => set(proof, { zeroMap: null }));
  form('map-unneeded', 'no zero map without an absent key', both, (proof) => {
    proof.zeroMap = draftOf(pair).proof.zeroMap;
    proof.fixtureSiblings.shift();
  });
  form('root-unneeded', 'no event stat root beside a present stat', both, (proof) =>
    set(proof, { eventStatRoot: draftOf(zeros).proof.eventStatRoot }),
  );
  form('root-beside-witness', 'no event stat root beside a witness', shown, (proof) =>
    set(proof, { eventStatRoot: draftOf(zeros).proof.eventStatRoot }),
  );
  form('root-missing', 'without a present stat the event stat root is needed', zeros, (proof) =>
    set(proof, { eventStatRoot: null }),
  );
  form('period-unbound', 'without a present stat there is no period', zeros, (proof) => set(proof, { period: 100 }));
  form('witness-unneeded', 'no witness beside a present key', match([1]), (proof) => {
    const { hashes, leafIndices } = draftOf(both).proof;
    Object.assign(proof, { hashes, leafIndices, witness: { key: 7, value: 15 } });
  });
  form('main-index', 'no bits of the main index beyond its siblings', both, (proof) =>
    set(proof, { mainIndex: proof.mainIndex + 4 }),
  );
  form('main-index-high', 'no bits of the main index beyond its siblings', both, (proof) =>
    set(proof, { mainIndex: proof.mainIndex + 2 ** 31 }),
  );

  const add = (
    cls: string,
    name: string,
    error: number,
    about: string,
    asked: Asked,
    edit: (proof: CompactProof) => void,
    settlement?: number,
  ) => fault(`compact-${cls}`, name, error, about, asked, ({ proof }) => edit(proof), settlement);
  const long = Array.from({ length: 33 }, () => HASH);
  add('length', 'fixture', 6062, 'at most 32 nodes', both, (proof) => set(proof, { fixtureSiblings: long }));
  add('length', 'fixture-map', 6062, 'at most 32 nodes; the zero map stands for one', pair, (proof) =>
    set(proof, { fixtureSiblings: long.slice(1) }),
  );
  add('length', 'main', 6062, 'at most 32 nodes', both, (proof) => set(proof, { mainSiblings: long }));
  add('length', 'hashes', 6062, 'at most 32 hashes', both, (proof) => set(proof, { hashes: long }));
  add('time', 'negative', 6027, 'times are not negative', both, (proof) => set(proof, { minTimestamp: '-1' }));
  add('time', 'order', 6005, 'times are in order', both, (proof) =>
    set(proof, { maxTimestamp: String(Number(proof.minTimestamp) - 1) }),
  );
  add('time', 'two-slots', 6005, 'times are of one slot', both, (proof) =>
    set(proof, { maxTimestamp: String(Number(proof.maxTimestamp) + 300_000) }),
  );
  for (const count of [0, 2 ** 31, 2 ** 32 - 1])
    add('update-count', `${count}`, 6100, 'the summary counts from 1 to 2^31 - 1', both, (proof) =>
      set(proof, { updateCount: count }),
    );
  add('indices', 'missing', 6075, 'one index for each present stat', both, (proof) => proof.leafIndices.pop());
  add('indices', 'added', 6075, 'one index for each present stat', both, (proof) => proof.leafIndices.push(14));
  add('indices', 'zero', 6076, 'no leaf has the number 0', match([1]), (proof) => {
    proof.leafIndices[0] = 0;
  });
  add('indices', 'repeated', 6076, 'indices are distinct', both, (proof) => {
    proof.leafIndices[1] = proof.leafIndices[0] ?? 0;
  });
  add('indices', 'depths', 6076, 'indices are of one depth', both, (proof) => {
    proof.leafIndices[1] = 2 * (proof.leafIndices[1] ?? 0);
  });
  add('indices', 'swapped', 6004, 'an index belongs to its stat', both, (proof) => proof.leafIndices.reverse());
  for (const key of [2, 4])
    add('witness-key', `${key}`, 6076, 'the witness is none of the keys', shown, (proof) =>
      set(proof, { witness: { key, value: 15 } }),
    );
  fault('compact-keys', 'none', 6069, '1 to 5 keys', both, (draft) => set(draft, { keys: [] }));
  fault('compact-keys', 'repeated', 6076, 'keys are distinct', both, (draft) => set(draft, { keys: [1, 1] }));
  fault('compact-keys', 'order', 6004, 'values belong to the keys in their order', both, (draft) =>
    draft.keys.reverse(),
  );
  fault('compact-keys', 'other', 6004, 'values belong to these keys', both, (draft) => set(draft, { keys: [1, 8] }));
  fault('compact-fixture', '', 6004, 'the proof is of the fixture asked about', both, (draft) =>
    set(draft, { fixtureId: '12000003' }),
  );
  add('main-tree', 'no-sibling', 6004, 'leaf 0 is the metadata, so no summary stands alone', both, (proof) => {
    proof.mainSiblings = [];
    proof.mainIndex = 0;
  });
  fault(
    'compact-main-tree',
    'no-sibling-sealed',
    6004,
    'a summary alone, which is the published root',
    both,
    (draft) => {
      Object.assign(draft.proof, { mainSiblings: [], mainIndex: 0 });
      const { summary } = matchDraft('v3').proof as ScoresHead;
      const root = sha256(scoresSummaryLeafBytes(summary)).toString('hex');
      draft.roots.slots = Object.fromEntries(Object.keys(draft.roots.slots).map((slot) => [slot, root]));
    },
  );
  add('main-tree', 'sibling', 6004, 'all of it leads to the published root', both, (proof) => {
    proof.mainSiblings[1] = HASH;
  });
  add('main-tree', 'index', 6004, 'all of it leads to the published root', both, (proof) => {
    proof.mainIndex ^= 1;
  });
  add('sub-tree', 'index-beyond', 6022, 'the update is one of those counted', both, (proof) =>
    set(proof, { updateIndex: 4 }),
  );
  add('sub-tree', 'index-high', 6022, 'the update is one of those counted', both, (proof) =>
    set(proof, { updateIndex: proof.updateIndex + 2 ** 31 }),
  );
  add('sub-tree', 'too-short', 6022, 'the path is as long as the update count wants', both, (proof) =>
    proof.fixtureSiblings.pop(),
  );
  add('sub-tree', 'too-long', 6022, 'the path is as long as the update count wants', pair, (proof) =>
    proof.fixtureSiblings.push(HASH),
  );
  add('sub-tree', 'count', 6022, 'the path is as long as the update count wants', both, (proof) =>
    set(proof, { updateCount: 5 }),
  );
  add('sub-tree', 'count-same-depth', 6004, 'the update count is hashed', both, (proof) =>
    set(proof, { updateCount: 3 }),
  );
  add('sub-tree', 'index', 6004, 'all of it leads to the published root', both, (proof) =>
    set(proof, { updateIndex: 1 }),
  );
  add('sub-tree', 'sibling', 6004, 'all of it leads to the published root', both, (proof) => {
    proof.fixtureSiblings[0] = HASH;
  });
  add('zero', 'map', 6074, 'the bit of an absent key is 1', pair, (proof) => set(proof, { zeroMap: '00'.repeat(32) }));
  add('zero', 'other-map', 6004, 'the map is that of the update', pair, (proof) =>
    set(proof, { zeroMap: 'ff'.repeat(32) }),
  );
  fault('compact-zero', 'not-zero', 6074, 'the bit of an absent key is 1', pair, (draft) =>
    set(draft, { keys: [1, 7] }),
  );
  fault('compact-zero', 'no-bit', 6073, 'an absent key has a bit in the sport', pair, (draft) =>
    set(draft, { keys: [1, 9] }),
  );
  add('zero', 'present-as-zero', 6004, 'a zero stat is no leaf', pair, (proof) => {
    const { leafIndices, hashes } = draftOf(both).proof;
    proof.fixtureSiblings.unshift(draftOf(both).proof.fixtureSiblings[0] ?? HASH);
    Object.assign(proof, { leafIndices, hashes, absent: 0, zeroMap: null });
  });
  add('multiproof', 'missing', 6077, 'no hash is missing', both, (proof) => proof.hashes.pop());
  add('multiproof', 'missing-of-two-halves', 6077, 'no hash is missing', match([1, 3008]), (proof) =>
    proof.hashes.pop(),
  );
  add('multiproof', 'left-over', 6078, 'no hash is left over', both, (proof) => proof.hashes.push(HASH));
  add('multiproof', 'nothing-to-prove', 6078, 'no hash without a present stat', zeros, (proof) =>
    proof.hashes.push(HASH),
  );
  add('multiproof', 'index-too-low', 6078, 'no hash is left over', match([1]), (proof) => {
    proof.leafIndices[0] = 4;
  });
  add('multiproof', 'index-too-high', 6077, 'no hash is missing', match([1]), (proof) => {
    proof.leafIndices[0] = 16;
  });
  for (const [name, asked, edit] of [
    ['value', both, (proof) => proof.values.splice(0, 1, 3)],
    ['period', both, (proof) => Object.assign(proof, { period: 5 })],
    ['hash', both, (proof) => proof.hashes.splice(0, 1, HASH)],
    ['witness', shown, (proof) => Object.assign(proof, { witness: { key: 7, value: 14 } })],
    ['event-stat-root', zeros, (proof) => Object.assign(proof, { eventStatRoot: HASH })],
  ] as [string, Asked, (proof: CompactProof) => void][])
    add('content', name, 6004, 'all of it leads to the published root', asked, edit);

  const roots = (name: string, error: number, tamper: Roots['tamper'], settlement = error) =>
    fault(
      'compact-roots',
      name,
      error,
      'the roots account is the right one',
      both,
      (draft) => set(draft, { roots: { ...draft.roots, tamper } }),
      settlement,
    );
  roots('short', 6011, { length: 9231 });
  roots('long', 6011, { length: 9233 });
  roots('long-by-a-root', 6011, { length: 9264 });
  roots('discriminator', 6008, { discriminator: '00'.repeat(8) });
  roots('day', 2006, { storedDay: 20_834 });
  fault('compact-roots', 'not-published', 6007, 'a root is published for the slot', both, (draft) =>
    set(draft, { roots: { ...draft.roots, slots: {} } }),
  );

  const data = dataOf(draftOf(both).proof);
  const unreadable = (name: string, about: string, bytes: string) =>
    vectors.push({
      name: `compact-undecodable-${name}`,
      class: 'compact-undecodable',
      about,
      ...draftOf(both),
      proof: null,
      data: bytes,
      expect: { host: { error: 102 }, typescript: { error: 7013 }, settlement: { error: 102 } },
    });
  unreadable('cut', 'the data end within the proof', data.slice(0, -4));
  unreadable('tag', 'no form has the tag 9', `${data.slice(0, 16)}09${data.slice(18)}`);
  unreadable('count', 'a list says how long it is', data.replace(/(?<=^.{66})......../, 'ffffffff'));
  return vectors;
}
