import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { momentAt } from '../../../../../tests/helpers/moments.js';
import { TERMS } from '../../../../../tests/helpers/sampleMarket.js';
import { accountWith, FINAL, proofOf, SCORES_ACCOUNT, TS } from '../../../../../tests/helpers/sampleSlot.js';
import { outcome } from '../../../../../tests/helpers/thrown.js';
import { statLeafHash } from '../../../format/scoreStat.js';
import { scoresSummaryLeafHash } from '../../../format/scoresBatchSummary.js';
import { sha256 } from '../../../format/sha256.js';
import { milliseconds } from '../../../format/slotTime.js';
import type { Sport } from '../../../format/sports/sports.js';
import { statKey } from '../../../format/statKey.js';
import { hashPair } from '../../../merkle/hashPair.js';
import { pathOf } from '../../../merkle/path.js';
import { buildTree } from '../../../merkle/tree.js';
import type { StatProof } from '../../../proof/proof.js';
import type { ResultSubject } from '../../address/settlement.js';
import { applyResultPost, checkResultPost, type ResultContent, type ResultPost } from './resultPost.js';

const { oracleProgram, fixtureId } = TERMS;
const SUBJECT: ResultSubject = { oracleProgram, fixtureId, sport: 'soccer', finality: 'finalised', attesters: null };
const DAY = 86_400;

describe('checkResultPost', () => {
  const check = (proof: StatProof, subject: Partial<ResultSubject> = {}) =>
    checkResultPost({ ...SUBJECT, ...subject }, { proof }, SCORES_ACCOUNT, null);
  const final = (...keys: number[]) => proofOf(3, { ...FINAL, keys });

  it('gives what the post would enter', () => {
    const proof = final(1, 2);
    const post = check(proof);
    expect(post.facts).toEqual([
      { kind: 'present', key: 1, value: 2, period: 100 },
      { kind: 'absent', key: 2, value: 0 },
    ]);
    expect(post).toMatchObject({ period: 100, minTimestamp: TS, maxTimestamp: TS + 60_000 });
    expect(post.orderKey).toBe((20_833n << 40n) | (96n << 28n) | 2n);
  });

  it('identifies the update by the node above its zero map and its stats', () => {
    const proof = final(1, 2);
    const [, { statProof: [, map] = [] } = {}] = proof.leaves;
    if (!map) throw new Error('no zero map');
    expect(check(proof).eventNode).toEqual(hashPair(sha256(map.hash), proof.eventStatRoot));
    expect(check(final(7)).eventNode).toEqual(check(proof).eventNode);
  });

  it('takes all versions, and reads no signature', () => {
    const signed = proofOf(4, FINAL);
    const forged = { ...signed, signature: new Uint8Array(64) };
    for (const proof of [proofOf(1, { ...FINAL, keys: [1, 7] }), proofOf(2), proofOf(3), signed, forged])
      expect(check(proof).period).toBe(100);
    expect(check(forged).proof.version).toBe(3);
  });

  it.each<[string, number, () => unknown]>([
    ['an unknown sport', 7165, () => check(final(1), { sport: 'Soccer' as Sport })],
    ['another fixture', 6217, () => check(final(1), { fixtureId: 9_000_002 })],
    ['no present leaf', 6220, () => check(final(2))],
    ['a period that does not decide', 6219, () => check(proofOf(3, { ...FINAL, record: 0, keys: [1] }))],
    ['the end with extra time for regular time', 6219, () => check(final(1001), { finality: 'regular-time' })],
    ['a signer', 6203, () => check(final(1), { finality: 'signed-final' })],
    ['a key that half-time does not settle', 6203, () => check(final(1), { finality: 'half-time' })],
  ])('refuses %s (%i)', (_, number, run) => {
    expect(outcome(run)).toBe(number);
  });

  it('takes keys of the first half at half-time', () => {
    expect(check(final(1001), { finality: 'half-time' }).facts).toHaveLength(1);
  });

  it('refuses a repeated key (6202)', () => {
    const proof = proofOf(2, { ...FINAL, keys: [1] });
    expect(outcome(() => check({ ...proof, leaves: [...proof.leaves, ...proof.leaves] }))).toBe(6202);
  });

  it('needs a witness of the same period when all keys are zero', () => {
    const [witness] = proofOf(2, { ...FINAL, keys: [1] }).leaves;
    if (!witness) throw new Error('a leaf');
    const given = { proof: final(2, 4), witness };
    expect(checkResultPost(SUBJECT, given, SCORES_ACCOUNT, null)).toMatchObject({
      period: 100,
      facts: [{ key: 2 }, { key: 4 }],
    });
    const other = { ...witness, stat: { ...witness.stat, period: 5 } };
    expect(outcome(() => checkResultPost(SUBJECT, { ...given, witness: other }, SCORES_ACCOUNT, null))).toBe(6023);
  });
});

