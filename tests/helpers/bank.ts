import { readFileSync } from 'node:fs';
import {
  type BanksClient,
  type BanksTransactionResultWithMeta,
  Clock,
  type ProgramTestContext,
  start,
} from 'solana-bankrun';
import {
  type Address,
  address,
  compileMessage,
  type Instruction,
  KeyPair,
  signTransaction,
  type Transaction,
  unsigned,
  ZERO_ADDRESS,
} from '../../ts/linesman/program/index.js';
import { fromPublicKey, toPublicKey, toVersionedTransaction } from '../../ts/linesman/web3/index.js';
import { type AccountInfo, type Deployed, type LocalBank, lookupTable, type Outcome, ROOT } from './localBank.js';

const LOADER = address('BPFLoader2111111111111111111111111111111111');

const EXPIRED = 'Blockhash not found';
const REPEATED = 'This transaction has already been processed';
/** On a busy machine the runtime now and then does not find a program that it has: before it is called, so without a word of it in the log. */
const NOT_LOADED = /may not be used for executing instructions|invalid account data for instruction/;
const MOST_SLOTS = 5;

/**
 * A local chain in this process: runtime 1.18, programs as they are compiled in the repository.
 *
 * The runtime works on threads of its own, at once on what it is asked at once: of two transactions that write one
 * account it refuses one with "Account in use", and a simulation beside a transaction may see half of what that writes.
 * A chain puts transactions in an order instead, and so does this: what is asked of it is asked of the runtime one after
 * the other. Nobody reaches the runtime but through here.
 */
export class Bank implements LocalBank {
  private sent = 0n;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly context: ProgramTestContext,
    private readonly client: BanksClient,
  ) {}

  /** `inFront`: answers in place of the runtime's own, which they may ask; for tests of this class. */
  static async start(
    programs: readonly Deployed[],
    inFront: (runtime: BanksClient) => Partial<BanksClient> = () => ({}),
  ): Promise<Bank> {
    const accounts = programs.map(({ programId, path }) => ({
      address: toPublicKey(programId),
      info: {
        lamports: 10 ** 10,
        data: readFileSync(new URL(path, ROOT)),
        owner: toPublicKey(LOADER),
        executable: true,
      },
    }));
    const context = await start([], accounts);
    const client = context.banksClient;
    return new Bank(context, Object.assign(Object.create(client), inFront(client)));
  }

  put(address: Address, owner: Address, data: Uint8Array, lamports = 10 ** 9): void {
    this.context.setAccount(toPublicKey(address), { lamports, data, owner: toPublicKey(owner), executable: false });
  }

  fund(key: Address): void {
    this.put(key, ZERO_ADDRESS, new Uint8Array(0), 10 ** 11);
  }

  remove(address: Address): void {
    this.put(address, ZERO_ADDRESS, new Uint8Array(0), 0);
  }

  account(address: Address): Promise<AccountInfo<Uint8Array> | null> {
    return this.inTurn(async (client) => {
      const found = await client.getAccount(toPublicKey(address));
      return found && { ...found, owner: fromPublicKey(found.owner) };
    });
  }

  accounts(addresses: readonly Address[]): Promise<(AccountInfo<Uint8Array> | null)[]> {
    return Promise.all(addresses.map((address) => this.account(address)));
  }

  rent(bytes: number): Promise<number> {
    return this.inTurn(async (client) => Number((await client.getRent()).minimumBalance(BigInt(bytes))));
  }

  /** The newest. The runtime makes new ones by the clock on the wall; one is too old after about a second. */
  latestBlockhash(): Promise<string> {
    return this.inTurn(newestBlockhash);
  }

  /** Seconds, by the chain's clock. */
  time(): Promise<number> {
    return this.inTurn(async (client) => Number((await client.getClock()).unixTimestamp));
  }

  setTime(time: number): Promise<void> {
    return this.inTurn(async (client) => {
      const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch } = await client.getClock();
      this.context.setClock(new Clock(slot, epochStartTimestamp, epoch, leaderScheduleEpoch, BigInt(time)));
    });
  }

  send(instructions: readonly Instruction[], signers: readonly KeyPair[] = []): Promise<Outcome> {
    return this.process((payer, recentBlockhash) => {
      const message = compileMessage(payer.address, instructions, recentBlockhash);
      return signTransaction(unsigned(message), [payer, ...signers]);
    });
  }

  sendThroughTable(
    instructions: readonly Instruction[],
    signers: readonly KeyPair[],
    looked: readonly Address[],
  ): Promise<Outcome> {
    const table = lookupTable(this, looked);
    return this.process((payer, recentBlockhash) => {
      const message = compileMessage(payer.address, instructions, recentBlockhash, [table]);
      return signTransaction(unsigned(message), [payer, ...signers]);
    });
  }

  submit(transaction: Transaction): Promise<Outcome> {
    return this.untilLoaded((client) => client.tryProcessTransaction(toVersionedTransaction(transaction)));
  }

  /** A legacy transaction as bytes. Sent once, whatever comes of it: its blockhash has to be a new one. */
  submitBytes(bytes: Uint8Array): Promise<RawOutcome> {
    return this.inTurn((client) => rawOf(client).tryProcessLegacyTransaction(bytes));
  }

  /** What the account at an address, of 32 bytes, holds; nothing made of it but that. */
  dataAt(address: Uint8Array): Promise<Uint8Array | null> {
    return this.inTurn(async (client) => (await rawOf(client).getAccount(address))?.data ?? null);
  }

  /** What the transaction with these bytes would come to: the runtime's words for its failure. */
  simulateBytes(bytes: Uint8Array): Promise<string | null> {
    const transaction = { serialize: () => bytes } as ReturnType<typeof toVersionedTransaction>;
    return this.inTurn(async (client) => (await client.simulateTransaction(transaction)).result);
  }

  /** The same, but its blockhash does not matter. The runtime does not look at signatures. */
  carryOut(transaction: Transaction): Promise<Outcome> {
    return this.untilNew((client, blockhash) => client.tryProcessTransaction(withBlockhash(transaction, blockhash)));
  }

  /** What the transaction would come to, whatever its blockhash. */
  simulate(transaction: Transaction): Promise<Outcome> {
    return this.untilNew((client, blockhash) => client.simulateTransaction(withBlockhash(transaction, blockhash)));
  }

  private process(signed: (payer: KeyPair, recentBlockhash: string) => Transaction): Promise<Outcome> {
    const payer = KeyPair.fromSeed(new Uint8Array(new BigUint64Array([++this.sent, 0n, 0n, 1n]).buffer));
    return this.untilNew((client, blockhash) => {
      this.fund(payer.address);
      return client.tryProcessTransaction(toVersionedTransaction(signed(payer, blockhash)));
    });
  }

  /**
   * With newer blockhashes, until the runtime takes one: how many go by in the meantime depends on the machine, so
   * nobody counts. The same one for two equal transactions is not new either.
   */
  private async untilNew(
    attempt: (client: BanksClient, blockhash: string) => Promise<BanksTransactionResultWithMeta>,
  ): Promise<Outcome> {
    for (;;) {
      const outcome = await this.untilLoaded(async (client) => attempt(client, await newestBlockhash(client)));
      if (outcome.failure !== EXPIRED && outcome.failure !== REPEATED) return outcome;
    }
  }

  private async untilLoaded(
    attempt: (client: BanksClient) => Promise<BanksTransactionResultWithMeta>,
  ): Promise<Outcome> {
    for (let slots = 1; ; slots++) {
      const outcome = outcomeOf(await this.inTurn(attempt));
      if (hasRun(outcome) || slots === MOST_SLOTS) return outcome;
      await this.nextSlot();
    }
  }

  /** What the runtime does not find in one slot it does in the next. The time stays as it is. */
  private nextSlot(): Promise<void> {
    return this.inTurn(async (client) => {
      const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch, unixTimestamp } = await client.getClock();
      this.context.warpToSlot(slot + 1n);
      this.context.setClock(new Clock(slot + 1n, epochStartTimestamp, epoch, leaderScheduleEpoch, unixTimestamp));
    });
  }

  private inTurn<T>(work: (client: BanksClient) => Promise<T>): Promise<T> {
    const result = this.turn.then(() => work(this.client));
    this.turn = result.catch(() => {});
    return result;
  }
}

