import { describe, expect, it } from 'vitest';
import { momentAt } from '../../tests/helpers/moments.js';
import { key, openMarket, TERMS } from '../../tests/helpers/sampleMarket.js';
import { NO_PROOF_YET, SERVICE_UNAVAILABLE } from '../sdk/error/codes/library.js';
import { errorOf } from '../sdk/error/linesmanError.js';
import type { Market } from '../sdk/program/account/market.js';
import type { MatchResult } from '../sdk/program/account/matchResult.js';
import type { Parlay } from '../sdk/program/account/parlay.js';
import { POOL_VERSION } from '../sdk/program/account/pool.js';
import { ZERO_ADDRESS } from '../sdk/program/address/runtime.js';
import type { CheckedResultPost } from '../sdk/program/settlement/rules/resultPost.js';
import type { MarketTerms } from '../sdk/program/wire/terms.js';
import type { ProofSearch } from '../sdk/prove/findProof.js';
import type { VoidSearch } from '../sdk/prove/findVoidProof.js';
import {
  type Accounts,
  type OwnResult,
  plan,
  type SeenMarket,
  type SeenParlay,
  type SeenResult,
  type Step,
} from './plan.js';

/** Accounts and a clock → the steps of a keeper. */

const DAY = 86_400;
const { stakesClose, latest, voidAfter, challengeWindow } = TERMS;
/** Home scores, and not. */
const OUTCOMES: MarketTerms['outcomes'] = (['greaterThan', 'lessThan'] as const).map((comparison, i) => ({
  geometricTargets: [],
  distancePredicate: null,
  discretePredicates: [{ single: { index: 0, predicate: { threshold: i, comparison: { [comparison]: {} } } } }],
})) as never;
const market = (n: number, about: Partial<Market> = {}, terms: Partial<MarketTerms> = {}): SeenMarket => ({
  kind: 'market',
  address: key(n),
  account: openMarket({ ...TERMS, statKeys: [1], outcomes: OUTCOMES, ...terms }, about),
});
const proposed = (about: Partial<Market['proposal']> = {}): Partial<Market> => ({
  state: 'Proposed',
  proposal: { outcome: 0, orderKey: 7n, since: momentAt(latest), void: false, ...about },
});
const noProof = (reason: 'NotFinal' | 'Confirmed' | 'NotAbandoned' | 'KeysMissing'): ProofSearch & VoidSearch => ({
  ...{ found: false, reason },
  error: errorOf(NO_PROOF_YET, { reason, fixtureId: 1 } as never),
});
const SILENT: ProofSearch = {
  ...{ found: false, reason: 'ServiceUnavailable' },
  error: errorOf(SERVICE_UNAVAILABLE, { endpoint: 'x', problem: 'no answer' } as never),
};
const FOUND = { found: true, seq: 3 } as ProofSearch & { found: true };
const VOID_FOUND = { found: true, seq: 4 } as VoidSearch & { found: true };

/** Steps without their accounts: the kind, the subject, and the other fields. */
const summaries = (steps: readonly Step[]): unknown[] =>
  steps.map((step) => {
    const { kind } = step;
    if (step.kind === 'explain') return [kind, step.pool.address, step.why];
    if (step.kind === 'close_result') return [kind, step.own.address];
    if ('markets' in step) return [kind, ...step.markets.map(({ address }) => address)];
    const { pool, kind: _, ...rest } = step;
    return [kind, pool.address, rest];
  });
const planned = (accounts: Accounts, now: number, options?: Parameters<typeof plan>[2]) =>
  summaries(plan(accounts, momentAt(now), options));

