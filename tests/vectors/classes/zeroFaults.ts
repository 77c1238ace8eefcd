import { type Draft, error, flipped, type ScoresInstruction, sibling, verdict } from '../draft.js';
import { change, sealed, set } from '../edits.js';
import { batchOf, type Form, matchDraft, scoresDraft, statsOf } from '../scene.js';
import type { Expect, Leaf, Path, ProofV1, ProofV2, Stat, Term, Vector } from '../vector.js';
import { sha256 } from '../wireBytes.js';
import { ALL_FORMS, fault, faulty } from './label.js';

type Zero = { stat: Stat; path: Path };

/** The zero stat of a draft: stat 2, the second of version 1 and the third of the others. */
const zeroOf = (draft: Draft<ScoresInstruction>): Zero =>
  'statA' in draft.proof ? (draft.proof.statB as Term) : (draft.proof.leaves[2] as Leaf);

/** The stat of a draft of a single one. */
const onlyOf = ({ proof }: Draft<ScoresInstruction>): Zero =>
  'statA' in proof ? proof.statA : (proof.leaves[0] as Leaf);

const validOf = (form: Form) => matchDraft(form, form === 'v1' ? [1, 2] : [1, 7, 2, 8]);

/** Markers, maps, keys and bits (rows 9 and 10). */
export function zeroFaults(): Vector[] {
  const vectors: Vector[] = [];
  const add = (
    cls: string,
    name: string,
    expect: Expect,
    about: string,
    edit: (zero: Zero, draft: Draft<ScoresInstruction>) => void,
    forms: readonly Form[] = ALL_FORMS,
  ) => {
    for (const form of forms)
      vectors.push(
        faulty(form, validOf(form), { class: cls, name, about, expect, edit: (draft) => edit(zeroOf(draft), draft) }),
      );
  };
  const marker = (byte: number) => `${Buffer.of(byte).toString('hex')}${'ff'.repeat(31)}`;

  add('zero-nodes', 'marker-right', error(6023), 'the marker stands on the left', ({ path }) =>
    change(path, 0, flipped),
  );
  add('zero-nodes', 'map-right', error(6023), 'the map stands on the left', ({ path }) => change(path, 1, flipped));
  add('zero-nodes', 'marker-alone', error(6023), 'a zero proof is marker and map', ({ path }) => path.pop());
  add('zero-nodes', 'third-node', error(6023), 'a zero proof is marker and map and nothing else', ({ path }) =>
    path.push(sibling('22'.repeat(32), 'left')),
  );
  add('zero-nodes', 'two-maps', error(6023), 'a zero proof is marker and map and nothing else', ({ path }) =>
    path.push(path[1] as string),
  );
  add('zero-nodes', 'map-first', error(6023), 'the marker comes first', ({ path }) => path.reverse());
  for (const [name, place] of Object.entries({ first: 1, last: 31 }))
    add('zero-marker', name, error(6023), 'bytes 1 to 31 of the marker are 0xff', ({ path }) => {
      const bytes = Buffer.from(path[0] as string, 'hex');
      bytes[place] = 0xfe;
      path[0] = bytes.toString('hex');
    });
  for (const byte of [0, 3, 4, 5, 7, 255])
    add('zero-layout', `unknown-${byte}`, error(6073), `${byte} is the layout of no sport`, ({ path }) => {
      path[0] = sibling(marker(byte), 'left');
    });
  // Key 2 has bit 1 in all three layouts. A caller who states the sport is not misled; the oracle program has no such
  // argument.
  for (const [name, byte] of Object.entries({ basketball: 2, 'us-football': 6 }))
    add(
      'zero-layout',
      name,
      { ...error(6073), bankrun: { verdict: true } },
      'the layout is that of another sport than the caller trusts',
      ({ path }) => {
        path[0] = sibling(marker(byte), 'left');
      },
    );
  for (const value of [1, -1, 2147483647])
    add('zero-value', `${value}`, error(6023), 'the value of a zero stat is 0', ({ stat }) =>
      set(stat, { value: value }),
    );
  add(
    'zero-map',
    'bit-set',
    error(6023),
    'a map with one more bit is not the one of the update',
    (zero) => {
      const bytes = Buffer.from(zero.path[1] as string, 'hex');
      // Bit 6 belongs to stat 7, which is not zero.
      bytes[0] = (bytes[0] ?? 0) | 0x40;
      zero.path[1] = bytes.toString('hex');
      zero.stat.key = 7;
    },
    ['v1', 'v2'],
  );
  add('zero-map', 'unused-bit', error(6023), 'a map with a bit that no key has', ({ path }) => {
    const bytes = Buffer.from(path[1] as string, 'hex');
    bytes[31] = 0x80;
    path[1] = bytes.toString('hex');
  });
  add('zero-map', 'hash-of-map', error(6023), 'the map itself, not its hash', ({ path }) => {
    path[1] = sibling(sha256(Buffer.from((path[1] as string).slice(0, 64), 'hex')).toString('hex'), 'left');
  });
  add('zero-map', 'of-another-update', error(6023), 'the zero map of another update', (zero) => {
    const other = matchDraft('v2', [2], 0).proof as ProofV2;
    zero.path[1] = (other.leaves[0] as Leaf).path[1] as string;
  });
  for (const key of [0, 9, 999, 1000, 1009, 8001, 10001, 4294967295])
    add('zero-key', `${key}`, error(6073), `stat ${key} has no bit in the layout of soccer`, ({ stat }) =>
      set(stat, { key: key }),
    );
  add('zero-bit', 'present-stat', error(6074), 'a stat that is in the tree is not zero', ({ stat }) =>
    set(stat, { key: 3001 }),
  );

  // One layout per call, where any is accepted.
  const mixed = (form: Form) =>
    fault(form, matchDraft(form, [2, 4]), 'zero-layout', 'mixed', 6073, 'two layouts in one call', (draft) => {
      draft.sport = null;
      const second: Zero = 'statA' in draft.proof ? (draft.proof.statB as Term) : (draft.proof.leaves[1] as Leaf);
      second.path[0] = sibling(marker(6), 'left');
    });
  vectors.push(...ALL_FORMS.map(mixed));

  // A record that carries only some keys: the others are neither present nor zero.
  const some = batchOf('soccer', { 12100009: [{ stats: { 1: 1, 2: 0 }, status: 4 }] });
  for (const form of ALL_FORMS)
    vectors.push(
      fault(
        form,
        scoresDraft(form, 'soccer', { batch: some, fixtureId: 12_100_009, seq: 0, keys: [2] }),
        'zero-bit',
        'not-carried',
        6074,
        'a stat that the record does not carry is not zero',
        (draft) => set(onlyOf(draft).stat, { key: 4 }),
      ),
    );

  // All stats that the record carries are above zero, so its zero map is that of a record without stats.
  const above = batchOf('soccer', { 12100011: [{ stats: { 1: 1, 2: 3 }, status: 4 }] });
  for (const form of ALL_FORMS)
    vectors.push(
      fault(
        form,
        scoresDraft(form, 'soccer', { batch: above, fixtureId: 12_100_011, seq: 0, keys: [1] }),
        'zero-bit',
        'all-above-zero',
        6074,
        'a zero map of zeros proves no stat to be zero, although the record carries others',
        (draft) => {
          const { proof } = draft;
          const zero = onlyOf(draft);
          zero.stat = { key: 7, value: 0, period: 4 };
          zero.path = [sibling(marker(1), 'left'), sibling('00'.repeat(32), 'left')];
          if ('leafIndices' in proof) {
            proof.leafIndices = [];
            proof.multiproofHashes = [];
          }
        },
      ),
    );

  // Sports other than soccer: a key of one is not a key of the other.
  const cases = [
    ['basketball', 2, 37, 'basketball has offsets 1 to 36'],
    ['basketball', 2, 3001, 'basketball has no block 3'],
    ['us-football', 6, 17, 'US football has offsets 1 to 16'],
    ['us-football', 6, 50001, 'US football has no block 50'],
  ] as const;
  for (const [sport, , key, about] of cases) {
    const batch = batchOf(sport, { 12100010: [{ stats: statsOf(sport, { 1: 1 }), status: 4 }] });
    vectors.push(
      fault(
        'v2',
        scoresDraft('v2', sport, { batch, fixtureId: 12_100_010, seq: 0, keys: [2] }),
        'zero-key',
        `${sport}-${key}`,
        6073,
        about,
        ({ proof }) => {
          ((proof as ProofV2).leaves[0] as Leaf).stat.key = key;
        },
      ),
    );
  }

  // No fixture path, so no leaf could be the map's.
  vectors.push(
    faulty('v1', matchDraft('v1', [2]), {
      class: 'zero-map',
      name: 'no-fixture-path',
      about: 'without a fixture path there is no map to compare with',
      expect: error(6023),
      edit: (draft) =>
        sealed(draft, set(draft.proof, { fixturePath: [] }), set(draft.proof.summary, { updateCount: 1 })),
    }),
  );
  // A fixture path that is wrong in itself is found only after the stats.
  vectors.push(
    faulty('v1', matchDraft('v1', [1, 2]), {
      class: 'zero-map',
      name: 'no-fixture-path-second',
      about: 'the present stat passes without a fixture path, the zero stat after it does not',
      expect: error(6023),
      edit: (draft) =>
        sealed(draft, set(draft.proof, { fixturePath: [] }), set(draft.proof.summary, { updateCount: 1 })),
    }),
  );
  // Version 1 checks the stats before the fixture path (rows 9 and 12).
  vectors.push(
    fault(
      'v1',
      matchDraft('v1', [2]),
      'zero-map',
      'other-first-node',
      6023,
      'the first node of the fixture path is not the hash of the map',
      ({ proof }) => {
        proof.fixturePath[0] = sibling('66'.repeat(32), 'left');
      },
    ),
    fault(
      'v1',
      matchDraft('v1', [2, 1]),
      'zero-layout',
      'first-stat',
      { ...error(6073), bankrun: verdict(true).bankrun },
      'the layout is that of another sport than the caller trusts, in the first stat',
      ({ proof }) => {
        (proof as ProofV1).statA.path[0] = sibling(marker(2), 'left');
      },
    ),
  );
  return vectors;
}
