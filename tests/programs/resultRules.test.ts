import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import type { MatchResult } from '../../ts/sdk/program/account/matchResult.js';
import { scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { type ResultSubject, resultAddress } from '../../ts/sdk/program/address/settlement.js';
import { loggedData } from '../../ts/sdk/program/loggedData.js';
import { LOCALNET_PROGRAM_IDS as programs } from '../../ts/sdk/program/programId.js';
import { settleManyInstruction } from '../../ts/sdk/program/settlement/batchInstructions.js';
import { postResultInstruction } from '../../ts/sdk/program/settlement/postResultInstruction.js';
import { fetchResult } from '../../ts/sdk/program/settlement/readResult.js';
import { decodeResultEvent } from '../../ts/sdk/program/settlement/resultEvents.js';
import { applyResultPost, checkResultPost } from '../../ts/sdk/program/settlement/rules/resultPost.js';
import { settleByResult } from '../../ts/sdk/program/settlement/rules/settleByResult.js';
import { ok, refusal } from '../helpers/settlement/chain.js';
import { FIXTURE, FULL_TIME, HOME_WINS, KICK_OFF, TestMarket } from '../helpers/settlement/market.js';
import { type PublishedSlot, soccerStats, type Update } from '../helpers/settlement/match.js';
import { DAY, final, World } from '../helpers/world/world.js';

/** The rules of results in TypeScript decide like the program: same content, same states, same error numbers. */

const SLOT = 300;
/** The program logs the sentence of why it skips a market. */
const SENTENCES = new Map<number, string>(
  JSON.parse(readFileSync('programs/artifacts/settlement.json', 'utf8')).errors.map(
    ({ code, msg }: { code: number; msg: string }) => [code, msg],
  ),
);

const usually = <T>(usual: T, ...others: T[]): fc.Arbitrary<T> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });

const update: fc.Arbitrary<Update> = fc.record({
  status: usually(100, 100, 5, 3, 4),
  stats: fc
    .record({ home: fc.nat(2), away: fc.nat(1), half: fc.nat(1) })
    .map(({ home, away, half }) => ({ ...soccerStats(home, away), 1001: half })),
});
const updates = fc.tuple(update, update);

/** An action of a user on a match. */
const step = fc.record({
  /** The oracle publishes another truth about a slot first. */
  republishes: fc.option(updates, { nil: null, freq: 8 }),
  slot: fc.nat(1),
  update: usually(1, 0),
  keys: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom([1, 2], [1, 2], [1, 2, 7], [1], [2, 7], [1, 7, 2], [1001], [1001, 1002]) },
    { weight: 1, arbitrary: fc.constantFrom([1, 2, 3], [5], [2, 2]) },
  ),
  version: fc.constantFrom('v2' as const, 'v3' as const),
  form: fc.constantFrom('full' as const, 'compact' as const),
  hasWitness: fc.boolean(),
  wait: usually(400, 0, 0, 4_000, 4_000, 95 * DAY),
});

/** The sport of the published matches, and a sport under which a user may post them. */
const [REAL, WRONG]: readonly [Sport, Sport] = ['soccer', 'basketball'];

const match = fc.record({
  finality: usually('finalised' as const, 'regular-time' as const, 'half-time' as const),
  sport: usually(REAL, REAL, REAL, WRONG),
  published: fc.tuple(updates, updates),
  steps: fc.array(step, { minLength: 3, maxLength: 7 }),
});

const { chain, oracle } = new World();

/** What `decide` gives, or the number of its error. */
function offline<T>(decide: () => T): T | number {
  try {
    return decide();
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    return error.number;
  }
}

const known = (result: MatchResult | null): MatchResult => {
  if (!result) throw new Error('there is no result');
  return result;
};

