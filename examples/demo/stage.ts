import { LinesmanError } from '../../ts/sdk/error/linesmanError.js';
import type { Seconds } from '../../ts/sdk/format/slotTime.js';
import { tokenBalance } from '../../ts/sdk/program/account/tokenAccount.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import type { LocalChain, Sent } from './localChain.js';
import { people } from './people.js';

/** The result of one step of the demo. */
export interface Step {
  readonly name: string;
  /** The chain's clock, in Unix seconds. */
  readonly time: number;
  /** Number of transactions; 0 when the step was refused before anything was sent. */
  readonly transactions: number;
  /** Size of the largest transaction with its signatures; `null` without a transaction. */
  readonly bytes: number | null;
  /** The most compute units that a transaction used; `null` without a transaction. */
  readonly computeUnits: number | null;
  readonly outcome: 'done' | 'refused';
  readonly error: {
    readonly number: number;
    readonly name: string;
    readonly message: string;
    readonly hint: string;
  } | null;
  /** Base units in each token account after the step. */
  readonly balances: Readonly<Record<string, bigint>>;
}

/** Carries out the steps and reports each of them. */
export class Stage {
  readonly people = people();
  readonly steps: Step[] = [];
  /** Token accounts whose balances are reported, by name. */
  private readonly watched = new Map<string, Address>();
  private time = 0;

  constructor(
    private readonly chain: LocalChain,
    private readonly onStep: (step: Step) => void,
  ) {}

  watch(name: string, tokenAccount: Address): void {
    this.watched.set(name, tokenAccount);
  }

  async setTime(time: Seconds): Promise<void> {
    this.time = time;
    await this.chain.setTime(time);
  }

  /** A step of one or more transactions, all of which must succeed. */
  async act(name: string, sends: readonly (() => Promise<Sent>)[]): Promise<Sent[]> {
    const sent: Sent[] = [];
    for (const send of sends) sent.push(await send());
    const most = (numbers: readonly number[]): number | null => (numbers.length === 0 ? null : Math.max(...numbers));
    await this.report({
      name,
      transactions: sent.length,
      bytes: most(sent.map(({ size }) => size)),
      computeUnits: most(sent.map(({ computeUnits }) => computeUnits)),
      outcome: 'done',
      error: null,
    });
    return sent;
  }

  /** A step that the program must refuse. Anything else ends the demo. */
  async refuse(name: string, send: () => Promise<Sent>): Promise<LinesmanError> {
    try {
      await send();
    } catch (error) {
      if (!(error instanceof LinesmanError) || !error.isOfProgram) throw error;
      const { number, name: errorName, message, hint, context } = error;
      await this.report({
        name,
        transactions: 0,
        bytes: Number(context.size),
        computeUnits: Number(context.unitsConsumed),
        outcome: 'refused',
        error: { number, name: errorName, message, hint },
      });
      return error;
    }
    throw new Error(`this was not refused: ${name}`);
  }

  balance(tokenAccount: Address): Promise<bigint> {
    return tokenBalance(this.chain, tokenAccount);
  }

  private async report(step: Omit<Step, 'balances' | 'time'>): Promise<void> {
    const balances: Record<string, bigint> = {};
    for (const [name, account] of this.watched) balances[name] = await this.balance(account);
    const whole = { ...step, time: this.time, balances };
    this.steps.push(whole);
    this.onStep(whole);
  }
}
