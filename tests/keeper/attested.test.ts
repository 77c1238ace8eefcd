import { describe, expect, it } from 'vitest';
import type { KeeperOptions } from '../../ts/keeper/keeperOptions.js';
import { slotTimeOf } from '../../ts/sdk/format/slotTime.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { proveAndVerify } from '../../ts/sdk/prove/proveAndVerify.js';
import { API_TOKEN } from '../helpers/keeper/fakeService.js';
import { amended, finalOf } from '../helpers/keeper/finalRecords.js';
import type { ScorelineRecord } from '../helpers/scoreline/scoreline.js';
import { TestAttesters } from '../helpers/settlement/attesters.js';
import { AWAY_WINS, HOME_WINS, KICK_OFF, type MarketOptions } from '../helpers/settlement/market.js';
import { TestResult } from '../helpers/settlement/result.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

/** Markets with attesters: a record without vouchers never hides one that has them. */

const HOUR = 3_600;
const WINDOW = 6 * HOUR;
const PATIENCE = 900;
const scene = new KeeperWorld().each();

/** The outcome is 0 when home wins, 1 when away wins, 2 when it is level. */
async function match(options: MarketOptions = {}, script?: 'abandoned') {
  const records = scene.play({ totals: { 1: 2, 7: 4, 8: 3 }, ...(script && { script }) });
  const attesters = new TestAttesters(scene.chain, LOCALNET_PROGRAM_IDS.oracle);
  const terms = { attesters: attesters.least(2), challengeWindow: WINDOW, outcomes: [HOME_WINS, AWAY_WINS] };
  const market = await scene.backed({ ...terms, ...options });
  const vouch = ({ Ts }: ScorelineRecord, bits = 0b0011) => attesters.vouch(slotTimeOf(Ts), bits);
  let seq = Math.max(...records.map(({ Seq }) => Seq));
  /** Feeds a record like this one, so many seconds after it. */
  const feed = (like: ScorelineRecord, after: number, Stats: Record<number, number>, more = {}) => {
    const record = { ...like, ...more, Seq: ++seq, Id: 90_000 + seq, Ts: like.Ts + after * 1000 };
    const fed = { ...record, Stats: { ...like.Stats, ...Stats } };
    scene.service.feed('soccer', [fed]);
    return fed;
  };
  const stateOf = async () => {
    const { state, proposal } = await market.read();
    return state === 'Open' ? state : `${state} ${proposal.void ? 'void' : proposal.outcome}`;
  };
  /** A round of a keeper without history, so many seconds after kick-off. */
  const act = async (time: number, given: Partial<KeeperOptions> = {}) => {
    await scene.at(time);
    scene.lines.length = 0;
    await scene.keeper(given).round();
    return await stateOf();
  };
  return { records, attesters, market, vouch, feed, act, deadline: market.terms.voidAfter - KICK_OFF };
}

const LEVEL = { 1: 1, 2: 1 };
const AWAY = { 1: 0, 2: 1 };

