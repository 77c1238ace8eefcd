import {
  errorOf,
  fail,
  isError,
  type LinesmanError,
  NO_PROOF_YET,
  REQUEST_ABORTED,
  WRONG_LEG,
} from '@linesman/sdk/error';
import { equalBytes } from '@linesman/sdk/format';
import { invariant } from '@linesman/sdk/internal/format/invariant';
import { isoTime } from '@linesman/sdk/internal/format/isoTime';
import { unstatedIn } from '@linesman/sdk/internal/prove/completeRecords';
import { lastWaitOf } from '@linesman/sdk/internal/prove/vouching';
import type { LeastRecent } from '@linesman/sdk/node';
import {
  type Address,
  bufferedSettleTransactions,
  bufferIdOf,
  chainMoment,
  cheapestForm,
  type FormChoice,
  fetchResult,
  type Market,
  type MatchResult,
  type Moment,
  matchResultAccount,
  type Parlay,
  postResultTransactions,
  proposeVoidInstructions,
  type SignatureVerifier,
  settleManyInstruction,
  settleParlayInstruction,
  signatureVerifier,
  voidInstruction,
} from '@linesman/sdk/program';
import type { StatProof } from '@linesman/sdk/proof';
import {
  type FindResultProofParameters,
  findProof,
  findResultProof,
  findVoidProof,
  isTransient,
  type NoProofReason,
  type ProofSearch,
  type ProofSource,
  type ResultProofSearch,
} from '@linesman/sdk/prove';
import type { Backoff } from './backoff.js';
import { type ClearWork, clear } from './clear.js';
import type { DailyBudget, Spending } from './dailyBudget.js';
import type { Finalising } from './finalising.js';
import { PAY_RESULTS } from './keeperOptions.js';
import type { Action, ActionOutcome } from './metrics.js';
import type { OwnResults } from './ownResults.js';
import { Part } from './part.js';
import {
  type Accounts,
  afterPosts,
  plan,
  type SeenMarket,
  type SeenPool,
  type SeenResult,
  type Shown,
  type Step,
  type StepOf,
} from './plan.js';
import { accountOf, readPool } from './pools.js';
import type { ProofBuffers } from './proofBuffers.js';
import { errorFields, named, type Subject } from './reporter.js';

/**
 * The maximum number of steps for one market in one round: settle, finalise, clear, and one step that another sender
 * took first. A market that needs more continues in the next round, so that it does not delay others.
 */
const MAX_STEPS = 4;
/** The maximum number of stats in one post. */
const MAX_KEYS = 5;
/** The maximum number of markets that are tried for one transaction, because no transaction holds more. */
const MAX_TOGETHER = 100;

/** For a parlay: one step for each leg, one to void and one to clear. */
const mostSteps = (pool: SeenPool): number => (pool.kind === 'market' ? MAX_STEPS : pool.account.terms.legs.length + 2);

/** Searches by result and keys. They stay until the service lists a newer record. */
export type ResultSearches = LeastRecent<{ readonly newest: number; readonly search: ResultProofSearch }, string>;

export interface Work extends ClearWork {
  readonly buffers: ProofBuffers;
  /** Ids of the buffers that this round has no reason to close. */
  readonly kept: Set<bigint>;
  /** The service. Each list is requested once a round. */
  readonly records: ProofSource;
  readonly searches: ResultSearches;
  /** Questions about stats that their source does not state, with the answer, which never changes. */
  readonly unstated: LeastRecent<ProofSearch, string>;
  /** The budget for results and their growth. */
  readonly resultBudget: DailyBudget;
  readonly ownResults: OwnResults;
  readonly finalising: Finalising;
  /** Accounts that this or another round is working on. */
  readonly locked: Set<Address>;
  readonly backoff: Backoff;
  readonly signal: AbortSignal | undefined;
}

/** Carries out the plan of one round, and plans again after each finding or change. */
export class Executor {
  /** The latest state of each market in this round, so that legs of parlays need not be read again. */
  private readonly markets = new Map<Address, Market>();
  private readonly steps = new Map<Address, number>();
  /** The last reading of the chain's clock. */
  private now: Moment = { seconds: 0, slot: 0 };
  /** The time at which the next postponed step can be done, in Unix seconds of the chain's clock. */
  wakeAt: number | null = null;