it('posts and settlements do on chain what the rules say', async () => {
  const met = new Map<string, number>();
  const meet = (what: string): void => void met.set(what, (met.get(what) ?? 0) + 1);
  const payer = chain.fundedKeypair();
  let now = 0;

  const post = async (
    subject: ResultSubject,
    slots: PublishedSlot[],
    one: (typeof played)[number]['steps'][number],
  ) => {
    // No multiproof has a leaf twice.
    const isRepeated = new Set(one.keys).size < one.keys.length;
    const proof = slots[one.slot]?.[isRepeated ? 'v2' : one.version](one.keys, one.update);
    if (!proof) throw new Error('no slot');
    // A zero in the compact form does not name a sport, so the compact form may accept a wrong sport that the full form
    // refuses.
    const form = subject.sport === REAL ? one.form : 'full';
    // The compact form leaves a witness out that it does not need.
    const isNeeded = proof.leaves.every(({ stat }) => stat.value === 0);
    const hasWitness = one.hasWitness && (form === 'full' || isNeeded);
    const witness = hasWitness ? { witness: slots[one.slot]?.leaf(8, one.update) as never } : {};
    const roots = scoresRootsAddress(Math.floor(FULL_TIME / DAY), programs.oracle).address;
    const data = (await chain.account(roots))?.data ?? new Uint8Array();
    const before = await fetchResult(chain, programs, subject);
    const given = { proof, ...witness };
    const expected = offline(() => applyResultPost(before, checkResultPost(subject, given, data, null), chain.moment));
    const make = () => postResultInstruction({ programs, payer: payer.address, subject, ...given, form });
    // Some proofs have no compact form.
    const instruction = offline(make);
    if (typeof instruction === 'number') return;
    const shown = refusal(await chain.send([instruction], [payer]));
    const after = await fetchResult(chain, programs, subject);
    if (typeof expected === 'number') {
      meet(`post ${expected}`);
      expect([shown, after]).toEqual([expected, before]);
      return;
    }
    meet(expected.effect);
    expect([shown, known(after)]).toEqual([null, { ...known(after), ...expected.result }]);
    if (before) expect(known(after)).toEqual({ ...before, ...expected.result });
  };

  const settle = async (subject: ResultSubject, market: TestMarket) => {
    const result = await fetchResult(chain, programs, subject);
    if (!result) return;
    const before = await market.read();
    const expected = offline(() => settleByResult(before, result, chain.moment));
    const { address } = resultAddress(subject, programs.settlement);
    const sent = await chain.send([settleManyInstruction(programs, address, [market.address])]);
    const after = await market.read();
    if (typeof expected === 'number') {
      meet(`market ${expected}`);
      expect([refusal(sent), after]).toEqual([6256, before]);
      expect(sent.logs.join('\n')).toContain(`${market.address}: ${SENTENCES.get(expected)}`);
      return;
    }
    meet(`${before.state} → ${expected.state}`);
    expect(refusal(sent)).toBeNull();
    expect({ state: after.state, proposal: after.proposal }).toEqual(expected);
  };

  const played = fc.sample(match, { seed: 41, numRuns: 60 });
  for (const [i, { finality, sport, published, steps }] of played.entries()) {
    const fixtureId = FIXTURE + 1_000 + 10 * i;
    const subject: ResultSubject = { oracleProgram: programs.oracle, fixtureId, sport, finality, attesters: null };
    await chain.setTime(KICK_OFF - DAY);
    const statKeys = finality === 'half-time' ? [1001, 1002] : [1, 2];
    const terms = { fixtureId, finality, sport, statKeys, outcomes: [HOME_WINS] };
    const markets = [
      await TestMarket.create(chain, { ...terms, challengeWindow: i % 3 === 0 ? 0 : 3_600 }),
      await TestMarket.create(chain, { ...terms, stakesClose: FULL_TIME + 1_500, earliest: FULL_TIME + 1_500 }),
      await TestMarket.create(chain, { ...terms, statKeys: statKeys.toReversed(), latest: FULL_TIME + 10 }),
      await TestMarket.create(chain, { ...terms, sport: sport === REAL ? WRONG : REAL }),
    ];
    const publish = (slot: number, of: readonly Update[]) => oracle.publish(fixtureId, FULL_TIME + SLOT * slot, of);
    const slots = published.map((of, slot) => publish(slot, of));
    now = FULL_TIME + 2 * SLOT;
    for (const one of steps) {
      now += one.wait;
      await chain.setTime(now);
      if (one.republishes) slots[one.slot] = publish(one.slot, one.republishes);
      await post(subject, slots, one);
      for (const market of markets) await settle(subject, market);
    }
  }
  // Each of these has been compared.
  const effects = ['created', 'replaced', 'added', 'contradicted'];
  const posts = [6202, 6203, 6219, 6220, 6222, 6254, 6255].map((number) => `post ${number}`);
  const skips = [6211, 6215, 6216, 6222, 6252, 6255, 6257, 6261].map((number) => `market ${number}`);
  const changes = ['Open → Proposed', 'Open → Final', 'Proposed → Proposed', 'Proposed → Final', 'Proposed → Void'];
  expect([...effects, ...posts, ...skips, ...changes].filter((name) => !met.has(name))).toEqual([]);
});

it('a result that shows another truth than the standing proposal voids the market', async () => {
  await chain.setTime(KICK_OFF - DAY);
  const fixtureId = FIXTURE + 5;
  const market = await TestMarket.create(chain, { fixtureId, outcomes: [HOME_WINS] });
  const publish = (home: number) => oracle.publish(fixtureId, FULL_TIME, [final(home, 1)]);
  const now = FULL_TIME + 600;
  await chain.setTime(now);
  ok(await market.settle(publish(2).v3([1, 2])));
  const payer = chain.fundedKeypair();
  const what = { programs, payer: payer.address, subject: market.terms, proof: publish(1).v3([1, 2]) };
  ok(await chain.send([postResultInstruction(what)], [payer]));

  const result = known(await fetchResult(chain, programs, market.terms));
  const expected = settleByResult(await market.read(), result, chain.moment);
  expect(expected.state).toBe('Void');
  const { address } = resultAddress(market.terms, programs.settlement);
  const sent = ok(await chain.send([settleManyInstruction(programs, address, [market.address])]));
  const { state, proposal } = await market.read();
  expect({ state, proposal }).toEqual(expected);
  const [event] = loggedData(sent.logs, programs.settlement, 0).map(decodeResultEvent);
  const { outcome, orderKey, since } = proposal;
  expect(event).toEqual({ kind: 'MarketSettled', market: market.address, state, outcome, orderKey, since });
});