describe('a later record without vouchers', () => {
  it.each([
    ['of a later action', {}],
    ['of the same action', { Id: null }],
  ])('and with another outcome, %s, is waited for until a day after its slot', async (_, { Id }: { Id?: null }) => {
    const { records, vouch, act } = await match();
    const final = finalOf(records);
    vouch(final);
    const later = amended(records, 900_000, AWAY);
    scene.service.feed('soccer', [Id === null ? { ...later, Id: final.Id } : later]);
    expect(await act(AFTER + 1_800)).toBe('Open');
    expect(scene.events().at(-1)).toBe('no proof: NotAttested');
    const { epochDay, slot } = slotTimeOf(later.Ts);
    const ends = (epochDay * 288 + slot + 1) * 300 - KICK_OFF;
    expect(await act(ends + 24 * HOUR - 1)).toBe('Open');
    expect(await act(ends + 24 * HOUR)).toBe('Proposed 0');
    expect(await act(ends + 24 * HOUR + WINDOW)).toBe('Final 0');
  });

  it('settles once it has them', async () => {
    const { records, vouch, feed, act } = await match();
    vouch(finalOf(records));
    const later = feed(finalOf(records), 900, AWAY);
    expect(await act(AFTER + 1_800)).toBe('Open');
    vouch(later, 0b0001);
    expect(await act(AFTER + 3_600)).toBe('Open');
    vouch(later);
    expect(await act(AFTER + 5_400)).toBe('Proposed 1');
  });

  it('is not waited for in the last hour in which a proposal can become final before the market is void', async () => {
    const { records, vouch, feed, act, deadline } = await match({ latest: KICK_OFF + 3 * HOUR });
    vouch(finalOf(records));
    const { Ts } = feed(finalOf(records), 900, AWAY);
    // A day after its slot would be later.
    expect(Ts / 1000 + 24 * HOUR - KICK_OFF).toBeGreaterThan(deadline - WINDOW - HOUR);
    expect(await act(deadline - WINDOW - HOUR - 1)).toBe('Open');
    expect(await act(deadline - WINDOW - HOUR)).toBe('Proposed 0');
  });

  it('and with the same outcome delays nothing, however many there are', async () => {
    const { records, vouch, feed, act } = await match();
    vouch(finalOf(records));
    for (let i = 1; i <= 6; i++) feed(finalOf(records), 300 * i, { 7: 4 + i });
    expect(await act(AFTER + 3_600)).toBe('Proposed 0');
  });

  it('that is not final yet does not delay it for longer either', async () => {
    const { records, vouch, feed, act } = await match();
    vouch(finalOf(records));
    feed(finalOf(records), 300, AWAY, { StatusId: 4, Action: 'action_amend' });
    expect(await act(AFTER + 1_800)).toBe('Open');
    expect(scene.events().at(-1)).toBe('no proof: CorrectionUnderWay');
    expect(await act(AFTER + 24 * HOUR)).toBe('Proposed 0');
  });

  it('does not put off the correction of a proposal', async () => {
    const { records, vouch, feed, act } = await match();
    const final = finalOf(records);
    vouch(final);
    expect(await act(AFTER)).toBe('Proposed 0');
    vouch(feed(final, 600, AWAY));
    feed(final, 1_200, LEVEL);
    expect(await act(AFTER + 1_800)).toBe('Proposed 1');
    expect(await act(AFTER + 1_800 + WINDOW)).toBe('Proposed 1');
    expect(await act(AFTER + 1_800 + WINDOW + PATIENCE)).toBe('Final 1');
  });

  it('is not in the way when the newest with vouchers cannot be proven: an older one settles, not a void', async () => {
    const { records, vouch, feed, act, deadline } = await match();
    const final = finalOf(records);
    vouch(final);
    const later = [600, 900, 1_200, 1_500, 1_800].map((after) => feed(final, after, AWAY));
    for (const one of later) vouch(one);
    const unproven = new Set(later.map(({ Seq }) => String(Seq)));
    scene.service.lie = (url, document) =>
      url.pathname.includes('stat-validation') && unproven.has(url.searchParams.get('seq') ?? '') ? {} : document;
    expect(await act(AFTER + 3_600)).toBe('Open');
    expect(await act(deadline + HOUR)).toBe('Proposed 0');
  });

  it('is all there is: the market becomes void', async () => {
    const { act, deadline } = await match();
    expect(await act(deadline)).toBe('Open');
    expect(await act(deadline + HOUR)).toBe('Void 0');
  });
});

