import { describe, expect, it } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { proposeVoidInstructions } from '../../ts/sdk/program/settlement/proposeVoidInstructions.js';
import { checkVoidProposal } from '../../ts/sdk/program/settlement/rules/checkVoidProposal.js';
import type { StatProof, StatProofV3 } from '../../ts/sdk/proof/proof.js';
import { refusal } from '../helpers/settlement/chain.js';
import { FIXTURE, FULL_TIME, KICK_OFF, type MarketOptions, TestMarket } from '../helpers/settlement/market.js';
import { soccerStats } from '../helpers/settlement/match.js';
import { putConfig } from '../helpers/settlement/oracleConfig.js';
import { signedBy, withPeriods } from '../helpers/settlement/signed.js';
import { DAY, HOUR, World } from '../helpers/world/world.js';

describe('the offline check of a void proposal agrees with the program', () => {
  const KEY = new OracleKey(new Uint8Array(32).fill(9));
  const { oracle: ORACLE } = LOCALNET_PROGRAM_IDS;
  const signer = KEY.publicKey;

  const { chain, oracle, fullTime: publish } = new World({ time: KICK_OFF - HOUR });
  const roots = oracle.roots(Math.floor(FULL_TIME / DAY));
  putConfig(chain, ORACLE, KEY.publicKey);

  const at = (status: number | null, home = 2, away = 1) => ({ status, stats: soccerStats(home, away) });
  const v4 = (proof: StatProofV3, key = KEY): StatProof => signedBy(key, proof);

  it.each<[string, number | null, () => { proof: StatProof; options?: MarketOptions }]>([
    ['abandoned, one key', null, () => ({ proof: publish(at(15)).v3([7]) })],
    ['cancelled, the keys of the market, v2', null, () => ({ proof: publish(at(16)).v2([1, 2]) })],
    ['a zero beside a present stat', null, () => ({ proof: publish(at(15)).v3([3008, 1]) })],
    ['final', 6241, () => ({ proof: publish(at(100)).v3([1]) })],
    ['no status', 6241, () => ({ proof: publish(at(null)).v3([1]) })],
    ['zeros only', 6241, () => ({ proof: publish(at(15, 0, 0)).v3([1, 2]) })],
    [
      'terms that do not allow it',
      6240,
      () => ({ proof: publish(at(15)).v3([1]), options: { abandonmentVoids: false } }),
    ],
    ['another fixture', 6217, () => ({ proof: oracle.publish(FIXTURE + 9, FULL_TIME, [at(15)]).v3([1]) })],
    [
      'before `earliest`',
      null,
      () => ({ proof: publish(at(15)).v3([1]), options: { earliest: FULL_TIME + 300, latest: FULL_TIME + 300 } }),
    ],
    ['before stakes close', 6216, () => ({ proof: publish(at(15)).v3([1]), options: { stakesClose: FULL_TIME + 1 } })],
    ['as stakes close', null, () => ({ proof: publish(at(15)).v3([1]), options: { stakesClose: FULL_TIME } })],
    ['too late', 6216, () => ({ proof: publish(at(15)).v3([1]), options: { latest: FULL_TIME - 1 } })],
    ['last in time', null, () => ({ proof: publish(at(15)).v3([1]), options: { latest: FULL_TIME } })],
    [
      'not the published root',
      6004,
      () => {
        const slot = publish(at(15, 3, 0));
        publish(at(15));
        return { proof: slot.v3([1]) };
      },
    ],
    [
      'signed, zeros only',
      null,
      () => ({ proof: v4(withPeriods(publish(at(15, 0, 0)).v3([1, 2]), 15, 15)), options: { signer } }),
    ],
    [
      'signed, two periods',
      6237,
      () => ({ proof: v4(withPeriods(publish(at(15, 0, 0)).v3([1, 2]), 15, 16)), options: { signer } }),
    ],
    ['signed, final', 6241, () => ({ proof: v4(publish(at(100)).v3([1])), options: { signer } })],
  ])('%s', async (_, expected, make) => {
    await chain.setTime(KICK_OFF - 3_600);
    const { options, proof } = make();
    const market = await TestMarket.create(chain, { abandonmentVoids: true, ...options });
    await chain.setTime(FULL_TIME + 600);
    const { address, terms } = market;
    const onChain = refusal(
      await chain.send(proposeVoidInstructions({ programs: LOCALNET_PROGRAM_IDS, market: address, terms, proof })),
    );
    let offline: number | null = null;
    let orderKey: bigint | undefined;
    try {
      const account = await chain.account(roots);
      if (!account) throw new Error('no roots');
      ({ orderKey } = checkVoidProposal(terms, proof, account.data, null));
    } catch (error) {
      if (!(error instanceof LinesmanError)) throw error;
      offline = error.number;
    }
    expect([offline, onChain]).toEqual([expected, expected]);
    if (offline === null) expect((await market.read()).proposal).toMatchObject({ void: true, orderKey });
  });
});
