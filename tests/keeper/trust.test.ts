import { describe, expect, it } from 'vitest';
import { scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { httpProofSource } from '../../ts/sdk/prove/httpProofSource.js';
import { expectFires } from '../helpers/deploy/firing.js';
import type { TestMarket } from '../helpers/settlement/market.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

const scene = new KeeperWorld().each();

interface V3 {
  StatsToProve: { Stat: { Key: number; Value: number; Period: number } }[];
  EventStatRoot: string;
  Summary: { FixtureId: number };
}

/** A market whose match is over. */
async function settleable(): Promise<TestMarket> {
  scene.play();
  const market = await scene.backed();
  await scene.at(AFTER);
  return market;
}

const isProof = (url: URL): boolean => url.pathname.includes('stat-validation');

describe('a service that lies', () => {
  /** The change to a proof, and the verifier's error number. */
  const lies: [string, (proof: V3) => unknown, number][] = [
    [
      'about a value',
      (proof) => {
        for (const { Stat } of proof.StatsToProve) if (Stat.Key === 1) Stat.Value = 0;
        return proof;
      },
      6023,
    ],
    [
      'about a period',
      (proof) => {
        for (const { Stat } of proof.StatsToProve) Stat.Period = 4;
        return proof;
      },
      6023,
    ],
    ['about the root', (proof) => ({ ...proof, EventStatRoot: Buffer.alloc(32, 7).toString('base64') }), 6022],
    ['about the fixture', (proof) => ({ ...proof, Summary: { ...proof.Summary, FixtureId: 1 } }), 6217],
    ['with other keys', (proof) => ({ ...proof, StatsToProve: [...proof.StatsToProve].reverse() }), 6218],
    ['with no proof at all', () => ({ hello: 'world' }), 7001],
    ['with half a proof', ({ StatsToProve, ...proof }) => proof, 7001],
    ['with text', () => '<html>', 7000],
  ];

  it.each(lies)('%s settles nothing', async (_, change, number) => {
    const market = await settleable();
    scene.service.lie = (url, document) => (isProof(url) ? change(structuredClone(document) as V3) : document);
    const keeper = scene.keeper();
    expect(await keeper.round()).toMatchObject({ sent: 0, failures: 1 });
    expect((await market.read()).state).toBe('Open');
    expect(scene.node.landed).toEqual([]);
    expect(scene.lines.find(({ event }) => event.startsWith('proof refused'))).toMatchObject({ error: number });
    expect(await keeper.metrics.text()).toContain(`proofs_refused_total{error="${number}"} 1`);
    if (number === 6022) expectFires('LinesmanProofsRefused', await keeper.metrics.text());
  });

  it('with the valid proof of another fixture settles nothing', async () => {
    scene.play({ totals: { 1: 2, 2: 1 } });
    const other = (await scene.backed()).terms.fixtureId;
    const market = await settleable();
    scene.service.redirect = (url) => {
      if (isProof(url)) url.searchParams.set('fixtureId', `${other}`);
      return url;
    };
    await scene.keeper({ markets: [market.address] }).round();
    expect((await market.read()).state).toBe('Open');
  });

  it('with the valid proof of an older record settles nothing', async () => {
    const records = scene.play({ totals: { 1: 2, 7: 3 } });
    const goal = records.find(({ Stats }) => Stats[1] === 1);
    const market = await scene.backed();
    await scene.at(AFTER);
    scene.service.redirect = (url) => {
      if (isProof(url)) url.searchParams.set('seq', `${goal?.Seq}`);
      return url;
    };
    expect(await scene.keeper().round()).toMatchObject({ sent: 0, failures: 1 });
    expect((await market.read()).state).toBe('Open');
  });

  it('with the final record before a correction settles nothing', async () => {
    const records = scene.play({ totals: { 1: 1, 7: 3 } });
    const final = records.find(({ StatusId }) => StatusId === 100);
    if (!final) throw new Error('no final record');
    const market = await scene.backed();
    scene.service.feed('soccer', [
      { ...final, Seq: 9_000, Ts: final.Ts + 1_000, Action: 'amend', Stats: { ...final.Stats, 2: 1 } },
    ]);
    await scene.at(AFTER);
    scene.service.redirect = (url) => {
      if (isProof(url)) url.searchParams.set('seq', `${final.Seq}`);
      return url;
    };
    expect(await scene.keeper().round()).toMatchObject({ sent: 0, failures: 1 });
    expect(scene.lines.find(({ event }) => event.startsWith('proof refused'))).toMatchObject({ error: 7028 });
    expect((await market.read()).state).toBe('Open');
  });

  it('about the witness settles nothing', async () => {
    scene.play({ totals: { 7: 3 } });
    const market = await scene.backed();
    await scene.at(AFTER);
    scene.service.lie = (url, document) => {
      const proof = structuredClone(document) as V3;
      if (isProof(url) && proof.StatsToProve.length === 1) for (const { Stat } of proof.StatsToProve) Stat.Value += 1;
      return proof;
    };
    expect(await scene.keeper().round()).toMatchObject({ sent: 0, failures: 1 });
    expect((await market.read()).state).toBe('Open');
    expect(scene.lines.find(({ event }) => event.startsWith('proof refused'))).toMatchObject({ error: 6023 });
  });

  it('about a root that is not on chain settles nothing', async () => {
    const market = await settleable();
    // A forged batch whose paths are consistent with each other.
    scene.play({ totals: { 2: 3 }, fixtureId: 16_000_000 });
    const keeper = scene.keeper();
    expect(await keeper.round()).toMatchObject({ sent: 0 });
    expect((await market.read()).state).toBe('Open');
    expect(scene.lines.find(({ event }) => event.startsWith('proof refused'))).toMatchObject({ error: 6004 });
  });

  it('about a root in an account that is not the oracle program’s settles nothing', async () => {
    const market = await settleable();
    const { time } = scene.service.batches.at(-1) ?? {};
    const { address } = scoresRootsAddress(time?.epochDay ?? 0, LOCALNET_PROGRAM_IDS.oracle);
    const roots = await scene.chain.account(address);
    scene.chain.setAccount(address, LOCALNET_PROGRAM_IDS.settlement, roots?.data ?? new Uint8Array());
    expect(await scene.keeper().round()).toMatchObject({ sent: 0, failures: 1 });
    expect(scene.lines.find(({ event }) => event.startsWith('proof refused'))).toMatchObject({ error: 6234 });
    expect((await market.read()).state).toBe('Open');
  });

  it('is trusted again when it tells the truth', async () => {
    const market = await settleable();
    const keeper = scene.keeper();
    scene.service.lie = (url, document) => (isProof(url) ? {} : document);
    await keeper.round();
    scene.service.lie = (_, document) => document;
    // The keeper first leaves it alone for a while.
    expect(await keeper.round()).toMatchObject({ sent: 0 });
    scene.timers.pass(5_000);
    expect(await keeper.round()).toMatchObject({ sent: 1, failures: 0 });
    expect((await market.read()).state).toBe('Proposed');
  });
});

describe('a service in trouble', () => {
  it('is asked again after 5xx, with growing delays', async () => {
    const market = await settleable();
    scene.service.troubles.push({ status: 500 }, { status: 503 }, { status: 502 });
    const keeper = scene.keeper();
    expect(await keeper.round()).toMatchObject({ sent: 1, failures: 0 });
    expect(scene.timers.slept.slice(0, 3)).toEqual([250, 500, 1_000]);
    expect((await market.read()).state).toBe('Proposed');
    expect(await keeper.metrics.text()).toContain('service_answers_total{endpoint="/auth/guest/start",status="503"} 1');
  });

  it.each([
    ['seconds', () => '7'],
    ['a date', () => new Date(scene.timers.now() + 7_000).toUTCString()],
  ])('is left alone for as long as Retry-After says, in %s', async (_, header) => {
    await settleable();
    scene.service.troubles.push({ status: 429, headers: { 'retry-after': header() } });
    expect(await scene.keeper().round()).toMatchObject({ sent: 1, failures: 0 });
    expect(scene.timers.slept[0]).toBeGreaterThan(6_000);
    expect(scene.timers.slept[0]).toBeLessThanOrEqual(7_000);
  });

  it('is asked for a new session once when it refuses one', async () => {
    await settleable();
    const keeper = scene.keeper();
    await keeper.round();
    scene.service.expireSessions();
    scene.service.requests.length = 0;
    expect(await keeper.round()).toMatchObject({ failures: 0 });
    expect(scene.service.requests.map((path) => path.split('/').slice(0, 3).join('/'))).toEqual([
      '/api/scores',
      '/auth/guest',
      '/api/scores',
    ]);
  });

  it('that refuses every session is not asked for ever', async () => {
    const market = await settleable();
    const keeper = scene.keeper();
    await keeper.round();
    scene.service.expireSessions();
    scene.service.requests.length = 0;
    scene.service.down = { status: 401, body: 'Authorization failed: Invalid or expired guest JWT' };
    expect(await keeper.round()).toMatchObject({ sent: 0, failures: 1 });
    expect(scene.service.requests.length).toBeLessThan(4);
    expect(scene.lines.at(-1)).toMatchObject({ event: 'no proof: ServiceRefused' });
    expect((await market.read()).state).toBe('Proposed');
  });

  it('that is down for a whole round is tried in a later one', async () => {
    const market = await settleable();
    const keeper = scene.keeper();
    scene.service.down = { status: 503 };
    expect(await keeper.round()).toMatchObject({ sent: 0, failures: 1 });
    expect(scene.events().at(-1)).toBe('no proof: ServiceUnavailable');
    scene.service.down = null;
    scene.timers.pass(5_000);
    expect(await keeper.round()).toMatchObject({ sent: 1, failures: 0 });
    expect((await market.read()).state).toBe('Proposed');
  });

  it('that is down is not asked about every other match of the round', async () => {
    for (let matches = 0; matches < 4; matches++) {
      scene.play();
      await scene.backed();
    }
    await scene.at(AFTER);
    scene.service.down = { status: 503 };
    expect(await scene.keeper().round()).toMatchObject({ markets: 4, sent: 0, failures: 4 });
    expect(scene.service.requests.length).toBe(4);
  });

  it('that redirects elsewhere is not followed: the tokens stay here', async () => {
    await settleable();
    const keeper = scene.keeper();
    const elsewhere = { status: 307, headers: { location: `${scene.service.baseUrl}/elsewhere` } };
    scene.service.down = elsewhere;
    expect(await keeper.round()).toMatchObject({ sent: 0, failures: 1 });
    expect(scene.service.asked('elsewhere')).toBe(0);
  });

  it('that is unreachable is named', async () => {
    await settleable();
    const lonely = scene.keeper({
      source: httpProofSource({
        baseUrl: 'http://127.0.0.1:9',
        timers: scene.timers,
      }),
    });
    expect(await lonely.round()).toMatchObject({ sent: 0, failures: 1 });
    expect(scene.lines.at(-1)).toMatchObject({ event: 'no proof: ServiceUnavailable' });
  });

  it('does not get the API token before there is a session, and is not retried after 403', async () => {
    await settleable();
    const keeper = scene.keeper({ apiToken: 'another-token' });
    expect(await keeper.round()).toMatchObject({ sent: 0, failures: 1 });
    expect(scene.lines.at(-1)).toMatchObject({
      event: 'no proof: ServiceRefused',
      detail: expect.stringContaining('403: Access denied'),
    });
    expect(JSON.stringify(scene.lines)).not.toContain('another-token');
    expect(scene.service.requests.length).toBe(2);
  });
});
