import { LinesmanError } from '@linesman/sdk/error';
import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import { PATIENCE } from '@linesman/sdk/internal/prove/noProof';
import {
  type Address,
  applyResultPost,
  type CheckedResultPost,
  type Market,
  type MatchResult,
  type Moment,
  nextStep,
  type ProgramAccount,
  RESULT_VERSION,
  type ResultContent,
  type ResultSubject,
  resultCloseTime,
  ZERO_ADDRESS,
} from '@linesman/sdk/program';
import { isTransient, type ProofSearch, type VoidSearch } from '@linesman/sdk/prove';
import type { KeeperOptions } from './keeperOptions.js';
import type { PoolOf } from './pools.js';
import { type ResultStep, resultStep } from './resultStep.js';

/** The knowledge of a round about a market. */
export interface SeenMarket extends PoolOf<'market'> {
  /** The proof that settles it; absent until one was looked for, and again once the market has changed. */
  readonly search?: ProofSearch;
  /** The proof that voids it, likewise. */
  readonly voidSearch?: VoidSearch;
  /** Whether the rest of the round ignores the result of its match. */
  readonly isAlone?: boolean;
}

export interface SeenParlay extends PoolOf<'parlay'> {
  /** The state of each leg's market, `null` once its result is copied; absent until they were read. */
  readonly legs?: readonly (Market['state'] | null)[];
}

export type SeenPool = SeenMarket | SeenParlay;

/** The facts of the latest record that can be posted. */
export interface Shown {
  readonly posts: readonly CheckedResultPost[];
  /** Why a key cannot be posted. */
  readonly missing: ReadonlyMap<number, LinesmanError>;
}

/** The result of a match, which may not exist yet. */
export interface SeenResult {
  readonly kind: 'result';
  readonly address: Address;
  readonly subject: ResultSubject;
  /** The result on chain, `null` if it does not exist; absent until it was read. */
  readonly standing?: MatchResult | null;
  /** Absent until the service was asked. */
  readonly shown?: Shown;
  /** Whether this round has posted it: it does so once. */
  readonly isPosted?: boolean;
}

/** A result that the keeper's payer has made. */
export interface OwnResult extends ProgramAccount {
  readonly kind: 'result';
  readonly result: MatchResult;
}

/** The subject of a plan: the markets that a result can settle, and any others. */
export interface Accounts {
  readonly markets?: readonly SeenMarket[];
  readonly result?: SeenResult;
  readonly parlays?: readonly SeenParlay[];
  readonly ownResults?: readonly OwnResult[];
}

type Found<Search> = Extract<Search, { found: true }>;
type NotFound = Extract<ProofSearch, { found: false }>;

/** A market's next step: a request to the service, or a transaction. */
type MarketStep = { readonly pool: SeenMarket /** When something else may be done. */; readonly due: number } & (
  | { readonly kind: 'search' /** The step if nothing is found. */; readonly otherwise: 'void' | 'finalise' | null }
  | { readonly kind: 'search_void' }
  | { readonly kind: 'settle'; readonly search: Found<ProofSearch> }
  | { readonly kind: 'propose_void'; readonly search: Found<VoidSearch> }
  | { readonly kind: 'finalise' | 'void'; readonly search: NotFound }
  /** There is no proof, and nothing else to do. `but` is added to the message. */
  | {
      readonly kind: 'nothing';
      readonly search: NotFound;
      readonly but: 'called off' | 'finalise put off' | 'void put off' | null;
    }
);

/** The next step for the result of a match. The markets that share it do not have another step in the meantime. */
type SharedStep = { readonly result: SeenResult; readonly markets: readonly SeenMarket[] } & (
  | { readonly kind: 'read_result' }
  | { readonly kind: 'search_result'; readonly keys: readonly number[] }
  | {
      readonly kind: 'post_result';
      readonly posts: readonly CheckedResultPost[];
      /** The result after these posts. */
      readonly expected: MatchResult;
      /** The number of markets that get a new outcome from it. */
      readonly changes: number;
    }
  | { readonly kind: 'settle_many' /** New states. */; readonly states: ReadonlyMap<Address, Market['state']> }
);

