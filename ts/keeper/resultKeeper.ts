import { EVENT_TOO_OLD, isError, type LinesmanError } from 'linesman/error';
import { type Seconds, sportOfLayout } from 'linesman/format';
import { isoTime } from 'linesman/internal';
import { LeastRecent } from 'linesman/node';
import {
  type Address,
  applyResultPost,
  type CheckedResultPost,
  chainTime,
  fetchResult,
  type Market,
  type MatchResult,
  marketAccount,
  matchResultAccount,
  nextStep,
  type ProgramIds,
  postResultTransactions,
  RESULT_VERSION,
  type ResultContent,
  type ResultSubject,
  resultAddress,
  settleManyInstruction,
  ZERO_ADDRESS,
} from 'linesman/program';
import { factValue } from 'linesman/proof';
import { findResultProof, type ProofSource, type ResultProofSearch } from 'linesman/prove';
import type { DailyBudget, Spending } from './dailyBudget.js';
import { type KeeperOptions, PAY_RESULTS } from './keeperOptions.js';
import type { ListedMarket } from './marketList.js';
import type { ActionOutcome } from './metrics.js';
import type { ProofBuffers, Upload } from './proofBuffers.js';
import type { Reporter, Subject } from './reporter.js';
import { type ResultStep, resultStep } from './resultStep.js';
import type { Sender } from './sender.js';

/** How many stats one post has. */
const MOST_KEYS = 5;
/** How many searches are remembered. */
const MOST_SEARCHES = 1_024;

/** Markets that one result can settle. */
export interface ResultGroup {
  /** Of the result. */
  readonly address: Address;
  readonly subject: ResultSubject;
  readonly markets: readonly ListedMarket[];
}

/**
 * Groups the markets that may be settled now by match, sport and policy.
 *
 * @param onExcluded Called with those that no result can settle, and why.
 */
export function resultGroups(
  listed: readonly ListedMarket[],
  programs: ProgramIds,
  now: number,
  onExcluded: (market: Address, why: string) => void,
): ResultGroup[] {
  const groups = new Map<string, { subject: ResultSubject; markets: ListedMarket[] }>();
  for (const one of listed) {
    const { oracleProgram, fixtureId, sport, finality, stakesClose, earliest, resultsSettle } = one.market.terms;
    // Only events from `earliest` on settle.
    if (now < Math.max(stakesClose, earliest) || nextStep(one.market, now).kind !== 'prove') continue;
    if (finality === 'SignedFinal' || !resultsSettle) {
      onExcluded(one.address, resultsSettle ? 'it asks for a signature' : 'its terms exclude results');
      continue;
    }
    const subject = { oracleProgram, fixtureId, sport, finality };
    const key = Object.values(subject).join();
    const group = groups.get(key) ?? { subject, markets: [] };
    groups.set(key, group);
    group.markets.push(one);
  }
  return [...groups.values()].map((group) => ({
    ...group,
    address: resultAddress(group.subject, programs.settlement).address,
  }));
}

/** What a result has done for a market. A market that is not mentioned is settled by itself. */
export type ByResult = { readonly kind: 'done' } | { readonly kind: 'wait'; readonly until: number };

/** Searches by result and keys, for as long as the service lists no newer record. */
export type ResultSearches = LeastRecent<{ readonly newest: number; readonly search: ResultProofSearch }, string>;
export const resultSearches = (): ResultSearches => new LeastRecent(MOST_SEARCHES);

export interface ResultWork {
  readonly options: KeeperOptions;
  readonly sender: Sender;
  readonly reporter: Reporter;
  readonly buffers: ProofBuffers;
  /** The service, asked for each list once a round. */
  readonly records: ProofSource;
  readonly searches: ResultSearches;
  /** For results and their growth. */
  readonly resultBudget: DailyBudget;
}

/** What the latest record shows, as far as it can be posted. */
interface Shown {
  readonly posts: readonly CheckedResultPost[];
  /** Why a key cannot be posted. */
  readonly missing: ReadonlyMap<number, LinesmanError>;
}

/** Posts the result of a match where several markets share it, and settles them together. */
export class ResultKeeper {
  constructor(private readonly work: ResultWork) {}