/** What the runtime itself says. */
export interface RawOutcome {
  readonly result: string | null;
  readonly meta: { readonly logMessages: readonly string[] } | null;
}

interface RawClient {
  tryProcessLegacyTransaction(bytes: Uint8Array): Promise<RawOutcome>;
  getAccount(address: Uint8Array): Promise<{ readonly data: Uint8Array } | null>;
}

/** The client below that of the library: it takes bytes, and is about ten times as fast. */
const rawOf = (client: BanksClient): RawClient => (client as unknown as { inner: RawClient }).inner;

/** There is none when the newest one has grown old while the runtime looked it up. */
async function newestBlockhash(client: BanksClient): Promise<string> {
  for (;;) {
    const latest = await client.getLatestBlockhash();
    if (latest) return latest[0];
  }
}

/** A copy, so that the one that was signed stays as it is. */
const withBlockhash = ({ message, signatures }: Transaction, blockhash: string) =>
  toVersionedTransaction({ message: { ...message, blockhash }, signatures });

/** False when the runtime did not find a program, and the transaction may be sent again. */
function hasRun({ failure, logs }: Outcome): boolean {
  return failure === null || !NOT_LOADED.test(failure) || logs.some((line) => / consumed \d+ of /.test(line));
}

function outcomeOf({ result, meta }: BanksTransactionResultWithMeta): Outcome {
  const logs = meta?.logMessages ?? [];
  const units = logs.flatMap((line) => /^Program \S+ consumed (\d+) of/.exec(line)?.[1] ?? []).at(-1);
  const number = /custom program error: (?:0x)?([0-9a-f]+)/.exec(result ?? '')?.[1];
  return {
    error: number === undefined ? null : Number.parseInt(number, 16),
    failure: result,
    logs,
    computeUnits: Number(units ?? 0),
    unitsConsumed: Number(meta?.computeUnitsConsumed ?? 0n),
    returned: meta?.returnData?.data ?? new Uint8Array(0),
  };
}