/** One thing that the keeper does. `pool` is a market or a parlay. Times in Unix seconds of the chain's clock. */
export type Step =
  /** Nothing to do before that time, by the terms or by the result; `legs`: not before a leg is decided. */
  | {
      readonly kind: 'wait';
      readonly pool: SeenPool;
      readonly until: number;
      readonly by: 'terms' | 'result' | 'legs';
    }
  /** Says why the result was or was not used for a market. */
  | { readonly kind: 'explain'; readonly pool: SeenMarket; readonly why: string }
  /** The pool is decided: pay the positions and sweep the vault. */
  | { readonly kind: 'clear'; readonly pool: SeenPool }
  | { readonly kind: 'read_legs'; readonly pool: SeenParlay }
  /** Copies the result of a leg (index, from 0). */
  | { readonly kind: 'settle_parlay'; readonly pool: SeenParlay; readonly leg: number }
  | { readonly kind: 'void'; readonly pool: SeenParlay }
  | { readonly kind: 'close_result'; readonly own: OwnResult }
  | MarketStep
  | SharedStep;

export type StepOf<Kind extends Step['kind']> = Extract<Step, { kind: Kind }>;

/**
 * Plans the steps for these accounts now: a pure function, so that any keeper continues where another one stopped. Each
 * market and parlay has one step; those of a `SharedStep` share it. The findings and changes of a step become part of
 * the accounts, and the plan is made again for them.
 *
 * @param now Of the chain: `chainMoment`.
 *
 * @example
 * ```ts
 * import { plan, type SeenMarket, type SeenParlay } from '@linesman/keeper';
 * import type { Moment } from '@linesman/sdk/program';
 *
 * declare const market: SeenMarket; // open, and its match is over
 * declare const parlay: SeenParlay; // with two legs, the first one decided
 * declare const now: Moment;
 * plan({ markets: [market], parlays: [parlay] }, now).map(({ kind }) => kind); // ['search', 'settle_parlay']
 * ```
 */
export function plan(
  { markets = [], result, parlays = [], ownResults = [] }: Accounts,
  now: Moment,
  { results = 'auto', patience = PATIENCE, attesters }: Pick<KeeperOptions, 'results' | 'patience' | 'attesters'> = {},
): Step[] {
  const due = results === 'never' ? [] : markets.filter((one) => !one.isAlone && isDue(one.account, now));
  const sharing = result ? due.filter(({ account }) => exclusionOf(account, attesters) === null) : [];
  const least = results === 'always' ? 1 : 2;
  const shared = result && sharing.length > 0 ? resultSteps(result, sharing, now, least) : [];
  const served = new Set(shared.flatMap(servedBy));
  return [
    ...due.flatMap((one) => explained(one, exclusionOf(one.account, attesters))),
    ...shared,
    ...markets.filter(({ address }) => !served.has(address)).map((one) => marketStep(one, now, patience)),
    ...parlays.map(parlayStep),
    ...ownResults
      .filter((own) => resultCloseTime(own.result) <= now.seconds)
      .map((own) => ({ kind: 'close_result', own }) as const),
  ];
}

/** Whether a result may settle it now: only events from `earliest` on do. */
export const isDue = (market: Market, now: Moment): boolean =>
  now.seconds >= Math.max(market.terms.stakesClose, market.terms.earliest) && nextStep(market, now).kind === 'prove';

/** Why no result settles a market; `null` if one may. `sets`: the attester sets that the keeper's operator named. */
export const exclusionOf = (
  { terms: { attesters, finality, resultsSettle } }: Market,
  sets: readonly Address[] = [],
): string | null => {
  if (!resultsSettle) return 'Not taken: its terms exclude results.';
  // Each set and number of keys has a result of its own, which strangers could make the keeper pay for.
  if (attesters && !sets.includes(attesters.set)) return 'Not taken: --attesters does not name its attester set.';
  return finality === 'signed-final' ? 'Not taken: it asks for a signature.' : null;
};

const explained = (pool: SeenMarket, why: string | null): StepOf<'explain'>[] =>
  why === null ? [] : [{ kind: 'explain', pool, why }];

/** The markets that have this step, and so no other one. */
function servedBy(step: Step): Address[] {
  if ('markets' in step) return step.markets.map(({ address }) => address);
  return step.kind === 'wait' ? [step.pool.address] : [];
}