/** A proof of an update whose leaves are these, and its roots account. */
function proofWith(...stats: readonly (readonly [key: number, period: number])[]) {
  const proven = stats.map(([of, period]) => ({ key: statKey(of), value: 1, period }));
  const tree = buildTree(proven.map(statLeafHash));
  const subTree = buildTree([sha256(Uint8Array.of(1)), tree.root]);
  const updateStats = { updateCount: 1, minTimestamp: milliseconds(TS), maxTimestamp: milliseconds(TS) };
  const summary = { fixtureId, updateStats, eventsSubTreeRoot: subTree.root };
  const mainTree = buildTree([scoresSummaryLeafHash(summary), sha256(Uint8Array.of(2))]);
  const proof: StatProof = {
    ...{ kind: 'stat', version: 2, ts: milliseconds(TS), summary, eventStatRoot: tree.root },
    ...{ fixtureProof: pathOf(subTree, 1), mainTreeProof: pathOf(mainTree, 0) },
    leaves: proven.map((stat, i) => ({ stat, statProof: pathOf(tree, i) })),
  };
  return { proof, roots: accountWith('scores', 20_833, 96, mainTree.root) };
}

describe('checkResultPost, of updates that the oracle does not publish', () => {
  const checked = (...stats: readonly (readonly [key: number, period: number])[]) => {
    const { proof, roots } = proofWith(...stats);
    return outcome(() => checkResultPost(SUBJECT, { proof }, roots, null));
  };

  it('takes only leaves of one period (6237)', () => {
    expect(checked([1, 100], [2, 100])).toBe(true);
    expect(checked([1, 100], [2, 5])).toBe(6237);
  });

  it('takes only keys that the layout has (6202)', () => {
    expect([checked([8, 100]), checked([9, 100]), checked([8001, 100])]).toEqual([true, 6202, 6202]);
  });
});

/** A post from a small set, in which events and values often repeat. */
const posts = fc.record({
  orderKey: fc.bigInt({ min: 1n, max: 3n }),
  // In most posts, the same update has the same values of these fields.
  minTimestamp: rarely(milliseconds(5_000), milliseconds(6_000)),
  maxTimestamp: rarely(milliseconds(7_000), milliseconds(8_000)),
  eventNode: rarely(sha256(Uint8Array.of(1)), sha256(Uint8Array.of(2))),
  period: rarely(100, 5),
  facts: fc.uniqueArray(fact(), { minLength: 1, maxLength: 4, selector: ({ key }) => key }),
}) satisfies fc.Arbitrary<ResultPost>;

function rarely<T>(usual: T, other: T): fc.Arbitrary<T> {
  return fc.oneof({ weight: 19, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constant(other) });
}

function fact() {
  const key = fc.integer({ min: 1, max: 5 }).map(statKey);
  return fc.oneof(
    fc.record({ kind: fc.constant('present' as const), key, value: fc.nat(1), period: fc.constant(100) }),
    fc.record({ kind: fc.constant('absent' as const), key, value: fc.constant(0 as const) }),
  );
}

const shownValue = (of: ResultPost['facts'][number]): number => (of.kind === 'present' ? of.value : 0);

/** A result as its history of entries and times. Everything else follows from that. */
class History {
  readonly entered: { readonly post: ResultPost; readonly at: number }[] = [];
  contradicted = false;

  /** The effect of the post. */
  show(post: ResultPost, at: number): string | number {
    if (this.contradicted) return 6255;
    const latest = this.latest();
    if (latest !== null && post.orderKey < latest) return 6222;
    const same = this.entered.filter(({ post: { orderKey } }) => orderKey === post.orderKey);
    if (same.some(({ post: other }) => disagree(other, post))) {
      this.contradicted = true;
      return 'contradicted';
    }
    this.entered.push({ post, at });
    return latest === null ? 'created' : same.length > 0 ? 'added' : 'replaced';
  }

  private latest(): bigint | null {
    return this.entered.reduce<bigint | null>((most, { post: { orderKey } }) => {
      return most === null || orderKey > most ? orderKey : most;
    }, null);
  }

