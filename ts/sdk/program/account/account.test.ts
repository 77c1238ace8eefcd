import { readFileSync } from 'node:fs';
import { Program } from '@coral-xyz/anchor';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  attesterSet,
  market,
  matchResult,
  oracleConfig,
  parlay,
  position,
  proofBuffer,
} from '../../../../tests/helpers/accountContents.js';
import { asAnchor, fromAnchor } from '../../../../tests/helpers/anchorValue.js';
import { INSTRUCTION_ARGUMENTS } from '../../../../tests/helpers/instructionArguments.js';
import { outcome, thrown } from '../../../../tests/helpers/thrown.js';
import { INVALID_NUMBER } from '../../error/codes/library.js';
import type { Sport } from '../../format/sports/sports.js';
import { ATTESTATION_LAYOUT, ATTESTED_SLOTS } from '../../proof/attestation.js';
import { ROOTS_KINDS } from '../../proof/rootsAccount.js';
import { addressOf } from '../address/address.js';
import { ZERO_ADDRESS } from '../address/runtime.js';
import type { ArgsOf } from '../instruction/define.js';
import { createMarket, postResult, postResultFromBuffer } from '../settlement/instructions.js';
import { attestationAccount } from './attestation.js';
import { attesterSetAccount } from './attesterSet.js';
import type { AccountKind } from './define.js';
import { marketAccount } from './market.js';
import { matchResultAccount } from './matchResult.js';
import { oracleConfigAccount } from './oracleConfig.js';
import { parlayAccount } from './parlay.js';
import { poolFields } from './pool.js';
import { positionAccount } from './position.js';
import { pricingMatrixAccount } from './pricingMatrix.js';
import { proofBufferAccount } from './proofBuffer.js';
import { userValidationStateAccount } from './userValidationState.js';

describe('accounts', () => {
  const owner = addressOf(new Uint8Array(32).fill(7));

  it('have the discriminators of deployed programs', () => {
    expect(Buffer.from(pricingMatrixAccount.discriminator).toString('hex')).toBe('ad0d4016f84d6e6a');
    expect(Buffer.from(userValidationStateAccount.discriminator).toString('hex')).toBe('a7d58f7dcf4ef557');
  });

  it('may end in zero padding, and in nothing else', () => {
    const data = userValidationStateAccount.encode({ owner, credits: 300 });
    expect(data.length).toBe(44);
    expect(userValidationStateAccount.decode(data)).toEqual({ owner, credits: 300 });
    expect(userValidationStateAccount.decode(new Uint8Array([...data, 0, 0]))).toEqual({ owner, credits: 300 });
    expect(outcome(() => userValidationStateAccount.decode(new Uint8Array([...data, 0, 1])))).toBe(7023);
    expect(outcome(() => userValidationStateAccount.decode(data.subarray(0, 43)))).toBe(7023);
    expect(outcome(() => userValidationStateAccount.decode(new Uint8Array()))).toBe(7023);
  });

  it.each(ROOTS_KINDS)('of attestations of %s have a u16 of bits for each slot', (kind) => {
    const bits = Array.from({ length: ATTESTED_SLOTS[kind] }, (_, slot) => (slot * 229) % 65_536);
    const about = { version: 1, bump: 254, kind, period: 20_640, set: owner, payer: addressOf(new Uint8Array(32)) };
    const content = { ...about, made: 1_790_000_000, bits };
    const data = attestationAccount.encode(content);
    expect(data.length).toBe(ATTESTATION_LAYOUT.bitsAt + 2 * bits.length);
    expect(data.subarray(0, 8)).toEqual(ATTESTATION_LAYOUT.discriminator);
    expect(attestationAccount.decode(data)).toEqual(content);
    expect(outcome(() => attestationAccount.decode(data.subarray(0, -1)))).toBe(7023);
    const unknown = data.slice();
    unknown[ATTESTATION_LAYOUT.kindAt] = 3;
    expect(outcome(() => attestationAccount.decode(unknown))).toBe(7023);
  });

  it('of another kind are refused', () => {
    const data = pricingMatrixAccount.encode({ admin: owner, rows: [] });
    expect(() => userValidationStateAccount.decode(data)).toThrow(
      'not a UserValidationState: it starts with ad0d4016f84d6e6a',
    );
  });

  /** A result without attesters has zeros in their place. */
  const stored = (value: unknown) => {
    const isResult = typeof value === 'object' && value !== null && 'eventNode' in value;
    return isResult && 'attesters' in value && value.attesters === null
      ? { ...value, attesters: { set: ZERO_ADDRESS, least: 0 } }
      : value;
  };

  it.each([
    ['Market', marketAccount, market],
    ['Parlay', parlayAccount, parlay],
    ['Position', positionAccount, position],
    ['ProofBuffer', proofBufferAccount, proofBuffer],
    ['Result', matchResultAccount, matchResult],
    ['Config', oracleConfigAccount, oracleConfig],
    ['AttesterSet', attesterSetAccount, attesterSet],
  ])('of the kind %s survive a round trip, and Anchor reads the same', (name, account, contents) => {
    const { decode, encode } = account as AccountKind<unknown>;
    const program = ['Config', 'AttesterSet'].includes(name) ? 'oracle' : 'settlement';
    const file = new URL(`../../../../programs/artifacts/${program}.json`, import.meta.url);
    const { coder } = new Program(JSON.parse(readFileSync(file, 'utf8')), { connection: {} as never });
    const kind = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
    fc.assert(
      fc.property(contents as fc.Arbitrary<unknown>, (value) => {
        const data = encode(value);
        expect(decode(data)).toEqual(value);
        expect(fromAnchor(coder.accounts.decode(kind, Buffer.from(data)))).toEqual(asAnchor(inStructs(stored(value))));
      }),
      { seed: 3, numRuns: 60 },
    );
  });
});

