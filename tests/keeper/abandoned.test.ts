import { describe, expect, it } from 'vitest';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import { HOME_WINS, KICK_OFF, type MarketOptions } from '../helpers/settlement/market.js';
import { tokenAmount } from '../helpers/settlement/tokens.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

const DAY = 86_400;
const VOIDABLE: MarketOptions = { abandonmentVoids: true };

describe('a match that is called off', () => {
  const scene = new KeeperWorld().each();

  const act = async (time: number) => {
    await scene.at(time);
    scene.lines.length = 0;
    const round = await scene.keeper({ claim: true }).round();
    expect(round.failures).toBe(0);
    return scene.actions();
  };

  it.each([
    ['soccer', { 1: 2, 2: 1 }],
    ['basketball', { 1: 31, 2: 24, 9: 5 }],
    ['us-football', { 1: 20, 2: 17 }],
  ] as const)('%s: is proposed as void, and is void a day later', async (sport: Sport, totals) => {
    scene.play({ sport, totals, script: 'abandoned' });
    const market = await scene.backed({ ...VOIDABLE, sport });
    const late = 6 * 3_600;
    expect(await act(late)).toEqual(['propose_void']);
    expect(await market.read()).toMatchObject({
      state: 'Proposed',
      proposal: { void: true, since: { seconds: KICK_OFF + late } },
    });
    expect(await act(late + DAY - 1)).toEqual([]);
    expect(await act(late + DAY)).toEqual(['finalise', 'claim', 'claim']);
    expect(await market.read()).toMatchObject({ state: 'Void', owed: 0n });
    for (const { tokens } of market.stakers) expect(await tokenAmount(scene.chain, tokens)).toBe(1_000_000n);
  });

  it('is left to the deadline where the terms do not allow it', async () => {
    scene.play({ script: 'abandoned' });
    const market = await scene.backed();
    expect(await act(AFTER)).toEqual([]);
    expect(await act(market.terms.voidAfter - KICK_OFF)).toEqual(['void', 'claim', 'claim']);
  });

  it('before its start, without a stat, cannot be proven: the deadline voids it', async () => {
    scene.play({ script: 'cancelled' });
    const market = await scene.backed(VOIDABLE);
    expect(await act(AFTER)).toEqual([]);
    expect(scene.events()).toEqual(['called off, no proof of that: NothingPresent']);
    expect(await act(market.terms.voidAfter - KICK_OFF)).toEqual(['void', 'claim', 'claim']);
  });

  it('at 0–0 is proven by the signer, if the terms name one', async () => {
    const zeros = { 1: 0, 2: 0 };
    const records = scene.play({ script: 'abandoned' }).map((record) => ({ ...record, Stats: zeros }));
    scene.service.clear();
    scene.service.feed('soccer', records);
    const market = await scene.backed({ ...VOIDABLE, signer: scene.key.publicKey });
    expect(await act(AFTER)).toEqual(['propose_void']);
    expect((await market.read()).proposal.void).toBe(true);
    expect(scene.service.asked('validation-v4')).toBe(1);
  });

  it('is proposed before the first time that a result may have', async () => {
    scene.play({ script: 'abandoned' });
    const market = await scene.backed({ ...VOIDABLE, earliest: KICK_OFF + 2 * DAY });
    expect(await act(AFTER)).toEqual(['propose_void']);
    expect((await market.read()).proposal.void).toBe(true);
  });

  it('that is played after all: the result replaces the void proposal', async () => {
    const records = scene.play({ script: 'abandoned', totals: { 1: 2, 7: 3 } });
    const market = await scene.backed(VOIDABLE);
    expect(await act(AFTER)).toEqual(['propose_void']);
    const last = records.at(-1);
    if (!last) throw new Error('no records');
    const final = { ...last, Seq: last.Seq + 1, Ts: last.Ts + 3_600_000, StatusId: 100 };
    scene.service.feed('soccer', [{ ...final, Stats: { ...last.Stats, 1: 2, 2: 0, 7: 3 } }]);
    expect(await act(AFTER + 7_200)).toEqual(['correct']);
    expect(await market.read()).toMatchObject({ state: 'Proposed', proposal: { outcome: 0, void: false } });
  });

  it('after the deciding moment is settled, and no void is proposed while that proof is awaited', async () => {
    scene.play({ script: 'abandoned', totals: { 1: 2, 2: 1, 7: 4 } });
    const half: MarketOptions = { finality: 'half-time', statKeys: [1001, 1002], outcomes: [HOME_WINS] };
    const market = await scene.backed({ ...VOIDABLE, ...half });
    // The service temporarily does not find the half-time record.
    scene.service.redirect = (url) => {
      if (url.searchParams.get('statKeys')?.includes('1001')) url.searchParams.set('seq', '999999');
      return url;
    };
    expect(await act(AFTER)).toEqual([]);
    expect(scene.events()).toEqual(['no proof: NotFound']);
    scene.service.redirect = (url) => url;
    expect(await act(AFTER + 60)).toEqual(['settle']);
    expect((await market.read()).proposal.void).toBe(false);
  });

  it('that resumes is not proposed as void', async () => {
    const records = scene.play({ script: 'abandoned' });
    const last = records.at(-1);
    if (!last) throw new Error('no records');
    scene.service.feed('soccer', [
      { ...last, Seq: last.Seq + 1, Ts: last.Ts + 60_000, StatusId: 4, Action: 'resumed' },
    ]);
    const market = await scene.backed(VOIDABLE);
    expect(await act(AFTER)).toEqual([]);
    expect(scene.events()).toEqual(['no proof: NotFinal']);
    expect((await market.read()).state).toBe('Open');
  });

  it('is not believed when the service lies about it', async () => {
    scene.play({ script: 'halfTime' });
    const market = await scene.backed(VOIDABLE);
    scene.service.lie = (url, document) =>
      url.pathname.includes('snapshot')
        ? (document as object[]).map((record) => ({ ...record, StatusId: 15 }))
        : document;
    await scene.at(AFTER);
    expect(await scene.keeper().round()).toMatchObject({ sent: 0, failures: 1 });
    expect(scene.lines.find(({ event }) => event.startsWith('proof refused'))).toMatchObject({ error: 6241 });
    expect((await market.read()).state).toBe('Open');
  });

  it('is only reported in a dry run', async () => {
    scene.play({ script: 'abandoned' });
    const market = await scene.backed(VOIDABLE);
    await scene.at(AFTER);
    const keeper = scene.keeper({ dryRun: true });
    expect(await keeper.round()).toMatchObject({ sent: 1, failures: 0 });
    // A dry run explains: no result for a single market.
    expect(scene.events()).toEqual(['form', 'would propose_void']);
    expect((await market.read()).state).toBe('Open');
    expect(await keeper.metrics.text()).toContain('transactions_total{action="propose_void",outcome="dry_run"} 1');
  });
});
