import { describe, expect, it } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import type { StatLeaf } from '../../ts/sdk/format/statValidationInput.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { checkSettlement, type SettlementProof } from '../../ts/sdk/program/settlement/rules/checkSettlement.js';
import { settleInstructions } from '../../ts/sdk/program/settlement/settleInstructions.js';
import type { StatProof, StatProofV3 } from '../../ts/sdk/proof/proof.js';
import { refusal } from '../helpers/settlement/chain.js';
import {
  FIXTURE,
  FULL_TIME,
  HOME_WINS,
  KICK_OFF,
  type MarketOptions,
  TestMarket,
} from '../helpers/settlement/market.js';
import { soccerStats } from '../helpers/settlement/match.js';
import { putConfig } from '../helpers/settlement/oracleConfig.js';
import { signedBy, withPeriods } from '../helpers/settlement/signed.js';
import { DAY, final, HOUR, KEYS, World } from '../helpers/world/world.js';

/** The keeper judges like the settlement program: same outcome, same order key, same error number. */

const KEY = new OracleKey(new Uint8Array(32).fill(9));
const { oracle: ORACLE } = LOCALNET_PROGRAM_IDS;

const { chain, oracle, fullTime: publish } = new World({ time: KICK_OFF - HOUR });
const roots = oracle.roots(Math.floor(FULL_TIME / DAY));
putConfig(chain, ORACLE, KEY.publicKey);

type Made = SettlementProof & { readonly options?: MarketOptions };

const at = (status: number | null, home = 2, away = 1) => ({ status, stats: soccerStats(home, away) });

const v4 = (proof: StatProofV3, key = KEY): StatProof => signedBy(key, proof);
const other = (leaf: StatLeaf, change: Partial<StatLeaf['stat']>): StatLeaf => ({
  ...leaf,
  stat: { ...leaf.stat, ...change },
});
const signer = KEY.publicKey;

