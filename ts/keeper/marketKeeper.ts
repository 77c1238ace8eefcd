import { isoTime } from 'linesman/internal';
import {
  type Address,
  type BufferedForm,
  bufferedSettleTransactions,
  bufferIdOf,
  type CheckedSettlement,
  chainTime,
  cheapestForm,
  type FormChoice,
  fetchAccount,
  type Market,
  marketAccount,
  nextStep,
  type ProgramAccount,
  proposeVoidInstructions,
  type SettleParameters,
  type Step,
  voidInstruction,
} from 'linesman/program';
import type { ProofSource } from 'linesman/prove';
import { findProof, findVoidProof, isTransient, type NoProofReason, type ProofSearch } from 'linesman/prove';
import { type ClearWork, clear } from './clear.js';
import type { Finalising } from './finalising.js';
import type { ListedMarket } from './marketList.js';
import type { Action, ActionOutcome } from './metrics.js';
import type { ProofBuffers, Upload } from './proofBuffers.js';
import { errorFields, named, type Subject } from './reporter.js';
import type { ByResult } from './resultKeeper.js';

/**
 * The maximum number of steps for one market in one round: settle, finalise, clear, and one that another sender took
 * first. A market that needs more continues in the next round, so that it delays no other.
 */
const MOST_STEPS = 4;

export interface MarketWork extends ClearWork {
  readonly buffers: ProofBuffers;
  /** Ids of the buffers that this round has no reason to close. */
  readonly kept: Set<bigint>;
  /** The service, asked for each list once a round. */
  readonly records: ProofSource;
  readonly finalising: Finalising;
}

/** Looks after one market: settles it, corrects or voids, makes it final, pays. */
export class MarketKeeper {
  /** The latest state of each market in this round, by address. */
  readonly seen = new Map<string, Market>();

  constructor(private readonly work: MarketWork) {}

  /** Goes on from what a result has done for the market. Returns as `tend`. */
  async follow(listed: ListedMarket, by: ByResult, signal?: AbortSignal): Promise<number | null> {
    const { options, reporter, finalising } = this.work;
    const { chain, programs } = options;
    const { address } = listed;
    if (by.kind === 'wait') {
      this.release(address);
      finalising.pass(address);
      if (Number.isFinite(by.until))
        reporter.say({ kind: 'market', address }, `waits for its result until ${isoTime(by.until)}`);
      return by.until;
    }
    const market = await fetchAccount(chain, marketAccount, address, programs.settlement);
    this.seen.set(address, market);
    return this.tend({ address, market }, signal);
  }

  /** Returns when something that is too early now can be done, in Unix seconds of the chain's clock, or `null`. */
  async tend({ address, market: listed }: ListedMarket, signal?: AbortSignal): Promise<number | null> {
    const { options, reporter, finalising } = this.work;
    const { chain, programs } = options;
    let market = listed;
    for (let steps = 0; steps < MOST_STEPS && !signal?.aborted; steps++) {
      const now = await chainTime(chain);
      const step = nextStep(market, now);
      if (step.kind !== 'prove') {
        this.release(address);
        finalising.pass(address);
      }
      if (step.kind === 'wait') {
        reporter.say({ kind: 'market', address }, `waits until ${isoTime(step.until)}`);
        return step.until;
      }
      if (step.kind === 'clear') {
        await clear(this.work, { kind: 'market', address, account: market }, signal);
        return null;
      }
      const outcome = await this.prove(address, market, step, now, signal);
      if (outcome !== 'landed' && outcome !== 'raced') return step.due > now ? step.due : null;
      market = await fetchAccount(chain, marketAccount, address, programs.settlement);
      this.seen.set(address, market);
    }
    return null;
  }

  /** Settles or corrects if there is a proof. Otherwise proposes to void, finalises or voids when that is due. */
  private async prove(
    address: Address,
    market: Market,
    step: Extract<Step, { kind: 'prove' }>,
    now: number,
    signal?: AbortSignal,
  ): Promise<ActionOutcome | null> {
    const { options, sender, records, finalising } = this.work;
    const { chain, programs, patience = 900 } = options;
    const { terms, proposal, state } = market;
    const subject: Subject = { kind: 'market', address };
    const seen = { address, data: marketAccount.encode(market) };
    const standing = state === 'Proposed' && !proposal.void ? proposal : undefined;
    const search = await findProof({ terms, source: records, chain, ...(standing && { standing }) });
    // What was not found may only not have been waited for.
    if (signal?.aborted) return null;
    const mayCome = !search.found && isTransient(search.reason);
    const putOff = step.otherwise !== null && mayCome && now < step.due + patience;
    const isDue = !search.found && step.otherwise === 'finalise' && !putOff;
    if (!isDue) finalising.pass(address);
    if (search.found) return await this.settle(seen, market, search, signal);
    if (!mayCome) this.release(address);
    if (state === 'Open' && step.otherwise === null && terms.abandonmentVoids && !mayCome) {
      const outcome = await this.proposeVoid(seen, market, signal);
      if (outcome !== 'nothing') return outcome;
    }
    this.sayNoProof(subject, search, putOff ? `${step.otherwise} put off` : undefined);
    if (step.otherwise === null || putOff) return null;
    if (step.otherwise === 'finalise') return await finalising.add(address, market);
    const instructions = [voidInstruction(programs, address)];
    return await sender.act({ action: 'void', subject, seen: [seen], instructions });
  }

