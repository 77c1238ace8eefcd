import { describe, expect, it } from 'vitest';
import { priorityFeeOf } from '../../ts/keeper/priorityFee.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { KICK_OFF, TestMarket } from '../helpers/settlement/market.js';
import { makeTokenAccount, tokenAmount } from '../helpers/settlement/tokens.js';
import { AFTER, KeeperWorld } from '../helpers/world/keeperWorld.js';

const scene = new KeeperWorld().each();

describe('the life of a market', () => {
  it('runs from the end of the match to the last payment, each step by another keeper', async () => {
    scene.play({ totals: { 1: 2, 7: 1 } });
    const market = await scene.backed();
    const [winner, loser] = market.stakers;
    if (!winner || !loser) throw new Error('nobody staked');
    const act = async (time: number) => {
      await scene.at(time);
      scene.lines.length = 0;
      await scene.keeper({ claim: true }).round();
      return scene.actions();
    };
    expect(await act(-1)).toEqual([]);
    expect(await act(AFTER)).toEqual(['settle']);
    expect(await act(AFTER + 3_599)).toEqual([]);
    expect(await act(AFTER + 3_600)).toEqual(['finalise', 'claim', 'claim', 'sweep']);
    expect(await act(AFTER + 3_601)).toEqual([]);
    expect(await market.read()).toMatchObject({ state: 'Final', owed: 0n, openPositions: 0n });
    // The fee is 2.5 % of the losing 1,000.
    expect(await tokenAmount(scene.chain, winner.tokens)).toBe(1_000_000n + 975n);
    expect(await tokenAmount(scene.chain, loser.tokens)).toBe(1_000_000n - 1_000n);
    expect(await tokenAmount(scene.chain, market.terms.feeAccount)).toBe(25n);
  });

  it('without a window ends in one round', async () => {
    scene.play();
    const market = await scene.backed({ challengeWindow: 0 });
    await scene.at(AFTER);
    await scene.keeper().round();
    expect(scene.actions()).toEqual(['settle', 'sweep']);
    expect((await market.read()).openPositions).toBe(2n);
  });

  it('ends with a void when nobody can settle it', async () => {
    scene.play({ script: 'halfTime' });
    const market = await scene.backed();
    const { voidAfter } = market.terms;
    await scene.at(voidAfter - KICK_OFF - 1);
    expect(await scene.keeper().round()).toMatchObject({ sent: 0, wakeAt: voidAfter });
    await scene.at(voidAfter - KICK_OFF);
    await scene.keeper({ claim: true }).round();
    expect(scene.actions()).toEqual(['void', 'claim', 'claim']);
    expect(await market.read()).toMatchObject({ state: 'Void', owed: 0n });
    for (const { tokens } of market.stakers) expect(await tokenAmount(scene.chain, tokens)).toBe(1_000_000n);
  });

  it('allows settling after the deadline when there is a proof', async () => {
    scene.play();
    const market = await scene.backed();
    await scene.at(market.terms.voidAfter - KICK_OFF + 10);
    await scene.keeper().round();
    expect(scene.actions()).toEqual(['settle']);
  });

  it('is neither voided nor finalised while the service is briefly down', async () => {
    scene.play();
    const open = await scene.backed();
    const proposed = await scene.backed();
    await scene.at(AFTER);
    await scene.keeper({ markets: [proposed.address] }).round();
    scene.service.down = { status: 503 };
    const act = async (time: number) => {
      await scene.at(time);
      scene.lines.length = 0;
      await scene.keeper().round();
      return scene.events().filter((event) => !/^(started|stopped)$/.test(event));
    };
    expect(await act(AFTER + 3_600)).toEqual([
      'no proof: ServiceUnavailable',
      'no proof: ServiceUnavailable, finalise put off',
    ]);
    expect(await act(AFTER + 3_600 + 900)).toEqual([
      'no proof: ServiceUnavailable',
      'no proof: ServiceUnavailable',
      'finalise',
      'sweep',
    ]);
    const deadline = open.terms.voidAfter - KICK_OFF;
    expect(await act(deadline)).toContain('no proof: ServiceUnavailable, void put off');
    expect(await act(deadline + 900)).toContain('void');
    expect((await open.read()).state).toBe('Void');
  });

  it('continues for the others when one position cannot be paid', async () => {
    scene.play();
    const market = await scene.backed({ challengeWindow: 0 });
    const [winner] = market.stakers;
    if (!winner) throw new Error('nobody staked');
    // The winner's account is frozen.
    makeTokenAccount(scene.chain, {
      mint: market.terms.mint,
      owner: winner.publicKey,
      frozen: true,
      address: winner.tokens,
    });
    await scene.at(AFTER);
    expect(await scene.keeper({ claim: true }).round()).toMatchObject({ failures: 1 });
    expect(scene.actions()).toEqual(['settle', 'claim', 'sweep']);
    expect((await market.read()).openPositions).toBe(1n);
  });

  it("does not forward a stranger's small gift", async () => {
    scene.play();
    const market = await scene.backed({ challengeWindow: 0, feeBps: 0 });
    makeTokenAccount(scene.chain, {
      mint: market.terms.mint,
      owner: market.address,
      amount: 2_007n,
      address: market.vault,
    });
    await scene.at(AFTER);
    await scene.keeper().round();
    expect(scene.actions()).toEqual(['settle']);
  });
});

