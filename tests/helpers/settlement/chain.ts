import type { Address } from '../../../ts/sdk/program/address/address.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { DEFAULT_SETTLEMENT_PROGRAM_ID } from '../../../ts/sdk/program/programId.js';
import type { Moment } from '../../../ts/sdk/program/wire/moment.js';
import { LiteBank, type Runtime } from '../liteBank.js';
import type { Deployed, LocalBank, Outcome } from '../localBank.js';
import { KeySource } from './keySource.js';
import { signersOf } from './signersOf.js';

export type { Outcome };

/** The committed program. `LINESMAN_SETTLEMENT` is the path of another build, which takes its place in every test. */
export const SETTLEMENT: Deployed = {
  programId: DEFAULT_SETTLEMENT_PROGRAM_ID,
  path: process.env.LINESMAN_SETTLEMENT ?? 'programs/artifacts/settlement.so',
};

export interface ChainOptions {
  /** Further programs. */
  readonly others?: readonly Deployed[];
  /** Another build of this one. */
  readonly program?: Deployed;
  /** Another runtime than the usual one. */
  readonly runtime?: Runtime;
}

/** A local chain with the settlement program, whose clock stands still until it is set. */
export class TestChain extends KeySource {
  private time: number;
  private made: { readonly bank: LocalBank; readonly payer: KeyPair } | null = null;

  /** @param start Seconds. */
  constructor(
    private readonly start: number,
    private readonly options: ChainOptions = {},
  ) {
    super(2n);
    this.time = start;
  }

  static async start(time: number, options: ChainOptions = {}): Promise<TestChain> {
    return new TestChain(time, options);
  }

  /** Everything is as at the start, with the same keys. */
  restart(): void {
    this.made = null;
    this.time = this.start;
    this.forgetKeys();
  }

  /** It is made when it is first needed. */
  get bank(): LocalBank {
    return this.whole.bank;
  }

  /** Pays for accounts created for others. */
  get payer(): KeyPair {
    return this.whole.payer;
  }

  private get whole(): { readonly bank: LocalBank; readonly payer: KeyPair } {
    if (this.made) return this.made;
    const { program = SETTLEMENT, others = [], runtime } = this.options;
    this.made = { bank: new LiteBank([program, ...others], runtime), payer: super.keypair() };
    this.made.bank.fund(this.made.payer.address);
    void this.made.bank.setTime(this.time);
    return this.made;
  }

  /** The first key is the payer's. */
  override keypair(): KeyPair {
    void this.whole;
    return super.keypair();
  }

  get now(): number {
    return this.time;
  }

  /** @param time Seconds. */
  async setTime(time: number): Promise<void> {
    await this.bank.setTime(time);
    this.time = time;
  }

  /** Only the time moves: the chain has halted. @param time Seconds. */
  async setTimeInHalt(time: number): Promise<void> {
    await this.bank.setTimeInHalt(time);
    this.time = time;
  }

  /** Sets time and slot. */
  async setMoment(moment: Moment): Promise<void> {
    this.bank.setMoment(moment);
    this.time = moment.seconds;
  }

  /** What programs see now. */
  get moment(): Moment {
    return this.momentAt(this.time);
  }

  /** What they saw or will see at a time, s, as accounts have it; without halts between. */
  momentAt(seconds: number): Moment {
    const slots = Math.floor(2.5 * seconds) - Math.floor(2.5 * this.time);
    return { seconds, slot: (this.bank.slot() + slots) >>> 0 };
  }

  /** Sends instructions in one transaction, signed with those of the key pairs that they require. */
  async send(instructions: Instruction[], signers: readonly KeyPair[] = []): Promise<Outcome> {
    return this.bank.send(instructions, signersOf(instructions, [this.payer, ...signers]));
  }

  account(address: Address) {
    return this.bank.account(address);
  }

  setAccount(address: Address, owner: Address, data: Uint8Array, lamports = 100_000_000): void {
    this.bank.put(address, owner, data, lamports);
  }
}

/** The outcome of a transaction that must succeed. */
export function ok(outcome: Outcome): Outcome {
  if (outcome.failure !== null) throw new Error(`${outcome.failure}\n${outcome.logs.join('\n')}`);
  return outcome;
}

/** The error number, or the runtime's message when there is none; `null` for a success. */
export const refusal = ({ error, failure }: Outcome): number | string | null => error ?? failure;

/** The log messages of the programs. */
export const programLog = (outcome: Outcome): string =>
  outcome.logs
    .filter((line) => line.startsWith('Program log: '))
    .map((line) => line.slice('Program log: '.length))
    .join('\n');

/** Compute units of the transaction's last instruction, without those of the programs it called. */
export function ownUnits(outcome: Outcome): number {
  let depth = 0;
  let called = 0;
  for (const line of outcome.logs) {
    if (/ invoke \[\d+\]$/.test(line)) depth++;
    const units = /consumed (\d+) of/.exec(line)?.[1];
    if (units !== undefined && depth === 2) called += Number(units);
    if (/^Program \S+ (success|failed.*)$/.test(line)) depth--;
  }
  return outcome.computeUnits - called;
}
