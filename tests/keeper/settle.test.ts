import { describe, expect, it } from 'vitest';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import { amended, finalOf } from '../helpers/keeper/finalRecords.js';
import { momentAt } from '../helpers/moments.js';
import { allOf, HOME_WINS, KICK_OFF, single, type TestMarket } from '../helpers/settlement/market.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

/** Every record is published by then, s after kick-off. */
const scene = new KeeperWorld().each();

/** State and proposed outcome. */
const stateOf = async (market: TestMarket) => {
  const { state, proposal } = await market.read();
  return state === 'Open' ? state : `${state} ${proposal.void ? 'void' : proposal.outcome}`;
};

describe('the keeper settles', () => {
  it.each(['described', 'observed'] as const)('a 2–0 result, in the %s wire', async (wire) => {
    scene.service.wire = wire;
    scene.play({ totals: { 1: 2 } });
    const market = await scene.backed();
    await scene.at(AFTER);
    const keeper = scene.keeper();
    const round = await keeper.round();
    expect(scene.actions()).toEqual(['settle']);
    expect(round).toMatchObject({ sent: 1, failures: 0, wakeAt: KICK_OFF + AFTER + 3_600 });
    expect(await stateOf(market)).toBe('Proposed 0');
    // A present leaf proves finality; no witness is requested.
    expect(scene.service.asked('stat-validation')).toBe(1);
    expect(await keeper.metrics.text()).toContain('transactions_total{action="settle",outcome="landed"} 1');
  });

  it.each(['described', 'observed'] as const)(
    'a 0–0 result with corners, by a witness that it finds, in the %s wire',
    async (wire) => {
      scene.service.wire = wire;
      const records = scene.play({ totals: { 7: 3, 8: 1 } });
      const market = await scene.backed();
      await scene.at(AFTER);
      expect(await scene.keeper().round()).toMatchObject({ sent: 1, failures: 0 });
      expect(await stateOf(market)).toBe('Proposed 1');
      const asked = scene.service.requests.filter((path) => path.includes('stat-validation'));
      const seq = finalOf(records).Seq;
      expect(asked.map((path) => decodeURIComponent(path.split('?')[1] ?? ''))).toEqual([
        expect.stringContaining(`seq=${seq}&statKeys=1,2`),
        expect.stringMatching(new RegExp(`seq=${seq}&statKeys=\\d*[78]$`)),
      ]);
      expect(scene.lines.find(({ event }) => event === 'settle')).toMatchObject({
        version: 3,
        witness: expect.any(Number),
      });
    },
  );

  it('with the compact form when the full form does not fit', async () => {
    const records = scene.play({ totals: { 1: 2 } });
    // A busy slot: the main tree has twelve levels.
    const final = finalOf(records);
    const others = Array.from({ length: 2_100 }, (_, i) => ({ ...final, FixtureId: 20_000_001 + i, Seq: 0, Id: 0 }));
    scene.service.feed('soccer', others);
    const market = await scene.backed({
      statKeys: [1, 2, 4, 5, 6],
      outcomes: [allOf(...[0, -1, -1, -1, -1].map((threshold, i) => single(i, 'greaterThan', threshold)))],
    });
    await scene.at(AFTER);
    expect(await scene.keeper().round()).toMatchObject({ sent: 1, failures: 0 });
    expect(scene.lines.find(({ event }) => event === 'settle')).toMatchObject({ version: 3, form: 'compact' });
    expect(await stateOf(market)).toBe('Proposed 0');
  });

  it('an all-zero match with the signed form, if the terms name a signer', async () => {
    scene.play({ script: 'allZero' });
    const signed = await scene.backed({ signer: scene.key.publicKey });
    const unsigned = await scene.backed();
    await scene.at(AFTER);
    const keeper = scene.keeper();
    expect(await keeper.round()).toMatchObject({ markets: 2, sent: 1, failures: 0 });
    expect(await stateOf(signed)).toBe('Proposed 1');
    expect(scene.service.asked('validation-v4')).toBe(1);
    expect(await stateOf(unsigned)).toBe('Open');
    expect(scene.events()).toContain('no proof: NothingPresent');
    expect(await keeper.metrics.text()).toContain('no_proof_total{reason="NothingPresent"} 1');
  });

  it('no market on a stat that its source does not state: it asks once, and says that it ends void', async () => {
    const records = scene.play({ totals: { 1: 2, 7: 4 } });
    for (const record of records) {
      const stated = Object.entries(record.Stats).filter(([key]) => Number(key) % 1_000 <= 6);
      Object.assign(record, { Stats: Object.fromEntries(stated) });
    }
    const corners = await scene.backed({ statKeys: [7, 8], abandonmentVoids: false });
    const goals = await scene.backed({ abandonmentVoids: false });
    await scene.at(AFTER);
    const keeper = scene.keeper({ explain: true });
    for (let round = 0; round < 3; round++) {
      expect(await keeper.round()).toMatchObject({ sent: round === 0 ? 1 : 0, failures: 0 });
      if (round === 0) scene.service.requests.length = 0;
    }
    expect([await stateOf(corners), await stateOf(goals)]).toEqual(['Open', 'Proposed 0']);
    expect(scene.service.requests.filter((path) => path.includes('stat-validation'))).toEqual([]);
    expect(scene.lines.filter(({ event, market }) => event === 'end' && market === corners.address)).toMatchObject([
      { reason: expect.stringMatching(/^Ends void at 20.*: No record of fixture \d+ states 7, 8, so/) },
    ]);
  });

  it('a signed-final market with the signed form only', async () => {
    scene.play();
    const market = await scene.backed({ signer: scene.key.publicKey, finality: 'signed-final' });
    await scene.at(AFTER);
    await scene.keeper().round();
    expect(await stateOf(market)).toBe('Proposed 0');
    expect([scene.service.asked('validation-v3'), scene.service.asked('validation-v4')]).toEqual([0, 1]);
  });

  it.each([
    ['soccer', { 1: 3, 2: 1 }, [1, 2]],
    ['basketball', { 1: 31, 2: 24, 9: 5 }, [1, 2]],
    ['us-football', { 1: 20, 2: 17 }, [1, 2]],
  ] as const)('a match of %s', async (sport: Sport, totals, statKeys) => {
    scene.play({ sport, totals });
    const market = await scene.backed({ sport, statKeys: [...statKeys], latest: KICK_OFF + 86_400 });
    await scene.at(6 * 3_600);
    await scene.keeper().round();
    expect(await stateOf(market)).toBe('Proposed 0');
  });

  it('neither before the match has ended nor before its last slot is published', async () => {
    const records = scene.play();
    const market = await scene.backed();
    const final = finalOf(records);
    const keeper = scene.keeper();
    const outcome = async (at: number) => {
      await scene.at(at);
      const round = await keeper.round();
      return [round.sent, round.failures, scene.events().at(-1)];
    };
    expect(await outcome(-60)).toEqual([0, 0, expect.stringMatching(/^waits until 2026-/)]);
    expect(await outcome(3_000)).toEqual([0, 0, 'no proof: NotFinal']);
    const ended = Math.floor(final.Ts / 1000) - KICK_OFF;
    expect(await outcome(ended + 1)).toEqual([0, 0, 'no proof: NotPublished']);
    // Logged once for as long as it stays so.
    const said = scene.lines.length;
    await keeper.round();
    expect(scene.lines.length).toBe(said);
    expect(await outcome(AFTER)).toEqual([1, 0, 'nothing to correct']);
    expect(scene.actions()).toEqual(['settle']);
    expect(await stateOf(market)).toBe('Proposed 0');
  });

  it('a half-time market at half-time, but no full-time market with that record', async () => {
    scene.play({ totals: { 1: 2, 2: 1, 7: 4, 8: 4 }, script: 'halfTime' });
    const half = await scene.backed({ finality: 'half-time', statKeys: [1001, 1002], outcomes: [HOME_WINS] });
    const whole = await scene.backed();
    await scene.at(3_900);
    await scene.keeper().round();
    expect(await stateOf(half)).toBe('Proposed 0');
    expect(await stateOf(whole)).toBe('Open');
  });

  it('no half-time market with a record in play', async () => {
    scene.play({ totals: { 1: 2, 2: 1, 7: 4 }, script: 'halfTime' });
    const half = await scene.backed({ finality: 'half-time', statKeys: [1001, 1002], outcomes: [HOME_WINS] });
    await scene.at(2_600);
    // Even if the service labels a record in play as half-time.
    scene.service.lie = (url, document) =>
      url.pathname.includes('snapshot')
        ? (document as { Ts: number }[])
            .filter(({ Ts }) => Ts < scene.service.now - 600_000)
            .map((record) => ({ ...record, StatusId: 3 }))
        : document;
    expect(await scene.keeper().round()).toMatchObject({ sent: 0, failures: 1 });
    expect(await stateOf(half)).toBe('Open');
    expect(scene.lines.find(({ event }) => event.startsWith('proof refused'))).toMatchObject({ error: 6219 });
  });

  it('a regular-time market with a record that the list of latest records hides', async () => {
    const records = scene.play({ totals: { 1: 1, 7: 2 } });
    // Extra time: the status action shows only its last record, and 100 does not count for totals.
    const played = records.find(({ StatusId }) => StatusId === 5);
    if (!played) throw new Error('no full time');
    scene.service.feed('soccer', [
      { ...played, Seq: 9_000, Ts: played.Ts + 600_000, StatusId: 7, Stats: { ...played.Stats, 2: 1, 4002: 1 } },
      { ...finalOf(records), Seq: 9_001, Ts: played.Ts + 900_000, Stats: { ...played.Stats, 2: 1, 4002: 1 } },
    ]);
    const regular = await scene.backed({ finality: 'regular-time' });
    const whole = await scene.backed();
    await scene.at(AFTER);
    await scene.keeper().round();
    expect(await stateOf(regular)).toBe('Proposed 0');
    expect(await stateOf(whole)).toBe('Proposed 1');
    expect(scene.service.asked('historical')).toBe(1);
  });

  it('the first of three outcomes that holds', async () => {
    scene.play({ totals: { 1: 1, 2: 1, 7: 2 } });
    const market = await scene.backed({
      outcomes: [HOME_WINS, allOf(single(0, 'lessThan', 2), single(1, 'lessThan', 2))],
    });
    await scene.at(AFTER);
    await scene.keeper().round();
    expect(await stateOf(market)).toBe('Proposed 1');
  });

  it('nothing with a record outside the times of the market', async () => {
    scene.play();
    const market = await scene.backed({ earliest: KICK_OFF, latest: KICK_OFF + 600 });
    await scene.at(AFTER);
    expect(await scene.keeper().round()).toMatchObject({ sent: 0, failures: 0 });
    expect(scene.events().at(-1)).toBe('no proof: OutsideTimes');
    expect(await stateOf(market)).toBe('Open');
  });
});