describe('several keepers', () => {
  it('do everything exactly once when they run at the same time', async () => {
    scene.play();
    const markets = [await scene.backed(), await scene.backed(), await scene.backed()];
    const options = { claim: true, results: 'never' } as const;
    const keepers = [scene.keeper(options), scene.keeper(options)];
    const together = async (time: number) => {
      await scene.at(time);
      const rounds = await Promise.all(keepers.map((keeper) => keeper.round()));
      return rounds.map(({ failures }) => failures);
    };
    expect(await together(AFTER)).toEqual([0, 0]);
    expect(await together(AFTER + 3_600)).toEqual([0, 0]);
    for (const market of markets)
      expect(await market.read()).toMatchObject({ state: 'Final', owed: 0n, openPositions: 0n });
    // Settle, finalise and two claims once each; a second sweep moves nothing.
    const done = scene.actions();
    for (const [action, times] of Object.entries({ settle: 3, finalise: 3, claim: 6 }))
      expect([action, done.filter((one) => one === action).length]).toEqual([action, times]);
  });

  it('see that another keeper acted between simulation and sending', async () => {
    scene.play();
    const market = await scene.backed();
    await scene.at(AFTER);
    const slow = scene.keeper();
    scene.node.afterSimulation = async () => {
      await scene.keeper().round();
    };
    expect(await slow.round()).toMatchObject({ failures: 0 });
    expect(scene.actions()).toEqual(['settle']);
    expect(scene.events()).toContain('settle: somebody else was faster');
    expect(await slow.metrics.text()).toContain('transactions_total{action="settle",outcome="raced"} 1');
    expect((await market.read()).state).toBe('Proposed');
  });
});

describe('sending', () => {
  it('rebuilds the transaction when the blockhash expires', async () => {
    scene.play();
    const market = await scene.backed();
    await scene.at(AFTER);
    scene.node.losing = 2;
    const keeper = scene.keeper();
    expect(await keeper.round()).toMatchObject({ sent: 1, failures: 0 });
    expect((await market.read()).state).toBe('Proposed');
    expect(await keeper.metrics.text()).toContain('expired_blockhashes_total 2');
  });

  it('checks again when the blockhash has expired: the transaction may just have landed', async () => {
    scene.play();
    await scene.backed();
    await scene.at(AFTER);
    const { statuses, blockHeight } = scene.node;
    scene.node.statuses = async (signatures) => signatures.map(() => null);
    scene.node.blockHeight = async () => (scene.node.landed.length > 0 ? Number.MAX_SAFE_INTEGER : 0);
    const keeper = scene.keeper();
    expect(await keeper.round()).toMatchObject({ sent: 1, failures: 0 });
    Object.assign(scene.node, { statuses, blockHeight });
    expect(await keeper.metrics.text()).toContain('expired_blockhashes_total 0');
    expect(scene.actions()).toEqual(['settle']);
  });

  it('gives up after a few attempts and tries again later', async () => {
    scene.play();
    const market = await scene.backed();
    await scene.at(AFTER);
    scene.node.losing = 5;
    const keeper = scene.keeper();
    expect(await keeper.round()).toMatchObject({ sent: 0, failures: 1 });
    expect(scene.lines.at(-1)).toMatchObject({ event: 'settle failed', error: 7029 });
    scene.timers.pass(5_000);
    expect(await keeper.round()).toMatchObject({ sent: 1, failures: 0 });
    expect((await market.read()).state).toBe('Proposed');
  });

  it('does not send a second transaction when the answer to the first was lost', async () => {
    scene.play();
    await scene.backed();
    await scene.at(AFTER);
    const { send } = scene.node;
    scene.node.send = async (transaction) => {
      await send(transaction);
      throw new Error('connection reset');
    };
    expect(await scene.keeper().round()).toMatchObject({ sent: 1, failures: 0 });
    scene.node.send = send;
    expect(scene.node.landed.length).toBe(1);
  });

  it.each([
    ['1234', 1_234n],
    ['p50', 20n],
    ['p100', 1_000_000n],
  ])('pays the priority fee %s', async (text, expected) => {
    scene.play();
    await scene.backed();
    await scene.at(AFTER);
    scene.node.fees = [10, 9_999_999, 20, 30, 5];
    await scene.keeper({ priorityFee: priorityFeeOf(text) }).round();
    expect(scene.lines.find(({ event }) => event === 'settle')).toMatchObject({ microLamportsPerUnit: expected });
  });

  it('reports in a dry run what it would send', async () => {
    scene.play();
    const market = await scene.backed();
    await scene.at(AFTER);
    const keeper = scene.keeper({ dryRun: true });
    expect(await keeper.round()).toMatchObject({ sent: 1, failures: 0 });
    expect(scene.lines.at(-1)).toMatchObject({ event: 'would settle', market: market.address, outcome: 0 });
    expect(scene.node.landed).toEqual([]);
    expect((await market.read()).state).toBe('Open');
    expect(await keeper.metrics.text()).toContain('transactions_total{action="settle",outcome="dry_run"} 1');
  });
});

