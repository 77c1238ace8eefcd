import { describe, expect, it } from 'vitest';
import { configAddress } from '../../ts/sdk/program/address/oracle.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { ok, programLog, refusal } from '../helpers/settlement/chain.js';
import {
  allOf,
  binary,
  distance,
  HOME_WINS,
  KICK_OFF,
  type MarketOptions,
  single,
  TestMarket,
} from '../helpers/settlement/market.js';
import { configBytes, putConfig } from '../helpers/settlement/oracleConfig.js';
import { withSportByte } from '../helpers/settlement/sportByte.js';
import { makeMint, makeTokenAccount } from '../helpers/settlement/tokens.js';
import { DAY, World } from '../helpers/world/world.js';

const NOW = KICK_OFF - DAY;
const SIGNER = new Uint8Array(32).fill(0x51);
const NEXT_SIGNER = new Uint8Array(32).fill(0x52);
const NO_KEY = new Uint8Array(32);

const { chain } = new World();
const mint = makeMint(chain);
const feeAccount = makeTokenAccount(chain, { mint, owner: chain.payer.address });
putConfig(chain, LOCALNET_PROGRAM_IDS.oracle, SIGNER, NEXT_SIGNER);

const attempt = async (options: MarketOptions, addresses = {}) => {
  const outcome = await TestMarket.plan(chain, { mint, feeAccount, ...options }).create(addresses);
  return { refused: refusal(outcome), log: programLog(outcome) };
};

describe('create_market accepts', () => {
  const { stakesClose, latest, challengeWindow } = {
    stakesClose: KICK_OFF,
    latest: KICK_OFF + DAY,
    challengeWindow: 3_600,
  };
  const accepted: [string, MarketOptions][] = [
    ['the terms of the other tests', {}],
    ['stakes that close in a second', { stakesClose: NOW + 1 }],
    ['stakes that close in 400 days', { stakesClose: NOW + 400 * DAY }],
    ['one instant as the time of the event', { earliest: stakesClose, latest: stakesClose }],
    ['an event 30 days after the close', { latest: stakesClose + 30 * DAY }],
    ['no challenge window', { challengeWindow: 0 }],
    ['a window of 7 days', { challengeWindow: 7 * DAY }],
    ['the earliest deadline', { voidAfter: latest + challengeWindow + DAY }],
    ['the latest deadline', { voidAfter: latest + challengeWindow + 30 * DAY }],
    ['no fee', { feeBps: 0 }],
    ['a fee of 10 %', { feeBps: 1_000 }],
    ['one stake only', { minimumStake: 7n, maximumStake: 7n }],
    [
      'five keys',
      { statKeys: [1, 2, 7, 8, 3001], outcomes: [distance({ 0: 1, 1: 1, 2: 1, 3: 1, 4: 1 }, 'lessThan', 3)] },
    ],
    ['eight outcomes', { outcomes: [0, 1, 2, 3, 4, 5, 6].map((n) => allOf(binary(0, 'add', 1, 'equalTo', n))) }],
    [
      'a range: two predicates on one key',
      { statKeys: [1], outcomes: [allOf(single(0, 'greaterThan', 1), single(0, 'lessThan', 4))] },
    ],
    [
      'keys that different outcomes use',
      { outcomes: [allOf(single(0, 'greaterThan', 1)), allOf(single(1, 'greaterThan', 1))] },
    ],
    ['a distance of 0', { outcomes: [distance({ 0: 1, 1: 1 }, 'equalTo', 0)] }],
    ['basketball', { sport: 'basketball', statKeys: [1, 40036], outcomes: [HOME_WINS] }],
    ['US football', { sport: 'us-football', statKeys: [1, 40016], outcomes: [HOME_WINS] }],
    ['half-time keys', { finality: 'half-time', statKeys: [1001, 1002] }],
    ['regular-time keys', { finality: 'regular-time', statKeys: [1, 3002] }],
    ['the current oracle key', { signer: SIGNER }],
    ['the next oracle key', { signer: NEXT_SIGNER, finality: 'signed-final' }],
  ];
  it.each(accepted)('%s', async (_, options) => {
    const { refused, log } = await attempt(options);
    expect(refused, log).toBeNull();
  });
});