describe('a market alone', () => {
  const EARLY = stakesClose + 10;
  const DUE = latest + challengeWindow;
  const search = noProof('NotFinal');
  const confirmed = noProof('Confirmed');
  const open = { due: voidAfter };
  it.each<[string, Partial<Market>, Partial<SeenMarket>, number, Record<string, unknown>, Partial<MarketTerms>?]>([
    ['before stakes close', {}, {}, stakesClose - 1, { kind: 'wait', until: stakesClose, by: 'terms' }],
    ['open', {}, {}, EARLY, { kind: 'search', otherwise: null, ...open }],
    ['at its deadline', {}, {}, voidAfter, { kind: 'search', otherwise: 'void', ...open }],
    ['with a proof', {}, { search: FOUND }, EARLY, { kind: 'settle', search: FOUND, ...open }],
    ['with a proof at its deadline', {}, { search: FOUND }, voidAfter, { kind: 'settle', search: FOUND, ...open }],
    ['without a proof', {}, { search }, EARLY, { kind: 'search_void', ...open }],
    [
      'that is not voided when called off',
      {},
      { search },
      EARLY,
      { kind: 'nothing', search, but: null, ...open },
      { abandonmentVoids: false },
    ],
    [
      'of a match that was called off',
      {},
      { search, voidSearch: VOID_FOUND },
      EARLY,
      { kind: 'propose_void', search: VOID_FOUND, ...open },
    ],
    [
      'of a match that was not',
      {},
      { search, voidSearch: noProof('NotAbandoned') },
      EARLY,
      { kind: 'nothing', search, but: null, ...open },
    ],
    [
      'of a match that was called off, without a proof of that',
      {},
      { search, voidSearch: noProof('KeysMissing') },
      EARLY,
      { kind: 'nothing', search: noProof('KeysMissing'), but: 'called off', ...open },
    ],
    [
      'while the service is down',
      {},
      { search: SILENT },
      EARLY,
      { kind: 'nothing', search: SILENT, but: null, ...open },
    ],
    [
      'while it is down at the deadline',
      {},
      { search: SILENT },
      voidAfter + 899,
      { kind: 'nothing', search: SILENT, but: 'void put off', ...open },
    ],
    ['while it stays down', {}, { search: SILENT }, voidAfter + 900, { kind: 'void', search: SILENT, ...open }],
    ['without a proof at its deadline', {}, { search }, voidAfter, { kind: 'void', search, ...open }],
    ['proposed', proposed(), {}, DUE - 1, { kind: 'search', otherwise: null, due: DUE }],
    ['proposed and due', proposed(), {}, DUE, { kind: 'search', otherwise: 'finalise', due: DUE }],
    [
      'proposed and confirmed',
      proposed(),
      { search: confirmed },
      DUE - 1,
      { kind: 'nothing', search: confirmed, but: null, due: DUE },
    ],
    [
      'proposed, confirmed and due',
      proposed(),
      { search: confirmed },
      DUE,
      { kind: 'finalise', search: confirmed, due: DUE },
    ],
    ['proposed, with another proof', proposed(), { search: FOUND }, DUE, { kind: 'settle', search: FOUND, due: DUE }],
    [
      'proposed and due while the service is down',
      proposed(),
      { search: SILENT },
      DUE + 899,
      { kind: 'nothing', search: SILENT, but: 'finalise put off', due: DUE },
    ],
    [
      'proposed and due while it stays down',
      proposed(),
      { search: SILENT },
      DUE + 900,
      { kind: 'finalise', search: SILENT, due: DUE },
    ],
    [
      'proposed void',
      proposed({ void: true }),
      {},
      latest + DAY - 1,
      { kind: 'search', otherwise: null, due: latest + DAY },
    ],
    ['final', { state: 'Final' }, {}, EARLY, { kind: 'clear' }],
    ['void', { state: 'Void' }, {}, EARLY, { kind: 'clear' }],
  ])('%s', (_, account, known, now, { kind, ...rest }, terms) => {
    const one = { ...market(1, account, terms), ...known };
    expect(planned({ markets: [one] }, now, { results: 'never' })).toEqual([[kind, one.address, rest]]);
  });

  it('is put off for as long as the options say', () => {
    const one = { ...market(1), search: SILENT };
    const at = (patience: number) => plan({ markets: [one] }, momentAt(voidAfter + 10), { patience })[0]?.kind;
    expect([at(11), at(10)]).toEqual(['nothing', 'void']);
  });
});