/** Settles or corrects if there is a proof. Otherwise proposes to void, finalises or voids when that is due. */
function marketStep(pool: SeenMarket, now: Moment, patience: number): Step {
  const { account, search, voidSearch } = pool;
  const step = nextStep(account, now);
  if (step.kind === 'wait') return { kind: 'wait', pool, until: step.until, by: 'terms' };
  if (step.kind === 'clear') return { kind: 'clear', pool };
  const { otherwise, due } = step;
  if (search === undefined) return { kind: 'search', pool, otherwise, due };
  if (search.found) return { kind: 'settle', pool, search, due };
  const mayCome = isTransient(search.reason);
  if (account.state === 'Open' && otherwise === null && account.terms.abandonmentVoids && !mayCome) {
    if (voidSearch === undefined) return { kind: 'search_void', pool, due };
    if (voidSearch.found) return { kind: 'propose_void', pool, search: voidSearch, due };
    if (voidSearch.reason !== 'NotAbandoned')
      return { kind: 'nothing', pool, search: voidSearch, but: 'called off', due };
  }
  if (otherwise === null) return { kind: 'nothing', pool, search, but: null, due };
  // A missing proof may be found soon.
  if (mayCome && now.seconds < due + patience)
    return { kind: 'nothing', pool, search, but: `${otherwise} put off`, due };
  return { kind: otherwise, pool, search, due };
}

/** A decided parlay still copies results, to release the markets that it holds. */
function parlayStep(pool: SeenParlay): Step {
  const { account, legs } = pool;
  if (legs === undefined) return { kind: 'read_legs', pool };
  const isOpen = account.state === 'Open';
  const copied = account.results.slice(0, legs.length);
  // A void leg makes the others irrelevant.
  if (isOpen && copied.includes('Void')) return { kind: 'void', pool };
  const leg = legs.findIndex((state, i) => copied[i] === 'Open' && (state === 'Final' || state === 'Void'));
  if (leg !== -1) return { kind: 'settle_parlay', pool, leg };
  return isOpen ? { kind: 'wait', pool, until: Number.POSITIVE_INFINITY, by: 'legs' } : { kind: 'clear', pool };
}

/** The steps of a result that these markets could share, with the reason why each is or is not settled by it. */
function resultSteps(result: SeenResult, markets: readonly SeenMarket[], now: Moment, least: number): Step[] {
  const { standing, shown } = result;
  const open = markets.filter(({ account }) => isOpen(account));
  const tooFew = `Not taken: ${open.length} open, ${least} needed.`;
  const alone = (why: string, some = markets, steps?: ReadonlyMap<Address, ResultStep>): Step[] =>
    some.flatMap((one) => {
      const step = steps?.get(one.address);
      return explained(one, step?.kind === 'cannot' ? explanationOf(step) : why);
    });
  // A proof's proposal may rest on an update that the result contradicts, so even one such market is enough.
  if (open.length === markets.length && open.length < least) return alone(tooFew);
  if (standing === undefined) return [{ kind: 'read_result', result, markets }];
  if (standing?.contradicted) {
    const steps = new Map(markets.map((one) => [one.address, resultStep(one.account, standing, now)]));
    const [served, others] = bothOf(markets, steps);
    return [...alone('Not taken: the result is contradicted.', others), ...settleSteps(result, served, steps)];
  }
  // Where a result exists, proposals are corrected together, so that no reader sees an outdated one.
  const asking = standing ? markets : open;
  if (asking.length < least) return alone(tooFew);
  if (shown === undefined) {
    const keys = new Set(asking.flatMap(({ account }) => account.terms.statKeys));
    return [{ kind: 'search_result', result, markets, keys: [...keys].sort((a, b) => a - b) }];
  }
  const posts = result.isPosted ? [] : postsNeeded(standing, shown.posts);
  let expected: MatchResult | null;
  try {
    expected = afterPosts(standing, result.subject, posts, now);
  } catch (error) {
    if (!(error instanceof LinesmanError)) throw error;
    return alone(`Not taken: ${error.message}`, asking);
  }
  if (expected === null) return alone(`Not taken: ${[...shown.missing.values()][0]?.message ?? 'nothing to post.'}`);
  const steps = stepsOf(asking, shown, expected, now);
  if (posts.length === 0) return settleSteps(result, asking, steps);
  const [served, others] = bothOf(asking, steps);
  // A proposal that the result confirms is not a reason to post the result.
  const changed = served.filter(({ address, account }) => steps.get(address)?.kind === 'settle' || isOpen(account));
  if (changed.length < least)
    return alone(`Not taken: it would settle ${changed.length}, ${least} needed.`, asking, steps);
  return [
    ...alone(NO_FACT, others, steps),
    { kind: 'post_result', result, markets: served, posts, expected, changes: changed.length },
  ];
}