  /**
   * Returns what was done for each market; `undefined` for those that have to be settled by themselves.
   *
   * @param onPlan Called with the markets that the result will serve, before anything is sent. Others need not wait.
   */
  async tend(
    group: ResultGroup,
    onPlan: (served: readonly ListedMarket[]) => void,
    signal?: AbortSignal,
  ): Promise<ReadonlyMap<Address, ByResult>> {
    const { options, reporter } = this.work;
    const { chain, programs, results = 'auto', dryRun } = options;
    const subject: Subject = { kind: 'result', address: group.address };
    const nothing = new Map<Address, ByResult>();
    const least = results === 'always' ? 1 : 2;
    const tooFew = (count: number) => `Not taken: ${count} open, ${least} needed.`;
    const open = group.markets.filter(({ market }) => isOpen(market));
    // What a proof has proposed may rest on an update that the result contradicts: no such market is too few.
    const isAllOpen = open.length === group.markets.length;
    if (isAllOpen && open.length < least) return this.settleAlone(group.markets, tooFew(open.length));
    const standing = await fetchResult(chain, programs, group.subject);
    if (standing?.contradicted) return this.voidContradicted(group, standing, onPlan);
    // Proposals are corrected together where a result stands, so that nobody reads an outdated one.
    const markets = standing ? group.markets : open;
    if (markets.length < least) return this.settleAlone(group.markets, tooFew(open.length));

    const shown = await this.findPosts(group, markets);
    if (signal?.aborted) return nothing;
    const needed = postsNeeded(standing, shown.posts);
    const now = await chainTime(chain);
    let expected: MatchResult | null;
    try {
      expected = afterPosts(standing, group.subject, needed, now);
    } catch (error) {
      if (!isError(error, EVENT_TOO_OLD)) throw error;
      return this.settleAlone(markets, `Not taken: ${error.message}`);
    }
    if (expected === null) return this.settleAlone(markets, reasonOf(shown));
    const steps = this.stepsOf(markets, shown, expected, now);
    const served = markets.filter(({ address }) => canServe(steps.get(address)));
    // A proposal that the result confirms is no reason to post it.
    const changed = served.filter(({ address, market }) => steps.get(address)?.kind === 'settle' || isOpen(market));
    if (needed.length > 0 && changed.length < least)
      return this.settleAlone(markets, `Not taken: it would settle ${changed.length}, ${least} needed.`, steps);
    const rents = await this.rentsOf(standing, group.subject, needed, now);
    const spendings = this.take(rents, now);
    if (spendings === null) return this.settleAlone(markets, tooDear(rents, options), steps);
    if (needed.length > 0)
      reporter.explain(subject, `Posted: ${changed.length} markets share it.`, { posts: needed.length });
    this.settleAlone(
      markets.filter(({ address }) => !canServe(steps.get(address))),
      'Not taken: no fact to settle it with.',
      steps,
    );
    onPlan(served);
    let before = standing;
    try {
      for (const [i, post] of needed.entries()) {
        if (signal?.aborted) return nothing;
        const outcome = await this.post(group, before, post, () => spendings[i]?.keep(), signal);
        if (outcome === 'dry_run') break;
        if (outcome !== 'landed' && outcome !== 'raced') return nothing;
        before = await fetchResult(chain, programs, group.subject);
      }
    } finally {
      for (const spending of spendings) spending.release();
    }
    const result = dryRun ? expected : before;
    if (result === null) return nothing;
    const then = await chainTime(chain);
    this.work.resultBudget.see(then);
    return await this.settle(group, served, this.stepsOf(served, shown, result, then));
  }

  /** Voids what the update of the contradiction has proposed. Every other market is settled by itself. */
  private async voidContradicted(
    group: ResultGroup,
    result: MatchResult,
    onPlan: (served: readonly ListedMarket[]) => void,
  ): Promise<ReadonlyMap<Address, ByResult>> {
    const now = await chainTime(this.work.options.chain);
    const steps = new Map(group.markets.map(({ address, market }) => [address, resultStep(market, result, now)]));
    const served = group.markets.filter(({ address }) => canServe(steps.get(address)));
    const others = group.markets.filter(({ address }) => !canServe(steps.get(address)));
    this.settleAlone(others, 'Not taken: the result is contradicted.');
    onPlan(served);
    return this.settle(group, served, steps);
  }

  /** What each post adds to the rent of the result, lamports. */
  private async rentsOf(
    standing: MatchResult | null,
    subject: ResultSubject,
    posts: readonly CheckedResultPost[],
    now: Seconds,
  ): Promise<bigint[]> {
    const states = [standing, ...posts.map((_, i) => afterPosts(standing, subject, posts.slice(0, i + 1), now))];
    const rents = await Promise.all(states.map(async (one) => (one ? this.work.options.chain.rent(sizeOf(one)) : 0)));
    return posts.map((_, i) => BigInt(Math.max(0, (rents[i + 1] ?? 0) - (rents[i] ?? 0))));
  }

  /** Sets the rent of every post apart; `null` when the budget does not have all of it. */
  private take(rents: readonly bigint[], now: Seconds): readonly Spending[] | null {
    const taken = rents.map((rent) => this.work.resultBudget.take(rent, now));
    const spendings = taken.filter((one) => one !== null);
    if (spendings.length === rents.length) return spendings;
    for (const spending of spendings) spending.release();
    return null;
  }