describe('the result of a set that its operator named', () => {
  const start = async (options: MarketOptions = {}) => {
    const made = await match(options);
    const { attesters, market } = made;
    const result = new TestResult(scene.chain, { ...market.terms });
    const goals = async () => ((await result.bytes()) ? (await result.facts()).map(([, value]) => value) : null);
    const round = (time: number) => made.act(time, { results: 'always', attesters: [attesters.set] });
    return { ...made, result, goals, round };
  };

  it('is posted once it has the vouchers, and its window begins then', async () => {
    const { records, vouch, goals, round } = await start();
    expect([await round(AFTER), await goals()]).toEqual(['Open', null]);
    vouch(finalOf(records));
    expect([await round(AFTER + HOUR), await goals()]).toEqual(['Open', [2, 0]]);
    expect(scene.events()).toContain('post_result');
    expect(await round(AFTER + HOUR + WINDOW - 60)).toBe('Open');
    expect(await round(AFTER + HOUR + WINDOW + 60)).toBe('Final 0');
  });

  it('is corrected at once, whatever follows without vouchers', async () => {
    const { records, vouch, feed, goals, round } = await start();
    const final = finalOf(records);
    vouch(final);
    expect([await round(AFTER), await goals()]).toEqual(['Open', [2, 0]]);
    vouch(feed(final, 600, AWAY));
    feed(final, 1_200, LEVEL);
    expect([await round(AFTER + 1_800), await goals()]).toEqual(['Open', [0, 1]]);
    // The last record is one to wait for, so it is another day until the keeper itself makes the market final.
    expect(await round(AFTER + 26 * HOUR)).toBe('Final 1');
  });

  it('waits for vouchers of a later record for a day', async () => {
    const { records, vouch, feed, goals, round } = await start();
    vouch(finalOf(records));
    feed(finalOf(records), 900, AWAY);
    expect([await round(AFTER + HOUR), await goals()]).toEqual(['Open', null]);
    expect([await round(AFTER + 25 * HOUR), await goals()]).toEqual(['Open', [2, 0]]);
  });

  it('waits for them no longer once a proposal could not become final before the market is void', async () => {
    const { records, vouch, feed, goals, round, deadline } = await start({ latest: KICK_OFF + 3 * HOUR });
    vouch(finalOf(records));
    feed(finalOf(records), 900, AWAY);
    const last = deadline - WINDOW - HOUR;
    expect([await round(last - 1), await goals()]).toEqual(['Open', null]);
    await round(last);
    expect(await goals()).toEqual([2, 0]);
  });

  it('is left alone by a keeper of other sets, which settles the market by itself', async () => {
    const { records, vouch, goals, act } = await start();
    vouch(finalOf(records));
    expect(await act(AFTER, { results: 'always', attesters: [scene.chain.address()] })).toBe('Proposed 0');
    expect(await goals()).toBeNull();
  });
});

describe('an abandoned match', () => {
  const VOIDABLE = { abandonmentVoids: true };
  const lastOf = (records: readonly ScorelineRecord[]) => records.at(-1) as ScorelineRecord;

  it('is proposed as void by the record with vouchers, however many follow without', async () => {
    const { records, vouch, feed, act } = await match(VOIDABLE, 'abandoned');
    vouch(lastOf(records));
    for (let i = 1; i <= 6; i++) feed(lastOf(records), 300 * i, {});
    expect(await act(6 * HOUR)).toBe('Proposed void');
  });

  it('that is said to go on, but not by attesters, is proposed as void a day later', async () => {
    const { records, vouch, feed, act } = await match(VOIDABLE, 'abandoned');
    vouch(lastOf(records));
    feed(lastOf(records), 600, {}, { StatusId: 4 });
    expect(await act(6 * HOUR)).toBe('Open');
    expect(await act(32 * HOUR)).toBe('Proposed void');
  });

  it('is not proposed as void while vouchers of a final record may come', async () => {
    const { records, vouch, feed, act } = await match(VOIDABLE, 'abandoned');
    vouch(lastOf(records));
    const final = feed(lastOf(records), 600, { 1: 2 }, { StatusId: 100 });
    expect(await act(6 * HOUR)).toBe('Open');
    vouch(final);
    expect(await act(7 * HOUR)).toBe('Proposed 0');
  });
});

it('proveAndVerify skips any number of slots without vouchers', async () => {
  const { records, vouch, feed, market } = await match();
  const final = finalOf(records);
  vouch(final);
  for (let i = 1; i <= 6; i++) feed(final, 300 * i, AWAY);
  await scene.at(AFTER + 3_600);
  const { fixtureId, attesters } = market.terms;
  const found = await proveAndVerify({
    service: scene.service.baseUrl,
    apiToken: API_TOKEN,
    rpc: scene.node,
    oracle: LOCALNET_PROGRAM_IDS.oracle,
    fixture: fixtureId,
    sport: 'soccer',
    keys: [1, 2],
    final: true,
    ...(attesters && { attesters }),
  });
  expect(found.seq).toBe(final.Seq);
});