describe('markets of a match', () => {
  const POSTED = latest + 100;
  const post = (change: Partial<CheckedResultPost> = {}, keys = [1]) =>
    ({
      ...{ orderKey: 7n, minTimestamp: latest * 1_000, maxTimestamp: latest * 1_000, eventNode: new Uint8Array(32) },
      ...{ period: 100, facts: keys.map((one) => ({ kind: 'present', key: one, value: 1, period: 100 })), ...change },
    }) as unknown as CheckedResultPost;
  const { oracleProgram, fixtureId, sport, finality, attesters } = TERMS;
  const result = (known: Partial<SeenResult> = {}): SeenResult => ({
    ...{ kind: 'result', address: key(9), subject: { oracleProgram, fixtureId, sport, finality, attesters } },
    ...known,
  });
  const standing = (change: Partial<MatchResult> = {}): MatchResult => ({
    ...{
      version: POOL_VERSION,
      bump: 255,
      payer: ZERO_ADDRESS,
      oracleProgram,
      fixtureId,
      sport,
      finality,
      attesters,
      orderKey: 7n,
    },
    ...{ minTimestamp: latest * 1_000, maxTimestamp: latest * 1_000, eventNode: new Uint8Array(32), period: 100 },
    ...{
      contradicted: false,
      facts: [{ key: 1, present: true, value: 1, since: momentAt(POSTED), current: true }],
      ...change,
    },
  });
  const [A, B, C] = [key(1), key(2), key(3)];
  const two = [market(1), market(2)];
  const shown = { posts: [post()], missing: new Map() };
  const own = (address: string, due = voidAfter) => ['search', address, { otherwise: null, due }];
  const explain = (address: string, why: string | RegExp) => [
    ...['explain', address],
    typeof why === 'string' ? why : expect.stringMatching(why),
  ];
  const until = POSTED + challengeWindow;
  const waits = (address: string) => [
    explain(address, /^Taken: it will make the market final at 20/),
    ['wait', address, { until, by: 'result' }],
  ];

  it.each<[string, SeenMarket[], SeenResult, number, unknown[], Parameters<typeof plan>[2]?]>([
    ['read the result', two, result(), POSTED, [['read_result', A, B]]],
    ['ask what it would be', two, result({ standing: null }), POSTED, [['search_result', A, B]]],
    ['post it', two, result({ standing: null, shown }), POSTED, [['post_result', A, B]]],
    [
      'wait until it is old enough',
      two,
      result({ shown, isPosted: true, standing: standing({ facts: standing().facts.slice(0, 1) }) }),
      POSTED,
      [...waits(A), ...waits(B)],
    ],
    [
      'wait for one that others have posted',
      two,
      result({ shown, standing: standing() }),
      POSTED,
      [...waits(A), ...waits(B)],
    ],
    [
      'are settled by it together',
      two,
      result({ shown, standing: standing() }),
      until,
      [
        explain(A, 'Taken: it makes the market Final at once.'),
        explain(B, 'Taken: it makes the market Final at once.'),
        ['settle_many', A, B],
      ],
    ],
    [
      'go on alone once it has done its part',
      two.map((one) => ({ ...one, isAlone: true })),
      result(),
      POSTED,
      [own(A), own(B)],
    ],
    ['do without it when the options say so', two, result(), POSTED, [own(A), own(B)], { results: 'never' }],
    ['are too few', [market(1)], result(), POSTED, [explain(A, 'Not taken: 1 open, 2 needed.'), own(A)]],
    ['are enough if one is', [market(1)], result(), POSTED, [['read_result', A]], { results: 'always' }],
    [
      'are too few where no result stands that could correct them',
      [market(1), market(2, proposed())],
      result({ standing: null }),
      POSTED,
      [
        explain(A, 'Not taken: 1 open, 2 needed.'),
        explain(B, 'Not taken: 1 open, 2 needed.'),
        own(A),
        own(B, latest + challengeWindow),
      ],
    ],
    [
      'are corrected together where one stands',
      [market(1), market(2, proposed({ outcome: 1, orderKey: 6n }))],
      result({ shown, standing: standing() }),
      POSTED,
      [...waits(A), explain(B, 'Taken: it makes the market Proposed at once.'), ['settle_many', B]],
    ],
    [
      'that exclude results or ask for a signature go their own way',
      [...two, market(3, {}, { resultsSettle: false })],
      result(),
      POSTED,
      [explain(C, 'Not taken: its terms exclude results.'), ['read_result', A, B], own(C)],
    ],
    [
      'go their own way where the result is contradicted, except those that it voids',
      [market(1), market(2, proposed())],
      result({ standing: standing({ contradicted: true }) }),
      POSTED,
      [
        explain(A, 'Not taken: the result is contradicted.'),
        explain(B, 'Taken: it makes the market Void at once.'),
        ['settle_many', B],
        own(A),
      ],
    ],
    [
      'go their own way when the event is too old',
      two,
      result({ standing: null, shown }),
      latest + 91 * DAY,
      [
        explain(A, /^Not taken: .*more than 90 days/),
        explain(B, /^Not taken: .*more than 90 days/),
        ['search', A, { otherwise: 'void', due: voidAfter }],
        ['search', B, { otherwise: 'void', due: voidAfter }],
      ],
    ],
    [
      'go their own way when there is nothing to post',
      two,
      result({ standing: null, shown: { posts: [], missing: new Map([[1, noProofError()]]) } }),
      POSTED,
      [explain(A, /^Not taken: /), explain(B, /^Not taken: /), own(A), own(B)],
    ],
    [
      'of which the result lacks a fact',
      [...two, market(3, {}, { statKeys: [2] })],
      result({ standing: null, shown }),
      POSTED,
      [explain(C, 'Not taken: no fact to settle it with.'), ['post_result', A, B], own(C)],
    ],
    [
      'of which it would settle too few',
      [market(1), market(2, {}, { statKeys: [2] })],
      result({ standing: null, shown: { posts: [post()], missing: new Map([[2, noProofError()]]) } }),
      POSTED,
      [explain(A, 'Not taken: it would settle 1, 2 needed.'), explain(B, /^Not taken: /), own(A), own(B)],
    ],
    [
      'that are too early do not wait for it',
      [...two, market(3, {}, { earliest: POSTED + 10 })],
      result(),
      POSTED,
      [['read_result', A, B], own(C, POSTED + 10)],
    ],
  ])('%s', (_, markets, seen, now, expected, options) => {
    expect(planned({ markets, result: seen }, now, options)).toEqual(expected);
  });

  it('have a later update posted whole, and nothing that the result already shows', () => {
    const posts = [post({ orderKey: 8n }), post({ orderKey: 8n }, [2])];
    const all = [...two, market(3, {}, { statKeys: [2] })];
    const at = (facts: MatchResult['facts'], orderKey: bigint) => {
      const seen = result({ standing: standing({ facts, orderKey }), shown: { posts, missing: new Map() } });
      const step = plan({ markets: all, result: seen }, momentAt(POSTED)).find(({ kind }) => kind === 'post_result');
      return step?.kind === 'post_result'
        ? [step.posts, step.changes, step.expected.facts.map((one) => one.key)]
        : null;
    };
    const fact = { present: true, value: 1, since: momentAt(POSTED), current: true };
    expect(at([{ key: 1, ...fact }], 7n)).toEqual([posts, 3, [1, 2]]);
    expect(at([{ key: 1, ...fact }], 8n)).toEqual([posts.slice(1), 3, [1, 2]]);
    const known = [1, 2].map((one) => ({ key: one, ...fact }));
    expect(at(known, 8n)).toBeNull();
    expect(at(known, 9n)).toBeNull();
    // The service does not show this update yet, so the result stays unchanged.
    const later = result({ standing: standing({ orderKey: 9n }), shown: { posts, missing: new Map() } });
    const kinds = plan({ markets: all, result: later }, momentAt(POSTED)).map((step) => step.kind);
    expect(kinds.filter((kind) => kind !== 'explain')).toEqual(['wait', 'wait', 'search']);
  });
});

