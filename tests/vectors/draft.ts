import type { LayoutByte } from '../../ts/sdk/format/sports/sports.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import type {
  Expect,
  Instruction,
  Path,
  ProofOf,
  ProofV3,
  Result,
  Roots,
  ScoresHead,
  StrategyOf,
  V4,
  Vector,
  VectorOf,
} from './vector.js';
import {
  ed25519Data,
  fixtureBytes,
  fixtureSummaryLeafBytes,
  instructionData,
  metadataLeafBytes,
  oddsBytes,
  oddsSummaryLeafBytes,
  payloadOdds,
  payloadV3,
  scoresSummaryLeafBytes,
  sha256,
  statBytes,
} from './wireBytes.js';

/** The oracle's current and next key, and a stranger's. The seeds are made up and public. */
export const CURRENT_SEED = new Uint8Array(32).fill(7);
export const CURRENT_KEY = new OracleKey(CURRENT_SEED);
export const NEXT_KEY = new OracleKey(new Uint8Array(32).fill(8));
export const FOREIGN_KEY = new OracleKey(new Uint8Array(32).fill(9));

/** A vector before encoding. Faults are edits of it. */
export interface Draft<I extends Instruction = Instruction> {
  instruction: I;
  sport: LayoutByte | null;
  tree: 'current' | 'older';
  proof: ProofOf[I];
  strategy: StrategyOf[I];
  roots: Roots;
  /** Replaces the signature that version 4 otherwise gets automatically. */
  v4?: Partial<V4> | ((v4: V4, digest: Buffer) => V4);
}

export type ScoresInstruction = 'validate_stat' | 'validate_stat_v2' | 'validate_stat_v3' | 'validate_stat_v4';

/** Name, class and sentence of a vector. */
export interface Label {
  name: string;
  class: string;
  about: string;
}

const same = (result: Result): Expect => ({ host: result, bankrun: result, typescript: result });

/** Every layer gives this verdict. */
export const verdict = (value: boolean): Expect => same({ verdict: value });

/** Every layer reports this number, except where `but` says otherwise. */
export const error = (number: number, but: Partial<Expect> = {}): Expect => ({ ...same({ error: number }), ...but });

/** An independent copy, edited. */
export function edited<I extends Instruction>(draft: Draft<I>, ...edits: ((draft: Draft<I>) => void)[]): Draft<I> {
  const { v4, ...rest } = draft;
  const copy: Draft<I> = {
    ...structuredClone(rest),
    ...(v4 && { v4: typeof v4 === 'function' ? v4 : structuredClone(v4) }),
  };
  for (const edit of edits) edit(copy);
  return copy;
}

/** Encodes the draft; for version 4, signs its current content. */
export function finish<I extends Instruction>(draft: Draft<I>, label: Label, expect: Expect): Vector {
  return {
    ...label,
    instruction: draft.instruction,
    sport: draft.sport,
    tree: draft.tree,
    proof: draft.proof,
    strategy: draft.strategy,
    data: instructionData(draft.instruction, draft.proof, draft.strategy).toString('hex'),
    roots: draft.roots,
    v4: v4Of(draft),
    expect,
  } as VectorOf<Instruction> as Vector;
}

/** The same with other instruction data, for bytes that no proof encodes to. */
export function finishBytes<I extends Instruction>(
  draft: Draft<I>,
  label: Label,
  expect: Expect,
  change: (data: Buffer) => Buffer,
): Vector {
  const vector = finish(draft, label, expect);
  const data = change(Buffer.from(vector.data, 'hex')).toString('hex');
  return { ...vector, proof: null, data } as Vector;
}

/** The message that version 4 signs. */
export function signedDigest(draft: Draft): Buffer {
  if (draft.instruction === 'validate_odds_v4') return sha256(payloadOdds(draft.proof as ProofOf['validate_odds_v4']));
  return sha256(payloadV3(draft.proof as ProofV3));
}

function v4Of(draft: Draft): V4 | null {
  if (draft.instruction !== 'validate_stat_v4' && draft.instruction !== 'validate_odds_v4') return null;
  const digest = signedDigest(draft);
  const v4 = signedBy(CURRENT_KEY, digest);
  return typeof draft.v4 === 'function' ? draft.v4(v4, digest) : { ...v4, ...draft.v4 };
}

/** The usual context of version 4, with a signature of `key` over `digest`. */
export function signedBy(key: OracleKey, digest: Uint8Array): V4 {
  const signature = key.sign(digest);
  return {
    credits: 1,
    keys: [Buffer.from(CURRENT_KEY.publicKey).toString('hex'), Buffer.from(NEXT_KEY.publicKey).toString('hex')],
    before: [{ program: 'ed25519', data: ed25519Data(key.publicKey, signature, digest).toString('hex') }],
    signature: Buffer.from(signature).toString('hex'),
  };
}

// Hashes independently of `ts/sdk/merkle`. The result is a root that matches an edited proof, so that the edit is
// the only fault.