const NO_FACT = 'Not taken: no fact to settle it with.';

/** Settles the markets that are due. A market that the result cannot settle has no step here. */
function settleSteps(
  result: SeenResult,
  markets: readonly SeenMarket[],
  steps: ReadonlyMap<Address, ResultStep>,
): Step[] {
  const states = new Map<Address, Market['state']>();
  const others = markets.flatMap((pool): Step[] => {
    const step = steps.get(pool.address);
    const why = explained(pool, step === undefined ? NO_FACT : explanationOf(step));
    if (step?.kind === 'settle') states.set(pool.address, step.state);
    return step?.kind === 'wait' ? [...why, { kind: 'wait', pool, until: step.until, by: 'result' }] : why;
  });
  const due = markets.filter(({ address }) => states.has(address));
  return due.length === 0 ? others : [...others, { kind: 'settle_many', result, markets: due, states }];
}

/** The step of each market. Only facts that the latest record confirms count, however old the result. */
function stepsOf(
  markets: readonly SeenMarket[],
  { posts, missing }: Shown,
  result: MatchResult,
  now: Moment,
): Map<Address, ResultStep> {
  const confirmed = new Set(posts.flatMap(({ facts }) => facts.map(({ key }): number => key)));
  return new Map(
    markets.flatMap(({ address, account }): (readonly [Address, ResultStep])[] => {
      const absent = account.terms.statKeys.find((key) => !confirmed.has(key));
      if (absent === undefined) return [[address, resultStep(account, result, now)]];
      const error = missing.get(absent);
      return error ? [[address, { kind: 'cannot', error }]] : [];
    }),
  );
}

/** The markets that the result can settle, now or later, and the others. */
function bothOf(markets: readonly SeenMarket[], steps: ReadonlyMap<Address, ResultStep>): [SeenMarket[], SeenMarket[]] {
  const canServe = ({ address }: SeenMarket): boolean => (steps.get(address)?.kind ?? 'cannot') !== 'cannot';
  return [markets.filter(canServe), markets.filter((one) => !canServe(one))];
}

function explanationOf(step: ResultStep): string {
  switch (step.kind) {
    case 'cannot':
      return `Not taken: ${step.error.message}`;
    case 'settle':
      return `Taken: it makes the market ${step.state} at once.`;
    case 'wait':
      return `Taken: it will make the market final at ${isoTime(step.until)}.`;
  }
}

/** Whether no outcome is proven yet. */
const isOpen = ({ state, proposal }: Market): boolean => state === 'Open' || (state === 'Proposed' && proposal.void);

/**
 * Posts that tell the result something new. A later update clears facts that it does not repeat, so it is posted
 * completely.
 */
function postsNeeded(standing: MatchResult | null, posts: readonly CheckedResultPost[]): readonly CheckedResultPost[] {
  const [first] = posts;
  if (standing === null || first === undefined) return posts;
  if (standing.orderKey > first.orderKey) return [];
  const unknown = posts.filter((post) => !isKnown(standing, post));
  return standing.orderKey === first.orderKey || unknown.length === 0 ? unknown : posts;
}

const isKnown = ({ facts }: MatchResult, post: CheckedResultPost): boolean =>
  post.facts.every((fact) => {
    const value = fact.value;
    return facts.some((known) => known.key === fact.key && known.current && known.value === value);
  });

/** The result after these posts; `null` without one. Errors: those of `applyResultPost`. */
export function afterPosts(
  standing: MatchResult | null,
  subject: ResultSubject,
  posts: readonly CheckedResultPost[],
  now: Moment,
): MatchResult | null {
  let content: ResultContent | null = standing;
  for (const post of posts) content = applyResultPost(content, post, now).result;
  if (content === null) return null;
  return { version: RESULT_VERSION, bump: 0, payer: ZERO_ADDRESS, ...standing, ...subject, ...content };
}
