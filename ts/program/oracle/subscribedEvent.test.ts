import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { decodeSubscribed } from './subscribedEvent.js';

/** Discriminator; user; level 21, 12 weeks; start and end, i64 little endian. */
const EVENT = Buffer.from(
  ['873b694cbeec8ae4', '07'.repeat(32), '15000c', '00d2496b00000000', '0090b86b00000000'].join(''),
  'hex',
);

describe('decodeSubscribed', () => {
  it('reads the event', () => {
    expect(decodeSubscribed(EVENT)).toEqual({
      user: new PublicKey(new Uint8Array(32).fill(7)),
      serviceLevelId: 21,
      weeks: 12,
      startTs: 1_800_000_000,
      endTs: 1_800_000_000 + 12 * 7 * 24 * 60 * 60,
    });
  });

  it('is null for anything else', () => {
    expect(decodeSubscribed(new Uint8Array(0))).toBeNull();
    expect(decodeSubscribed(new Uint8Array(EVENT.length))).toBeNull();
    for (let length = 0; length < EVENT.length; length++)
      expect(decodeSubscribed(EVENT.subarray(0, length))).toBeNull();
    expect(decodeSubscribed(new Uint8Array([...EVENT, 0]))).toBeNull();
  });
});