  constructor(
    private readonly work: Work,
    /** Every market of the round. */
    markets: readonly SeenMarket[],
  ) {
    for (const { address, account } of markets) this.markets.set(address, account);
  }

  /** Works on accounts until there is nothing to do for them now. Skips those that another round is working on. */
  async tend(accounts: Accounts): Promise<void> {
    const { locked, signal } = this.work;
    const part = new Part(accounts);
    for (const { address } of part.all) {
      if (locked.has(address)) part.drop(address);
      else locked.add(address);
    }
    try {
      await this.readClock();
      while (!signal?.aborted) {
        const steps = plan(part.accounts, this.now, this.work.options);
        for (const step of steps) this.begin(part, step);
        if (part.result && !steps.some((step) => 'result' in step) && !part.isBusy(part.result.address))
          this.finish(part, part.result);
        if (part.isIdle) break;
        await part.changed();
      }
    } catch (error) {
      for (const one of part.all) this.report(one, error);
    }
    while (!part.isIdle) await part.changed();
    for (const one of part.all) this.finish(part, one);
  }

  /** Steps that have become due in the meantime are done after the next change, or in the next round. */
  private async readClock(): Promise<void> {
    this.now = await chainMoment(this.work.options.chain);
    this.work.sender.fees.see(this.now.seconds);
  }

  private begin(part: Part, step: Step): void {
    const { reporter, finalising, kept, ownResults, sender } = this.work;
    if (step.kind === 'explain') reporter.explain(step.pool, step.why, { form: 'result' });
    else if (step.kind === 'close_result')
      this.run(part, step.own, async () => {
        await ownResults.close(step.own, sender);
        this.finish(part, step.own);
      });
    else if ('result' in step) this.beginShared(part, step);
    else if (!part.isBusy(step.pool.address)) {
      const { pool } = step;
      if (!mayFinalise(step)) finalising.pass(pool.address);
      if (!mayNeedBuffer(step)) kept.delete(bufferIdOf(pool.address));
      part.leaveResult([pool.address]);
      if (step.kind === 'wait') {
        const what = { terms: 'until ', result: 'for its result until ', legs: 'for its legs' }[step.by];
        reporter.say(pool, `waits ${what}${step.by === 'legs' ? '' : isoTime(step.until)}`);
        this.finish(part, pool, step.until);
      } else if (step.kind === 'nothing') {
        this.sayNoProof(step);
        this.finish(part, pool, step.due > this.now.seconds ? step.due : null);
      } else this.run(part, pool, () => this.take(part, step));
    }
  }

  private beginShared(part: Part, step: Extract<Step, { result: SeenResult }>): void {
    const { result, markets } = step;
    const { options, sender, finalising } = this.work;
    switch (step.kind) {
      case 'read_result':
        this.run(part, result, async () => {
          part.result = { ...result, standing: await fetchResult(options.chain, options.programs, result.subject) };
        });
        break;
      case 'search_result':
        this.run(part, result, async () => {
          part.result = { ...result, shown: await this.findPosts(result, step) };
        });
        break;
      case 'post_result':
        // Its markets take no other step in the meantime.
        this.run(part, result, () => this.post(part, step), markets);
        break;
      case 'settle_many': {
        for (const { address } of markets) finalising.pass(address);
        let rest = markets.filter(({ address }) => !part.isBusy(address));
        while (rest.length > 0) {
          const addresses = rest.slice(0, MAX_TOGETHER).map(({ address }) => address);
          const batch = rest.slice(0, sender.marketsThatFit(addresses, result.address));
          rest = rest.slice(batch.length);
          part.start(
            batch.map(({ address }) => address),
            () => this.settleTogether(part, step, batch),
          );
        }
      }
    }
  }

  /** Does one part of the work separately, so that its failure does not affect other parts. */
  private run(part: Part, subject: Subject, work: () => Promise<void>, held: readonly SeenMarket[] = []): void {
    if (part.isBusy(subject.address)) return;
    const addresses = [subject, ...held].map(({ address }) => address);
    part.start(addresses, async () => {
      try {
        await work();
      } catch (error) {
        this.report(subject, error);
        if (subject.address === part.result?.address) part.leaveResult();
        this.finish(part, subject);
      }
    });
  }