const cases: [string, () => Made][] = [
  ['final, v2', () => ({ proof: publish(final()).v2(KEYS) })],
  ['final, v3, second of three', () => ({ proof: publish(at(4), final(1, 1), at(4)).v3(KEYS, 1) })],
  ['half-time', () => ({ proof: publish(at(3)).v3(KEYS) })],
  ['no status', () => ({ proof: publish(at(null)).v3(KEYS) })],
  ['played out, not confirmed', () => ({ proof: publish(at(5)).v3(KEYS) })],
  ['played out, regular time', () => ({ proof: publish(at(5)).v3(KEYS), options: { finality: 'regular-time' } })],
  [
    'finalised, regular time, totals',
    () => ({ proof: publish(final()).v3(KEYS), options: { finality: 'regular-time' } }),
  ],
  [
    'finalised, regular time, halves',
    () => ({ proof: publish(final()).v3([3001, 3002]), options: { finality: 'regular-time', statKeys: [3001, 3002] } }),
  ],
  ['zero, no witness', () => ({ proof: publish(final(0, 0)).v3(KEYS) })],
  [
    'zero, with witness',
    () => {
      const slot = publish(final(0, 0));
      return { proof: slot.v3(KEYS), witness: slot.leaf(7) };
    },
  ],
  [
    'zero, witness of another update',
    () => {
      const slot = publish(final(0, 0), at(4, 0, 0));
      return { proof: slot.v3(KEYS), witness: slot.leaf(7, 1) };
    },
  ],
  [
    'zero, witness changed',
    () => {
      const slot = publish(final(0, 0));
      return { proof: slot.v3(KEYS), witness: other(slot.leaf(7), { value: 1 }) };
    },
  ],
  [
    'zero, witness not final',
    () => {
      const slot = publish(at(4, 0, 0));
      return { proof: slot.v3(KEYS), witness: slot.leaf(7) };
    },
  ],
  [
    'zero, witness absent',
    () => {
      const slot = publish(final(0, 0));
      return { proof: slot.v3(KEYS), witness: slot.leaf(5) };
    },
  ],
  ['other keys', () => ({ proof: publish(final()).v3([1, 3]) })],
  ['keys in another order', () => ({ proof: publish(final()).v3([2, 1]) })],
  ['too few keys', () => ({ proof: publish(final()).v3([1]) })],
  ['another fixture', () => ({ proof: oracle.publish(FIXTURE + 9, FULL_TIME, [final()]).v3(KEYS) })],
  ['too early', () => ({ proof: publish(final()).v3(KEYS), options: { earliest: FULL_TIME + 1 } })],
  ['just in time', () => ({ proof: publish(final()).v3(KEYS), options: { earliest: FULL_TIME } })],
  ['too late', () => ({ proof: publish(final()).v3(KEYS), options: { latest: FULL_TIME - 1 } })],
  ['last in time', () => ({ proof: publish(final()).v3(KEYS), options: { latest: FULL_TIME } })],
  ['another sport', () => ({ proof: publish(final(2, 0)).v3(KEYS), options: { sport: 'basketball' } })],
  [
    'not the published root',
    () => {
      const slot = publish(final(3, 0));
      publish(final());
      return { proof: slot.v3(KEYS) };
    },
  ],
  [
    'signed, signed-final',
    () => ({ proof: v4(publish(final()).v3(KEYS)), options: { signer, finality: 'signed-final' } }),
  ],
  [
    'unsigned, signed-final',
    () => ({ proof: publish(final()).v3(KEYS), options: { signer, finality: 'signed-final' } }),
  ],
  ['signed, not final', () => ({ proof: v4(publish(at(4)).v3(KEYS)), options: { signer } })],
  [
    'signed, all zero',
    () => ({ proof: v4(withPeriods(publish(final(0, 0)).v3(KEYS), 100, 100)), options: { signer } }),
  ],
  [
    'signed, all zero, not final',
    () => ({ proof: v4(withPeriods(publish(final(0, 0)).v3(KEYS), 4, 4)), options: { signer } }),
  ],
  [
    'signed, unequal periods',
    () => ({ proof: v4(withPeriods(publish(final(0, 0)).v3(KEYS), 100, 4)), options: { signer } }),
  ],
];

describe('the offline check agrees with the program', () => {
  it.each(cases)('%s', async (_, make) => {
    await chain.setTime(KICK_OFF - 3_600);
    const { options, ...given } = make();
    const market = await TestMarket.create(chain, { outcomes: [HOME_WINS], ...options });
    await chain.setTime(FULL_TIME + 600);
    const instructions = settleInstructions({
      programs: LOCALNET_PROGRAM_IDS,
      market: market.address,
      terms: market.terms,
      ...given,
    });
    const onChain = refusal(await chain.send(instructions));
    const { proposal } = await market.read();

    const account = await chain.account(roots);
    let offline: unknown;
    try {
      const { outcome, orderKey } = checkSettlement(market.terms, given, account?.data ?? new Uint8Array(), null);
      expect({ outcome, orderKey }).toEqual({ outcome: proposal.outcome, orderKey: proposal.orderKey });
      offline = null;
    } catch (error) {
      if (!(error instanceof LinesmanError)) throw error;
      offline = error.number;
    }
    expect(offline).toBe(onChain);
  });

  it('it also detects a forged signature, which this chain would not', async () => {
    const forged = v4(publish(final()).v3(KEYS), new OracleKey(new Uint8Array(32).fill(8)));
    await chain.setTime(KICK_OFF - 3_600);
    const { terms } = await TestMarket.create(chain, { signer, finality: 'signed-final' });
    const account = await chain.account(roots);
    expect(() => checkSettlement(terms, { proof: forged }, account?.data ?? new Uint8Array(), null)).toThrow(
      expect.objectContaining({ number: 6083 }),
    );
  });
});
