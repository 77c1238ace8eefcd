import { verify as checkSignature, createPublicKey, hash } from 'node:crypto';
import { MerkleTree } from 'merkletreejs';
import type { Path } from '../ts/sdk/format/proofNode.js';
import { statLeafHash } from '../ts/sdk/format/scoreStat.js';
import { scoresSummaryLeafHash } from '../ts/sdk/format/scoresBatchSummary.js';
import { signedDigest } from '../ts/sdk/format/statValidationInput.js';
import { portableVerifier } from '../ts/sdk/proof/ed25519.js';
import { parseProof } from '../ts/sdk/proof/parse.js';
import { multiproofPayload } from '../ts/sdk/proof/payload.js';
import type { StatProof } from '../ts/sdk/proof/proof.js';
import { readDocument } from '../ts/sdk/proof/readDocument.js';
import { verify } from '../ts/sdk/proof/verify.js';
import { atLeast, type Benchmark, type Report, type Row } from './benchmark.js';
import { sharesOf } from './profile.js';
import { sideBySide, times } from './rounds.js';
import { DEEPEST, type SampleProofs, sampleProofs, TYPICAL } from './sampleProof.js';

/** A path in the baseline's format. */
const peerPath = (path: Path) =>
  path.map(({ hash: data, isRightSibling }) => ({
    position: isRightSibling ? ('right' as const) : ('left' as const),
    data: Buffer.from(data),
  }));
const hasher = (data: Buffer): Buffer => hash('sha256', data, 'buffer') as Buffer;

/**
 * The part of a proof that the baseline can check: its paths. The baseline does not know shapes, times, zero maps or
 * accounts.
 */
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

export const verification: Benchmark = {
  name: 'verification',
  about: 'stat proofs against the bytes of a roots account, offline: three stats, one of them zero',
  async run({ quick }, report) {
    const rows: Row[] = [];
    for (const [name, shape] of Object.entries({ typical: TYPICAL, deepest: DEEPEST })) {
      rows.push(...(await measured(name, sampleProofs(shape), quick ? 500 : 5_000, quick, report)));
      report.note(`${name}: paths of ${shape.statDepth}, ${shape.subDepth} and ${shape.mainDepth} nodes`);
    }
    rows.push(await longDocument(sampleProofs(TYPICAL), quick));
    return rows;
  },
};

/**
 * A document of a thousand answers. The reader has been compiled for short ones by then, and must not become slower for
 * each character.
 */
async function longDocument({ text }: SampleProofs, quick: boolean): Promise<Row> {
  const document = `[${Array.from({ length: 1_000 }, () => text).join()}]`;
  const count = 5;
  const { ms, ratio } = await sideBySide(
    [
      { name: 'ours', run: () => times(count, () => readDocument(document)) },
      { name: 'parser', run: () => times(count, () => JSON.parse(document)) },
    ],
    { rounds: quick ? 3 : 9, limit: 60_000 },
  );
  const perSecond = (of: 'ours' | 'parser'): number => (count / ms[of]) * 1000;
  const value = ratio('parser', 'ours');
  return {
    what: 'a document of 1,000 answers, read',
    value: perSecond('ours'),
    unit: '/s',
    peer: { name: 'JSON.parse alone', value: perSecond('parser') },
    ratio: value,
    goal: atLeast(value, 0.4),
  };
}

async function measured(
  name: string,
  { sport, rootsAccount, single, multi, signed, text, oracleKey }: SampleProofs,
  count: number,
  quick: boolean,
  { profile }: Report,
): Promise<Row[]> {
  const check = peerChecks(single);
  if (!check()) throw new Error('the peer does not accept the paths');
  const [some, few] = [count / 5, count / 50];
  const portable = portableVerifier(oracleKey);
  const inJavaScript = (): void => {
    verify(signed, { sport, rootsAccount });
    if (!portable(signed.signature, signedDigest(multiproofPayload(signed)))) throw new Error('the signature is good');
  };
  const digest = signedDigest(multiproofPayload(signed));
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(oracleKey).toString('base64url') },
    format: 'jwk',
  });
  const all: readonly { readonly name: string; readonly count: number; run(): unknown }[] = [
    { name: 'single', count, run: () => verify(single, { sport, rootsAccount }) },
    { name: 'multi', count, run: () => verify(multi, { sport, rootsAccount }) },
    { name: 'paths', count, run: check },
    { name: 'text', count, run: () => verify(parseProof(text), { sport, rootsAccount }) },
    { name: 'parsed paths', count, run: () => JSON.parse(text) && check() },
    { name: 'signed', count: some, run: () => verify(signed, { sport, rootsAccount, oracleKeys: [oracleKey] }) },
    { name: 'signature', count: some, run: () => checkSignature(null, digest, key, signed.signature) },
    { name: 'in JavaScript', count: few, run: inJavaScript },
  ];
  const { ms, ratio } = await sideBySide(
    all.map((one) => ({ name: one.name, run: () => times(one.count, one.run) })),
    { rounds: quick ? 3 : 9, limit: 60_000 },
  );
  for (const what of ['multi', 'text', 'signed']) {
    const one = all.find((each) => each.name === what);
    if (one) profile(`${name}, ${what}`, await sharesOf(() => times(2 * one.count, one.run)));
  }
  const countOf = (of: string): number => all.find((one) => one.name === of)?.count ?? Number.NaN;
  const perSecond = (of: string): number => (countOf(of) / (ms[of] ?? Number.NaN)) * 1000;
  const row = (what: string, ours: string, by: string, peer: string, goal: number): Row => {
    const times = ratio(by, ours) * (countOf(ours) / countOf(by));
    const value = perSecond(ours);
    const shown = `${name}, ${what}`;
    return {
      what: shown,
      value,
      unit: '/s',
      peer: { name: peer, value: perSecond(by) },
      ratio: times,
      goal: atLeast(times, goal),
    };
  };
  return [
    row('a path for each stat', 'single', 'paths', 'merkletreejs, paths alone', 0.7),
    row('one multiproof', 'multi', 'paths', 'merkletreejs, paths alone', 0.7),
    row('from the JSON text', 'text', 'parsed paths', 'JSON.parse, merkletreejs', 1),
    row('with its signature', 'signed', 'in JavaScript', 'signature in plain JavaScript', 10),
    row('with its signature, against node:crypto', 'signed', 'signature', 'floor: the signature alone', 0.85),
  ];
}