  private report(subject: Subject, error: unknown): void {
    const { reporter, signal } = this.work;
    // This is not a failure but the requested stop.
    if (signal?.aborted && isError(error, REQUEST_ABORTED)) return;
    reporter.failed(subject, subject.kind, error);
  }

  /** Nothing more is done for this account in this round. */
  private finish(part: Part, { address, kind }: Subject, wakeAt: number | null = null): void {
    const { locked, backoff, finalising, kept, reporter, signal } = this.work;
    part.drop(address);
    locked.delete(address);
    finalising.pass(address);
    if (kind === 'result') kept.delete(bufferIdOf(address));
    if (!signal?.aborted) backoff.ended(address, reporter.failuresOf({ kind, address }) > 0);
    if (wakeAt !== null && Number.isFinite(wakeAt)) this.wakeAt = Math.min(wakeAt, this.wakeAt ?? wakeAt);
  }

  /** Takes one step for a market or a parlay. */
  private async take(part: Part, step: Extract<Step, { pool: SeenPool }>): Promise<void> {
    const { options, records: source, sender, finalising, reporter, unstated, signal } = this.work;
    const { chain, programs } = options;
    const { pool } = step;
    const { address } = pool;
    invariant(this.work.locked.has(address), 'a round acts on accounts that it has locked');
    invariant((this.steps.get(address) ?? 0) < mostSteps(pool), 'the steps of a round for an account are bounded');
    const act = (action: Action, instructions: Parameters<typeof sender.act>[0]['instructions'], fields = {}) =>
      sender.act({ action, subject: pool, seen: [accountOf(pool)], instructions, fields });
    let outcome: ActionOutcome | null;
    switch (step.kind) {
      case 'search': {
        const { terms, proposal, state } = step.pool.account;
        const standing = state === 'Proposed' && !proposal.void ? proposal : undefined;
        const question = `${terms.fixtureId} ${terms.sport} ${terms.statKeys.join()}`;
        const search =
          unstated.get(question) ?? (await findProof({ terms, source, chain, ...(standing && { standing }) }));
        if (!search.found && search.reason === 'NotStated') {
          unstated.set(question, search);
          reporter.explain(pool, `Ends void at ${isoTime(terms.voidAfter)}: ${search.error.message}`, {}, 'end');
        }
        part.set({ ...step.pool, isAlone: true, search });
        return;
      }
      case 'search_void': {
        const voidSearch = await findVoidProof({ terms: step.pool.account.terms, source, chain });
        part.set({ ...step.pool, isAlone: true, voidSearch });
        return;
      }
      case 'read_legs':
        part.set({ ...step.pool, legs: await this.legs(step.pool.account) });
        return;
      case 'clear':
        await clear(this.work, pool, signal);
        this.finish(part, pool);
        return;
      case 'settle':
        outcome = await this.settle(step);
        break;
      case 'propose_void': {
        const { proposal, seq } = step.search;
        const { proof, orderKey } = proposal;
        const { terms } = step.pool.account;
        const given = { programs, market: address, terms, proof, ...(await this.verifierOf(proof)) };
        const instructions = proposeVoidInstructions(given);
        outcome = await act('propose_void', instructions, { seq, orderKey, version: proof.version });
        break;
      }
      case 'finalise':
        this.sayNoProof(step);
        outcome = await finalising.add(step.pool);
        break;
      case 'void':
        if ('search' in step) this.sayNoProof(step);
        outcome = await act('void', [voidInstruction(programs, address)]);
        break;
      case 'settle_parlay': {
        const { leg } = step;
        const { terms } = step.pool.account;
        const instructions = [settleParlayInstruction(programs, address, terms, leg)];
        outcome = await act('settle_parlay', instructions, { leg, market: terms.legs[leg]?.market });
        break;
      }
      default:
        return;
    }
    if (outcome === 'landed' || outcome === 'raced') await this.renew(part, pool);
    else this.finish(part, pool, 'due' in step && step.due > this.now.seconds ? step.due : null);
  }

  /** Continues with the state of a pool after a step, unless it has used up its steps. */
  private async renew(part: Part, pool: SeenPool): Promise<void> {
    const { options } = this.work;
    const steps = (this.steps.get(pool.address) ?? 0) + 1;
    this.steps.set(pool.address, steps);
    if (pool.kind === 'parlay') part.set(await readPool(options, pool));
    else {
      const [market] = await Promise.all([readPool(options, pool), this.readClock()]);
      this.markets.set(pool.address, market.account);
      part.set({ ...market, isAlone: true });
    }
    if (steps >= mostSteps(pool)) this.finish(part, pool);
  }

