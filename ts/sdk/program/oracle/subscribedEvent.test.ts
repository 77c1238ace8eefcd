import { describe, expect, it } from 'vitest';
import { addressOf } from '../address/address.js';
import { decodeSubscribed } from './subscribedEvent.js';

/** Discriminator; user; level 21, 12 weeks; start and end as i64, little endian. */
const OLDER = ['873b694cbeec8ae4', '07'.repeat(32), '15000c', '00d2496b00000000', '0090b86b00000000'];
/** Level 21, 187,500 tokens a week, a sample every 60 s, up to 5 leagues, market bundle 2. */
const ROW = ['1500', '6cdc020000000000', '3c000000', 'fbff', '0200'];
const bytes = (parts: readonly string[]) => Buffer.from(parts.join(''), 'hex');

const SAID = {
  user: addressOf(new Uint8Array(32).fill(7)),
  serviceLevelId: 21,
  weeks: 12,
  startTs: 1_800_000_000,
  endTs: 1_800_000_000 + 12 * 7 * 24 * 60 * 60,
};

describe('decodeSubscribed', () => {
  it('decodes the event with the row that was charged', () => {
    expect(decodeSubscribed(bytes([...OLDER, ...ROW]))).toEqual({
      ...SAID,
      row: {
        rowId: 21,
        pricePerWeekToken: 187_500n,
        samplingIntervalSec: 60,
        leagueBundleId: -5,
        marketBundleId: 2,
      },
    });
  });

  it('decodes the event of an older program, which does not contain the row', () => {
    expect(decodeSubscribed(bytes(OLDER))).toEqual({ ...SAID, row: null });
  });

  it('is null for anything else', () => {
    const event = bytes([...OLDER, ...ROW]);
    expect(decodeSubscribed(new Uint8Array(0))).toBeNull();
    expect(decodeSubscribed(new Uint8Array(event.length))).toBeNull();
    for (let length = 0; length < event.length; length++)
      if (length !== bytes(OLDER).length) expect(decodeSubscribed(event.subarray(0, length))).toBeNull();
    expect(decodeSubscribed(new Uint8Array([...event, 0]))).toBeNull();
  });
});