describe('a correction after full time', () => {
  it.each([
    ['in the same slot', 1_000],
    ['in a later slot', 400_000],
  ])('%s replaces the proposal', async (_, later) => {
    const records = scene.play({ totals: { 1: 1, 7: 2 } });
    const market = await scene.backed({ challengeWindow: 7_200 });
    await scene.at(AFTER);
    const keeper = scene.keeper();
    await keeper.round();
    expect(await stateOf(market)).toBe('Proposed 0');
    const first = (await market.read()).proposal;

    scene.service.feed('soccer', [amended(records, later, { 2: 1 })]);
    await scene.at(AFTER + 600);
    expect(await keeper.round()).toMatchObject({ sent: 1, failures: 0 });
    expect(scene.actions()).toEqual(['settle', 'correct']);
    expect(await stateOf(market)).toBe('Proposed 1');
    const second = (await market.read()).proposal;
    expect(second.orderKey > first.orderKey).toBe(true);
    expect(second.orderKey >> 28n === first.orderKey >> 28n).toBe(later < 300_000);
    expect(second.since.seconds).toBe(KICK_OFF + AFTER + 600);
    // And nothing else.
    await scene.at(AFTER + 700);
    expect(await keeper.round()).toMatchObject({ sent: 0, failures: 0 });
  });

  it('with the same outcome costs no transaction', async () => {
    const records = scene.play({ totals: { 1: 1, 7: 2 } });
    const market = await scene.backed();
    await scene.at(AFTER);
    await scene.keeper().round();
    scene.service.feed('soccer', [amended(records, 400_000, { 1: 2 })]);
    await scene.at(AFTER + 600);
    const asked = scene.service.asked('stat-validation');
    expect(await scene.keeper().round()).toMatchObject({ sent: 0, failures: 0 });
    expect(scene.service.asked('stat-validation')).toBe(asked);
    expect(await stateOf(market)).toBe('Proposed 0');
  });

  it('is awaited when it is known but unpublished: the older proof would be wrong', async () => {
    const records = scene.play({ totals: { 1: 1, 7: 2 } });
    const market = await scene.backed({ challengeWindow: 0 });
    scene.service.feed('soccer', [amended(records, 600_000, { 2: 1 })]);
    const amendedAt = Math.floor((finalOf(records).Ts + 600_000) / 1000) - KICK_OFF;
    await scene.at(amendedAt + 1);
    expect(await scene.keeper().round()).toMatchObject({ sent: 0 });
    expect(scene.events().at(-1)).toBe('no proof: NotPublished');
    await scene.at(amendedAt + 400);
    await scene.keeper().round();
    expect(await stateOf(market)).toBe('Final 1');
  });

  it('is looked for before a proposal is finalised', async () => {
    const records = scene.play({ totals: { 1: 1, 7: 2 } });
    const market = await scene.backed({ challengeWindow: 60 });
    await scene.at(AFTER);
    await scene.keeper().round();
    scene.service.feed('soccer', [amended(records, 400_000, { 2: 1 })]);
    await scene.at(AFTER + 3_600);
    await scene.keeper().round();
    expect(await stateOf(market)).toBe('Proposed 1');
    await scene.at(AFTER + 3_661);
    await scene.keeper().round();
    expect(await stateOf(market)).toBe('Final 1');
  });

  it('is not attempted when the proposal is from a later update than any served', async () => {
    scene.play();
    const market = await scene.backed();
    await scene.at(AFTER);
    const proposal = { outcome: 1, orderKey: 2n ** 60n, since: momentAt(KICK_OFF + AFTER), void: false };
    await market.overwrite({ state: 'Proposed', proposal });
    expect(await scene.keeper().round()).toMatchObject({ sent: 0, failures: 0 });
    expect(scene.events()).toEqual(['nothing to correct']);
  });

  it('replaces a void proposal, whatever its order key', async () => {
    scene.play();
    const market = await scene.backed();
    await scene.at(AFTER);
    const proposal = { outcome: 0, orderKey: 2n ** 60n, since: momentAt(KICK_OFF + AFTER), void: true };
    await market.overwrite({ state: 'Proposed', proposal });
    await scene.keeper().round();
    expect(await stateOf(market)).toBe('Proposed 0');
  });
});