  /** For a signed proof, which program verifies the signature on this chain. */
  private async verifierOf({ version }: StatProof): Promise<{ readonly verifiedBy?: SignatureVerifier }> {
    return version === 4 ? { verifiedBy: await signatureVerifier(this.work.options.chain) } : {};
  }

  private async settle({ pool, search }: StepOf<'settle'>): Promise<ActionOutcome | null> {
    const { options, sender, buffers, signal } = this.work;
    const { programs, payer, metrics } = options;
    const { state, terms, proposal } = pool.account;
    const { proof, witness, outcome, orderKey } = search.settlement;
    const signed = await this.verifierOf(proof);
    const parameters = { programs, market: pool.address, terms, proof, ...(witness && { witness }), ...signed };
    const how = { payer: payer.address, version: sender.version, microLamportsPerUnit: sender.draftFee };
    const choice = cheapestForm({ ...parameters, ...how });
    this.explainForms(pool, choice);
    const corrects = !proposal.void && orderKey === proposal.orderKey ? 'contradict' : 'correct';
    const { form } = choice;
    const fields = { seq: search.seq, outcome, orderKey, version: proof.version, form, witness: witness?.stat.key };
    const action = state === 'Open' ? 'settle' : corrects;
    const what = { action, subject: pool, seen: [accountOf(pool)], fields } as const;
    const sent =
      choice.form === 'buffer'
        ? await buffers.carryOut(
            {
              ...{ ...what, held: choice.content.length },
              plan: (of) =>
                bufferedSettleTransactions({ ...parameters, ...of, form: choice.held, owner: payer.address }),
            },
            sender,
            signal,
          )
        : await sender.act({ ...what, instructions: choice.instructions });
    if (sent === 'landed') metrics.forms.inc({ form });
    return sent;
  }

  /** Logs the forms of the proof and why one was chosen. */
  private explainForms(subject: Subject, { candidates }: FormChoice): void {
    const { log, explain, dryRun } = this.work.options;
    for (const { form, lookupTable, bytes, limit, reason } of candidates)
      log(explain || dryRun ? 'info' : 'debug', 'form', { ...named(subject), form, lookupTable, bytes, limit, reason });
  }

  private sayNoProof(step: Extract<StepOf<'nothing' | 'finalise' | 'void'>, { search: unknown }>): void {
    const { reporter, options } = this.work;
    const { metrics, log } = options;
    const { pool, search } = step;
    const { reason, error } = search;
    metrics.noProof.inc({ reason });
    if (reason === 'ProofRefused') {
      metrics.proofsRefused.inc({ error: error.number });
      log('error', 'proof refused by the verifier', { ...named(pool), ...errorFields(error) });
    }
    if (isFailure(reason)) reporter.countFailure(pool);
    const but = step.kind === 'nothing' ? step.but : null;
    const what = reason === 'Confirmed' || reason === 'NotNewer' ? 'nothing to correct' : `no proof: ${reason}`;
    const why = but === 'called off' ? `called off, no proof of that: ${reason}` : but ? `${what}, ${but}` : what;
    reporter.say(pool, why, error.message);
  }

  /** The state of each leg's market. Errors: WRONG_LEG when its terms are not those that the leg names. */
  private async legs({ terms, results }: Parlay): Promise<(Market['state'] | null)[]> {
    const { options } = this.work;
    const states: (Market['state'] | null)[] = [];
    for (const [i, { market: address, termsHash }] of terms.legs.entries()) {
      if (results[i] !== 'Open') {
        states.push(null);
        continue;
      }
      const market = this.markets.get(address) ?? (await readPool(options, { kind: 'market', address })).account;
      if (!equalBytes(market.termsHash, termsHash)) fail(WRONG_LEG, { problem: 'other terms', market: address });
      states.push(market.state);
    }
    return states;
  }