  content(): ResultContent {
    const latest = this.latest();
    const { post } = this.entered.findLast(({ post: { orderKey } }) => orderKey === latest) ?? {};
    if (!post) throw new Error('nothing was entered');
    const { orderKey, minTimestamp, maxTimestamp, eventNode, period } = post;
    const keys = [...new Set(this.entered.flatMap((one) => one.post.facts.map(({ key }) => key)))];
    const facts = keys.sort((a, b) => a - b).map((key) => this.fact(key));
    return { orderKey, minTimestamp, maxTimestamp, eventNode, period, contradicted: this.contradicted, facts };
  }

  private fact(key: number): ResultContent['facts'][number] {
    const shown = this.entered.flatMap(({ post, at }) =>
      post.facts.filter((one) => one.key === key).map((one) => ({ one, at, orderKey: post.orderKey })),
    );
    const last = shown.at(-1);
    if (!last) throw new Error('no fact');
    const change = shown.findLastIndex(({ one }) => shownValue(one) !== shownValue(last.one));
    return {
      key,
      present: last.one.kind === 'present',
      value: shownValue(last.one),
      since: momentAt(shown[change + 1]?.at ?? 0),
      current: last.orderKey === this.latest(),
    };
  }
}

const disagree = (a: ResultPost, b: ResultPost): boolean =>
  Buffer.compare(a.eventNode, b.eventNode) !== 0 ||
  a.minTimestamp !== b.minTimestamp ||
  a.maxTimestamp !== b.maxTimestamp ||
  a.period !== b.period ||
  a.facts.some((one) => b.facts.some((other) => one.key === other.key && shownValue(one) !== shownValue(other)));

describe('applyResultPost', () => {
  const post = (orderKey: bigint, key: number): ResultPost => ({
    ...{ orderKey, minTimestamp: TS, maxTimestamp: TS + 60_000, eventNode: new Uint8Array(32), period: 100 },
    facts: [{ kind: 'present', key: statKey(key), value: 1, period: 100 }],
  });
  const LAST = TS / 1_000 + 60 + 90 * DAY;

  it('takes an event that is new to the result until the 90th day (6254)', () => {
    const standing = applyResultPost(null, post(1n, 1), momentAt(LAST)).result;
    expect(applyResultPost(standing, post(2n, 1), momentAt(LAST)).effect).toBe('replaced');
    for (const [result, key] of [[null, 1n] as const, [standing, 2n] as const])
      expect(outcome(() => applyResultPost(result, post(key, 1), momentAt(LAST + 1)))).toBe(6254);
    expect(outcome(() => applyResultPost(standing, post(0n, 1), momentAt(LAST + 1)))).toBe(6222);
  });

  it("takes anything about the result's own event at any time", () => {
    const { result: standing } = applyResultPost(null, post(1n, 1), momentAt(LAST));
    const { result } = applyResultPost(standing, post(2n, 7), momentAt(LAST));
    expect(result.facts.map(({ current }) => current)).toEqual([false, true]);
    const again = applyResultPost(result, post(2n, 1), momentAt(LAST + 1_000 * DAY));
    expect(again.effect).toBe('added');
    expect(again.result.facts.map(({ current }) => current)).toEqual([true, true]);
    const other = { ...post(2n, 1), period: 5 };
    expect(applyResultPost(result, other, momentAt(LAST + 1_000 * DAY)).effect).toBe('contradicted');
  });

  it('does to a result what follows from all that was posted to it', () => {
    const met = new Map<string | number, number>();
    fc.assert(
      fc.property(fc.array(posts, { minLength: 1, maxLength: 12 }), (shown) => {
        const history = new History();
        let standing: ResultContent | null = null;
        for (const [i, post] of shown.entries()) {
          const now = 1_000 + 10 * i;
          const expected = history.show(post, now);
          met.set(expected, (met.get(expected) ?? 0) + 1);
          if (typeof expected === 'number') {
            expect(outcome(() => applyResultPost(standing, post, momentAt(now)))).toBe(expected);
            continue;
          }
          const before = structuredClone(standing);
          const { effect, result } = applyResultPost(standing, post, momentAt(now));
          expect(standing).toEqual(before);
          expect([effect, result]).toEqual([expected, history.content()]);
          standing = result;
        }
      }),
      { seed: 21, numRuns: 2_000 },
    );
    for (const effect of ['created', 'replaced', 'added', 'contradicted', 6222, 6255])
      expect([effect, (met.get(effect) ?? 0) > 500]).toEqual([effect, true]);
  });
});