  /** Settles what is due, as many markets in a transaction as fit. */
  private async settle(
    group: ResultGroup,
    markets: readonly ListedMarket[],
    steps: ReadonlyMap<Address, ResultStep>,
  ): Promise<ReadonlyMap<Address, ByResult>> {
    const by = new Map<Address, ByResult>();
    const due: ListedMarket[] = [];
    for (const one of markets) {
      const step = steps.get(one.address);
      if (step === undefined) continue;
      this.explain(one, step);
      if (step.kind === 'wait') by.set(one.address, step);
      if (step.kind === 'settle') due.push(one);
    }
    const batches: ListedMarket[][] = [];
    for (let rest = due; rest.length > 0; ) {
      // No transaction holds more than the first hundred.
      const count = this.work.sender.marketsThatFit(
        rest.slice(0, 100).map(({ address }) => address),
        group.address,
      );
      batches.push(rest.slice(0, count));
      rest = rest.slice(count);
    }
    await Promise.all(batches.map((batch) => this.settleTogether(group, batch, steps, by)));
    return by;
  }

  private async settleTogether(
    group: ResultGroup,
    batch: readonly ListedMarket[],
    steps: ReadonlyMap<Address, ResultStep>,
    by: Map<Address, ByResult>,
  ): Promise<void> {
    const { sender, options } = this.work;
    const { programs, metrics } = options;
    const addresses = batch.map(({ address }) => address);
    const outcome = await sender.act({
      action: 'settle_many',
      subject: { kind: 'result', address: group.address },
      seen: batch.map(({ address, market }) => ({ address, data: marketAccount.encode(market) })),
      instructions: [settleManyInstruction(programs, group.address, addresses)],
      told: batch.map(({ address }) => {
        const step = steps.get(address);
        const state = step?.kind === 'settle' ? step.state : undefined;
        const fields = { result: group.address, form: 'result', state, together: batch.length };
        return { event: 'settle', subject: { kind: 'market', address }, fields };
      }),
      isTry: true,
    });
    if (outcome === 'landed') {
      metrics.batches.observe({ action: 'settle_many' }, batch.length);
      metrics.forms.inc({ form: 'result' }, batch.length);
    }
    // One that the program has skipped is settled by itself, from what it is now.
    if (outcome === 'landed' || outcome === 'raced' || outcome === 'dry_run')
      for (const address of addresses) by.set(address, outcome === 'dry_run' ? NOT_NOW : { kind: 'done' });
    else if ((outcome === 'refused' || outcome === 'failed') && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await Promise.all(
        [batch.slice(0, half), batch.slice(half)].map((some) => this.settleTogether(group, some, steps, by)),
      );
    }
  }

  private async findPosts({ address, subject }: ResultGroup, markets: readonly ListedMarket[]): Promise<Shown> {
    const keys = [...new Set(markets.flatMap(({ market }) => market.terms.statKeys))].sort((a, b) => a - b);
    const chunks = Array.from({ length: Math.ceil(keys.length / MOST_KEYS) }, (_, i) =>
      keys.slice(MOST_KEYS * i, MOST_KEYS * (i + 1)),
    );
    const searches = await Promise.all(chunks.map((some) => this.search(address, subject, some)));
    const found = searches.flatMap((search) => (search.found ? [search.post] : []));
    const latest = found.reduce((key, { orderKey }) => (orderKey > key ? orderKey : key), 0n);
    const missing = new Map(
      chunks.flatMap((some, i) => {
        const search = searches[i];
        return search && !search.found ? some.map((key) => [key, search.error] as const) : [];
      }),
    );
    // Only facts of one update are current together.
    return { posts: found.filter(({ orderKey }) => orderKey === latest), missing };
  }

  private async search(address: Address, subject: ResultSubject, keys: readonly number[]): Promise<ResultProofSearch> {
    const { options, records, searches } = this.work;
    const sport = sportOfLayout(subject.sport);
    const latest = sport ? await records.latest(subject.fixtureId, sport).catch(() => []) : [];
    const newest = latest.reduce((seq, record) => Math.max(seq, record.seq), -1);
    const name = `${address} ${keys.join()}`;
    const known = searches.get(name);
    if (known?.newest === newest) return known.search;
    const search = await findResultProof({ subject, keys, source: records, chain: options.chain });
    // What was not found may be found without a newer record, once its root is published.
    if (search.found) searches.set(name, { newest, search });
    return search;
  }

  /** The step of each market. Only what the latest record confirms counts, however old the result. */
  private stepsOf(
    markets: readonly ListedMarket[],
    { posts, missing }: Shown,
    result: MatchResult,
    now: Seconds,
  ): Map<Address, ResultStep> {
    const confirmed = new Set(posts.flatMap(({ facts }) => facts.map(({ key }): number => key)));
    return new Map(
      markets.flatMap(({ address, market }): (readonly [Address, ResultStep])[] => {
        const absent = market.terms.statKeys.find((key) => !confirmed.has(key));
        if (absent === undefined) return [[address, resultStep(market, result, now)]];
        const error = missing.get(absent);
        return error ? [[address, { kind: 'cannot', error }]] : [];
      }),
    );
  }