  private async findPosts(
    { address, subject, standing = null }: SeenResult,
    { keys: asked, markets }: StepOf<'search_result'>,
  ): Promise<Shown> {
    const { fixtureId, sport } = subject;
    const listed = await this.work.records.latest(fixtureId, sport).catch(() => []);
    // A market on such a stat must not keep those on others from their result.
    const unstated = unstatedIn(listed, asked);
    const keys = asked.filter((key) => !unstated.includes(key));
    const lastWait = Math.min(...markets.map(({ account }) => lastWaitOf(account.terms)));
    const chunks = Array.from({ length: Math.ceil(keys.length / MAX_KEYS) }, (_, i) =>
      keys.slice(MAX_KEYS * i, MAX_KEYS * (i + 1)),
    );
    const searches = await Promise.all(
      chunks.map((some) => this.searchResult(address, { subject, keys: some, standing, lastWait })),
    );
    const found = searches.flatMap((search) => (search.found ? [search.post] : []));
    const latest = found.reduce((key, { orderKey }) => (orderKey > key ? orderKey : key), 0n);
    const notStated = errorOf(NO_PROOF_YET, { reason: 'NotStated', fixtureId, keys: unstated });
    const missing = new Map([
      ...unstated.map((key) => [key, notStated as LinesmanError] as const),
      ...chunks.flatMap((some, i) => {
        const search = searches[i];
        return search && !search.found ? some.map((key) => [key, search.error] as const) : [];
      }),
    ]);
    // Facts are current together only if they are from one update.
    return { posts: found.filter(({ orderKey }) => orderKey === latest), missing };
  }

  private async searchResult(
    address: Address,
    what: Omit<FindResultProofParameters, 'source' | 'chain'>,
  ): Promise<ResultProofSearch> {
    const { subject, keys } = what;
    const { options, records, searches } = this.work;
    const latest = await records.latest(subject.fixtureId, subject.sport).catch(() => []);
    const newest = latest.reduce((seq, record) => Math.max(seq, record.seq), -1);
    const name = `${address} ${keys.join()}`;
    const known = searches.get(name);
    if (known?.newest === newest) return known.search;
    const search = await findResultProof({ ...what, source: records, chain: options.chain });
    // A missing proof may be found without a newer record, once its root is published, and a better one once it is
    // vouched for.
    if (search.found && subject.attesters === null) searches.set(name, { newest, search });
    return search;
  }

  /** Posts a result, if the budget allows its rent. */
  private async post(part: Part, step: StepOf<'post_result'>): Promise<void> {
    const { reporter, options, resultBudget, finalising, signal } = this.work;
    const { now } = this;
    const { chain, programs, payResults = PAY_RESULTS } = options;
    const { result, markets, posts, expected, changes } = step;
    const { standing = null, subject } = result;
    const rents = await this.rentsOf(standing, subject, posts, now);
    const spendings = takeAll(resultBudget, rents, now.seconds);
    if (spendings === null) {
      const lamports = rents.reduce((sum, rent) => sum + rent, 0n);
      const why = `Not taken: the result takes ${lamports} lamports; --pay-results gives ${payResults} a day.`;
      for (const one of markets) reporter.explain(one, why, { form: 'result' });
      part.leaveResult();
      return;
    }
    reporter.explain(result, `Posted: ${changes} markets share it.`, { posts: posts.length });
    for (const { address } of markets) finalising.pass(address);
    let before = standing;
    try {
      for (const [i, post] of posts.entries()) {
        const outcome = signal?.aborted ? null : await this.sendPost(result, before, post, () => spendings[i]?.keep());
        if (outcome === 'dry_run') {
          before = expected;
          break;
        }
        if (outcome !== 'landed' && outcome !== 'raced') {
          part.leaveResult();
          return;
        }
        [before] = await Promise.all([fetchResult(chain, programs, subject), this.readClock()]);
      }
    } finally {
      for (const spending of spendings) spending.release();
    }
    resultBudget.see(this.now.seconds);
    if (before === null) part.leaveResult();
    else part.result = { ...result, standing: before, isPosted: true };
  }

