import { base58 } from '@scure/base';
import { bytesToHex } from '../../../ts/sdk/format/hex.js';
import type { StatProof } from '../../../ts/sdk/proof/proof.js';
import type { AnswerVector } from '../answerVector.js';
import type { Label } from '../draft.js';
import { offlineProof } from '../offlineProof.js';
import type { Vector } from '../vector.js';

/** Writes a hash or signature, given as hex; `place` counts them within an answer. */
type Write = (hex: string, place: number) => unknown;

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const signed = (hex: string): number[] => [...new Int8Array(bytes(hex))];
const inBase64 = (hex: string): string => bytes(hex).toString('base64');
const unpadded = (hex: string): string => inBase64(hex).slice(0, 43);
const inBase58 = (hex: string): string => base58.encode(bytes(hex));
const EVERY: readonly Write[] = [
  (hex) => hex.toUpperCase(),
  inBase58,
  (hex) => `0x${hex}`,
  signed,
  inBase64,
  (hex) => [...bytes(hex)],
  (hex) => `0X${hex}`,
];

const FORMS: Readonly<Record<string, Write>> = {
  base64: inBase64,
  base58: inBase58,
  hex: (hex) => hex,
  integers: (hex) => [...bytes(hex)],
  mixed: (hex, place) => EVERY[place % EVERY.length]?.(hex, place),
};

const OF_V3 = 'v3-stats-3-3-4-2';
/** An entry of each kind of answer. The hash in the sub-tree path of the odds has no 0 in hex, as in Base58. */
const OF = [
  ...['v1-soccer-zero-and-present', 'v2-stats-2-3-4-2', OF_V3, 'v4-stats-2-5-1-1'],
  ...['odds-records-3', 'odds-v4-records-1', 'fixture-fixtures-8', 'batch-fixtures-8'],
];
/** Its last hash in Base64 has only digits of Base58. */
const SHORT = 'odds-records-1';
/** Its last hash in Base64 has +, / and 0. */
const UNLIKE = 'v1-shape-3-1-1';
/** One of its hashes begins with a zero byte. */
const ZERO_FIRST = 'v1-shape-0-2-2';

/** Wrong ways to write one hash. */
const FAULTS: readonly (readonly [name: string, about: string, write: (hex: string) => unknown, of?: string])[] = [
  ['base64-31-bytes', 'Base64 of 31 bytes', (hex) => inBase64(hex.slice(2))],
  ['base64-33-bytes', 'Base64 of 33 bytes', (hex) => inBase64(`${hex}00`)],
  ['base64-unused-bits', 'Base64 whose unused bits are not 0', (hex) => inBase64(hex).replace('A=', 'B=')],
  ['base64-padded-twice', 'Base64 with one = too many', (hex) => `${inBase64(hex)}=`],
  ['base64-line-end', 'Base64 with a line end behind it', (hex) => `${inBase64(hex)}\n`],
  ['base64-url', 'the alphabet of URLs', (hex) => inBase64(hex).replaceAll('+', '-').replaceAll('/', '_'), UNLIKE],
  ['base64-unpadded', 'Base64 without =, with a digit that Base58 lacks', unpadded, UNLIKE],
  ['hex-31-bytes', '62 hex digits', (hex) => hex.slice(2)],
  ['hex-33-bytes', '66 hex digits without 0x', (hex) => `11${hex}`],
  ['hex-half-byte', '63 hex digits', (hex) => hex.slice(1)],
  ['hex-other-digit', '64 digits of which one is not hex', (hex) => `g${hex.slice(1)}`],
  ['hex-space', '64 hex digits behind a space', (hex) => ` ${hex}`],
  ['base58-other-digit', 'Base58 with a capital O', (hex) => `O${inBase58(hex).slice(1)}`],
  ['base58-31-bytes', 'Base58 without the 1 of the zero byte', (hex) => inBase58(hex).replace(/^1/, ''), ZERO_FIRST],
  ['base58-33-bytes', 'Base58 with a 1 too many', (hex) => `1${inBase58(hex)}`],
  ['integers-31', '31 integers', (hex) => [...bytes(hex)].slice(1)],
  ['integers-33', '33 integers', (hex) => [0, ...bytes(hex)]],
  ['integers-both', 'one list with −1 and 255', (hex) => [-1, 255, ...bytes(hex).subarray(2)]],
  ['integers-256', 'a list with 256', (hex) => [256, ...bytes(hex).subarray(1)]],
  [
    'integers-below',
    'a list with −129',
    (hex) => [
      -129,
      ...signed(hex)
        .map((one) => Math.min(one, 0))
        .slice(1),
    ],
  ],
  ['integers-fraction', 'a list with a fraction', (hex) => [0.5, ...bytes(hex).subarray(1)]],
  ['integers-true', 'a list with true instead of 1', (hex) => [true, ...bytes(hex).subarray(1)]],
  ['integers-text', 'a list with a number in text', (hex) => ['1', ...bytes(hex).subarray(1)]],
  ['empty-text', 'an empty text', () => ''],
  ['null', 'null', () => null],
];