  private async post(
    group: ResultGroup,
    before: MatchResult | null,
    post: CheckedResultPost,
    onSpent: () => void,
    signal: AbortSignal | undefined,
  ): Promise<ActionOutcome | null> {
    const { options, sender, buffers } = this.work;
    const { programs, payer, chain } = options;
    const { proof, witness, orderKey, facts } = post;
    const subject: Subject = { kind: 'result', address: group.address };
    const now = await chainTime(chain);
    const [rent = 0n] = await this.rentsOf(before, group.subject, [post], now);
    const what = { programs, payer: payer.address, subject: group.subject, proof, ...(witness && { witness }) };
    const how = { version: sender.version, microLamportsPerUnit: sender.draftFee };
    const plan = postResultTransactions({ ...what, ...how, bufferId: 0n });
    const seen = before === null ? [] : [{ address: group.address, data: matchResultAccount.encode(before) }];
    const fields = { fixture: group.subject.fixtureId, orderKey, keys: facts.map(({ key }) => key), form: plan.form };
    const sending = { action: 'post_result', subject, seen, fields, rent, onSpent } as const;
    const [only] = plan.transactions;
    if (plan.held === null && only) return sender.act({ ...sending, instructions: only.instructions });
    const upload: Upload = {
      ...sending,
      held: plan.held ?? 0,
      plan: ({ id, standing }) => postResultTransactions({ ...what, ...how, bufferId: id, standing }),
    };
    return buffers.carryOut(upload, sender, signal);
  }

  private settleAlone(
    markets: readonly ListedMarket[],
    why: string,
    steps?: ReadonlyMap<Address, ResultStep>,
  ): ReadonlyMap<Address, ByResult> {
    for (const one of markets) {
      const step = steps?.get(one.address);
      if (step?.kind === 'cannot') this.explain(one, step);
      else this.explainForm(one, why);
    }
    return new Map();
  }

  private explain(one: ListedMarket, step: ResultStep): void {
    this.explainForm(one, explanationOf(step));
  }

  private explainForm({ address }: ListedMarket, reason: string): void {
    this.work.reporter.explain({ kind: 'market', address }, reason, { form: 'result' });
  }
}

/** In a dry run nothing changes, so there is nothing to go on with. */
const NOT_NOW: ByResult = { kind: 'wait', until: Number.POSITIVE_INFINITY };

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

const canServe = (step: ResultStep | undefined): boolean => step !== undefined && step.kind !== 'cannot';

/** Whether nobody has proven an outcome yet. */
const isOpen = ({ state, proposal }: Market): boolean => state === 'Open' || (state === 'Proposed' && proposal.void);

const tooDear = (rents: readonly bigint[], { payResults = PAY_RESULTS }: KeeperOptions): string =>
  `Not taken: the result takes ${rents.reduce((sum, rent) => sum + rent, 0n)} lamports; --pay-results gives ` +
  `${payResults} a day.`;

const reasonOf = ({ missing }: Shown): string => {
  const [error] = missing.values();
  return `Not taken: ${error?.message ?? 'nothing to post.'}`;
};

/** Posts that tell the result something new. A later update clears what it does not repeat, so it is posted whole. */
function postsNeeded(standing: MatchResult | null, posts: readonly CheckedResultPost[]): readonly CheckedResultPost[] {
  const [first] = posts;
  if (standing === null || first === undefined) return posts;
  if (standing.orderKey > first.orderKey) return [];
  const unknown = posts.filter((post) => !isKnown(standing, post));
  return standing.orderKey === first.orderKey || unknown.length === 0 ? unknown : posts;
}

const isKnown = ({ facts }: MatchResult, post: CheckedResultPost): boolean =>
  post.facts.every((fact) => {
    const value = factValue(fact);
    return facts.some((known) => known.key === fact.key && known.current && known.value === value);
  });

/** The result after these posts; `null` when there is none. Errors: those of `applyResultPost`. */
function afterPosts(
  standing: MatchResult | null,
  subject: ResultSubject,
  posts: readonly CheckedResultPost[],
  now: number,
): MatchResult | null {
  let content: ResultContent | null = standing;
  for (const post of posts) content = applyResultPost(content, post, now).result;
  if (content === null) return null;
  return { version: RESULT_VERSION, bump: 0, payer: ZERO_ADDRESS, ...standing, ...subject, ...content };
}

const sizeOf = (result: MatchResult): number => matchResultAccount.encode(result).length;