describe('create_market refuses', () => {
  const [always, never] = [allOf(), distance([], 'equalTo', 0)];
  const latest = KICK_OFF + DAY;
  const refused: [number, string, MarketOptions, string?][] = [
    [6201, 'one outcome', { outcomes: [] }, '1 outcomes'],
    [
      6201,
      'nine outcomes',
      { outcomes: Array.from({ length: 8 }, (_, n) => allOf(binary(0, 'add', 1, 'equalTo', n))) },
      '9 outcomes',
    ],
    [6201, 'a strategy that is always true', { outcomes: [HOME_WINS, always] }, 'outcome 1'],
    [6201, 'a distance without targets', { outcomes: [HOME_WINS, never] }, 'outcome 1'],
    [
      6201,
      'a distance without targets beside a predicate',
      { outcomes: [{ ...HOME_WINS, distancePredicate: never.distancePredicate }] },
      'outcome 0',
    ],
    [6201, 'a negative distance threshold', { outcomes: [distance({ 0: 1, 1: 1 }, 'lessThan', -1)] }, 'negative'],
    [6201, 'a key that no outcome uses', { outcomes: [allOf(single(1, 'greaterThan', 0))] }, 'stat key 1'],
    [
      6072,
      'targets without a distance',
      {
        outcomes: [
          {
            ...distance({ 0: 1, 1: 1 }, 'lessThan', 1),
            distancePredicate: null,
          },
        ],
      },
    ],
    [6073, 'an index beyond the keys', { outcomes: [HOME_WINS, allOf(single(2, 'greaterThan', 0))] }],
    [6073, 'an index of a distance beyond the keys', { outcomes: [HOME_WINS, distance({ 2: 0 }, 'lessThan', 1)] }],
    [6200, 'fixture 0', { fixtureId: 0 }, '1 <= fixture_id <= 2^48 - 1'],
    [6200, 'a fixture below 0', { fixtureId: -7 }, '1 <= fixture_id <= 2^48 - 1'],
    [6200, 'a fixture of 49 bits', { fixtureId: 2 ** 48 }, '1 <= fixture_id <= 2^48 - 1'],
    [
      6200,
      'a second oracle',
      { sources: [{ oracleProgram: LOCALNET_PROGRAM_IDS.oracle, fixtureId: 1, swapped: false, attesters: null }] },
      'sources = none',
    ],
    [6200, 'an agreement of nobody', { agree: 0 }, 'agree = 1'],
    [6200, 'an agreement of two', { agree: 2 }, 'agree = 1'],
    [6202, 'no key', { statKeys: [], outcomes: [always] }, '1 to 5'],
    [6202, 'six keys', { statKeys: [1, 2, 3, 4, 5, 6] }, '1 to 5'],
    [6202, 'a repeated key', { statKeys: [1, 1] }, 'distinct'],
    [
      6202,
      'a repeated key at the end',
      {
        statKeys: [1, 2, 3, 2],
        outcomes: [allOf(binary(0, 'add', 1, 'equalTo', 1), binary(2, 'add', 3, 'equalTo', 1))],
      },
      'distinct',
    ],
    [6202, 'a key without a bit', { statKeys: [1, 9] }, 'sport'],
    [6202, 'a key of another sport', { statKeys: [1, 10001] }, 'sport'],
    [6203, 'an extra-time key in a regular-time market', { finality: 'regular-time', statKeys: [1, 4001] }, 'policy'],
    [6203, 'a shoot-out key in a regular-time market', { finality: 'regular-time', statKeys: [6001, 6002] }, 'policy'],
    [6203, 'a total in a half-time market', { finality: 'half-time', statKeys: [1001, 2] }, 'policy'],
    [6203, 'a second-half key in a half-time market', { finality: 'half-time', statKeys: [1001, 3001] }, 'policy'],
    [
      6203,
      'a third-quarter key in a half-time market',
      { sport: 'basketball', finality: 'half-time', statKeys: [1001, 30001] },
      'policy',
    ],
    [6203, 'signed-final without a signer', { finality: 'signed-final' }, 'signer'],
    [6204, 'stakes that have closed', { stakesClose: NOW }, 'now < stakes_close'],
    [6204, 'stakes that close in 400 days and a second', { stakesClose: NOW + 400 * DAY + 1 }, '400 days'],
    [6204, 'events before the close', { earliest: KICK_OFF - 1 }, 'stakes_close <= earliest'],
    [6204, 'latest before earliest', { earliest: KICK_OFF + 10, latest: KICK_OFF + 9 }, 'earliest <= latest'],
    [6204, 'events 30 days and a second after the close', { latest: KICK_OFF + 30 * DAY + 1 }, '30 days'],
    [6204, 'a window of 7 days and a second', { challengeWindow: 7 * DAY + 1 }, '7 days'],
    [6204, 'a window of 136 years', { challengeWindow: 0xffff_ffff }, '7 days'],
    [6204, 'a deadline a second too early', { voidAfter: latest + 3_600 + DAY - 1 }, '1 day'],
    [6204, 'a deadline a second too late', { voidAfter: latest + 3_600 + 30 * DAY + 1 }, '30 days'],
    [6204, 'a close before 1970', { stakesClose: -(2 ** 52) }, 'now < stakes_close'],
    [6205, 'a fee of 10.01 %', { feeBps: 1_001 }, 'fee_bps'],
    [6205, 'a fee of 655 %', { feeBps: 65_535 }, 'fee_bps'],
    [6206, 'a minimum stake of 0', { minimumStake: 0n }, 'minimum_stake'],
    [6206, 'a minimum above the maximum', { minimumStake: 8n, maximumStake: 7n }, 'maximum_stake'],
    [6207, 'a signer that is no oracle key', { signer: new Uint8Array(32).fill(0x53) }],
    [6207, 'the absent key', { signer: NO_KEY }],
    [6231, 'another mint than the one given', { mint: KeyPair.fromSeed(new Uint8Array(32).fill(3)).address }],
    [
      6232,
      'another fee account than the one given',
      { feeAccount: KeyPair.fromSeed(new Uint8Array(32).fill(3)).address },
    ],
  ];
  it.each(refused)('%i %s', async (number, _, options, bound) => {
    // The accounts stay those of a valid market: only the terms are wrong.
    const { refused, log } = await attempt(options, { mint, feeAccount });
    expect(refused, log).toBe(number);
    if (bound) expect(log).toContain(bound);
  });

  it.each([0, 3, 4, 5, 7, 255])('6200 layout byte %i, which no sport has', async (byte) => {
    const plan = TestMarket.plan(chain, { mint, feeAccount });
    const outcome = await chain.send([withSportByte(plan.createInstruction(), byte)], [plan.creator]);
    expect([refusal(outcome), programLog(outcome)]).toEqual([6200, expect.stringContaining('sport')]);
  });

  it('6207 a signer of an oracle without a configuration', async () => {
    const stranger = chain.address();
    expect((await attempt({ signer: SIGNER, oracleProgram: stranger })).refused).toBe(6207);
    // The right bytes at that address under another program, and under the right program at another address.
    chain.setAccount(configAddress(stranger).address, LOCALNET_PROGRAM_IDS.oracle, configBytes(SIGNER));
    expect((await attempt({ signer: SIGNER, oracleProgram: stranger })).refused).toBe(6207);
    putConfig(chain, stranger, SIGNER);
    expect((await attempt({ signer: SIGNER, oracleProgram: stranger })).refused).toBeNull();
    expect((await attempt({ signer: NO_KEY, oracleProgram: stranger })).refused).toBe(6207);
    const elsewhere = chain.address();
    chain.setAccount(elsewhere, stranger, configBytes(SIGNER));
    const given = await attempt({ signer: SIGNER, oracleProgram: stranger }, { oracleConfig: elsewhere });
    expect(given.refused).toBe(6207);
  });

  it('6232, 6209, 6231 a fee account that cannot take the fee', async () => {
    const plan = TestMarket.plan(chain, { mint });
    // The vault itself: it exists by the time it is checked.
    const swallowing = TestMarket.plan(chain, { mint, creator: plan.creator, id: plan.id, feeAccount: plan.vault });
    expect(refusal(await swallowing.create())).toBe(6232);
    expect((await attempt({ feeAccount: chain.address() })).refused).toBe(6209);
    expect((await attempt({ feeAccount: mint })).refused).toBe(6209);
    const foreign = makeTokenAccount(chain, { mint: makeMint(chain), owner: chain.payer.address });
    expect((await attempt({ feeAccount: foreign })).refused).toBe(6231);
    ok(await TestMarket.plan(chain, { mint, feeAccount }).create());
  });
});
