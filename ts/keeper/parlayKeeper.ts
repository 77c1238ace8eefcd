import { fail, WRONG_LEG } from 'linesman/error';
import { equalBytes } from 'linesman/format';
import {
  type Address,
  fetchAccount,
  type Market,
  marketAccount,
  type Parlay,
  type ParlayLeg,
  parlayAccount,
  settleParlayInstruction,
  voidParlayInstruction,
} from 'linesman/program';
import { type ClearWork, clear } from './clear.js';
import { nextParlayStep } from './nextParlayStep.js';
import type { ListedParlay } from './parlayList.js';
import type { Subject } from './reporter.js';

/** Looks after one parlay: copies the results of its legs, voids it when one is void, pays. */
export class ParlayKeeper {
  /** @param markets The latest state of each market in this round, by address, so that legs need not be read again. */
  constructor(
    private readonly work: ClearWork,
    private readonly markets: ReadonlyMap<string, Market>,
  ) {}

  async tend({ address, parlay: listed }: ListedParlay, signal?: AbortSignal): Promise<void> {
    const { options, sender, reporter } = this.work;
    const { chain, programs } = options;
    const subject: Subject = { kind: 'parlay', address };
    let parlay = listed;
    // One for each leg, one to void and one to clear.
    const mostSteps = parlay.terms.legs.length + 2;
    for (let steps = 0; steps < mostSteps && !signal?.aborted; steps++) {
      const step = nextParlayStep(parlay, await this.states(parlay));
      if (step.kind === 'clear') return await clear(this.work, { kind: 'parlay', address, account: parlay }, signal);
      if (step.kind === 'wait') return reporter.say(subject, 'waits for its legs');
      const seen = { address, data: parlayAccount.encode(parlay) };
      const outcome =
        step.kind === 'void'
          ? await sender.act({
              ...{ action: 'void_parlay', subject, seen: [seen] },
              instructions: [voidParlayInstruction(programs, address)],
            })
          : await this.settleLeg(subject, parlay, step.leg);
      if (outcome !== 'landed' && outcome !== 'raced') return;
      parlay = await fetchAccount(chain, parlayAccount, address, programs.settlement);
    }
  }

  private async settleLeg(subject: Subject, parlay: Parlay, leg: number) {
    const { options, sender } = this.work;
    const { address } = subject;
    const seen = { address, data: parlayAccount.encode(parlay) };
    const instruction = settleParlayInstruction(options.programs, address, parlay.terms, leg);
    const market = parlay.terms.legs[leg]?.market;
    const what = { action: 'settle_parlay', subject, seen: [seen], instructions: [instruction] } as const;
    return await sender.act({ ...what, fields: { leg, market } });
  }

  /** The state of each leg's market; `null` once its result is copied. */
  private async states({ terms, results }: Parlay): Promise<(Market['state'] | null)[]> {
    const states: (Market['state'] | null)[] = [];
    for (const [i, leg] of terms.legs.entries())
      states.push(results[i] === 'Open' ? (await this.marketOf(leg)).state : null);
    return states;
  }

  /** Errors: WRONG_LEG when its terms are not those that the leg names. */
  private async marketOf({ market: address, termsHash }: ParlayLeg): Promise<Market> {
    const { chain, programs } = this.work.options;
    const market =
      this.markets.get(address) ?? (await fetchAccount(chain, marketAccount, address, programs.settlement));
    if (!equalBytes(market.termsHash, termsHash)) return fail(WRONG_LEG, { problem: 'other terms', market: address });
    return market;
  }
}

/** Whether a leg of the parlay is on one of these markets. */
export const hasLegAmong = ({ terms }: Parlay, markets: ReadonlySet<Address>): boolean =>
  terms.legs.some(({ market }) => markets.has(market));