describe('a byte that no sport has', () => {
  const [someMarket] = fc.sample(market, { seed: 6, numRuns: 1 });
  const [someResult] = fc.sample(matchResult, { seed: 6, numRuns: 1 });
  if (!someMarket || !someResult) throw new Error('no samples');
  const { terms } = someMarket;
  const about = { fixtureId: 7, finality: 'finalised', attesters: null } as const;
  const [posting] = fc.sample(INSTRUCTION_ARGUMENTS.postResult, { seed: 6, numRuns: 1 });
  const ofMarket = (sport: Sport) => marketAccount.encode({ ...someMarket, terms: { ...terms, sport } });
  const ofResult = (sport: Sport) => matchResultAccount.encode({ ...someResult, sport });
  const creation = (sport: Sport) => createMarket.encode({ id: 1n, terms: { ...terms, sport } });
  const post = (sport: Sport) => postResult.encode({ ...(posting as ArgsOf<typeof postResult>), sport });
  const bufferedPost = (sport: Sport) => postResultFromBuffer.encode({ ...about, sport });

  it.each<[string, string, (sport: Sport) => Uint8Array, { readonly decode: (data: Uint8Array) => unknown }]>([
    ['a Market', 'UnexpectedAccount', ofMarket, marketAccount],
    ['a Result', 'UnexpectedAccount', ofResult, matchResultAccount],
    ['create_market', 'InvalidInstructionData', creation, createMarket],
    ['post_result', 'InvalidInstructionData', post, postResult],
    ['post_result_from_buffer', 'InvalidInstructionData', bufferedPost, postResultFromBuffer],
  ])('is refused in %s by %s, which gives the byte', (_, name, encode, { decode }) => {
    const data = encode('soccer');
    const other = encode('us-football');
    const places = [...data.keys()].filter((at) => data[at] !== other[at]);
    const [at = 0] = places;
    expect([places.length, data[at], other[at]]).toEqual([1, 1, 6]);
    for (const byte of [0, 3, 4, 5, 7, 255]) {
      data[at] = byte;
      const { name: found, message } = thrown(() => decode(data));
      expect(found).toBe(name);
      expect(message).toContain(
        `sport): expected one of the bytes 1 (soccer), 2 (basketball), 6 (us-football), found ${byte}.`,
      );
    }
  });

  it('has no word, and no other word has a byte', () => {
    for (const sport of ['Soccer', 'football', 1, 6, undefined, 'constructor'])
      expect(outcome(() => bufferedPost(sport as Sport))).toBe(INVALID_NUMBER);
  });
});

/** The programs nest the pool's fields in a separate struct, which does not change the Borsh bytes. */
function inStructs(value: unknown): unknown {
  const entries = Object.entries(value as object);
  const isPool = ([name]: [string, unknown]) => name in poolFields;
  if (!entries.some(isPool)) return value;
  const pool = Object.fromEntries(entries.filter(isPool));
  return { ...Object.fromEntries(entries.filter((entry) => !isPool(entry))), pool };
}
