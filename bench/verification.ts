import { hash } from 'node:crypto';
import { MerkleTree } from 'merkletreejs';
import { type Path, scoresSummaryLeafHash, signedDigest, statLeafHash } from '../ts/format/index.js';
import { portableVerifier } from '../ts/proof/ed25519.js';
import { multiproofPayload, parseProof, type StatProof, verify } from '../ts/proof/index.js';
import { atLeast, type Benchmark, type Row } from './benchmark.js';
import { sideBySide } from './rounds.js';
import { DEEPEST, type SampleProofs, sampleProofs, TYPICAL } from './sampleProof.js';

/** A path as the peer takes it. */
const peerPath = (path: Path) =>
  path.map(({ hash: data, isRightSibling }) => ({
    position: isRightSibling ? ('right' as const) : ('left' as const),
    data: Buffer.from(data),
  }));
const hasher = (data: Buffer): Buffer => hash('sha256', data, 'buffer') as Buffer;

/** The paths of a proof by themselves: what the peer can check of it. It knows nothing of shapes, times, zero maps and accounts. */
function peerChecks(proof: StatProof): () => boolean {
  const { eventStatRoot, summary, fixtureProof, mainTreeProof, leaves } = proof;
  const root = (leaf: Uint8Array, path: Path): Buffer =>
    path.reduce<Buffer>(
      (node, { hash: sibling, isRightSibling }) =>
        hasher(Buffer.concat(isRightSibling ? [node, sibling] : [sibling, node])),
      Buffer.from(leaf),
    );
  const summaryLeaf = scoresSummaryLeafHash(summary);
  const checks = [
    ...leaves
      .filter(({ stat }) => stat.value !== 0)
      .map(({ stat, statProof }) => [statLeafHash(stat), statProof, Buffer.from(eventStatRoot)] as const),
    [eventStatRoot, fixtureProof, Buffer.from(summary.eventsSubTreeRoot)] as const,
    [summaryLeaf, mainTreeProof, root(summaryLeaf, mainTreeProof)] as const,
  ].map(([leaf, path, expected]) => ({ leaf: Buffer.from(leaf), path: peerPath(path), expected }));
  const tree = new MerkleTree([], hasher);
  return () => checks.every(({ leaf, path, expected }) => tree.verify(path, leaf, expected));
}

const times = (count: number, run: () => unknown) => () => {
  for (let i = 0; i < count; i++) run();
};

export const verification: Benchmark = {
  name: 'verification',
  about: 'stat proofs against the bytes of a roots account, offline: three stats, one of them zero',
  async run({ quick }, note) {
    const rows: Row[] = [];
    const measure = async (name: string, shape: typeof TYPICAL): Promise<void> => {
      const sample = sampleProofs(shape);
      const { sport, rootsAccount, single, multi, signed, text, oracleKey }: SampleProofs = sample;
      const check = peerChecks(single);
      if (!check()) throw new Error('the peer does not accept the paths');
      const count = quick ? 500 : 5_000;
      const [some, few] = [count / 5, Math.ceil(count / 50)];
      const portable = portableVerifier(oracleKey);
      const signedInJavaScript = (): void => {
        verify(signed, { sport, rootsAccount });
        if (!portable(signed.signature, signedDigest(multiproofPayload(signed))))
          throw new Error('the signature is good');
      };
      const ms = await sideBySide(
        [
          { name: 'single', run: times(count, () => verify(single, { sport, rootsAccount })) },
          { name: 'peer', run: times(count, check) },
          { name: 'multi', run: times(count, () => verify(multi, { sport, rootsAccount })) },
          { name: 'text', run: times(count, () => verify(parseProof(text), { sport, rootsAccount })) },
          { name: 'signed', run: times(some, () => verify(signed, { sport, rootsAccount, oracleKeys: [oracleKey] })) },
          { name: 'portable', run: times(few, signedInJavaScript) },
        ],
        { rounds: quick ? 3 : 9, limit: 30_000 },
      );
      const second = (of: keyof typeof ms, n = count): number => (n / ms[of]) * 1000;
      const [mine, peer] = [second('single'), second('peer')];
      rows.push(
        {
          what: `${name}, a path for each stat`,
          value: mine,
          unit: '/s',
          peer: { name: 'merkletreejs, paths alone', value: peer },
          ratio: mine / peer,
          goal: atLeast(mine, 20_000, '/s'),
        },
        {
          what: `${name}, one multiproof`,
          value: second('multi'),
          unit: '/s',
          goal: atLeast(second('multi'), 20_000, '/s'),
        },
        { what: `${name}, from the JSON text`, value: second('text'), unit: '/s' },
        {
          what: `${name}, with its signature`,
          value: second('signed', some),
          unit: '/s',
          peer: { name: 'signature in plain JavaScript', value: second('portable', few) },
          ratio: second('signed', some) / second('portable', few),
          goal: atLeast(second('signed', some) / second('portable', few), 10, 'times as fast'),
        },
      );
    };
    await measure('typical', TYPICAL);
    await measure('deepest', DEEPEST);
    for (const [name, { statDepth, subDepth, mainDepth }] of Object.entries({ typical: TYPICAL, deepest: DEEPEST }))
      note(`${name}: paths of ${statDepth}, ${subDepth} and ${mainDepth} nodes`);
    return rows;
  },
};