  /** The market does not need its buffer now. */
  private release(market: Address): void {
    this.work.kept.delete(bufferIdOf(market));
  }

  private async settle(
    seen: ProgramAccount,
    { state, terms, proposal }: Market,
    { settlement, seq }: { readonly settlement: CheckedSettlement; readonly seq: number },
    signal?: AbortSignal,
  ): Promise<ActionOutcome | null> {
    const { options, sender, buffers } = this.work;
    const { programs, payer, metrics } = options;
    const { proof, witness, outcome, orderKey } = settlement;
    const subject: Subject = { kind: 'market', address: seen.address };
    const parameters = { programs, market: seen.address, terms, proof, ...(witness && { witness }) };
    const sending = { payer: payer.address, version: sender.version, microLamportsPerUnit: sender.draftFee };
    const form = cheapestForm({ ...parameters, ...sending });
    this.explain(subject, form);
    const corrects: Action = !proposal.void && orderKey === proposal.orderKey ? 'contradict' : 'correct';
    const action: Action = state === 'Open' ? 'settle' : corrects;
    const { version } = proof;
    const fields = { seq, outcome, orderKey, version, form: form.form, witness: witness?.stat.key };
    const what = { action, subject, seen: [seen], fields };
    const result =
      form.form === 'buffer'
        ? await buffers.carryOut({ ...what, ...this.upload(form, parameters) }, sender, signal)
        : await sender.act({ ...what, instructions: form.instructions });
    if (result === 'landed') metrics.forms.inc({ form: form.form });
    return result;
  }

  private upload(
    { held, content }: BufferedForm,
    parameters: Omit<SettleParameters, 'form'>,
  ): Pick<Upload, 'plan' | 'held'> {
    const owner = this.work.options.payer.address;
    return {
      held: content.length,
      plan: (of) => bufferedSettleTransactions({ ...parameters, ...of, form: held, owner }),
    };
  }

  /** Logs the forms of the proof and why one was chosen. */
  private explain(subject: Subject, { candidates }: FormChoice): void {
    const { log, explain, dryRun } = this.work.options;
    for (const { form, lookupTable, bytes, limit, reason } of candidates)
      log(explain || dryRun ? 'info' : 'debug', 'form', { ...named(subject), form, lookupTable, bytes, limit, reason });
  }

  /** `nothing` when the service does not list the match as abandoned. */
  private async proposeVoid(
    seen: ProgramAccount,
    { terms }: Market,
    signal?: AbortSignal,
  ): Promise<ActionOutcome | null | 'nothing'> {
    const { options, sender, reporter, records } = this.work;
    const { chain, programs } = options;
    const subject: Subject = { kind: 'market', address: seen.address };
    const search = await findVoidProof({ terms, source: records, chain });
    if (signal?.aborted) return null;
    if (search.found) {
      const { proof, orderKey } = search.proposal;
      const instructions = proposeVoidInstructions({ programs, market: seen.address, terms, proof });
      const fields = { seq: search.seq, orderKey, version: proof.version };
      return await sender.act({ action: 'propose_void', subject, seen: [seen], instructions, fields });
    }
    if (search.reason === 'NotAbandoned') return 'nothing';
    this.count(subject, search);
    reporter.say(subject, `called off, no proof of that: ${search.reason}`, search.error.message);
    return null;
  }

  private sayNoProof(subject: Subject, search: Extract<ProofSearch, { found: false }>, and?: string): void {
    const { reason, error } = search;
    this.count(subject, search);
    const what = reason === 'Confirmed' || reason === 'NotNewer' ? 'nothing to correct' : `no proof: ${reason}`;
    this.work.reporter.say(subject, and === undefined ? what : `${what}, ${and}`, error.message);
  }

  private count(subject: Subject, { reason, error }: Extract<ProofSearch, { found: false }>): void {
    const { reporter, options } = this.work;
    const { metrics, log } = options;
    metrics.noProof.inc({ reason });
    if (reason === 'ProofRefused') {
      metrics.proofsRefused.inc({ error: error.number });
      log('error', 'proof refused by the verifier', { ...named(subject), ...errorFields(error) });
    }
    if (isFailure(reason)) reporter.countFailure(subject);
  }
}

/** Reasons that need somebody's attention if they persist. */
const isFailure = (reason: NoProofReason): boolean =>
  reason === 'ServiceUnavailable' || reason === 'ServiceRefused' || reason === 'ProofRefused';
