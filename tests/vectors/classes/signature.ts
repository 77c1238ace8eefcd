import { createHash } from 'node:crypto';
import { Point } from '@noble/ed25519';
import {
  CURRENT_KEY,
  CURRENT_SEED,
  type Draft,
  error,
  FOREIGN_KEY,
  signedBy,
  signedDigest,
  verdict,
} from '../draft.js';
import { set } from '../edits.js';
import { matchDraft } from '../scene.js';
import type { Expect, V4, Vector } from '../vector.js';
import { ed25519Data } from '../wireBytes.js';
import { type Fault, faulty } from './label.js';
import { oddsDraft } from './others.js';

type Instruction = 'validate_stat_v4' | 'validate_odds_v4';

/** Order of the base point. */
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const skip = { skip: 'offline there is no Ed25519 instruction, only the signature' };

/**
 * Credits and the Ed25519 instruction of version 4. The offline verifier does not see everything that the program sees;
 * there it accepts or has no verdict.
 */
export function signatureFaults(): Vector[] {
  const faults: Fault<Instruction>[] = [];
  const add = (cls: string, name: string, about: string, expect: Expect, change: (v4: V4, digest: Buffer) => V4) =>
    faults.push({
      class: cls,
      ...(name && { name }),
      about,
      expect,
      edit: (draft) => set(draft, { v4: change }),
    });
  const onChain = (number: number): Expect => ({ ...error(number), typescript: skip });
  const programOnly = (number: number): Expect => ({ ...verdict(true), bankrun: { error: number } });

  add('credits', 'none-left', 'a call costs a credit', programOnly(6079), (v4) => ({ ...v4, credits: 0 }));

  add(
    'signature-account',
    'config-owner',
    'the oracle’s keys are read from a foreign account',
    programOnly(3007),
    (v4) => ({
      ...v4,
      tamper: { configOwner: 'other' },
    }),
  );
  add('signature-account', 'sysvar-copy', 'a copy of the instructions sysvar is not it', programOnly(2012), (v4) => ({
    ...v4,
    tamper: { sysvar: 'copy' },
  }));

  add('signature-instruction', 'missing', 'nothing stands before the instruction', onChain(6080), (v4) => ({
    ...v4,
    before: [],
  }));
  add(
    'signature-instruction',
    'other-program',
    'another program’s instruction stands before it',
    onChain(6081),
    (v4) => ({
      ...v4,
      before: [...v4.before, { program: 'computeBudget', data: '02400d0300' }],
    }),
  );
  add(
    'signature-instruction',
    'same-data-other-program',
    'the right bytes, but nobody verified them',
    onChain(6081),
    (v4) => ({
      ...v4,
      before: [{ program: 'secp256k1', data: v4.before[0]?.data ?? '' }],
    }),
  );

  // The header, field by field; every field has one right value.
  const fields = [
    ['count', 0, 1, [0, 2, 255]],
    ['padding', 1, 1, [1, 255]],
    ['signature-offset', 2, 2, [0, 47, 49, 65535]],
    ['signature-instruction-index', 4, 2, [0, 1, 2, 65534]],
    ['key-offset', 6, 2, [0, 15, 17, 65535]],
    ['key-instruction-index', 8, 2, [0, 1, 2, 65534]],
    ['message-offset', 10, 2, [0, 111, 113, 65535]],
    ['message-size', 12, 2, [0, 31, 33, 65535]],
    ['message-instruction-index', 14, 2, [0, 1, 2, 65534]],
  ] as const;
  for (const [field, at, width, values] of fields)
    for (const value of values)
      add('signature-header', `${field}-${value}`, `${field.replaceAll('-', ' ')} is ${value}`, onChain(6101), (v4) => {
        const data = Buffer.from(v4.before[0]?.data ?? '', 'hex');
        data.writeUIntLE(value, at, width);
        return { ...v4, before: [{ program: 'ed25519', data: hex(data) }] };
      });
  add('signature-length', 'one-less', 'the message is cut', onChain(6101), (v4) => ({
    ...v4,
    before: [{ program: 'ed25519', data: (v4.before[0]?.data ?? '').slice(0, -2) }],
  }));
  add('signature-length', 'one-more', 'a byte follows the message', onChain(6101), (v4) => ({
    ...v4,
    before: [{ program: 'ed25519', data: `${v4.before[0]?.data}00` }],
  }));
  add('signature-length', 'empty', 'the instruction has no data', onChain(6101), (v4) => ({
    ...v4,
    before: [{ program: 'ed25519', data: '' }],
  }));
  add('signature-length', 'header-only', 'the instruction has a header and no more', onChain(6101), (v4) => ({
    ...v4,
    before: [{ program: 'ed25519', data: (v4.before[0]?.data ?? '').slice(0, 32) }],
  }));
  add('signature-length', 'two-signatures', 'there is one signature, not two', onChain(6101), (v4) => {
    const data = Buffer.from(v4.before[0]?.data ?? '', 'hex');
    const header = Buffer.from(data.subarray(2, 16));
    // Both headers point at the same key, signature and message, 14 bytes further on.
    header.writeUInt16LE(62, 0);
    header.writeUInt16LE(30, 4);
    header.writeUInt16LE(126, 8);
    const two = Buffer.concat([Buffer.of(2, 0), header, header, data.subarray(16)]);
    return { ...v4, before: [{ program: 'ed25519', data: hex(two) }] };
  });

  add('signer', 'foreign', 'somebody else signed the payload', error(6083), (_, digest) =>
    signedBy(FOREIGN_KEY, digest),
  );
  add('signer', 'retired', 'the oracle’s key is another by now', error(6083), (v4) => ({
    ...v4,
    keys: [hex(FOREIGN_KEY.publicKey), null],
  }));
  add(
    'signer',
    'no-next-key',
    'without a next key, 32 zero bytes are no key',
    error(6083, { typescript: skip }),
    (v4, digest) => ({
      ...v4,
      keys: [v4.keys[0], null],
      before: [
        { program: 'ed25519', data: hex(ed25519Data(new Uint8Array(32), Buffer.from(v4.signature, 'hex'), digest)) },
      ],
    }),
  );

  const message =
    (other: Buffer): ((v4: V4) => V4) =>
    () =>
      signedBy(CURRENT_KEY, other);
  // Offline, the signature does not verify over the recomputed digest.
  add('message', 'other-proof', 'the oracle signed another proof', error(6085, { typescript: { error: 6083 } }), (v4) =>
    message(signedDigest(matchDraft('v4', [1])))(v4),
  );
  add(
    'message',
    'one-bit',
    'the oracle signed a digest that differs in one bit',
    error(6085, { typescript: { error: 6083 } }),
    (v4, digest) => {
      const other = Buffer.from(digest);
      other[31] = (other[31] ?? 0) ^ 1;
      return message(other)(v4);
    },
  );

  // The program only sees that a well-formed instruction ran before it; the precompile verifies the signature.
  const forged: [string, string, (signature: Buffer, digest: Buffer) => Buffer][] = [
    ['one-bit', 'one bit of the signature is another', (signature) => flipBit(signature, 3)],
    ['one-bit-of-s', 'one bit of the second half of the signature is another', (signature) => flipBit(signature, 40)],
    ['zero', 'the signature is 64 zero bytes', () => Buffer.alloc(64)],
    [
      'foreign',
      'the signature is somebody else’s, the key is the oracle’s',
      (_, digest) => Buffer.from(FOREIGN_KEY.sign(digest)),
    ],
    [
      'high-s',
      'the second half is not reduced: s + L',
      (signature) => Buffer.concat([signature.subarray(0, 32), plusOrder(signature.subarray(32))]),
    ],
    // Signed with the oracle's own secret, because it is public here. Only lenient verifiers accept it.
    [
      'non-canonical-r',
      'the first half encodes the neutral point in a second way, y + p',
      (_, digest) => signWith(Buffer.from(`ee${'ff'.repeat(30)}7f`, 'hex'), 0n, digest),
    ],
    [
      'small-order-r',
      'the first half is the neutral point',
      (_, digest) => signWith(Buffer.from(`01${'00'.repeat(31)}`, 'hex'), 0n, digest),
    ],
    [
      'mixed-order-r',
      'the first half is a point outside the prime-order group',
      (_, digest) => signWith(Buffer.from(Point.BASE.multiply(12345n).add(TORSION).toBytes()), 12345n, digest),
    ],
  ];
  for (const [name, about, forge] of forged)
    add(
      'forged-signature',
      name,
      about,
      { ...verdict(true), typescript: { error: 6083 }, surfpool: { precompile: true } },
      (v4, digest) => {
        const signature = forge(Buffer.from(v4.signature, 'hex'), digest);
        return {
          ...v4,
          before: [{ program: 'ed25519', data: hex(ed25519Data(CURRENT_KEY.publicKey, signature, digest)) }],
          signature: hex(signature),
        };
      },
    );

  // Coverage of the signature: one byte of the payload changed after signing.
  const stale = (draft: Draft<Instruction>, edit: () => void) => {
    const before = signedDigest(draft as Draft);
    edit();
    draft.v4 = () => signedBy(CURRENT_KEY, before);
  };
  const covered: Fault<Instruction>[] = [
    {
      class: 'message',
      name: 'time-changed',
      about: 'the time was changed after signing',
      expect: error(6085, { typescript: { error: 6083 } }),
      edit: (draft) => stale(draft, () => set(draft.proof, { ts: String(BigInt(draft.proof.ts) + 1n) })),
    },
    {
      class: 'message',
      name: 'path-changed',
      about: 'a path was changed after signing',
      expect: error(6085, { typescript: { error: 6083 } }),
      edit: (draft) => stale(draft, () => set(draft.proof, { mainPath: draft.proof.mainPath.slice(1) })),
    },
  ];

  const stat = matchDraft('v4') as Draft<Instruction>;
  const odds = oddsDraft('validate_odds_v4') as Draft<Instruction>;
  const ofStat: Fault<Instruction>[] = [
    {
      class: 'message',
      name: 'period-changed',
      about: 'the period beside a zero stat is covered by the signature',
      expect: error(6085, { typescript: { error: 6083 } }),
      edit: (draft) =>
        stale(draft, () => {
          if (!('leaves' in draft.proof)) throw new Error('not a stat proof');
          const zero = draft.proof.leaves[2];
          if (zero) zero.stat.period = 4;
        }),
    },
    {
      class: 'message',
      name: 'version-3-domain',
      about: 'a payload without the leaf indices was signed',
      expect: error(6085, { typescript: { error: 6083 } }),
      edit: (draft) => {
        const shorter = structuredClone(draft.proof);
        if ('leafIndices' in shorter) shorter.leafIndices = [];
        const digest = signedDigest({ ...draft, proof: shorter } as Draft);
        draft.v4 = () => signedBy(CURRENT_KEY, digest);
      },
    },
  ];
  return [
    ...[...faults, ...covered, ...ofStat].map((fault) => faulty('v4', stat, fault)),
    ...[...faults, ...covered].map((fault) => faulty('odds-v4', odds, fault)),
  ];
}

function flipBit(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0x04;
  return copy;
}

/** Adds the group order, little endian. */
function plusOrder(scalar: Buffer): Buffer {
  const sum = BigInt(`0x${Buffer.from(scalar).reverse().toString('hex')}`) + ORDER;
  return Buffer.from(sum.toString(16).padStart(64, '0'), 'hex').reverse();
}

/** A point of order 8. */
const TORSION = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');

/** A signature with the oracle's secret and these bytes as R, which is r times the base point, or nearly. */
function signWith(bytes: Buffer, r: bigint, digest: Buffer): Buffer {
  const littleEndian = (of: Buffer) => BigInt(`0x${Buffer.from(of).reverse().toString('hex')}`);
  const sha512 = (...parts: Uint8Array[]) => createHash('sha512').update(Buffer.concat(parts)).digest();
  const secret = sha512(CURRENT_SEED).subarray(0, 32);
  secret[0] = (secret[0] ?? 0) & 0xf8;
  secret[31] = ((secret[31] ?? 0) & 0x7f) | 0x40;
  const s = (r + littleEndian(sha512(bytes, CURRENT_KEY.publicKey, digest)) * littleEndian(secret)) % ORDER;
  return Buffer.concat([bytes, Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse()]);
}