  private async sendPost(
    result: SeenResult,
    before: MatchResult | null,
    post: StepOf<'post_result'>['posts'][number],
    onSpent: () => void,
  ): Promise<ActionOutcome | null> {
    const { options, sender, buffers, signal } = this.work;
    const { programs, payer } = options;
    const { subject, address } = result;
    const { proof, witness, orderKey, facts } = post;
    const [rent = 0n] = await this.rentsOf(before, subject, [post], this.now);
    const what = { programs, payer: payer.address, subject, proof, ...(witness && { witness }) };
    const how = { version: sender.version, microLamportsPerUnit: sender.draftFee };
    const plan = postResultTransactions({ ...what, ...how, bufferId: 0n });
    const seen = before === null ? [] : [{ address, data: matchResultAccount.encode(before) }];
    const fields = { fixture: subject.fixtureId, orderKey, keys: facts.map(({ key }) => key), form: plan.form };
    const sending = { action: 'post_result', subject: result, seen, fields, rent, onSpent } as const;
    const [only] = plan.transactions;
    if (plan.held === null && only) return sender.act({ ...sending, instructions: only.instructions });
    return buffers.carryOut(
      {
        ...{ ...sending, held: plan.held ?? 0 },
        plan: ({ id, standing }) => postResultTransactions({ ...what, ...how, bufferId: id, standing }),
      },
      sender,
      signal,
    );
  }

  /** Rent that each post adds to the result, lamports. */
  private async rentsOf(
    standing: MatchResult | null,
    subject: SeenResult['subject'],
    posts: StepOf<'post_result'>['posts'],
    now: Moment,
  ): Promise<bigint[]> {
    const states = [standing, ...posts.map((_, i) => afterPosts(standing, subject, posts.slice(0, i + 1), now))];
    const sizes = states.map((one) => (one ? matchResultAccount.encode(one).length : 0));
    const rents = await Promise.all(sizes.map(async (size) => (size === 0 ? 0 : this.work.options.chain.rent(size))));
    return posts.map((_, i) => BigInt(Math.max(0, (rents[i + 1] ?? 0) - (rents[i] ?? 0))));
  }

  /** Settles these in one transaction, or in several if it fails. Each market continues with its new state. */
  private async settleTogether(part: Part, step: StepOf<'settle_many'>, batch: readonly SeenMarket[]): Promise<void> {
    const { sender, options } = this.work;
    const { programs, metrics } = options;
    const { result, states } = step;
    part.leaveResult(batch.map(({ address }) => address));
    const outcomes = await sender.actTogether(batch, (some) => ({
      action: 'settle_many',
      subject: result,
      seen: some.map(accountOf),
      instructions: [
        settleManyInstruction(
          programs,
          result.address,
          some.map(({ address }) => address),
        ),
      ],
      lines: some.map((subject) => {
        const state = states.get(subject.address);
        const fields = { result: result.address, form: 'result', state, together: some.length };
        return { event: 'settle', subject, fields };
      }),
      // A market that the result cannot settle is settled separately.
      isTry: true,
    }));
    const settled = [...outcomes.values()].filter((outcome) => outcome === 'landed').length;
    if (settled > 0) metrics.forms.inc({ form: 'result' }, settled);
    await Promise.all(
      [...outcomes].map(async ([one, outcome]) => {
        try {
          if (outcome === 'dry_run') this.finish(part, one);
          // So is a market that the program has skipped, in its current state.
          if (outcome === 'landed' || outcome === 'raced') await this.renew(part, one);
        } catch (error) {
          this.report(one, error);
          this.finish(part, one);
        }
      }),
    );
  }
}

/** Whether the market may still be made final in this round. */
const mayFinalise = (step: Step): boolean =>
  step.kind === 'finalise' || (step.kind === 'search' && step.otherwise === 'finalise');

/** Whether its proof may go through a buffer, or may do so soon. */
function mayNeedBuffer(step: Step): boolean {
  if (step.kind === 'search' || step.kind === 'settle') return true;
  return 'search' in step && !step.search.found && isTransient(step.search.reason);
}

/** Reasons that need attention if they persist. */
const isFailure = (reason: NoProofReason): boolean =>
  reason === 'ServiceUnavailable' || reason === 'ServiceRefused' || reason === 'ProofRefused';

/** Reserves every rent; `null` when the budget does not allow all of them. */
function takeAll(budget: DailyBudget, rents: readonly bigint[], now: number): readonly Spending[] | null {
  const taken = rents.map((rent) => budget.take(rent, now));
  const spendings = taken.filter((one) => one !== null);
  if (spendings.length === rents.length) return spendings;
  for (const spending of spendings) spending.release();
  return null;
}