const node = (hash: Uint8Array, isRightSibling: boolean): string =>
  `${Buffer.from(hash).toString('hex')}${isRightSibling ? '01' : '00'}`;

/** A path entry: hash in hex and direction. */
export const sibling = (hash: string, side: 'left' | 'right'): string => `${hash}${side === 'right' ? '01' : '00'}`;
export const hashOf = (entry: string): string => entry.slice(0, 64);
export const isRight = (entry: string): boolean => entry.slice(64) === '01';
export const flipped = (entry: string): string => node(Buffer.from(hashOf(entry), 'hex'), !isRight(entry));

/** The entry with one bit of its hash changed. */
export function otherHash(entry: string): string {
  const bytes = Buffer.from(entry, 'hex');
  bytes[7] = (bytes[7] ?? 0) ^ 0x10;
  return bytes.toString('hex');
}

/** Folds from the leaf upwards. */
export function foldHex(leaf: string, path: Path): string {
  return path.reduce((hash, entry) => {
    const pair = isRight(entry) ? [hash, hashOf(entry)] : [hashOf(entry), hash];
    return sha256(...pair.map((half) => Buffer.from(half, 'hex'))).toString('hex');
  }, leaf);
}

export const leafHash = (stat: Parameters<typeof statBytes>[0]): string => sha256(statBytes(stat)).toString('hex');

/** Day and slot of a time, wrapping like a careless cast. */
function placeOf(time: bigint, unit: bigint, perDay: bigint): { day: number; slot: number } {
  const number = time / unit - (time % unit < 0n ? 1n : 0n);
  const day = number / perDay - (number % perDay < 0n ? 1n : 0n);
  return { day: Number(BigInt.asUintN(16, day)), slot: Number(number - day * perDay) };
}

/** Publishes the root that the proof folds to from its summary upwards, in the slot of its time. */
export function sealMain(draft: Draft): void {
  switch (draft.instruction) {
    case 'validate_odds':
    case 'validate_odds_v4': {
      const proof = draft.proof as ProofOf['validate_odds'];
      publish(draft, BigInt(proof.odds.ts), sha256(oddsSummaryLeafBytes(proof.summary)), proof.mainPath);
      break;
    }
    case 'validate_fixture': {
      const proof = draft.proof as ProofOf['validate_fixture'];
      publish(draft, BigInt(proof.snapshot.ts), sha256(fixtureSummaryLeafBytes(proof.summary)), proof.mainPath);
      break;
    }
    case 'validate_fixture_batch': {
      const { metadata, path } = draft.proof as ProofOf['validate_fixture_batch'];
      publish(draft, BigInt(metadata.overallBatchStartTs), sha256(metadataLeafBytes(metadata)), path);
      break;
    }
    default: {
      const { summary, mainPath } = draft.proof as ScoresHead;
      publish(draft, BigInt(summary.minTimestamp), sha256(scoresSummaryLeafBytes(summary)), mainPath);
    }
  }
}

function publish(draft: Draft, time: bigint, leaf: Buffer, path: Path): void {
  const root = foldHex(leaf.toString('hex'), path);
  if (draft.roots.kind === 'fixtures') {
    const { day, slot } = placeOf(time, 3_600_000n, 24n);
    const window = day - (day % 10);
    draft.roots = { ...draft.roots, day: window, slots: { [24 * (day - window) + slot]: root } };
  } else {
    const { day, slot } = placeOf(time, 300_000n, 288n);
    draft.roots = { ...draft.roots, day, slots: { [slot]: root } };
  }
}

/** Sets the sub-tree root that the proof folds to, then seals upwards. */
export function sealAll(draft: Draft): void {
  switch (draft.instruction) {
    case 'validate_odds':
    case 'validate_odds_v4': {
      const { odds, subTreePath, summary } = draft.proof as ProofOf['validate_odds'];
      summary.subTreeRoot = foldHex(sha256(oddsBytes(odds)).toString('hex'), subTreePath);
      break;
    }
    case 'validate_fixture': {
      const { snapshot, subTreePath, summary } = draft.proof as ProofOf['validate_fixture'];
      summary.subTreeRoot = foldHex(sha256(fixtureBytes(snapshot)).toString('hex'), subTreePath);
      break;
    }
    case 'validate_fixture_batch':
      break;
    default: {
      const proof = draft.proof as ScoresHead;
      proof.summary.subTreeRoot = foldHex(eventRootOf(draft as Draft<ScoresInstruction>), proof.fixturePath);
    }
  }
  sealMain(draft);
}

export function eventRootOf(draft: Draft<ScoresInstruction>): string {
  return 'statA' in draft.proof ? draft.proof.statA.eventStatRoot : draft.proof.eventStatRoot;
}

/** Gives the proof another event stat root (version 1: in both terms). */
export function setEventRoot(draft: Draft<ScoresInstruction>, root: string): void {
  if ('statA' in draft.proof) {
    draft.proof.statA.eventStatRoot = root;
    if (draft.proof.statB) draft.proof.statB.eventStatRoot = root;
  } else {
    draft.proof.eventStatRoot = root;
  }
}
