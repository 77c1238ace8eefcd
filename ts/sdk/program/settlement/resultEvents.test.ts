import { readFileSync } from 'node:fs';
import { Program } from '@coral-xyz/anchor';
import { concatBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { expect, it } from 'vitest';
import { asAnchor, fromAnchor } from '../../../../tests/helpers/anchorValue.js';
import { key } from '../../../../tests/helpers/sampleMarket.js';
import { addressBytes } from '../address/address.js';
import { eventDiscriminator } from '../discriminator.js';
import { decodeResultEvent } from './resultEvents.js';

const file = new URL('../../../../programs/artifacts/settlement.json', import.meta.url);
const { coder } = new Program(JSON.parse(readFileSync(file, 'utf8')), { connection: {} as never });

const le = (value: bigint, width: number): Uint8Array =>
  Uint8Array.from({ length: width }, (_, i) => Number((BigInt.asUintN(64, value) >> BigInt(8 * i)) & 0xffn));
const EVENTS: readonly [string, readonly Uint8Array[], object][] = [
  [
    'MarketSettled',
    [addressBytes(key(3)), Uint8Array.of(2, 1), le(2n ** 63n, 8), le(5n, 4), le(2n ** 31n, 4)],
    { market: key(3), state: 'Final', outcome: 1, orderKey: 2n ** 63n, since: { seconds: 5, slot: 2 ** 31 } },
  ],
  [
    'ResultPosted',
    [addressBytes(key(4)), le(-7n, 8), Uint8Array.of(6, 1), le(9n, 8), le(10n, 4), le(2n, 4), le(1n, 4), le(1002n, 4)],
    {
      ...{ result: key(4), fixtureId: -7, sport: 'us-football', finality: 'regular-time' },
      ...{ orderKey: 9n, period: 10, statKeys: [1, 1002] },
    },
  ],
  ['ResultContradicted', [addressBytes(key(4)), le(9n, 8)], { result: key(4), orderKey: 9n }],
  ['ResultClosed', [addressBytes(key(4))], { result: key(4) }],
];

it.each(EVENTS)('%s is decoded, as Anchor decodes it', (kind, parts, value) => {
  const data = concatBytes(eventDiscriminator(kind), ...parts);
  expect(decodeResultEvent(data)).toEqual({ kind, ...value });
  const read = coder.events.decode(base64.encode(data));
  expect(read?.name).toBe(kind.charAt(0).toLowerCase() + kind.slice(1));
  expect(fromAnchor(read?.data)).toEqual(asAnchor(value));
});

it.each(EVENTS)('%s with a byte less or more is nothing', (kind, parts) => {
  const data = concatBytes(eventDiscriminator(kind), ...parts);
  expect(decodeResultEvent(data.subarray(0, -1))).toBeNull();
  expect(decodeResultEvent(Uint8Array.of(...data, 0))).toBeNull();
  expect(decodeResultEvent(data.subarray(1))).toBeNull();
  expect(decodeResultEvent(new Uint8Array())).toBeNull();
});