function noProofError() {
  const search = noProof('KeysMissing');
  if (search.found) throw new Error('found');
  return search.error;
}

describe('a parlay', () => {
  // Results beyond the legs stay open.
  const parlay = (state: Parlay['state'], results: readonly string[], legs?: SeenParlay['legs']): SeenParlay => ({
    ...{ kind: 'parlay', address: key(5), ...(legs && { legs }) },
    account: { state, results: [...results, 'Open', 'Open'] } as unknown as Parlay,
  });
  const wait = { kind: 'wait', until: Number.POSITIVE_INFINITY, by: 'legs' };
  it.each<[Parlay['state'], string[], SeenParlay['legs'], Record<string, unknown>]>([
    ['Open', ['Open', 'Open'], undefined, { kind: 'read_legs' }],
    ['Open', ['Open', 'Open'], ['Open', 'Proposed'], wait],
    ['Open', ['Open', 'Open'], ['Open', 'Final'], { kind: 'settle_parlay', leg: 1 }],
    ['Open', ['Open', 'Open'], ['Void', 'Final'], { kind: 'settle_parlay', leg: 0 }],
    ['Open', ['Won', 'Open'], [null, 'Open'], wait],
    ['Open', ['Void', 'Open'], [null, 'Final'], { kind: 'void' }],
    ['Void', ['Void', 'Open'], [null, 'Open'], { kind: 'clear' }],
    ['Void', ['Void', 'Open'], [null, 'Final'], { kind: 'settle_parlay', leg: 1 }],
    ['Final', ['Won', 'Lost'], [null, null], { kind: 'clear' }],
  ])('%s %j with markets %j', (state, results, legs, { kind, ...rest }) => {
    expect(planned({ parlays: [parlay(state, results, legs)] }, 0)).toEqual([[kind, key(5), rest]]);
  });

  it('and a market and a result of the keeper have their steps in one plan', () => {
    const own = {
      ...{ kind: 'result', address: key(6), data: new Uint8Array(0) },
      result: { maxTimestamp: latest * 1_000, facts: [{ since: momentAt(latest) }] } as unknown as MatchResult,
    } as OwnResult;
    const accounts = { markets: [market(1)], parlays: [parlay('Open', ['Open'])], ownResults: [own] };
    const both = [
      ['wait', key(1), { until: stakesClose, by: 'terms' }],
      ['read_legs', key(5), {}],
    ];
    expect(planned(accounts, 0)).toEqual(both);
    expect(planned(accounts, latest + 400 * DAY).at(-1)).toEqual(['close_result', key(6)]);
  });
});