/** The answers of a service in every way to write hashes, each with the proof of another entry. */
export function answerVectors(vectors: readonly Vector[]): AnswerVector[] {
  const entry = (of: string, label: Label, write: (hex: string) => unknown, result: AnswerVector['expect']) => {
    const vector = vectors.find(({ name }) => name === of);
    if (!vector) throw new Error(`there is no vector ${of}`);
    const answer = answerOf(vector);
    const hash = (value: Uint8Array) => write(bytesToHex(value));
    return { ...label, of, answer: textOf(answer, hash), expect: result };
  };
  const valid = (name: string, about: string) => ({ name: `answer-${name}`, class: 'valid', about });
  const faulty = (name: string, about: string) => ({ name: `answer-${name}`, class: 'answer-hash', about });
  const right = { verdict: true } as const;
  const pascal = entry(OF_V3, valid('pascal', 'the fields begin with capitals'), inBase64, right);
  return [
    ...OF.flatMap((of) =>
      Object.entries(FORMS).map(([form, write]) => {
        let place = 0;
        return entry(of, valid(`${of}-${form}`, `hashes: ${form}`), (hex) => write(hex, place++), right);
      }),
    ),
    entry(ZERO_FIRST, valid('zero-first', 'a leading zero byte is a 1 in Base58'), inBase58, right),
    {
      ...pascal,
      answer: pascal.answer.replace(/"([a-z])(\w*":)/g, (_, first, rest) => `"${first.toUpperCase()}${rest}`),
    },
    ...FAULTS.map(([name, about, write, of = SHORT]) =>
      entry(of, faulty(name, about), atLast(vectors, of, write), { error: 7002 }),
    ),
    // Another hash, so that the path leads to another root.
    entry(
      SHORT,
      { ...faulty('base64-as-base58', 'Base64 without = is Base58'), class: 'answer-hash-ambiguous' },
      atLast(vectors, SHORT, unpadded),
      { error: 6004 },
    ),
  ];
}

/** Base64, but for the last hash of the path to the main root, and those that begin with a zero byte. */
function atLast(vectors: readonly Vector[], of: string, write: (hex: string) => unknown): (hex: string) => unknown {
  const proof = vectors.find(({ name }) => name === of)?.proof;
  const last = proof && 'mainPath' in proof ? proof.mainPath.at(-1)?.slice(0, 64) : undefined;
  return (hex) => (hex === last || hex.startsWith('00') ? write(hex) : inBase64(hex));
}

const textOf = (answer: object, write: (hash: Uint8Array) => unknown): string =>
  JSON.stringify(answer, (_, value) => (value instanceof Uint8Array ? write(value) : value));

function answerOf(vector: Vector): object {
  const proof = offlineProof(vector)?.proof;
  switch (proof?.kind) {
    case undefined:
      throw new Error(`${vector.name} has no proof`);
    case 'fixture-batch':
      return { metadata: proof.metadata, proof: proof.mainTreeProof };
    case 'fixture': {
      const { kind: _, ...answer } = proof;
      return answer;
    }
    case 'odds': {
      const { ts, odds, summary, subTreeProof, mainTreeProof, signature } = proof;
      const branch = { summary, subTreeProof, mainTreeProof };
      return signature ? { payload: { ts, oddsSnapshot: odds, ...branch }, signature } : { odds, ...branch };
    }
    case 'stat':
      return scoresAnswer(proof);
  }
}

function scoresAnswer(proof: StatProof): object {
  const { ts, leaves, fixtureProof, mainTreeProof, eventStatRoot } = proof;
  const { eventsSubTreeRoot, ...of } = proof.summary;
  const summary = { ...of, eventStatsSubTreeRoot: eventsSubTreeRoot };
  if (proof.version === 4) {
    const { multiproofHashes, leafIndices, signature } = proof;
    const payload = { ts, summary, fixtureProof, mainTreeProof, eventStatRoot, leaves, multiproofHashes, leafIndices };
    return { payload, signature };
  }
  const head = { ts, eventStatRoot, summary, subTreeProof: fixtureProof, mainTreeProof };
  if (proof.version === 3)
    return {
      ...head,
      statsToProve: leaves,
      multiproof: { hashes: proof.multiproofHashes, indices: proof.leafIndices },
    };
  const [stats, paths] = [leaves.map(({ stat }) => stat), leaves.map(({ statProof }) => statProof)];
  if (proof.version === 2) return { ...head, statsToProve: stats, statProofs: paths };
  return { ...head, statToProve: stats[0], statProof: paths[0], statToProve2: stats[1], statProof2: paths[1] };
}
