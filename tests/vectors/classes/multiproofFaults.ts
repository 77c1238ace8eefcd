import { type Draft, flipped, otherHash, type ScoresInstruction, sibling } from '../draft.js';
import { set } from '../edits.js';
import { batchOf, type Form, matchDraft, scoresDraft, statsOf } from '../scene.js';
import type { Leaf, Path, ProofV2, ProofV3, Vector } from '../vector.js';
import { fault } from './label.js';

const FORMS: readonly Form[] = ['v3', 'v4'];

/** Versions 3 and 4: rows 5a and 10. */
export function multiproofFaults(): Vector[] {
  const vectors: Vector[] = [];
  const add = (
    cls: string,
    name: string,
    number: number,
    about: string,
    edit: (proof: ProofV3) => void,
    // Stats 1, 7 and 8 are leaves 0, 1 and 2 of eight (indices 8, 9 and 10); stat 2 is zero.
    keys: readonly number[] = [1, 7, 2, 8],
  ) => {
    for (const form of FORMS)
      vectors.push(
        fault(form, matchDraft(form, keys), cls, name, number, about, (draft: Draft<ScoresInstruction>) =>
          edit(draft.proof as ProofV3),
        ),
      );
  };
  const first = (path: Path, change: (entry: string) => string) => {
    path[0] = change(path[0] as string);
  };
  const last = (path: Path, change: (entry: string) => string) => {
    path[path.length - 1] = change(path.at(-1) as string);
  };

  // One index per present leaf.
  add('index-count', 'one-less', 6075, 'an index is missing', ({ leafIndices }) => leafIndices.pop());
  add('index-count', 'one-more', 6075, 'there is an index for the zero stat too', ({ leafIndices }) =>
    leafIndices.push(11),
  );
  add('index-count', 'none', 6075, 'there are no indices', (proof) => set(proof, { leafIndices: [] }));
  add(
    'index-count',
    'zeros-only',
    6075,
    'zero stats take no index',
    (proof) => set(proof, { leafIndices: [8] }),
    [2, 4],
  );
  // Distinct leaves of one depth.
  add('indices', 'zero', 6076, 'there is no node 0', ({ leafIndices }) => {
    leafIndices[0] = 0;
  });
  add(
    'indices',
    'zero-alone',
    6076,
    'there is no node 0, also where there is nothing to compare its depth with',
    (proof) => set(proof, { leafIndices: [0] }),
    [1],
  );
  add('indices', 'repeated', 6076, 'an index repeats', ({ leafIndices }) => {
    leafIndices[1] = leafIndices[0] as number;
  });
  add('indices', 'parent', 6076, 'an index is the parent of another', ({ leafIndices }) => {
    leafIndices[1] = (leafIndices[0] as number) >> 1;
  });
  add('indices', 'root', 6076, 'an index is the root above another', ({ leafIndices }) => {
    leafIndices[2] = 1;
  });
  add('indices', 'deeper', 6076, 'an index lies in a deeper layer', ({ leafIndices }) => {
    leafIndices[2] = 16;
  });
  add('indices', 'greatest', 6076, 'the greatest index', ({ leafIndices }) => {
    leafIndices[2] = 4294967295;
  });
  add('repeated-key', 'present', 6076, 'a stat is asked for twice', (proof) =>
    set(proof.leaves[1] as Leaf, { stat: { ...(proof.leaves[0] as Leaf).stat } }),
  );
  add('repeated-key', 'zero', 6076, 'a zero stat is asked for twice', (proof) =>
    proof.leaves.push(structuredClone(proof.leaves[2] as Leaf)),
  );
  add('repeated-key', 'zeros-alone', 6076, 'one zero stat twice, without a multiproof', (proof) => {
    const zero = proof.leaves[2] as Leaf;
    proof.leaves = [zero, structuredClone(zero)];
    proof.leafIndices = [];
    proof.multiproofHashes = [];
  });
  add('repeated-key', 'present-and-zero', 6076, 'a stat is asked for as present and as zero', (proof) => {
    (proof.leaves[2] as Leaf).stat.key = 7;
  });
  add('repeated-key', 'two-places', 6076, 'one stat under two leaf indices', (proof) =>
    set(proof.leaves[3] as Leaf, { stat: { ...(proof.leaves[1] as Leaf).stat } }),
  );

  // Everything consumed, nothing missing.
  add('hash-missing', 'last', 6077, 'the last hash is missing', ({ multiproofHashes }) => multiproofHashes.pop());
  add('hash-missing', 'all', 6077, 'there are no hashes', (proof) => set(proof, { multiproofHashes: [] }), [1]);
  add(
    'hash-missing',
    'of-two-halves',
    6077,
    'the last hash is missing, where the paths of two stats meet at the root',
    ({ multiproofHashes }) => multiproofHashes.pop(),
    // The first and the last of eight leaves.
    [1, 3008],
  );
  add(
    'hash-missing',
    'one-level-deeper',
    6077,
    'the index is one layer deeper than the hashes',
    (proof) => {
      // Leaf 0 of depth 4 needs four right siblings; three are given.
      proof.leafIndices = [16];
    },
    [1],
  );
  add('hash-flag', 'first', 6078, 'a hash on the wrong side', ({ multiproofHashes }) =>
    first(multiproofHashes, flipped),
  );
  add('hash-flag', 'last', 6078, 'a hash on the wrong side', ({ multiproofHashes }) => last(multiproofHashes, flipped));
  add(
    'hash-flag',
    'other-index',
    6078,
    'the index is that of the sibling leaf',
    (proof) => set(proof, { leafIndices: [9] }),
    [1],
  );
  add('hash-left-over', 'one', 6078, 'a hash is left over', ({ multiproofHashes }) =>
    multiproofHashes.push(sibling('22'.repeat(32), 'right')),
  );
  add(
    'hash-left-over',
    'one-level-higher',
    6078,
    'the index is one layer higher than the hashes',
    (proof) => set(proof, { leafIndices: [4] }),
    [1],
  );
  add(
    'hash-left-over',
    'root',
    6078,
    'the leaf itself is taken for the root',
    (proof) => set(proof, { leafIndices: [1] }),
    [1],
  );
  add(
    'hash-left-over',
    'zeros-only',
    6078,
    'without a present stat there is nothing to hash',
    (proof) => set(proof, { multiproofHashes: [sibling('22'.repeat(32), 'left')] }),
    [2, 4],
  );
  add(
    'path-too-long',
    'multiproof-hashes',
    6062,
    'the list of hashes has at most 32 entries',
    ({ multiproofHashes }) => {
      while (multiproofHashes.length < 33) multiproofHashes.push(sibling('22'.repeat(32), 'right'));
    },
  );

  // The root.
  for (const [place, name] of [0, 1, 3].map((place) => [place, `${place}`] as const)) {
    add('stat', `${name}-value`, 6023, `another value in stat ${name}`, ({ leaves }) => {
      (leaves[place] as Leaf).stat.value += 1;
    });
    add('stat', `${name}-key`, 6023, `another key in stat ${name}`, ({ leaves }) => {
      (leaves[place] as Leaf).stat.key += 4;
    });
    add('stat', `${name}-period`, 6023, `another period in stat ${name}`, ({ leaves }) => {
      (leaves[place] as Leaf).stat.period = 4;
    });
  }
  add('stat', 'hash-first', 6023, 'another hash', ({ multiproofHashes }) => first(multiproofHashes, otherHash));
  add('stat', 'hash-last', 6023, 'another hash', ({ multiproofHashes }) => last(multiproofHashes, otherHash));
  add('stat', 'leaves-swapped', 6023, 'two leaves stand in each other’s place, their indices do not', (proof) => {
    const [a, b, ...rest] = proof.leaves as [Leaf, Leaf, ...Leaf[]];
    proof.leaves = [b, a, ...rest];
  });
  add('stat', 'indices-swapped', 6023, 'two indices stand in each other’s place', (proof) => {
    const [a, b, ...rest] = proof.leafIndices as [number, number, ...number[]];
    proof.leafIndices = [b, a, ...rest];
  });
  add('stat', 'hashes-swapped', 6023, 'two hashes stand in each other’s place', ({ multiproofHashes }) => {
    const [a, b] = [multiproofHashes[0] as string, multiproofHashes[1] as string];
    // Only the hashes: both stay on their side.
    multiproofHashes[0] = b.slice(0, 64) + a.slice(64);
    multiproofHashes[1] = a.slice(0, 64) + b.slice(64);
  });
  // In a multiproof, a path is a zero proof or nothing.
  add('path-in-multiproof', 'right-path', 6023, 'a present stat with a path of its own, right as it is', (proof) => {
    proof.leaves[1] = (matchDraft('v2', [7]).proof as ProofV2).leaves[0] as Leaf;
    const alone = matchDraft('v3', [1, 8]).proof as ProofV3;
    proof.leafIndices = alone.leafIndices;
    proof.multiproofHashes = alone.multiproofHashes;
  });
  add('path-in-multiproof', 'two-nodes', 6023, 'a path of two nodes that is no zero proof', (proof) =>
    set(proof.leaves[2] as Leaf, { path: [sibling('33'.repeat(32), 'left'), sibling('44'.repeat(32), 'left')] }),
  );

  // A tree of one leaf: index 1 and no hashes.
  const single = batchOf('soccer', { 12100008: [{ stats: statsOf('soccer', { 7: 4 }), status: 100 }] });
  for (const form of FORMS) {
    const valid = scoresDraft(form, 'soccer', { batch: single, fixtureId: 12_100_008, seq: 0, keys: [7] });
    const of = (name: string, number: number, about: string, edit: (proof: ProofV3) => void) =>
      vectors.push(
        fault(
          form,
          valid,
          number === 6023 ? 'stat' : number === 6077 ? 'hash-missing' : 'hash-left-over',
          `one-leaf-${name}`,
          number,
          about,
          (draft) => edit(draft.proof as ProofV3),
        ),
      );
    of('value', 6023, 'the only leaf of a tree has another value', ({ leaves }) => {
      (leaves[0] as Leaf).stat.value = 5;
    });
    of('index', 6077, 'the only leaf of a tree has index 1, not 2', (proof) => set(proof, { leafIndices: [2] }));
    of('hash', 6078, 'the only leaf of a tree needs no hash', (proof) =>
      set(proof, { multiproofHashes: [sibling('22'.repeat(32), 'right')] }),
    );
  }
  return vectors;
}
