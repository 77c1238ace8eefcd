import {
  type Draft,
  edited,
  error,
  finish,
  otherHash,
  type ScoresInstruction,
  sealAll,
  setEventRoot,
  verdict,
} from '../draft.js';
import { change, sealed, set } from '../edits.js';
import { naiveTree, statTree } from '../naiveTree.js';
import { exactly, exactlyV1, matchDraft } from '../scene.js';
import type { Leaf, Path, ProofV1, ProofV2, Stat, Term, Vector } from '../vector.js';

/**
 * Trees from before the zero map: every stat is a leaf, zeros included, and the fixture sub-tree has one leaf per
 * update. The offline verifiers read them when the caller asks for that. On chain their fixture path has the wrong
 * length (6022), unless it is lengthened (`lengthened.ts`).
 */
export function olderTree(): Vector[] {
  const stats: Stat[] = Array.from({ length: 64 }, (_, i) => ({
    key: 1000 * Math.floor(i / 8) + (i % 8) + 1,
    value: i % 3 === 0 ? i : 0,
    period: 100,
  }));
  const tree = statTree(stats);
  const older = (form: 'v1' | 'v2', updates: number, at: number, keys: readonly number[]): Draft<ScoresInstruction> =>
    edited(matchDraft(form, keys.length > 1 || form === 'v2' ? [1, 7] : [1]), (draft) => {
      draft.tree = 'older';
      const chosen = keys.map((key) => stats.findIndex((stat) => stat.key === key));
      const leaves = chosen.map((i): Leaf => ({ stat: { ...(stats[i] as Stat) }, path: [...(tree.paths[i] as Path)] }));
      const { proof } = draft;
      if ('statA' in proof) {
        const [statA, statB] = leaves.map((leaf): Term => ({ ...leaf, eventStatRoot: tree.root }));
        (proof as ProofV1).statA = statA as Term;
        (proof as ProofV1).statB = statB ?? null;
        draft.strategy = exactlyV1(leaves.map(({ stat }) => stat.value));
      } else {
        (proof as ProofV2).leaves = leaves;
        draft.strategy = exactly(leaves.map(({ stat }) => stat.value));
      }
      const events = Array.from({ length: updates }, (_, i) =>
        i === at ? tree.root : Buffer.alloc(32, i + 1).toString('hex'),
      );
      proof.fixturePath = naiveTree(events).paths[at] as Path;
      proof.summary.updateCount = updates;
      setEventRoot(draft, tree.root);
      sealAll(draft);
    });
  const onChain = { bankrun: { error: 6022 } };
  const vectors: Vector[] = [];
  for (const form of ['v1', 'v2'] as const) {
    for (const [updates, at] of [
      [1, 0],
      [2, 1],
      [3, 2],
      [50, 31],
      [64, 0],
    ] as const) {
      for (const keys of [[1], [2, 4]])
        vectors.push(
          finish(
            older(form, updates, at, keys),
            {
              name: `${form}-older-${updates}-updates-${keys.length}`,
              class: 'older-tree',
              about:
                `an older tree, update ${at} of ${updates}, ` +
                (keys.length === 1 ? 'one stat' : 'two stats, both in the tree'),
            },
            { ...verdict(true), ...onChain },
          ),
        );
    }
    const fault = (
      name: string,
      about: string,
      number: number,
      chain: number,
      edit: (draft: Draft<ScoresInstruction>) => void,
    ) =>
      vectors.push(
        finish(
          edited(older(form, 50, 31, [1, 4]), edit),
          { name: `${form}-older-${name}`, class: 'older-tree-fault', about },
          {
            ...error(number),
            bankrun: { error: chain },
          },
        ),
      );
    // Version 1 checks the stats first, the others the fixture path.
    fault('value', 'an older tree, another value', 6023, form === 'v1' ? 6023 : 6022, ({ proof }) => {
      ('statA' in proof ? proof.statA : (proof.leaves[0] as Leaf)).stat.value += 1;
    });
    fault('fixture-path', 'an older tree, another hash in the fixture path', 6022, 6022, ({ proof }) =>
      change(proof.fixturePath, 2, otherHash),
    );
    fault('depth', 'an older tree, a fixture path of another depth', 6022, 6022, (draft) =>
      sealed(draft, draft.proof.fixturePath.pop()),
    );
    fault('main-path', 'an older tree, another hash in the main path', 6004, 6004, ({ proof }) =>
      change(proof.mainPath, 0, otherHash),
    );
    vectors.push(
      finish(
        edited(matchDraft(form, [1]), (draft) => set(draft, { tree: 'older' })),
        {
          name: `${form}-older-current`,
          class: 'older-tree-fault',
          about: 'a current tree read as an older one: the fixture path is one node too long',
        },
        { ...error(6022), bankrun: { verdict: true } },
      ),
    );
  }
  return vectors;
}