describe('the selection of markets', () => {
  it('works by address or by oracle', async () => {
    scene.play();
    const [one, other] = [await scene.backed(), await scene.backed()];
    await scene.at(AFTER);
    const nobody = scene.chain.address();
    expect(await scene.keeper({ oracles: [nobody] }).round()).toMatchObject({ markets: 0, sent: 0 });
    expect(await scene.keeper({ markets: [one.address] }).round()).toMatchObject({ markets: 1, sent: 1 });
    expect((await other.read()).state).toBe('Open');
    const oracles = [LOCALNET_PROGRAM_IDS.oracle];
    expect(await scene.keeper({ oracles }).round()).toMatchObject({ markets: 2, sent: 1 });
    expect((await other.read()).state).toBe('Proposed');
  });

  it('ignores markets with an unknown layout', async () => {
    scene.play();
    const market = await scene.backed();
    await market.setVersion(1);
    await scene.at(AFTER);
    const keeper = scene.keeper();
    expect(await keeper.round()).toMatchObject({ markets: 0, sent: 0, failures: 0 });
    expect(await keeper.metrics.text()).toContain('left_alone{kind="market",reason="unusable"} 1');
    // One that the operator has chosen is a failure.
    expect(await scene.keeper({ markets: [market.address] }).round()).toMatchObject({ markets: 0, failures: 1 });
    expect(scene.lines.at(-1)).toMatchObject({ error: 6251 });
  });

  it('names an account that is not a market, and continues', async () => {
    scene.play();
    const market = await scene.backed();
    const wrong = TestMarket.plan(scene.chain);
    await scene.at(AFTER);
    const markets = [wrong.address, market.terms.mint, market.address];
    expect(await scene.keeper({ markets }).round()).toMatchObject({ markets: 1, sent: 1, failures: 2 });
    expect(scene.lines.slice(0, 2)).toMatchObject([{ error: 7022 }, { error: 7023 }]);
  });
});

describe('the loop', () => {
  it('wakes by the clock and by changes, and stops at once, saying what was in flight', async () => {
    scene.play();
    const market = await scene.backed();
    await scene.at(-60);
    const stop = new AbortController();
    const naps: number[] = [];
    scene.timers.onSleep = async (ms) => {
      naps.push(ms);
      // First it waits for kick-off, at most one interval at a time; then the match is over.
      if (naps.length === 2) await scene.at(AFTER);
      // Stopped while the transaction is in flight.
      if (ms === 500) stop.abort();
    };
    const { statuses } = scene.node;
    // The node falls silent.
    scene.node.statuses = () => new Promise(() => {});
    const { send } = scene.node;
    let sent: Promise<void> | undefined;
    scene.node.send = (transaction) => {
      sent = send(transaction);
      return sent;
    };
    const keeper = scene.keeper({ interval: 20_000 });
    await keeper.run(stop.signal);
    Object.assign(scene.node, { statuses, send });
    expect(naps.slice(0, 2)).toEqual([1_000, 19_000]);
    expect(scene.actions()).toEqual([]);
    await sent;
    expect(scene.lines.slice(-2)).toMatchObject([
      { event: 'settle: stopped before its outcome was known', signature: scene.node.landed[0] },
      { event: 'stopped' },
    ]);
    expect(await keeper.metrics.text()).toContain('transactions_total{action="settle",outcome="unknown"} 1');
    expect((await market.read()).state).toBe('Proposed');
    expect(scene.node.watchers).toBe(0);
  });

  it('survives a chain that does not answer', async () => {
    const stop = new AbortController();
    const { accountsOf } = scene.node;
    let calls = 0;
    scene.node.accountsOf = async (...args) => {
      if (++calls === 1) throw new Error('fetch failed');
      stop.abort();
      return accountsOf(...args);
    };
    await scene.keeper().run(stop.signal);
    scene.node.accountsOf = accountsOf;
    expect(scene.events()).toEqual(['round failed', 'stopped']);
    // The failed query, then the query of the markets, whose answer is no longer awaited.
    expect(calls).toBe(2);
  });
});
